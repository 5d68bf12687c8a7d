import { holdOf, MOST_LEGS } from '@lianxian/core';
import { FIRST, inTransaction, lockLine, type UnscopedDb } from '../../platform/db/index.ts';
import { reserve } from '../billing/index.ts';
import { countCallers, giveCallers } from '../caller-ids/index.ts';
import { paceLines } from '../lines/index.ts';
import { callingRulesOf, countingOverMerchants, countRung, inForce, type NumberKey } from '../rules/index.ts';
import { roomForLeg, saveLeg } from './second-leg.store.ts';

interface SecondLegWish {
  readonly merchantId: string;
  readonly lineId: string;
  readonly call: string;
  readonly fence: number;
  /** Who is to be rung, as calls keep numbers, and what they are to see. */
  readonly phone: string;
  readonly callerNumber: string;
}

/**
 * Takes a channel of the call's own line for somebody outside who is to be rung, by the rules of any call: the channels of
 * line, port and merchant, the cap of the number that is shown, the line's rate, the balance. Held is its first minute; more is
 * as it talks (paying.ts). It counts among the calls of its number. Answers why not, or null: it is taken.
 */
export const takeSecondLeg = (
  { db, numberKey }: { readonly db: UnscopedDb; readonly numberKey: NumberKey },
  wish: SecondLegWish,
): Promise<string | null> =>
  inTransaction(db, async tx => {
    const { merchantId, phone, callerNumber } = wish;
    await lockLine(tx, merchantId, wish.lineId);
    const room = await roomForLeg(tx, wish);
    if (room === null || room.legs >= MOST_LEGS) return 'nobody';
    const rules = await callingRulesOf(tx, merchantId);
    if (!room.isFree || room.merchantLive >= rules.channels) return 'lineFull';
    const given = await giveCallers(tx, merchantId, [{ lineId: room.lineId, own: callerNumber, phone }]);
    if (given.callers[0] === null) return 'callerNumbersUsed';
    const { price } = room;
    // One who rings again after nobody took it finds its minute held; several at once hold one each.
    const hold = room.isFirst || room.legs > 1 ? holdOf(price) : 0;
    await saveLeg(tx, wish, { price, hold });
    if (!(await reserve(tx, merchantId, hold))) throw new BalanceOut();
    await countCallers(tx, given);
    await paceLines(tx, merchantId, new Map([[room.lineId, 1]]));
    if (room.practice) return null;
    await countRung(tx, { merchantId, phone, callId: wish.call });
    if (inForce(rules, null).platform.rules.overMerchants)
      await countingOverMerchants([numberKey(phone)])(FIRST).execute(tx);
    return null;
  }).catch((error: unknown) => {
    if (error instanceof BalanceOut) return 'balanceOut';
    throw error;
  });

/** Takes back what was written before it. */
class BalanceOut extends Error {
  override readonly name = 'BalanceOut';
}
