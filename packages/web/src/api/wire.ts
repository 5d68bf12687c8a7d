import { type Answer, type Asker, answerCodes, requestOf } from '@lianxian/contract/wire';
import { endSignIn } from './kept.ts';
import { serverUrl } from './settings.ts';
import { readToken } from './token.ts';

/** The server understood and said no; `message` is its sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  /** The field of a form that it is about; null: it is about the whole. */
  readonly field: string | null;
  constructor(code: number, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** What was asked for does not exist, or not for who asks (105): asking again will not help. */
export const isGone = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === answerCodes.notFound;

/** No answer that could be read: network, HTTP failure, time limit. */
export class Outage extends Error {
  override readonly name: string = 'Outage';
}

/** The time limit was there first: a server that hangs, or a machine that slept and woke to a limit long past. */
export class LateAnswer extends Outage {
  override readonly name = 'LateAnswer';
}

/** What was refused or did not come through, which is told already, is undefined; anything else is thrown. */
export const unlessRefused = async <T>(asking: Promise<T>): Promise<T | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Refusal || error instanceof Outage) return undefined;
    throw error;
  }
};

export interface CallOptions {
  /** Ends the request when what asked for it is gone. */
  readonly signal?: AbortSignal | undefined;
  /** The caller shows the failure itself, any or such a refusal: `whenFailed` is not told. */
  readonly quiet?: boolean | ((refusal: Refusal) => boolean);
  readonly timeLimitMs?: number;
  /** The sign-in alone: the server knows this browser again by a cookie that no script reads. */
  readonly isKnownAgain?: boolean;
}

const defaultTimeLimitMs = 15_000;
/** To the letter (docs/wire.md#answers). */
const outageText = '服务内部错误';
const signedOutText = '登录失效';

let tell = (_sentence: string): void => undefined;
/** Who shows a sentence for the user: why something could not be had. One listener, the app; the answer gives its place back. */
export const whenFailed = (listener: (sentence: string) => void): (() => void) => {
  const before = tell;
  tell = listener;
  return () => {
    tell = before;
  };
};

/** Says that nothing answered, where the request itself was quiet. */
export const tellOutage = (): void => tell(outageText);

let onSignedOut = (): void => undefined;
/** What happens after a 103, once the cookie is gone: the app goes home. One listener, the router. */
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** The server no longer knows the token: it is told, cookie removed, home (docs/wire.md#answers). */
export const leaveSignedOut = (): void => {
  endSignIn();
  tell(signedOutText);
  onSignedOut();
};

let wantProof = async (): Promise<boolean> => false;
/** Who asks for password or code once more; answers whether it was right. One listener, the frame. */
export const whenProofWanted = (listener: () => Promise<boolean>): void => {
  wantProof = listener;
};

/** Whoever is signed in, on the page that is open. */
export const askerHere = (): Asker => ({
  token: readToken(),
  page: location.pathname,
  language: document.documentElement.lang,
});

const request = async (path: string, input: object, options: CallOptions): Promise<unknown> => {
  const limit = AbortSignal.timeout(options.timeLimitMs ?? defaultTimeLimitMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const asked = requestOf(path, input, askerHere());
    const response = await fetch(serverUrl(asked.path), {
      method: 'POST',
      headers: asked.headers,
      body: asked.body,
      credentials: options.isKnownAgain ? 'same-origin' : 'omit',
      signal,
    });
    if (!response.ok) throw new Outage(`HTTP ${response.status}`);
    return await response.json();
  } catch (error) {
    if (options.signal?.aborted || error instanceof Outage) throw error;
    throw limit.aborted ? new LateAnswer('time limit', { cause: error }) : new Outage('network', { cause: error });
  }
};

const isQuiet = (error: unknown, { quiet = false }: CallOptions): boolean =>
  typeof quiet === 'function' ? error instanceof Refusal && quiet(error) : quiet;

/** Takes an answer of the wire apart: its data, or `Refusal` or `Outage` once its sentence was told. */
export const answered = async <T>(ask: () => Promise<unknown>, options: CallOptions = {}): Promise<T> => {
  const token = readToken();
  try {
    const answer = (await ask()) as Partial<Answer>;
    if (typeof answer?.errorCode !== 'number') throw new Outage('not an answer of the API');
    if (answer.errorCode !== answerCodes.done) throw new Refusal(answer.errorCode, answer.errorMsg ?? '', answer.field);
    return answer.data as T;
  } catch (error) {
    if (error instanceof Refusal && error.code === answerCodes.signedOut) {
      // Whoever signed in since, here or in another tab, stays so.
      const now = readToken();
      if (now === null || now === token) leaveSignedOut();
    } else if (isQuiet(error, options)) throw error;
    else if (error instanceof Refusal && error.code !== answerCodes.proveAgain) tell(error.message);
    else if (error instanceof Outage) tellOutage();
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
    if (error instanceof Refusal && error.code === answerCodes.proveAgain && (await wantProof())) return await ask();
    throw error;
  }
};
