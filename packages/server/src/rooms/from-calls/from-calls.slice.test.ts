import { callEndpoints, SPARE_NUMBER, taskEndpoints, taskNumberEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { importWork } from '../imports/index.ts';

/** People of calls into a task; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token = '';
let stranger = '';
let task = '';
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
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
        ('王女士', '{"city": "北京"}', now() - interval '1 hour'), ('王敏', '{"city": "上海", "note": "说\\"再打\\""}', now()))
        of_one (name, known, at)`,
    own.id,
  );
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
const log = openLog('silent', 'test');
/** The batch is carried out. */
const carryOut = async (id: string) => {
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const works = importWork({ db, files: openFiles(house.dataDir), push, wake: bus.notify });
  const key = { merchantId: house.merchants[0].id, id };
  await batchJob({ db, push, log, works }).batch?.(key, new AbortController().signal);
};
const calleesOf = (phones: string) =>
  sql<{ phone: string; name: string; variables: object }>(
    'select phone, name, variables from callee where task_id = $1 and phone like $2 order by phone',
    task,
    phones,
  );
/** So many more people, each with these of a list, whose calls ended before. */
const called = (first: string, count: number, variables: object) =>
  sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables, stage, state,
        ended_at)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, ($2::bigint + n)::text, '李' || n, $4::jsonb, 'ended',
        'busy', now()
      from (select * from call where merchant_id = $1 order by id limit 1) like_this, generate_series(0, $3 - 1) n`,
    house.merchants[0].id,
    first,
    count,
    JSON.stringify(variables),
  );

test('people of the filtered calls are counted once, and go into the task with what was last known of them', async () => {
  const asked = { phone: '13987654321' };
  expect(await house.ask(callEndpoints.people, asked, token)).toEqual({ people: 1, calls: 2, more: false });
  const { batchId, people } = await house.ask(callEndpoints.append, { ...asked, into: task }, token);
  expect(people).toBe(1);
  await carryOut(batchId);
  expect(await calleesOf('13987654321')).toEqual([
    { phone: '13987654321', name: '王敏', variables: { city: '上海', note: '说"再打"' } },
  ]);
});

test('people go into a new task with the settings of another; who is refused finds no task more than before', async () => {
  const tasks = async () => (await house.ask(taskEndpoints.list, {}, token)).list;
  const before = await tasks();
  const wish = { into: task, name: '第四批' };
  expect(await house.post('call/append', { token, phone: '19999999999', ...wish })).toMatchObject({ errorCode: 153 });
  expect(await tasks()).toEqual(before);
  const { batchId } = await house.ask(callEndpoints.append, { phone: '13987654321', ...wish }, token);
  await carryOut(batchId);
  const [made] = (await tasks()).filter(({ id }) => !before.some(known => known.id === id));
  const source = before.find(({ id }) => id === task);
  expect(made).toMatchObject({ name: '第四批', planName: source?.planName, state: 'draft', counts: { total: 1 } });
});

test('all people come, however long what is known of them is, and a second number is no title that is offered', async () => {
  const kept = { 课程: '初'.repeat(50), 校区: '东'.repeat(50), 顾问: '赵'.repeat(50), [SPARE_NUMBER]: '13900139000' };
  await called('18600000000', 5_000, kept);
  const { batchId, people } = await house.ask(callEndpoints.append, { phone: '1860000', into: task }, token);
  expect(people).toBe(5_000);
  await carryOut(batchId);
  const all = await calleesOf('1860000%');
  expect(all).toHaveLength(5_000);
  expect(all.at(-1)).toEqual({ phone: '18600004999', name: '李4999', variables: kept });
  const { titles } = await house.ask(taskNumberEndpoints.keptTitles, {}, token);
  expect(titles.toSorted()).toEqual(['city', 'note', '课程', '校区', '顾问'].toSorted());
});

test('more than is told of people at once is refused with a sentence, and an over task before anybody is looked for', async () => {
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`第${at}列`, '长'.repeat(50)]));
  await called('18700000000', 3_000, long);
  const asked = { phone: '1870000', into: task, token };
  expect(await house.post('call/append', asked)).toMatchObject({ errorCode: 295 });
  await sql("update task set state = 'stopped' where id = $1", task);
  expect(await house.post('call/append', asked)).toMatchObject({ errorCode: 138 });
  await sql("update task set state = 'waiting' where id = $1", task);
});

test('nobody takes what is another merchant’s, nor whole numbers without the right', async () => {
  const [theirs] = await sql<{ id: string }>(
    'select id from call where merchant_id = $1 limit 1',
    house.merchants[1].id,
  );
  expect(await house.post('call/append', { token, ids: JSON.stringify([theirs!.id]), into: task })).toMatchObject({
    errorCode: 153,
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
