import { z } from 'zod';
import { type BadField, badField } from './words/bad-input.ts';

/**
 * The wire of the original (docs/wire.md): POST `/api/front/<path>`, form-encoded, the token in the body, the page's path
 * in a header; the answer is HTTP 200 with `{errorCode, errorMsg, data}`. Nested values travel as JSON text in a field.
 */
export const wire = {
  prefix: '/api/front/',
  download: '/api/common/download/',
  socket: '/frontWsServer',
  contentType: 'application/x-www-form-urlencoded',
  tokenField: 'token',
  /** Current path of the page that asks. */
  pageHeader: 'page-path',
  /** Language of the page: refusals are answered in it. */
  languageHeader: 'page-language',
} as const;

/** Login state is a cookie that script reads, for it goes into the body; a day from sign-in, not sliding. */
export const tokenCookie = { name: 'token', maxAgeS: 86_400 } as const;

export const limits = {
  /** All fields of one form, encoded. */
  formBytes: 1_048_576,
  /** The same, where no token is asked for. */
  openFormBytes: 16_384,
  fields: 200,
  /** One field, decoded; JSON fields included. */
  fieldChars: 786_432,
  ticketMs: 60_000,
  captchaMs: 300_000,
  loginFailures: 5,
  loginLockMs: 900_000,
  /** Of one address within the time of a lock: a call centre shares one, so it is many. */
  addressFailures: 100,
  passwordChars: 8,
  /** Password or factor typed so long ago still open what needs them: a transfer and its second thoughts. */
  proofMs: 600_000,
  /** An owner who forgot his password: to read the code out, and then to set a new one. */
  resetMs: 900_000,
  /** Before a second factor is taken off by the platform: its owner has time to object. */
  factorRemovalMs: 86_400_000,
  bindCodeMs: 300_000,
  /** WeChat logins tried with one code. */
  bindTries: 5,
  /** `page` and `limit` reach this row, then `after` or a filter must be used. */
  lastRow: 10_000,
  socketMessageBytes: 4_096,
} as const;

/** What every answer looks like. */
export interface Answer<Data = unknown> {
  readonly errorCode: number;
  readonly errorMsg: string;
  readonly data: Data | null;
}

/** Fields of a form as they arrive; a field that came twice keeps its last value. */
export type Fields = Readonly<Record<string, string>>;

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
};

/** Input of an endpoint as form fields: `undefined` and `null` are left out, nested values become JSON text. */
export const encodeForm = (input: Readonly<Record<string, unknown>>): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.set(name, asText(value));
  }
  return form;
};

/** Optional and defaulted fields, down to what they hold. */
const unwrap = (schema: z.core.$ZodType): { inner: z.core.$ZodType; mayMiss: boolean } => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return { inner: unwrap(schema.def.innerType).inner, mayMiss: true };
  }
  if (schema instanceof z.ZodPipe) {
    const from = unwrap(schema.def.in);
    return from.inner instanceof z.ZodTransform ? unwrap(schema.def.out) : from;
  }
  return { inner: schema, mayMiss: false };
};

const isNested = (schema: z.core.$ZodType): boolean =>
  [z.ZodObject, z.ZodArray, z.ZodRecord, z.ZodTuple, z.ZodUnion, z.ZodDiscriminatedUnion].some(
    kind => schema instanceof kind,
  );

/** PostgreSQL stores no NUL in text, plain or hidden in JSON. */
const NUL = /\0|\\u0000/;

/** Half a character, which JSON can write and PostgreSQL's jsonb cannot hold, is written as an escape again. */
const isWellFormed = (value: unknown): boolean => !/(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));

const readField = (schema: z.core.$ZodType, raw: string): { value: unknown } | Omit<BadField, 'field'> => {
  if (NUL.test(raw)) return { fault: 'characters' };
  if (raw.length > limits.fieldChars) return { fault: 'long', limit: limits.fieldChars };
  const { inner, mayMiss } = unwrap(schema);
  // Old clients send every field of a page, empty ones too: an empty optional field is none.
  if (raw === '' && mayMiss && !(inner instanceof z.ZodString && schema instanceof z.ZodDefault)) {
    return { value: undefined };
  }
  if (!isNested(inner)) return { value: raw };
  try {
    const value = JSON.parse(raw) as unknown;
    return isWellFormed(value) ? { value } : { fault: 'characters' };
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
  return { ok: false, bad: badField(issue, Object.hasOwn(input, String(issue.path[0]))) };
};
