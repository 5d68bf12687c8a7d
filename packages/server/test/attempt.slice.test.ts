import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/platform/db/index.ts';
import { claimCalls } from '../src/rooms/dialler/dialler.store.ts';
import { fileEnding } from '../src/rooms/dialler/filing.store.ts';
import { beat, type Ending } from '../src/rooms/dialler/index.ts';
import { createMarks, round } from '../src/rooms/pacing/index.ts';
import { takeTasks } from '../src/rooms/runner/lease.store.ts';
import { answeredEnding } from './answered-ending.ts';
import { openCounted } from './counted-statements.ts';
import { startTestDatabase, type TestDatabase } from './database.ts';
import { nodeBeat } from './nodes.ts';
import { numberKey, settlings } from './number-key.ts';
import { openTown, type Town, WEDNESDAY_TEN } from './task-town.ts';

/** What an attempt asks of the database, from the decision to the record: counted, so that nobody adds a round trip unseen. */
let rows: TestDatabase;
let town: Town;
let counted: Database;
let statements: string[];
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  ({ counted, statements } = await openCounted(rows.url));
});
afterAll(async () => {
  await counted.close();
  await town.close();
  await rows.close();
});

const busy: Partial<Ending> = {
  verdict: { state: 'busy', fault: 'callee', mayRetry: true, because: 'busy', sipCode: 486 },
  ...{ hungUpBy: 'nobody', answeredAt: null, talkMs: 0, level: null, levelRule: null, transcript: null },
};
const counting = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
  statements.length = 0;
  const done = await work();
  return [done, statements.length];
};

test('statements of an attempt: seven decide, one claims, eleven file its end, fourteen that of one that was answered and is paid', async () => {
  const { db } = counted;
  const { portId } = await town.line({ price: 0.6 });
  await town.sql('insert into balance values ($1, 100, 0)', town.merchant.id);
  await town.task({ ports: [portId], phones: ['13480000001', '13480000002'], concurrency: 2 });
  const [lease] = await takeTasks(rows.database.db, 'here', 10, true);
  await beat(rows.database.db, nodeBeat({ id: 'here', capacity: 10 }));
  const parts = { db, owner: 'here', numberKey, clock: { now: () => WEDNESDAY_TEN }, isDiskFull: async () => false };
  const [, decided] = await counting(() => round(parts, town.merchant.id, [{ lease: lease!, marks: createMarks() }]));
  const [claims, claimed] = await counting(() => claimCalls(db, 'here', 10));
  expect([decided, claimed, claims.length]).toEqual([7, 1, 2]);
  const [, ofBusy] = await counting(() => fileEnding(db, answeredEnding(claims[0]!, busy), settlings));
  const [, ofAnswered] = await counting(() => fileEnding(db, answeredEnding(claims[1]!), settlings));
  expect({ ofBusy, ofAnswered }).toEqual({ ofBusy: 11, ofAnswered: 14 });
});
