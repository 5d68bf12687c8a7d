import type { EndedCalls } from '@lianxian/core';
import { z } from 'zod';
import { BUS_BYTES, type Bus } from '../../platform/bus.ts';
import type { Log } from '../../platform/log.ts';
import type { Ending } from '../dialler/index.ts';

/**
 * What the ends of calls tell of their lines, on the way to the node that looks after each: summed up for a second by
 * line, at once to our own, over the bus to those of others.
 */
interface Endings {
  readonly heard: (lineId: string, ending: LineEnding) => void;
  /** The far end of a call of ours rings or has answered. */
  readonly answered: (lineId: string) => void;
  readonly close: () => void;
}

interface EndingsParts {
  readonly bus: Bus;
  readonly log: Log;
  /** False: another node looks after this line. */
  readonly tell: (lineId: string, ended: EndedCalls) => boolean;
  readonly everyMs?: number | undefined;
}

/** What the end of a call of ours tells of its line. */
export type LineEnding = Pick<Ending, 'verdict' | 'mayHaveRung' | 'answeredAt'>;

const CHANNEL = 'line_calls';
const EVERY_MS = 1_000;
/** Lines of one node's calls in a second; of further ones nothing is told. */
const MOST_LINES = 2_000;

/** Overload, as carriers say it. */
const BUSY = [503, 429];
/** Nobody was there to answer. */
const UNANSWERED: ReadonlySet<string> = new Set(['noReply', 'transportError', 'unresolved']);

/** RFC 3261 §21.4.9: whoever passed the call on heard nothing. */
const TIMED_OUT = 408;
/** It speaks to us now; how the call ends tells the rest. */
const isAnswered: EndedCalls = { calls: 0, busy: 0, unanswered: 0, anyAnswered: true, heard: true };

/** Null: the call never came so far as to tell anything of its line. */
export const toldBy = ({ verdict, mayHaveRung, answeredAt }: LineEnding): EndedCalls | null => {
  const one = { calls: 1, busy: 0, unanswered: 0, anyAnswered: true, heard: false };
  if (UNANSWERED.has(verdict.because)) return { ...one, unanswered: 1, anyAnswered: false };
  if (!mayHaveRung || verdict.fault === 'us') return null;
  const code = verdict.sipCode ?? TIMED_OUT;
  const isBusy = BUSY.includes(code);
  // The answer to an INVITE comes at the end of a call that nobody took; of a talk the end tells nothing of the line now.
  return { ...one, busy: Number(isBusy), heard: answeredAt === null && code !== TIMED_OUT && !isBusy };
};

/** In the order in which they ended. */
export const bothOf = (first: EndedCalls, then: EndedCalls): EndedCalls => ({
  calls: first.calls + then.calls,
  busy: first.busy + then.busy,
  unanswered: then.unanswered + (then.anyAnswered ? 0 : first.unanswered),
  anyAnswered: first.anyAnswered || then.anyAnswered,
  heard: first.heard || then.heard,
});

const count = z.number().int().min(0);
const news = z.array(z.tuple([z.string().max(20), count, count, count, z.boolean(), z.boolean()]));

const read = (payload: string): z.output<typeof news> => {
  try {
    return news.parse(JSON.parse(payload));
  } catch {
    return [];
  }
};

export const openEndings = ({ bus, log, tell, everyMs = EVERY_MS }: EndingsParts): Endings => {
  const sums = new Map<string, EndedCalls>();
  let timer: NodeJS.Timeout | null = null;

  const send = (lines: z.output<typeof news>): void => {
    const text = JSON.stringify(lines);
    if (Buffer.byteLength(text) > BUS_BYTES) {
      send(lines.slice(0, lines.length >> 1));
      send(lines.slice(lines.length >> 1));
      return;
    }
    bus.notify(CHANNEL, text).catch(error => log.warn({ err: error }, 'ends of calls were lost to their lines'));
  };
  const flush = (): void => {
    timer = null;
    const others = [...sums].filter(([lineId, ended]) => !tell(lineId, ended));
    sums.clear();
    if (others.length > 0)
      send(others.map(([id, sum]) => [id, sum.calls, sum.busy, sum.unanswered, sum.anyAnswered, sum.heard]));
  };

  const listening = bus.listen(CHANNEL, payload => {
    for (const [lineId, calls, busy, unanswered, anyAnswered, heard] of read(payload))
      tell(lineId, { calls, busy, unanswered, anyAnswered, heard });
  });
  listening.catch(error => log.warn({ err: error }, 'ends of other nodes’ calls are not heard yet'));

  const keep = (lineId: string, told: EndedCalls | null): void => {
    const sum = sums.get(lineId);
    if (told === null || (sum === undefined && sums.size >= MOST_LINES)) return;
    sums.set(lineId, sum === undefined ? told : bothOf(sum, told));
    timer ??= setTimeout(flush, everyMs);
  };

  return {
    heard: (lineId, ending) => keep(lineId, toldBy(ending)),
    answered: lineId => keep(lineId, isAnswered),
    close: () => {
      if (timer !== null) clearTimeout(timer);
      void listening.then(stop => stop()).catch(() => undefined);
    },
  };
};
