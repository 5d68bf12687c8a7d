import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { throughDeadlocks } from './index.ts';

let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
});
afterAll(() => rows.close());

/** Both hold one merchant before either wants the other's. */
const crossing = () => {
  const met = Promise.withResolvers<void>();
  const oneIsDone = Promise.withResolvers<void>();
  let [holding, tries] = [0, 0];
  const rename = (first: string, then: string) => async () => {
    tries += 1;
    // Who begins anew at once may be before the other again.
    if (tries > 2) await oneIsDone.promise;
    const renamed = await rows.database.db.transaction().execute(async tx => {
      await sql`select from merchant where id = ${first} for update`.execute(tx);
      holding += 1;
      if (holding === 2) met.resolve();
      await met.promise;
      await sql`select from merchant where id = ${then} for update`.execute(tx);
      return first;
    });
    oneIsDone.resolve();
    return renamed;
  };
  return { rename, tries: () => tries };
};

test('of two that wait for each other both are done, one of them anew', async () => {
  const [one, other] = rows.merchants.map(({ id }) => id) as [string, string];
  const { rename, tries } = crossing();
  expect(await Promise.all([rename(one, other), rename(other, one)].map(throughDeadlocks))).toEqual([one, other]);
  expect(tries()).toBe(3);
});

test('what fails otherwise is not tried again', async () => {
  let tries = 0;
  const failing = throughDeadlocks(async () => {
    tries += 1;
    await sql`select from merchant where id = 'x'`.execute(rows.database.db);
  });
  await expect(failing).rejects.toMatchObject({ code: '22P02' });
  expect(tries).toBe(1);
});
