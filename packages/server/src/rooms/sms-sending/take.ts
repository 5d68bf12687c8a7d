import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { maySend } from '../sms/index.ts';
import { type NumberDecided, noteDecided } from './decided.store.ts';
import { type Judgement, judge, type ProviderNow } from './judge.policy.ts';
import { holdsLease, type Lease } from './lease.store.ts';
import { noteEnded, noteLost, noteUntouched } from './settle.ts';
import { lockWaiting, straysOf, type Verdict, type Waiting, writeVerdicts } from './take.store.ts';

/** Whose turn it is, over whom: decided and written in one transaction, before anything is handed over. */
export interface Taken {
  readonly message: Waiting;
  readonly providerId: string;
}

const SECONDS = 60;

const firstOfEach = (waiting: readonly Waiting[]): readonly Waiting[] => {
  const seen = new Set<string>();
  return waiting.filter(({ phone }) => !seen.has(phone) && seen.add(phone));
};

/** As the ledger of decisions keeps it; null: it was said before, or there is nothing to say. */
const decisionOf = ([message, judgement]: readonly [Waiting, Judgement]): NumberDecided | null => {
  if (judgement.does === 'stay' || (judgement.does === 'wait' && judgement.because === message.because)) return null;
  const kind = judgement.does === 'hand' ? 'messaged' : 'notMessaged';
  const amount = judgement.does === 'wait' ? Math.ceil(judgement.afterS / SECONDS) : message.parts;
  const because = judgement.does === 'hand' ? '' : judgement.because;
  return { kind, because, amount, phone: message.phone, task: message.taskId ?? '0', message: message.id };
};

/** Room is what each had before; what is given to one is not given again. */
const dealing = (providers: readonly ProviderNow[]) => {
  const left = new Map(providers.map(({ id, room }) => [id, room]));
  return {
    now: () => providers.map(one => ({ ...one, room: left.get(one.id) ?? 0 })),
    give: (id: string) => void left.set(id, (left.get(id) ?? 0) - 1),
  };
};

export const takeTurns = (
  db: UnscopedDb,
  lease: Lease,
  providers: readonly ProviderNow[],
  most: number,
): Promise<readonly Taken[]> =>
  inTransaction(db, async tx => {
    const { merchantId } = lease;
    if (!(await holdsLease(tx, lease))) return [];
    const waiting = firstOfEach(await lockWaiting(tx, merchantId, most));
    if (waiting.length === 0) return [];
    const asked = waiting.map(({ phone, taskId }) => ({ phone, task: taskId ?? '0' }));
    const mayNot = await maySend(tx, merchantId, asked);
    const deal = dealing(providers);
    const decided = waiting.map((message, at): readonly [Waiting, Judgement] => {
      if (mayNot === null) return [message, { does: 'wait', because: 'merchantOff', afterS: 600 }];
      const judgement = judge(message, mayNot(asked[at]!), deal.now());
      if (judgement.does === 'hand') deal.give(judgement.providerId);
      return [message, judgement];
    });
    const verdicts = decided.flatMap(([{ id }, judgement]): Verdict[] => {
      if (judgement.does === 'hand')
        return [{ id, state: 'handing', because: '', providerId: judgement.providerId, afterS: 0 }];
      if (judgement.does !== 'wait') return [];
      return [{ id, state: 'queued', because: judgement.because, providerId: null, afterS: judgement.afterS }];
    });
    await writeVerdicts(tx, lease, verdicts);
    const ended = decided.flatMap(([{ id }, one]) =>
      one.does === 'end' ? [{ id, event: one.event, because: one.because }] : [],
    );
    await noteEnded(tx, merchantId, ended);
    await noteDecided(
      tx,
      merchantId,
      decided.flatMap(one => decisionOf(one) ?? []),
    );
    return decided.flatMap(([message, one]) => (one.does === 'hand' ? [{ message, providerId: one.providerId }] : []));
  });

/**
 * Of whoever had this merchant's messages before: what was on its way may have gone. Asked before anything of this merchant is on its
 * way here, so all of it is another's, or was given up when we closed.
 */
export const inherit = async (db: UnscopedDb, lease: Lease): Promise<void> => {
  for (let more = true; more; )
    more = await inTransaction(db, async tx => {
      if (!(await holdsLease(tx, lease))) return false;
      const orphans = await straysOf(tx, lease.merchantId, []);
      await noteLost(tx, lease.merchantId, orphans);
      return orphans.length > 0;
    });
};

/** What a commit took whose answer was lost: nobody handed it over. False: another may have this merchant's by now. */
export const giveBack = (db: UnscopedDb, lease: Lease, underWay: readonly string[]): Promise<boolean> =>
  inTransaction(db, async tx => {
    if (!(await holdsLease(tx, lease))) return false;
    await noteUntouched(tx, lease.merchantId, await straysOf(tx, lease.merchantId, underWay));
    return true;
  });
