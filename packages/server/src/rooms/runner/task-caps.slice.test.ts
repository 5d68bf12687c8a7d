import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';

/** Caps of a task's own beneath those of its merchant (docs/tasks.md#caps); the ledger's codes are written by hand. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  const caps = { perDay: 3, per7Days: null, per30Days: null, minutesBetween: 0 };
  await setRules(rows.database, town.merchant.id, { caps });
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const [PUT_OFF, CAPPED_DAY, BY_TASK] = [3, 11, 23];
const dialled = (phone: string) => town.dialled.filter(call => call.phone === phone).length;

test('a task that calls once a day leaves the second try to tomorrow by its own rule; another task calls the number on', async () => {
  const phone = '13344440001';
  const { portId } = await town.line();
  const wish = { ports: [portId], retries: { busy: { times: 2, afterMinutes: 0 } } };
  const task = await town.task({ ...wish, phones: [phone], state: 'draft' });
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  await town.sql("update task set caps = $2, state = 'running' where id = $1", task, JSON.stringify(caps));
  await town.sql("select pg_notify('tasks', $1)", task);
  const waiting = { phone, state: 'retry', because: 'cappedDay', attempts: 1 };
  await town.until(async () => (await town.callees(task))[0]?.because === 'cappedDay');
  expect(await town.callees(task)).toMatchObject([waiting]);
  // From ten to midnight, and on to the merchant's nine.
  expect(
    await town.sql(
      'select amount, rule, version from decision where task_id = $1 and kind = $2 and because = $3',
      task,
      PUT_OFF,
      CAPPED_DAY,
    ),
  ).toEqual([{ amount: 23 * 60, rule: BY_TASK, version: 0 }]);
  expect(dialled(phone)).toBe(1);

  const free = await town.task({ ...wish, phones: [phone] });
  await town.until(async () => (await town.callees(free))[0]?.because === 'cappedDay');
  expect(dialled(phone)).toBe(3);
  expect(await town.callees(free)).toMatchObject([{ ...waiting, attempts: 2 }]);
  expect(await town.callees(task)).toMatchObject([waiting]);
  expect(town.clock.now).toBe(WEDNESDAY_TEN);
});
