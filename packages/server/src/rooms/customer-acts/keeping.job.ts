/**
 * What the library does by itself, a few at a time so that a killed process loses nothing: next steps that are due ring once; who
 * was not spoken to for the merchant's days goes back to the pool, its owner told some days before; what was removed a day ago goes.
 */
import { inTransaction, throughDeadlocks, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type Clock, later } from '../../platform/time.ts';
import { ringBells } from '../bell/index.ts';
import { giveBack, purgeRemoved } from './acts.store.ts';
import { dueSteps, dueToReturn, merchantsThatReturn, toWarn } from './keeping.store.ts';

const CHUNK = 200;
const DAY_MS = 86_400_000;

/** Asks on while there is more; the process may end in between. */
const whileMore = async (signal: AbortSignal, step: () => Promise<number>): Promise<void> => {
  while (!signal.aborted && (await step()) === CHUNK);
};

const remind = (db: UnscopedDb, at: Date): Promise<number> =>
  inTransaction(db, async tx => {
    const steps = await dueSteps(tx, at, CHUNK);
    await ringBells(
      tx,
      steps.map(({ merchantId, id, people, name, text }) => ({
        ...{ merchantId, kind: 'library', about: `next ${id}`, people },
        facts: { what: 'next', customer: name, text },
      })),
    );
    return steps.length;
  });

const warn = (db: UnscopedDb, merchant: Returning, at: Date): Promise<number> =>
  inTransaction(db, async tx => {
    const warned = await toWarn(tx, merchant, at, CHUNK);
    await ringBells(
      tx,
      warned.map(({ ownerId, n }) => ({
        ...{ merchantId: merchant.merchantId, kind: 'library', about: `returns ${ownerId}`, people: [ownerId] },
        facts: { what: 'returns', n, days: merchant.warnDays },
      })),
    );
    return warned.reduce((sum, { n }) => sum + n, 0);
  });
type Returning = Awaited<ReturnType<typeof merchantsThatReturn>>[number];

const giveIdleBack = (db: UnscopedDb, merchant: Returning, at: Date): Promise<number> =>
  throughDeadlocks(() =>
    inTransaction(db, async tx => {
      const ids = await dueToReturn(tx, merchant, at, CHUNK);
      const doing = { merchantId: merchant.merchantId, by: null, batchId: null };
      if (ids.length > 0) await giveBack(tx, doing, ids, { kind: 'returned', why: '' });
      return ids.length;
    }),
  );

export const libraryJobs = ({ db, clock }: { readonly db: UnscopedDb; readonly clock: Clock }): Jobs => ({
  remindCustomers: (_, signal) => whileMore(signal, () => remind(db, clock.now())),
  returnCustomers: async (_, signal) => {
    for (const merchant of await merchantsThatReturn(db)) {
      if (merchant.warnDays > 0) await whileMore(signal, () => warn(db, merchant, clock.now()));
      await whileMore(signal, () => giveIdleBack(db, merchant, clock.now()));
    }
    while (!signal.aborted && (await purgeRemoved(db, later(clock.now(), -DAY_MS))) > 0);
  },
});
