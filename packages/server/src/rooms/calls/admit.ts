import {
  type BillUnit,
  closedBecauses,
  holdOf,
  homeOf,
  isForGood,
  type NotNow,
  openMayCall,
  type UseRates,
} from '@lianxian/core';
import { FIRST, lockLine, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { reserve, useRatesOf } from '../billing/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { countCallers, giveCallers } from '../caller-ids/index.ts';
import { paceLines } from '../lines/index.ts';
import { type CallingRules, callingRulesOf, countingOverMerchants, inForce, numberKeyWith } from '../rules/index.ts';
import { numberNow, roomOnLine } from './place.store.ts';

/** A call that a person wants to make, by a page or by their telephone. */
interface Wanted {
  readonly merchantId: string;
  readonly lineId: string;
  readonly practice: boolean;
  readonly phone: string;
  /** Left out: no robot talks in it. */
  readonly planId?: string;
}

/** What the call is made with. Money in ten-thousandths of a yuan. */
interface Admitted {
  readonly callerNumber: string;
  readonly price: number;
  readonly unitS: BillUnit;
  readonly hold: number;
  readonly useRates: UseRates | null;
  /** What the rules say against it, though it may be made. */
  readonly mayNot: NotNow['because'] | null;
}

/**
 * Hours and caps of a call by hand: refused where the merchant says so, or said; null: there is nothing to say. Under the pacing
 * lock, so that counts hold.
 */
const checkRules = async (
  tx: UnscopedDb,
  rules: CallingRules,
  { merchantId, phone, practice }: Omit<Wanted, 'lineId'>,
): Promise<NotNow['because'] | null> => {
  const held = inForce(rules, null);
  const { byHand } = held.merchant.rules;
  if (practice || byHand === 'free') return null;
  const { zone, province, isWhite, calls, now } = await numberNow(tx, merchantId, phone);
  const home = homeOf(phone, province);
  // Over all merchants it counts, and is refused by none. Lists were asked before; whom a person calls by hand has his own reason to be called.
  const may = { list: null, isWhite, hasConsent: true, calls: { own: calls, all: null } };
  const number = { phone, lane: null, home, ...may };
  const mayNot = openMayCall(held, momentIn(zone, now))(number);
  if (mayNot === null || isForGood(mayNot)) return null;
  if (byHand === 'warn') return mayNot.because;
  const isClosed = closedBecauses.some(because => because === mayNot.because);
  throw refuse(isClosed ? 'byHandClosed' : 'byHandCapped');
};

/**
 * Whether a person may have a number rung into a call of theirs: lists, hours and caps as of any call by hand. Answers what the
 * rules say against it, though it may be rung; null: nothing. Throws refusals.
 */
export const checkByHand = async (
  db: UnscopedDb,
  wanted: Omit<Wanted, 'lineId'>,
): Promise<NotNow['because'] | null> => {
  const { merchantId, phone } = wanted;
  if ((await blacklisted(db, { merchantId }, [phone])).size > 0) throw refuse('numberBlacklisted');
  return checkRules(db, await callingRulesOf(db, merchantId), wanted);
};

/**
 * Takes for one call by hand what any call takes: a channel and the rate of its line, a caller number with its cap, a first
 * minute of the balance; and refuses whom nobody calls. Under the lock that all pacing of the merchant shares, so no limit is
 * ever overshot; `write` makes its row, in the same transaction. Throws refusals.
 */
export const admitByHand = async (
  tx: UnscopedDb,
  wanted: Wanted,
  secrets: Secrets,
  write: (admitted: Admitted) => Promise<string>,
): Promise<Admitted & { readonly id: string }> => {
  const { merchantId, lineId, practice, phone } = wanted;
  await lockLine(tx, merchantId, lineId);
  if ((await blacklisted(tx, { merchantId }, [phone])).size > 0) throw refuse('numberBlacklisted');
  const rules = await callingRulesOf(tx, merchantId);
  const room = await roomOnLine(tx, merchantId, lineId);
  if (room === null) throw refuse('notFound', { what: 'line' });
  if (room.merchantLive >= rules.channels) throw refuse('tooManyCalls', { limit: rules.channels });
  if (room.live >= room.channels || room.left === 0) throw refuse('lineFull', { limit: room.channels });
  const mayNot = await checkRules(tx, rules, wanted);
  // A cap protects the number, so a call by hand counts and holds to it as well.
  const given = await giveCallers(tx, merchantId, [{ lineId, own: '', phone }]);
  const [callerNumber = null] = given.callers;
  if (callerNumber === null) throw refuse('callerNumbersUsed');
  const useRates = practice ? null : await useRatesOf(tx, merchantId, wanted.planId ?? null);
  const hold = holdOf(room.price, useRates);
  if (!(await reserve(tx, merchantId, hold))) throw refuse('balanceOut');
  const admitted = { callerNumber, price: room.price, unitS: room.unitS, hold, useRates, mayNot };
  const id = await write(admitted);
  await countCallers(tx, given);
  await paceLines(tx, merchantId, new Map([[lineId, 1]]));
  if (inForce(rules, null).platform.rules.overMerchants && !practice)
    await countingOverMerchants([numberKeyWith(secrets)(phone)])(FIRST).execute(tx);
  return { ...admitted, id };
};
