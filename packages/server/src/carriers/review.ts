import type { HttpProvider } from '@lianxian/contract';
import { numberedTemplate } from '@lianxian/core';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { requestThrough, textOf } from '../platform/egress-request.ts';
import type { OpenReviewer, Reviewed, Submitted } from '../rooms/sms-reviews/index.ts';
import { type Fields, textAt } from './fill.ts';
import { failedBy } from './http.ts';
import { furtherRequest, requestOf } from './request.ts';

/** Templates handed to a provider's review, and what it says of them, by requests of the same kind as sending. */
interface ReviewersParts {
  readonly egress: EgressGuard;
  readonly now: () => Date;
}
type Review = NonNullable<HttpProvider['review']>;

const LIMIT_MS = 15_000;
const MOST_BYTES = 64 * 1_024;

const submittedBy = ({ submit }: Review, status: number, text: string): Submitted => {
  if (status >= 300 && status < 400) return { type: 'failed', because: 'redirected' };
  if (status === 401 || status === 403) return { type: 'failed', because: `signIn:${status}` };
  if (status === 429) return { type: 'failed', because: 'throttled' };
  // A server that broke may have it.
  if (status >= 500) return { type: 'lost', because: `nonsense:${status}` };
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    return status >= 400 ? { type: 'failed', because: `refused:${status}` } : { type: 'lost', because: 'nonsense' };
  }
  const code = status < 300 ? textAt(json, submit.code) : '';
  if (code !== '') return { type: 'taken', code };
  const because = textAt(json, submit.because);
  if (because !== '') return { type: 'refused', because };
  return status >= 400 ? { type: 'failed', because: `refused:${status}` } : { type: 'lost', because: 'nonsense' };
};

const reviewedBy = ({ ask }: Review, status: number, text: string): Reviewed => {
  if (status !== 200) return { type: 'pending', because: `nonsense:${status}` };
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    return { type: 'pending', because: 'nonsense' };
  }
  const state = textAt(json, ask.state);
  if (state === '') return { type: 'pending', because: 'nonsense' };
  if (ask.usable.includes(state)) return { type: 'usable' };
  if (ask.refused.includes(state)) return { type: 'refused', because: textAt(json, ask.because) || state };
  return { type: 'pending', because: '' };
};

export const openReviewers =
  ({ egress, now }: ReviewersParts): OpenReviewer =>
  (settings, secret) => {
    if (settings.kind !== 'http' || settings.review === undefined) return null;
    const { review } = settings;
    const answerTo = async (asked: Review['submit'] | Review['ask'], fields: Fields, signal: AbortSignal) => {
      const { action, method, url: place, body: template } = asked;
      const shape = furtherRequest(settings, { action, method, url: place, body: template });
      const { url, headers, body } = requestOf(shape, fields, secret, now());
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      const answer = await requestThrough(egress, {
        ...{ url, headers, method, signal: limit },
        ...(method === 'POST' && { body }),
      });
      return { status: answer.status, text: await textOf(answer, MOST_BYTES) };
    };
    return {
      submit: async ({ name, kind, signature, content }, signal) => {
        const fields = { name, kind: review[kind], signature, content, numbered: numberedTemplate(content) };
        try {
          const { status, text } = await answerTo(review.submit, fields, signal);
          return submittedBy(review, status, text);
        } catch (error) {
          const failed = failedBy(error);
          return failed.type === 'again'
            ? { type: 'failed', because: failed.because }
            : { type: 'lost', because: 'because' in failed ? failed.because : 'timeout' };
        }
      },
      ask: async (code, signal) => {
        try {
          const { status, text } = await answerTo(review.ask, { code }, signal);
          return reviewedBy(review, status, text);
        } catch (error) {
          const failed = failedBy(error);
          return { type: 'pending', because: 'because' in failed ? failed.because : '' };
        }
      },
    };
  };
