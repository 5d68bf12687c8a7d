/**
 * The wire of the original (docs/wire.md): POST `/api/front/<path>`, form-encoded, the token in the body, the page's path
 * in a header; the answer is HTTP 200 with `{errorCode, errorMsg, data}`. Nested values travel as JSON text in a field.
 *
 * A front door of its own, `@lianxian/contract/wire`: the login page speaks it too and must not load zod for it. What reads
 * a form is in `decode.ts`.
 */
export const wire = {
  prefix: '/api/front/',
  download: '/api/common/download/',
  socket: '/frontWsServer',
  contentType: 'application/x-www-form-urlencoded',
  tokenField: 'token',
  /** Of an upload, `multipart/form-data`: the fields first, then the file. */
  fileField: 'file',
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
  /** What one signs in with, in characters: an account, a password that is new, any password, a merchant's number. */
  accountChars: 64,
  passwordChars: 8,
  longestPassword: 200,
  merchantNumberChars: 20,
  captchaChars: 10,
  codeChars: 20,
  /** Password or factor typed so long ago still open what needs them: a transfer and its second thoughts. */
  proofMs: 600_000,
  /** An owner who forgot his password: to read the code out, and then to set a new one. */
  resetMs: 900_000,
  /** Before a second factor is taken off by the platform: its owner has time to object. */
  factorRemovalMs: 86_400_000,
  /** What was removed is taken back within this. */
  undoMs: 86_400_000,
  /** An employee's rights looked at by who may change them (decision 67). */
  previewMs: 900_000,
  bindCodeMs: 300_000,
  /** WeChat logins tried with one code. */
  bindTries: 5,
  /** `page` and `limit` reach this row, then `after` or a filter must be used. */
  lastRow: 10_000,
  socketMessageBytes: 4_096,
} as const;

/** Answers that a client acts on; every other refusal is a sentence for the user. */
export const answerCodes = { done: 0, signedOut: 103, notFound: 105, proveAgain: 226 } as const;

/** What every answer looks like. */
export interface Answer<Data = unknown> {
  readonly errorCode: number;
  readonly errorMsg: string;
  readonly data: Data | null;
  /** Of a refusal: the field of the form that it is about. */
  readonly field?: string;
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

/** Who asks: the token of the session, the path and the language of the page. */
export interface Asker {
  readonly token: string | null;
  readonly page: string;
  readonly language: string;
}

export const headersOf = ({ page, language }: Omit<Asker, 'token'>): Record<string, string> => ({
  [wire.pageHeader]: page,
  [wire.languageHeader]: language,
});

/** A request of an endpoint as every client sends it: to `path`, with these headers, with this body. */
export const requestOf = (
  path: string,
  input: object,
  asker: Asker,
): { readonly path: string; readonly headers: Record<string, string>; readonly body: URLSearchParams } => {
  // What is asked for may be of another session than one's own.
  const body = encodeForm({ [wire.tokenField]: asker.token, ...input });
  return { path: `${wire.prefix}${path}`, headers: headersOf(asker), body };
};
