import { usualMerchantRules } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { LOOK_AGAIN_JOB } from '../rules/index.ts';
import { lookAgainJob } from './index.ts';

/** Rules that let more be called hold the same day, for whom older ones put off as well (docs/tasks.md#who-may-be-called-when). */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows, rows.merchants[0]);
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const lookAgain = (payload: object) => lookAgainJob(rows.database.db)[LOOK_AGAIN_JOB]!(payload, AbortSignal.any([]));
const capped = (perDay: number) =>
  setRules(rows.database, town.merchant.id, { caps: { ...usualMerchantRules.caps, perDay } });
const dialled = (phone: string) => town.dialled.filter(call => call.phone === phone).length;
const duesOf = (task: string) =>
  town.sql(
    `select phone, because, due_at > now() + interval '30 minutes' as waits from callee where task_id = $1 and state = 'retry'
     order by phone`,
    task,
  );

test('who was put off by a cap or for want of a consent is called the same day once that is otherwise; a redial keeps its hour', async () => {
  const [often, unasked, busy] = ['13711110001', '13711110002', '13711110003'] as const;
  const { portId } = await town.line();
  await capped(1);
  const before = await town.task({ ports: [portId], phones: [often] });
  await town.until(async () => (await town.standing(before)).state === 'finished');
  await town.sql('update merchant set consent_required = true where id = $1', town.merchant.id);
  await town.sql(
    `insert into consent (merchant_id, phone, source, from_at) values ($1, $2, 'form', now()), ($1, $3, 'form', now())`,
    ...[town.merchant.id, often, busy],
  );
  const task = await town.task({
    ports: [portId],
    phones: [often, unasked, busy],
    retries: { busy: { times: 1, afterMinutes: 60 } },
  });
  const waiting = [
    { phone: often, because: 'cappedDay', waits: true },
    { phone: unasked, because: 'noConsent', waits: true },
    { phone: busy, because: '', waits: true },
  ];
  await town.until(async () => (await town.standing(task)).retrying === 3);
  expect(await duesOf(task)).toEqual(waiting);

  await capped(3);
  await lookAgain({ merchantId: rows.merchants[1].id });
  expect(await duesOf(task)).toEqual(waiting);
  await lookAgain({ merchantId: town.merchant.id });
  await town.until(async () => dialled(often) === 2);
  await town.until(async () => (await town.standing(task)).calling === 0);
  expect(dialled(unasked)).toBe(0);
  expect(await duesOf(task)).toEqual([{ ...waiting[0], because: '' }, waiting[1], waiting[2]]);

  await town.sql('update merchant set consent_required = false where id = $1', town.merchant.id);
  await lookAgain({});
  await town.until(async () => dialled(unasked) === 1);
  expect(dialled(busy)).toBe(1);
});
