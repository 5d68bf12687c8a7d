import { afterCall, type CalleePlace, type CallerPick, pickNumber } from '@lianxian/core';
import { FIRST, type UnscopedDb, type Write } from '../../platform/db/index.ts';
import { areasOf } from '../segments/index.ts';
import { callersOf, type LineCallers, type NumberUse, usingNumbers } from './callers.store.ts';

/** A call that is about to be placed. */
interface CallerWish {
  readonly lineId: string;
  /** The port's own number; empty: one of the line's. */
  readonly own: string;
  readonly phone: string;
  /** That called this number before: it calls again where it may. */
  readonly before?: string | null;
}

/** The numbers that calls were given; `uses` are to be counted when the calls are written. */
export interface GivenCallers {
  /** One a wish: '' where the line has no numbers; null where all that may are used up. */
  readonly callers: readonly (string | null)[];
  readonly uses: readonly NumberUse[];
}

/** Later than any call that was made before this claim, in seconds since 1970. */
const AFTER_ALL = 1e12;
const nowhere: CalleePlace = { province: '', city: '' };
const byPlace: ReadonlySet<CallerPick> = new Set(['sameCity', 'sameProvince']);

/**
 * Gives each call the number that makes it, by the rotation of its line: two statements at most, however many calls and
 * numbers. A port's own number counts as well where it is one of its line's.
 *
 * `tx` holds the locks of `lockLine`, until {@link countCallers} has written what is used.
 * @param chance in [0, 1), asked once a call.
 */
export const giveCallers = async (
  tx: UnscopedDb,
  merchantId: string,
  wishes: readonly CallerWish[],
  chance: () => number = Math.random,
): Promise<GivenCallers> => {
  const lines = new Map(await callersOf(tx, merchantId, [...new Set(wishes.map(({ lineId }) => lineId))]));
  const places = await placesOf(tx, wishes, lines);
  const uses = new Map<string, NumberUse>();
  const callers = wishes.map(({ lineId, own, phone, before = null }, index) => {
    const line = lines.get(lineId);
    if (line === undefined) return own;
    const numbers = own === '' ? line.numbers : line.numbers.filter(({ number }) => number === own);
    if (own !== '' && numbers.length === 0) return own;
    const kept = numbers.find(({ number, left }) => number === before && left !== 0);
    const picked = kept ?? pickNumber(numbers, line.pick, places.get(phone) ?? nowhere, chance());
    if (picked === null) return null;
    const rank = index + 1;
    lines.set(lineId, { ...line, numbers: afterCall(line.numbers, picked.id, AFTER_ALL + rank) });
    uses.set(picked.id, {
      id: picked.id,
      merchantId: picked.merchantId,
      calls: (uses.get(picked.id)?.calls ?? 0) + 1,
      rank,
    });
    return picked.number;
  });
  return { callers, uses: [...uses.values()] };
};

const placesOf = async (
  tx: UnscopedDb,
  wishes: readonly CallerWish[],
  lines: ReadonlyMap<string, LineCallers>,
): Promise<ReadonlyMap<string, CalleePlace>> => {
  const placed = wishes.filter(({ lineId }) => byPlace.has(lines.get(lineId)?.pick ?? 'fixed'));
  return placed.length === 0 ? new Map() : areasOf(tx, [...new Set(placed.map(({ phone }) => phone))]);
};

/** Counts what {@link giveCallers} gave, once the calls are written; a step of `writeInTurn`. */
export const countingCallers = ({ uses }: GivenCallers): Write => usingNumbers(uses);

export const countCallers = async (tx: UnscopedDb, given: GivenCallers): Promise<void> => {
  if (given.uses.length > 0) await countingCallers(given)(FIRST).execute(tx);
};
