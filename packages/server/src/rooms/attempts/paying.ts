import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import type { LiveTalk } from '../dialler/index.ts';
import { type HoldWish, holdMore } from './paying.store.ts';
import { tellLow } from './tell-low.ts';

/**
 * Keeps the talks of this node paid for (docs/tasks.md#money). A call begins with one minute held, and a second leg with one
 * of its own; before that is talked the next one is held, for all talks that need it by now in one statement, and with it what
 * the talk used beside its line and a minute more of that. Where the balance does not reach for it, the talk is told how long it
 * has yet, once. A balance that fell low rings the bell.
 *
 * Invariants: what is talked is held before, as long as the database answers within `AHEAD_MS − LOOK_MS − the farewell`; talking
 * waits for nothing here; a talk that was told to end is not asked for again.
 */
interface PayingParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  /** This node. */
  readonly owner: string;
  readonly talks: () => readonly LiveTalk[];
  readonly runOut: (call: string, leftMs: number) => void;
  readonly lookEveryMs?: number;
}

interface Paying {
  readonly close: () => Promise<void>;
}

const LOOK_MS = 3_000;
/** A minute is held so long before it begins: a look that comes late, a slow database and the farewell fit in. */
const AHEAD_MS = 20_000;
const MINUTE_MS = 60_000;
/** Two people have so long at least, though nothing is held for it any more. */
const LEAST_WARNING_MS = 8_000;

/** Until where a talk is paid, and so much of its use; `isOut`: it was told to end. */
interface Covered {
  readonly talkMs: number;
  readonly handedMs: number;
  readonly use: number;
  readonly isOut: boolean;
}

/** What it holds when it begins; who calls us holds nothing for it. */
const firstMinute = ({ direction, useRates }: LiveTalk['claim']): Covered => ({
  talkMs: MINUTE_MS,
  handedMs: MINUTE_MS,
  use: direction === 'out' ? (useRates?.hold ?? 0) : 0,
  isOut: false,
});
const minutesFor = (ms: number): number => (ms > 0 ? Math.ceil((ms + AHEAD_MS) / MINUTE_MS) : 0);
/** What the use of a talk has cost by the end of the time that is held ahead. */
const useAhead = ({ claim, useCost }: LiveTalk): number =>
  claim.useRates ? useCost + (claim.useRates.hold * AHEAD_MS) / MINUTE_MS : 0;

export const openPaying = ({ db, log, owner, talks, runOut, lookEveryMs = LOOK_MS }: PayingParts): Paying => {
  const covered = new Map<string, Covered>();
  const coveredOf = (claim: LiveTalk['claim']): Covered => covered.get(claim.call) ?? firstMinute(claim);

  const isShort = (talk: LiveTalk): boolean => {
    const { claim, talkMs, handedMs } = talk;
    const until = coveredOf(claim);
    if (until.isOut) return false;
    if (useAhead(talk) > until.use) return true;
    if (!(claim.priced === true || handedMs > 0)) return false;
    return talkMs + AHEAD_MS > until.talkMs || (handedMs > 0 && handedMs + AHEAD_MS > until.handedMs);
  };

  const tellOut = (talk: LiveTalk): void => {
    const { claim, talkMs, handedMs } = talk;
    const until = coveredOf(claim);
    const left = Math.min(
      until.talkMs - talkMs,
      handedMs > 0 ? until.handedMs - handedMs : Number.POSITIVE_INFINITY,
      useAhead(talk) > until.use ? AHEAD_MS : Number.POSITIVE_INFINITY,
    );
    covered.set(claim.call, { ...until, isOut: true });
    runOut(claim.call, Math.max(LEAST_WARNING_MS, left));
  };

  const look = async (): Promise<number> => {
    await payAhead();
    await tellLow(db);
    return lookEveryMs;
  };

  const payAhead = async (): Promise<void> => {
    const now = talks();
    const living = new Set(now.map(({ claim }) => claim.call));
    for (const call of covered.keys()) if (!living.has(call)) covered.delete(call);
    const short = now.filter(isShort);
    if (short.length === 0) return;
    const answers = new Map((await holdMore(db, owner, short.map(wishOf))).map(held => [held.call, held.isCovered]));
    for (const talk of short) {
      const { minutes, handedMinutes, use } = wishOf(talk);
      const isCovered = answers.get(talk.claim.call);
      if (isCovered === true)
        covered.set(talk.claim.call, {
          talkMs: minutes * MINUTE_MS,
          handedMs: Math.max(1, handedMinutes) * MINUTE_MS,
          use,
          isOut: false,
        });
      else if (isCovered === false) tellOut(talk);
    }
  };

  const work = startWorkLoop(look, lookEveryMs, error => log.warn({ err: error }, 'talks could not be paid ahead yet'));
  return {
    close: async () => {
      work.stop();
      await work.idle();
    },
  };
};

const wishOf = ({ claim, talkMs, handedMs, useCost }: LiveTalk): HoldWish => ({
  merchantId: claim.merchantId,
  call: claim.call,
  minutes: Math.max(1, minutesFor(talkMs)),
  handedMinutes: minutesFor(handedMs),
  use: claim.useRates ? useCost + claim.useRates.hold : 0,
});
