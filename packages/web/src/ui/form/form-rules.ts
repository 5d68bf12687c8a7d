import {
  type BadField,
  type CallOf,
  decodeForm,
  type Endpoint,
  encodeForm,
  type FieldLimits,
  fieldLimits,
} from '@lianxian/contract';

export type FieldName<V> = Extract<keyof V, string>;

/** Which endpoint a form asks, and what it knows of it beyond the schema. */
export interface FormRules<E extends Endpoint, V extends object> {
  readonly endpoint: E;
  /** What is asked, where that is more or other than what the fields hold. */
  readonly input?: (values: V) => CallOf<E> & object;
  /** Fields that this form wants filled in though the endpoint would do without, always or by what else it holds. */
  readonly wants?: readonly FieldName<V>[] | ((values: V) => readonly FieldName<V>[]);
  /** What the server finds wrong beyond its schema, as far as one can tell here. */
  readonly check?: (values: V) => readonly BadField[];
}

const wantsOf = <E extends Endpoint, V extends object>({ wants = [] }: FormRules<E, V>, values: V) =>
  typeof wants === 'function' ? wants(values) : wants;

/** What is asked of a field; one that is wanted has to be filled in. */
export const limitsOf = <E extends Endpoint, V extends object>(
  rules: FormRules<E, V>,
  values: V,
  name: string,
): FieldLimits => {
  const limits = fieldLimits(rules.endpoint.input, name);
  return wantsOf(rules, values).some(wanted => wanted === name) ? { ...limits, needed: true } : limits;
};

/** What a form is about, by what is asked beyond its fields: the id of a row, of the plan it belongs to. */
export const subjectOf = <E extends Endpoint, V extends object>({ input }: FormRules<E, V>, start: V): string =>
  Object.entries(input?.(start) ?? {})
    .flatMap(([name, value]) =>
      /^c?id$|^logid$|Id$/.test(name) && !Object.hasOwn(start, name) ? [`${name}=${value}`] : [],
    )
    .join(' ');

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/**
 * What is wrong with what a form holds, by field: its input is encoded and read as the server will encode and read it. Of
 * a field the form does not have the server speaks itself.
 */
export const faultsOf = <E extends Endpoint, V extends object>(
  rules: FormRules<E, V>,
  values: V,
): ReadonlyMap<string, BadField> => {
  const { endpoint, input, check } = rules;
  const asked = (input?.(values) ?? values) as Readonly<Record<string, unknown>>;
  const read = decodeForm(endpoint.input, Object.fromEntries(encodeForm(asked)));
  const blank = wantsOf(rules, values).filter(name => isBlank(values[name]));
  const found: readonly BadField[] = [
    ...blank.map(field => ({ field, fault: 'missing' as const })),
    ...(read.ok ? [] : read.all),
    ...(check?.(values) ?? []),
  ];
  const faults = new Map<string, BadField>();
  for (const bad of found) if (Object.hasOwn(values, bad.field) && !faults.has(bad.field)) faults.set(bad.field, bad);
  return faults;
};
