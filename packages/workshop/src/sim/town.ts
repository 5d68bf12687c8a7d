import { dice, type LegEnding } from '@lianxian/core';
import { calleeSeed, type Persona, practiceCalleeAt } from '@lianxian/core/simulation';

/** How one call goes: it rings so long, then ends so; `talkMs` of it are talk. */
export interface SimulatedCall {
  readonly ringMs: number;
  readonly talkMs: number;
  readonly ending: LegEnding;
}

/**
 * Who lives behind the numbers of a list: how the `attempt`th call (from 1) to the `callee`th number (from 0) goes, begun so
 * many ms into the day.
 */
export type Town = (callee: number, attempt: number, at: number) => SimulatedCall;

interface TownOptions {
  readonly seed: number;
  /** Of a hundred that were not reached, so many can be talked to when they are called again. */
  readonly reachedLater: number;
  readonly ringTimeoutMs: number;
}

/** The practice town has so many numbers; a longer list begins again, with other chance. */
const TOWN_NUMBERS = 10_000;
/** Of those who answer, so many of a thousand are done within half a minute, as in the practice town. */
const SHORT = 714;
const shortTalkMs = { from: 4_000, to: 30_000 };
const longTalkMs = { from: 30_000, to: 150_000 };
const pickUpMs = { from: 3_000, to: 18_000 };
/** An announcement before a refusal. */
const announcedMs = { from: 4_000, to: 8_000 };
/** Post-dial delay: nothing is sooner. */
const routeMs = { from: 800, to: 2_500 };

const reached: LegEnding = { how: 'byThem', code: null };

/** The practice town's people by number, with the lengths of their calls drawn by the seed. */
export const practiceTown =
  ({ seed, reachedLater, ringTimeoutMs }: TownOptions): Town =>
  (callee, attempt) => {
    const phone = `1540000${String(callee % TOWN_NUMBERS).padStart(4, '0')}`;
    const throws = dice(calleeSeed(seed, phone, attempt + Math.floor(callee / TOWN_NUMBERS) * 100));
    const between = ({ from, to }: { readonly from: number; readonly to: number }) => throws.between(from, to);
    const { answering } = practiceCalleeAt(phone)?.persona ?? nobody;
    const isThere = 'afterMs' in answering && !('refuses' in answering);
    if (isThere || (attempt > 1 && throws.next() * 100 < reachedLater)) {
      const talkMs = between(throws.next() * 1_000 < SHORT ? shortTalkMs : longTalkMs);
      return { ringMs: between(pickUpMs), talkMs, ending: reached };
    }
    if ('refuses' in answering) {
      const ringMs = between(routeMs) + (answering.announces === undefined ? 0 : between(announcedMs));
      return { ringMs, talkMs: 0, ending: { how: 'refused', code: answering.refuses } };
    }
    return { ringMs: ringTimeoutMs, talkMs: 0, ending: { how: 'ringTimeout', code: null } };
  };

/** Nobody has the number 0 of the town. */
const nobody: Pick<Persona, 'answering'> = { answering: { refuses: 404 } };
