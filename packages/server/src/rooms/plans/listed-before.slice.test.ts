import { planEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../../../migrations/0043_plan_lists.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb, sqlOver } from '../../platform/db/index.ts';
import { insertPlan } from './index.ts';

/** An installation of before lists had columns of their own beside the graphs. */
let house: TestHouse;
let own: Assets;
beforeAll(async () => {
  house = await startTestHouse();
  [own] = await Promise.all([
    provisionMerchant(house, house.merchants[0].id),
    provisionMerchant(house, house.merchants[1].id),
  ]);
});
afterAll(() => house.close());

test('on the way to this release every plan, version and test gets what stands beside it, as if it were saved anew', async () => {
  const { pool, db } = house.database;
  const plan = await insertPlan(merchantDb(db, house.merchants[0].id), shortPlan, new Date());
  const token = await house.signIn(house.merchants[0]);
  const { id: copy } = await house.ask(planEndpoints.copy, { id: plan, name: '草稿' }, token);
  const beside = async () =>
    Promise.all(
      [
        `select id, draft_said, draft_bytes from plan where id in (${plan}, ${copy}) order by id`,
        `select version, variables, said, graph_bytes from plan_version where plan_id = ${plan}`,
        'select id, bytes from plan_test order by id',
      ].map(async question => (await pool.query(question)).rows),
    );
  const before = await beside();
  expect([before[0]?.[1].draft_said.length, before[1]?.[0].said.length]).not.toContain(0);
  await pool.query('alter table plan drop column draft_said, drop column draft_bytes');
  await pool.query('alter table plan_version drop column variables, drop column said, drop column graph_bytes');
  await pool.query('alter table plan_test drop column bytes');
  // A graph that is not whole stops nobody's upgrade.
  const broken = own.sparePlan;
  await pool.query(`update plan_version set graph = '{"flows": 1}' where plan_id = $1`, [broken]);
  await up(sqlOver(pool));
  expect(await beside()).toEqual(before);
});
