import { callEndpoints, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';

/** People of calls into a task; two merchants always. */
let house: TestHouse;
let token = '';
let stranger = '';
let task = '';
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
beforeAll(async () => {
  house = await startTestHouse();
  const [own, other] = house.merchants;
  [token, stranger] = [await house.signIn(own), await house.signIn(other)];
  ({ task } = await provisionMerchant(house, own.id));
  await provisionMerchant(house, other.id);
  // One person twice, known by another name since.
  await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables, stage, state,
        ended_at)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, '13987654321', name, known::jsonb, 'ended', 'busy', at
      from (select * from call where merchant_id = $1 order by id limit 1) like_this, (values
        ('王女士', '{"city": "北京"}', now() - interval '1 hour'), ('王敏', '{"city": "上海", "note": "再打"}', now()))
        of_one (name, known, at)`,
    own.id,
  );
});
afterAll(() => house.close());

test('people of the filtered calls are counted once, and go into the task with what was last known of them', async () => {
  const asked = { phone: '13987654321' };
  expect(await house.ask(callEndpoints.people, asked, token)).toEqual({ people: 1, calls: 2, more: false });
  const { batchId, people } = await house.ask(callEndpoints.append, { ...asked, into: task }, token);
  expect(people).toBe(1);
  const [batch] = await sql<{ input: { columns: object[] }; title: unknown }>(
    'select input from batch where id = $1',
    batchId,
  );
  expect(batch?.input.columns.slice(0, 2)).toEqual([
    { index: 0, use: 'phone' },
    { index: 1, use: 'name' },
  ]);
  expect(batch?.input.columns).toHaveLength(4);
});

test('nobody takes what is another merchant’s, nor whole numbers without the right', async () => {
  const [theirs] = await sql<{ id: string }>(
    'select id from call where merchant_id = $1 limit 1',
    house.merchants[1].id,
  );
  expect(await house.post('call/append', { token, ids: JSON.stringify([theirs!.id]), into: task })).not.toMatchObject({
    errorCode: 0,
  });
  expect(await house.post('call/append', { token: stranger, into: task })).toMatchObject({ errorCode: 105 });
  const masked = await house.signInWith(['callLog'], ['task:create']);
  expect(await house.post('call/append', { token: masked, into: task })).toMatchObject({ errorCode: 104 });
});

test('the tasks that numbers may be added to are asked of the server', async () => {
  await sql("update task set state = 'stopped' where id = $1", task);
  const { list } = await house.ask(taskEndpoints.list, { open: '1' }, token);
  expect(list.map(({ id }) => id)).not.toContain(task);
});
