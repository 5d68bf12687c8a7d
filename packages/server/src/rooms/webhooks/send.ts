import type { WebhookFault } from '@lianxian/contract';
import { type EgressGuard, NotAllowed } from '../../platform/egress-guard.ts';
import { type EgressAnswer, NotWeb, requestThrough } from '../../platform/egress-request.ts';
import { signedHeaders } from './sign.ts';

/** One message to one endpoint, signed; what it came to. Never rejects, and takes no longer than its limit. */
interface Outgoing {
  readonly url: string;
  readonly secret: string;
  readonly eventId: string;
  readonly body: string;
}

export interface Outcome {
  /** '' : it got through. */
  readonly because: WebhookFault;
  readonly code: number | null;
  /** The first of what was answered. */
  readonly answer: string;
  readonly tookMs: number;
}

const LIMIT_MS = 10_000;
const MOST_ANSWER_BYTES = 2_000;
const MOST_ANSWER = 500;

const headOf = async (answer: EgressAnswer): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer.parts(Number.POSITIVE_INFINITY)) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // Its first line said how it went; what came of the rest is shown as far as it came.
  }
  const text = Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString('utf8');
  return [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()].slice(0, MOST_ANSWER).join('');
};

const faultOf = (code: number): WebhookFault => {
  if (code >= 200 && code < 300) return '';
  return code >= 300 && code < 400 ? 'redirected' : 'refused';
};

const thrown = (error: unknown, limit: AbortSignal): WebhookFault => {
  if (error instanceof NotAllowed) return 'notAllowed';
  if (error instanceof NotWeb) return 'notAnAddress';
  return limit.aborted ? 'timeout' : 'unreachable';
};

export const sendOne = async (
  egress: EgressGuard,
  { url: address, secret, eventId, body }: Outgoing,
  at: Date,
  ending?: AbortSignal,
): Promise<Outcome> => {
  const began = performance.now();
  const limit = AbortSignal.timeout(LIMIT_MS);
  const outcome = (told: Omit<Outcome, 'tookMs'>): Outcome => ({
    ...told,
    tookMs: Math.round(performance.now() - began),
  });
  try {
    const url = URL.parse(address);
    if (url === null) throw new NotWeb('not an address');
    const answer = await requestThrough(egress, {
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'lianxian-webhook',
        ...signedHeaders(secret, { id: eventId, at, body }),
      },
      body,
      signal: ending === undefined ? limit : AbortSignal.any([limit, ending]),
    });
    return outcome({ because: faultOf(answer.status), code: answer.status, answer: await headOf(answer) });
  } catch (error) {
    return outcome({ because: thrown(error, limit), code: null, answer: '' });
  }
};
