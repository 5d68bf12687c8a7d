import { z } from 'zod';
import { isClearable, unwrap } from './schema-parts.ts';
import { type Fields, limits } from './wire.ts';
import { type BadField, badField } from './words/bad-input.ts';

const isNested = (schema: z.core.$ZodType): boolean =>
  [z.ZodObject, z.ZodArray, z.ZodRecord, z.ZodTuple, z.ZodUnion, z.ZodDiscriminatedUnion].some(
    kind => schema instanceof kind,
  );

/** PostgreSQL stores no NUL in text, plain or hidden in JSON. */
const NUL = /\0|\\u0000/;

/** Half a character, which JSON can write and PostgreSQL's jsonb cannot hold, is written as an escape again. */
const isWellFormed = (value: unknown): boolean => !/(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));

const readField = (schema: z.core.$ZodType, raw: string): { value: unknown } | Omit<BadField, 'field'> => {
  if (NUL.test(raw)) return { fault: 'unstorable' };
  if (raw.length > limits.fieldChars) return { fault: 'long', limit: limits.fieldChars };
  const { inner, mayMiss } = unwrap(schema);
  // Old clients send every field of a page, empty ones too: an empty optional field is none.
  if (
    raw === '' &&
    mayMiss &&
    !isClearable(schema) &&
    !(inner instanceof z.ZodString && schema instanceof z.ZodDefault)
  ) {
    return { value: undefined };
  }
  if (!isNested(inner)) return { value: raw };
  try {
    const value = JSON.parse(raw) as unknown;
    return isWellFormed(value) ? { value } : { fault: 'unstorable' };
  } catch {
    return { fault: 'json' };
  }
};

type Decoded<T> =
  | { readonly ok: true; readonly input: T }
  /** `all`: what is wrong with each bad field; `bad` is the first of them. */
  | { readonly ok: false; readonly bad: BadField; readonly all: readonly BadField[] };

/**
 * Form fields to the endpoint's input. Fields the schema does not know are ignored (token, fields of old clients).
 * Bad input names the bad fields and what is allowed; `badInputText` renders one. A form in the browser asks the same.
 */
export const decodeForm = <S extends z.ZodType>(schema: S, fields: Fields): Decoded<z.output<S>> => {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  const input: Record<string, unknown> = {};
  const faults = new Map<string, BadField>();
  const blame = (bad: BadField) => {
    if (!faults.has(bad.field)) faults.set(bad.field, bad);
  };
  for (const [name, fieldSchema] of Object.entries(shape)) {
    const raw = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (raw === undefined) continue;
    const read = readField(fieldSchema, raw);
    if ('fault' in read) blame({ field: name, ...read });
    else if (read.value !== undefined) input[name] = read.value;
  }
  const parsed = schema.safeParse(input);
  if (parsed.success && faults.size === 0) return { ok: true, input: parsed.data };
  for (const issue of parsed.error?.issues ?? []) blame(badField(issue, schema, input));
  const all = [...faults.values()];
  return { ok: false, bad: all[0] ?? { field: '', fault: 'shape' }, all };
};
