import { z } from 'zod';

/** Optional and defaulted fields, down to what they hold. */
export const unwrap = (schema: z.core.$ZodType): { inner: z.core.$ZodType; mayMiss: boolean } => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return { inner: unwrap(schema.def.innerType).inner, mayMiss: true };
  }
  if (schema instanceof z.ZodPipe) {
    const from = unwrap(schema.def.in);
    return from.inner instanceof z.ZodTransform ? unwrap(schema.def.out) : from;
  }
  return { inner: schema, mayMiss: false };
};

const clearables = new WeakSet<z.core.$ZodType>();

/** May be left out, and then says nothing; empty it says that nothing is to stand there. */
export const clearable = <T extends z.ZodType>(schema: T): z.ZodOptional<T> => {
  const made = schema.optional();
  clearables.add(made);
  return made;
};
export const isClearable = (schema: z.core.$ZodType): boolean => clearables.has(schema);

/** What is asked one step within a schema: of a field, of what a list holds, of each choice that has it. */
export const within = (schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined => {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject) return inner.shape[String(step)];
  if (inner instanceof z.ZodArray) return typeof step === 'number' ? inner.element : within(inner.element, step);
  if (inner instanceof z.ZodRecord) return inner.valueType;
  if (!(inner instanceof z.ZodUnion)) return undefined;
  return inner.options.map(option => within(option, step)).find(field => field !== undefined);
};

/** Whether whoever fills it in names what is in it: those names are his own, and no words of ours. */
export const holdsNames = (schema: z.core.$ZodType): boolean => {
  const { inner } = unwrap(schema);
  return inner instanceof z.ZodRecord && unwrap(inner.keyType).inner instanceof z.ZodString;
};

/** How few and how many, or how little and how much; null: any. */
export interface Ends {
  readonly least: number | null;
  readonly most: number | null;
}

/** Of a list, which does not tell them as texts and numbers do. */
export const lengthsOf = ({ def: { checks = [] } }: z.ZodArray): Ends => {
  const given = (kind: string, bound: 'minimum' | 'maximum' | 'length'): number | null => {
    const def = checks.map(check => check._zod.def).find(({ check }) => check === kind);
    return def === undefined ? null : Number((def as Partial<Record<typeof bound, number>>)[bound]);
  };
  const exactly = given('length_equals', 'length');
  return { least: exactly ?? given('min_length', 'minimum'), most: exactly ?? given('max_length', 'maximum') };
};
