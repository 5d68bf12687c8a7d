import { type EgressGuard, NotAllowed } from '../platform/egress-guard.ts';
import { AnswerTooLong, type EgressAnswer, NotWeb, requestThrough } from '../platform/egress-request.ts';

/** Why a speech service or a language model did not do what it was asked, as a word for the page and the transcript. */
type ServiceFault =
  | 'unreachable'
  | 'notAllowed'
  | 'notAnAddress'
  | 'keyRefused'
  | 'refused'
  | 'tooMany'
  | 'broken'
  | 'tooLong'
  | 'timeout'
  | 'nonsense'
  | 'forbidden'
  | 'resting'
  | 'noRecording'
  | 'folder'
  | 'library';

export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
  readonly because: ServiceFault;
  constructor(because: ServiceFault, options?: ErrorOptions) {
    super(because, options);
    this.because = because;
  }
}

/** What a failure is called, whoever threw it. */
export const faultOf = (error: unknown): ServiceFault => {
  if (error instanceof ServiceFailed) return error.because;
  if (error instanceof NotAllowed) return 'notAllowed';
  if (error instanceof NotWeb) return 'notAnAddress';
  if (error instanceof AnswerTooLong) return 'tooLong';
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (name === 'BreakerOpen') return 'resting';
  return error instanceof SyntaxError || name === 'ZodError' ? 'nonsense' : 'unreachable';
};

/** What an HTTP status that is no yes says. */
export const faultOfStatus = (status: number): ServiceFault => {
  if (status === 401 || status === 403) return 'keyRefused';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'broken' : 'refused';
};

/** A POST to a service; resolves when it said yes. @throws {ServiceFailed} with every other answer, and the connection's errors. */
export const askService = async (
  egress: EgressGuard,
  asked: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
    readonly signal: AbortSignal;
  },
): Promise<EgressAnswer> => {
  const answer = await requestThrough(egress, { ...asked, method: 'POST' });
  if (answer.status >= 200 && answer.status <= 299) return answer;
  answer.drop();
  throw new ServiceFailed(faultOfStatus(answer.status));
};

/** `https://host/v1?k=1` and `audio/speech` → `https://host/v1/audio/speech?k=1`, whether or not the first ends in a slash. */
export const below = (base: string, path: string): URL => {
  const url = URL.parse(base);
  if (url === null) throw new NotWeb('not an address');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
};
