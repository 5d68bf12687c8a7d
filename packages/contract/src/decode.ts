import { z } from 'zod';
import { type Fields, limits } from './wire.ts';
import { type BadField, badField, unwrap } from './words/bad-input.ts';

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
  if (raw === '' && mayMiss && !(inner instanceof z.ZodString && schema instanceof z.ZodDefault)) {
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

export type Decoded<T> = { readonly ok: true; readonly input: T } | { readonly ok: false; readonly bad: BadField };

/**
 * Form fields to the endpoint's input. Fields the schema does not know are ignored (token, fields of old clients).
 * Bad input names the first bad field and what is allowed; `badInputText` renders it.
 */
export const decodeForm = <S extends z.ZodType>(schema: S, fields: Fields): Decoded<z.output<S>> => {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  const input: Record<string, unknown> = {};
  for (const [name, fieldSchema] of Object.entries(shape)) {
    const raw = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (raw === undefined) continue;
    const read = readField(fieldSchema, raw);
    if ('fault' in read) return { ok: false, bad: { field: name, ...read } };
    if (read.value !== undefined) input[name] = read.value;
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, input: parsed.data };
  const issue = parsed.error.issues[0];
  if (issue === undefined) return { ok: false, bad: { field: '', fault: 'shape' } };
  const field = String(issue.path[0]);
  return { ok: false, bad: badField(issue, shape[field], Object.hasOwn(input, field)) };
};
