/*
 * Values whose shape nobody has checked yet: what does not fit stays as it is, for the schema to refuse.
 */

export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

export const each = (value: unknown, change: (one: Loose) => unknown): unknown =>
  Array.isArray(value) ? value.map(one => (isObject(one) ? change(one) : one)) : value;

export const put = (of: Loose, field: string, change: (value: unknown) => unknown): Loose =>
  field in of ? { ...of, [field]: change(of[field]) } : of;
