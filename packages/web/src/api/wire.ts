import { serverUrl } from './settings.ts';
import { dropToken, readToken } from './token.ts';

/** The server understood and said no; `message` is its sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What was asked for does not exist, or not for who asks (105): asking again will not help. */
export const isGone = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 105;

/** No answer that could be read: network, HTTP failure, time limit. */
export class Outage extends Error {
  override readonly name = 'Outage';
}

export interface CallOptions {
  /** Ends the request when what asked for it is gone. */
  readonly signal?: AbortSignal | undefined;
  /** The caller shows the failure itself: `whenFailed` is not told. */
  readonly quiet?: boolean;
  readonly timeLimitMs?: number;
  /** The sign-in alone: the server knows this browser again by a cookie that no script reads. */
  readonly isKnownAgain?: boolean;
}

const defaultTimeLimitMs = 15_000;
const signedOutCode = 103;
/** Password or code must be typed again. */
const proofCode = 226;
/** To the letter (docs/wire.md#answers). */
const outageText = '服务内部错误';
const signedOutText = '登录失效';

let tell = (_sentence: string): void => undefined;
/** Who shows a sentence for the user: why something could not be had. One listener, the app. */
export const whenFailed = (listener: (sentence: string) => void): void => {
  tell = listener;
};

let onSignedOut = (): void => undefined;
/** What happens after a 103, once the cookie is gone: the app goes home. One listener, the router. */
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** The server no longer knows the token: it is told, cookie removed, home (docs/wire.md#answers). */
export const leaveSignedOut = (): void => {
  dropToken();
  tell(signedOutText);
  onSignedOut();
};

let wantProof = async (): Promise<boolean> => false;
/** Who asks for password or code once more; answers whether it was right. One listener, the frame. */
export const whenProofWanted = (listener: () => Promise<boolean>): void => {
  wantProof = listener;
};

/** Nested values, and null, travel as JSON in their field; undefined ones are left out (docs/wire.md#requests). */
const encode = (input: object): URLSearchParams => {
  const body = new URLSearchParams();
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue;
    body.set(field, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const token = readToken();
  if (token !== null) body.set('token', token);
  return body;
};

const request = async (path: string, input: object, options: CallOptions): Promise<unknown> => {
  const limit = AbortSignal.timeout(options.timeLimitMs ?? defaultTimeLimitMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const response = await fetch(serverUrl(`/api/front/${path}`), {
      method: 'POST',
      headers: { 'page-path': location.pathname, 'page-language': document.documentElement.lang },
      body: encode(input),
      credentials: options.isKnownAgain ? 'same-origin' : 'omit',
      signal,
    });
    if (!response.ok) throw new Outage(`HTTP ${response.status}`);
    return await response.json();
  } catch (error) {
    if (options.signal?.aborted || error instanceof Outage) throw error;
    throw new Outage(limit.aborted ? 'time limit' : 'network', { cause: error });
  }
};

/** Takes an answer of the wire apart: its data, or `Refusal` or `Outage` once its sentence was told. */
export const answered = async <T>(ask: () => Promise<unknown>, options: CallOptions = {}): Promise<T> => {
  try {
    const answer = (await ask()) as { errorCode?: unknown; errorMsg?: unknown; data?: unknown };
    if (typeof answer?.errorCode !== 'number') throw new Outage('not an answer of the API');
    if (answer.errorCode !== 0) throw new Refusal(answer.errorCode, String(answer.errorMsg ?? ''));
    return answer.data as T;
  } catch (error) {
    if (error instanceof Refusal && error.code === signedOutCode) leaveSignedOut();
    else if (!options.quiet && error instanceof Refusal && error.code !== proofCode) tell(error.message);
    else if (!options.quiet && error instanceof Outage) tell(outageText);
    throw error;
  }
};

/**
 * One request of the original's wire: POST, form-encoded, token in the body, `page-path` header, `errorCode` 0 is success.
 * Throws `Refusal` or `Outage`, once the sentence of the answer or the outage (docs/wire.md#answers) was told; an abort
 * throws as it is.
 */
export const post = async <T>(path: string, input: object, options: CallOptions = {}): Promise<T> => {
  const ask = () => answered<T>(() => request(path, input, options), options);
  try {
    return await ask();
  } catch (error) {
    // What was asked for is done after all, as soon as it is proved whose session this is.
    if (error instanceof Refusal && error.code === proofCode && (await wantProof())) return await ask();
    throw error;
  }
};
