import { setTimeout as after } from 'node:timers/promises';
import type { HttpProvider } from '@lianxian/contract';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { requestThrough, textOf } from '../platform/egress-request.ts';
import type { Log } from '../platform/log.ts';
import type { CarrierNews } from '../rooms/sms-sending/index.ts';
import { readNews } from './callback.ts';
import { furtherRequest, requestOf } from './request.ts';

/**
 * A provider that does not call us is asked every so often, for as long as it is open. What it told it forgets, so nothing more is
 * asked of it until that is kept.
 */
interface PollParts {
  readonly egress: EgressGuard;
  readonly log: Log;
  readonly provider: string;
  readonly news: CarrierNews;
  readonly now: () => Date;
}

const LIMIT_MS = 15_000;
const MOST_BYTES = 1_048_576;
/** Requests of one kind in a round: what is left waits for the next one. */
const MOST_IN_A_ROUND = 10;
const KEEP_AGAIN_MS = 1_000;

const kinds = { reports: 'report', replies: 'reply' } as const;
type Kind = keyof typeof kinds;

export const openPoll = (settings: HttpProvider, secret: string, parts: PollParts) => {
  const { egress, log, provider, news, now } = parts;
  const { poll } = settings;
  const ending = new AbortController();
  const { signal } = ending;

  const kept = async (keep: () => Promise<void>): Promise<void> => {
    while (!signal.aborted)
      try {
        return await keep();
      } catch (error) {
        log.warn({ err: error, provider }, 'what a provider of text messages was asked is not kept yet');
        await after(KEEP_AGAIN_MS, undefined, { signal });
      }
  };
  /** How much it told. @throws whatever the way there does. */
  const askOnce = async (kind: Kind, asked: NonNullable<NonNullable<HttpProvider['poll']>[Kind]>): Promise<number> => {
    const { url, headers, body } = requestOf(furtherRequest(settings, asked), {}, secret, now());
    const { method } = asked;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const answer = await requestThrough(egress, {
      url,
      headers,
      method,
      signal: limit,
      ...(method === 'POST' && { body }),
    });
    const text = await textOf(answer, MOST_BYTES);
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
    const { reports, replies } = readNews(settings, kinds[kind], { body: text, query: {} });
    if (reports.length > 0) await kept(() => news.reports(reports));
    if (replies.length > 0) await kept(() => news.replies(replies));
    return reports.length + replies.length;
  };
  const askAll = async (kind: Kind): Promise<void> => {
    const asked = poll?.[kind];
    if (asked === undefined) return;
    try {
      for (let n = 0; n < MOST_IN_A_ROUND && !signal.aborted; n++) if ((await askOnce(kind, asked)) === 0) return;
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error, provider, kind }, 'a provider of text messages did not say what came');
    }
  };
  const run = async (everyMs: number): Promise<void> => {
    while (!signal.aborted) {
      await askAll('reports');
      await askAll('replies');
      await after(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = poll === undefined ? Promise.resolve() : run(poll.everySeconds * 1_000);
  return {
    close: async (): Promise<void> => {
      ending.abort();
      await running;
    },
  };
};
