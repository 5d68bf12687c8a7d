import { platformEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { findMerchant } from '../accounts/index.ts';

/** The platform, a reseller with the merchant 200001, and one that has nobody. */
let house: TestHouse;
let admin = '';
let east = '';
let west = '';
let id = '';
let reseller = '';
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
beforeAll(async () => {
  house = await startTestHouse();
  const { db } = house.database;
  admin = (await openLevel(house, '100000', 'platform', '平台')).token;
  east = (await openLevel(house, '300001', 'reseller', '东区渠道')).token;
  west = (await openLevel(house, '300002', 'reseller', '西区渠道')).token;
  id = (await findMerchant(db, '200001'))!.id;
  await sql('update merchant set reseller_id = $1 where id = $2', (await findMerchant(db, '300001'))!.id, id);
  await provisionMerchant(house, id);
  reseller = (await findMerchant(db, '300001'))!.id;
  await provisionMerchant(house, reseller);
});
afterAll(() => house.close());

test('the cockpit says what needs a hand: of all, or of a reseller’s own merchants and nothing of the house', async () => {
  const look = (token: string) => house.ask(platformEndpoints.cockpit, {}, token);
  const [line] = await sql<{ id: string }>(
    `insert into line (merchant_id, name, address, username, channels, price_per_minute)
      values ($1, '断了的线路', '192.0.2.9', '', 4, 0.1) returning id`,
    id,
  );
  await sql(
    `insert into line_health (merchant_id, line_id, state, because) values ($1, $2, 'down', 'noReply')
      on conflict (merchant_id, line_id) do update set state = 'down', because = 'noReply'`,
    id,
    line!.id,
  );
  await sql(
    'insert into balance values ($1, 0.5) on conflict (merchant_id) do update set amount = 0.5, reserved = 0',
    id,
  );
  const before = await look(admin);
  const [task] = await sql<{ id: string; name: string }>(
    `update task set state = 'running' where id = (select min(id) from task where merchant_id = $1) returning id, name`,
    id,
  );
  const [like] = await sql<{ id: string }>('select min(id) as id from call where merchant_id = $1', id);
  await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, fault, cost, ended_at,
        task_id, callee_id, attempt)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, 'ended', 'lineFault', 'carrier', 1, now(), $3, 1, n
      from call, generate_series(1, 12) n where merchant_id = $1 and id = $2`,
    id,
    like!.id,
    task!.id,
  );
  // Neither trials nor what resellers call themselves are calls of their merchants.
  await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, fault, ended_at,
        task_id, callee_id, attempt)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, 'ended', 'busy', 'callee', now(),
        case when merchant_id = $1 then (select min(id) from task where task.merchant_id = $1) end,
        case when merchant_id = $1 then 1 end, case when merchant_id = $1 then 1 end
      from call where id in (select min(id) from call group by merchant_id)`,
    reseller,
  );
  await sql(`insert into calls_node (id, address, capacity, version, heartbeat_at)
    values ('left behind', '192.0.2.1:5060', 200, '0.0.1', now() - interval '1 minute')`);
  const of = { merchantId: id, merchantNumber: '200001', merchantName: expect.any(String), merchantKind: 'merchant' };
  const seen = await look(admin);
  expect(seen.deadLines).toEqual({ total: 1, list: [{ ...of, name: '断了的线路', since: expect.any(String) }] });
  expect(seen.lowBalances).toEqual({ total: 1, list: [{ ...of, available: '0.5', lastDay: expect.any(String) }] });
  expect(seen.failingTasks).toEqual({ total: 1, list: [{ ...of, name: task!.name, calls: 12, failed: 12 }] });
  expect(seen.minutes).toHaveLength(60);
  const sum = (minutes: readonly number[]) => minutes.reduce((all, calls) => all + calls, 0);
  expect(sum(seen.minutes) - sum(before.minutes)).toBe(12);
  expect(seen.house?.nodes).toContainEqual(
    expect.objectContaining({ address: '192.0.2.1:5060', version: '0.0.1', state: 'silent' }),
  );
  expect(seen.house?.diskFreeMB).toBeGreaterThan(0);
  // One that answers and refuses every call is as dead while it rests.
  await sql(
    "update line_health set state = 'up', rests = 1, rests_until = now() + interval '1 minute' where line_id = $1",
    line!.id,
  );
  expect((await look(admin)).deadLines.list).toMatchObject([{ name: '断了的线路' }]);
  expect(await look(east)).toMatchObject({ deadLines: { total: 1 }, failingTasks: { total: 1 }, house: null });
  expect(await look(west)).toMatchObject({
    deadLines: { total: 0 },
    lowBalances: { total: 0 },
    failingTasks: { total: 0 },
    house: null,
  });
  expect(sum((await look(west)).minutes)).toBe(0);
});
