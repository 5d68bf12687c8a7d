import { type IncomingHttpHeaders, type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { EgressGuard } from './egress-guard.ts';

/**
 * One request to where a merchant says, through the egress guard. Redirects are not followed: who is asked must answer itself,
 * so nothing leads from a checked address to another.
 */
interface EgressRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the request whatever it is doing: looking up, connecting, reading. */
  readonly signal: AbortSignal;
}

export interface EgressAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it comes, at most `mostBytes`; breaks off the connection and throws `AnswerTooLong` beyond it. */
  readonly parts: (mostBytes: number) => AsyncGenerator<Buffer, void>;
  /** Nothing more is wanted; the connection is closed. */
  readonly drop: () => void;
}

export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

export class NotWeb extends Error {
  override readonly name = 'NotWeb';
}

async function* partsOf(response: IncomingMessage, mostBytes: number, signal: AbortSignal) {
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > mostBytes) throw new AnswerTooLong(`the answer has more than ${mostBytes} bytes`);
      yield part;
    }
    // A body that is cut off by the signal may look like one that ended.
    signal.throwIfAborted();
    if (!response.complete) throw new Error('the answer broke off');
  } finally {
    response.destroy();
  }
}

/**
 * Resolves with the head of the answer.
 * @throws {NotAllowed} @throws {NotWeb} no http or https, or a name with a password @throws the system's error, or the signal's reason.
 */
export const requestThrough = async (egress: EgressGuard, wants: EgressRequest): Promise<EgressAnswer> => {
  const { url, method, headers = {}, body, signal } = wants;
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new NotWeb('only http and https, without a password in the address');
  const { lookup } = await egress.check(url, signal);
  const { promise, resolve, reject } = Promise.withResolvers<EgressAnswer>();
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body as string)) };
  const asked = (url.protocol === 'https:' ? secure : plain)(
    url,
    // No agent: a kept connection would be shared by merchants, and is not worth it for one answer a call.
    { method, headers: { ...headers, ...length }, lookup: lookup as never, signal, agent: false },
    response =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        parts: mostBytes => partsOf(response, mostBytes, signal),
        drop: () => response.destroy(),
      }),
  );
  asked.on('error', error => reject(signal.aborted ? signal.reason : error));
  asked.end(body);
  return promise;
};

/** The whole body as text, at most `mostBytes`. @throws {AnswerTooLong} and whatever the connection does. */
export const textOf = async (answer: EgressAnswer, mostBytes: number): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of answer.parts(mostBytes)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};
