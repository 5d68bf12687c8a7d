import { taskBeforeEndpoints, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addNumbers, layTaskGround, makeTask, phonesFrom, type TaskGround } from '../../../test/tasks.ts';

/** What stands before a start: read off rows that are written by hand. */
let house: TestHouse;
let token: string;
let ground: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
});
afterAll(() => house.close());

const query = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await house.database.pool.query(sql, values)).rows as R[];
const look = (id: string, as = token) => house.ask(taskBeforeEndpoints.look, { id }, as);

/** The merchant's local day: its number, 0 is Monday, and when the next one begins. */
const nextMidnight = async (): Promise<{ weekday: number; at: Date }> => {
  const [day] = await query<{ weekday: number; at: Date }>(
    `select extract(isodow from now() at time zone zone)::int - 1 as weekday,
       (date_trunc('day', now() at time zone zone) + interval '1 day') at time zone zone as at
     from merchant where id = $1`,
    ground.merchantId,
  );
  return day!;
};

test('who hears what first, the hours of task, law and line together, the money, and a line that hears nothing', async () => {
  const windows = Array.from({ length: 7 }, () => [
    { from: 540, to: 720 },
    { from: 840, to: 1_320 },
  ]);
  const id = await makeTask(house, token, ground, {
    windows,
    ports: [{ portId: ground.ordinaryPort, channels: 5 }],
  });
  await addNumbers(house, ground.merchantId, id, phonesFrom(13_800_000_001, 4));
  await query(
    `update callee set name = '陈女士', variables = '{"name": "陈女士"}' where task_id = $1 and phone = '13800000001'`,
    id,
  );
  await query(
    'update line set price_per_minute = 0.12, windows = $3 where merchant_id = $1 and id = $2',
    ground.merchantId,
    ground.ordinaryLine,
    JSON.stringify(Array.from({ length: 7 }, () => [{ from: 540, to: 1_260 }])),
  );
  await query('insert into balance (merchant_id, amount) values ($1, 30)', ground.merchantId);
  const before = await look(id);
  expect(before).toMatchObject({
    numbers: 4,
    people: [
      { phone: '13800000001', name: '陈女士', says: '您好，陈女士，方便说两句吗？' },
      { phone: '13800000002', says: '您好，方便说两句吗？' },
      { phone: '13800000003' },
    ],
    // Nobody was called yet: of four roughly two will answer, for a minute each.
    money: { available: '30', perMinute: '0.12', minutes: 250, mayCost: '0.24', short: null },
    deaf: { lines: ['线路甲'], nodes: ['开场白', '问想学什么'] },
  });
  expect(before.people).toHaveLength(3);
  expect(before.hours).toEqual(
    Array.from({ length: 7 }, () => [
      { from: 540, to: 720 },
      { from: 840, to: 1_200 },
    ]),
  );
  const masked = await look(id, await house.signInWith(['myTask'], ['task:control']));
  expect(masked.people[0]).toMatchObject({ phone: '138****0001' });
  // A column of the sheet may hold a number, and be spoken: nobody who sees numbers masked reads it here.
  await query(
    `update callee set variables = '{"name": "13912345678"}' where task_id = $1 and phone = '13800000001'`,
    id,
  );
  const says = async (as: string) => (await look(id, as)).people[0]?.says;
  expect(await says(token)).toContain('13912345678');
  expect(await says(await house.signInWith(['myTask'], ['task:control']))).toContain('139****5678');
  // Who is on the blacklist is not called, and stands nowhere.
  await query("insert into blacklist (merchant_id, phone) values ($1, '13800000001')", ground.merchantId);
  const others = ['13800000002', '13800000003', '13800000004'];
  expect((await look(id)).people.map(({ phone }) => phone)).toEqual(others);
  await query('update balance set amount = 0.1 where merchant_id = $1', ground.merchantId);
  expect(await look(id)).toMatchObject({ money: { mayCost: '0.24', short: '0.14' } });
  await query('update line set windows = null where merchant_id = $1', ground.merchantId);
});

test('who waits until when, and the end counts the wait; a redial waits until it is due', async () => {
  const { weekday, at } = await nextMidnight();
  const tomorrow = Array.from({ length: 7 }, (_, day) => (day === (weekday + 1) % 7 ? [{ from: 540, to: 1_320 }] : []));
  const id = await makeTask(house, token, ground, {
    windows: tomorrow,
    ports: [{ portId: ground.ordinaryPort, channels: 5 }],
    retries: {},
  });
  await addNumbers(house, ground.merchantId, id, phonesFrom(13_800_000_101, 12));
  await query("update callee set lane = 1 where task_id = $1 and phone >= '13800000111'", id);
  const before = await look(id);
  expect(before.waits).toMatchObject([
    { because: 'hours', numbers: 10 },
    { because: 'west', numbers: 2 },
  ]);
  const hoursOf = (instant: string | null) => (Date.parse(instant ?? '') - at.getTime()) / 3_600_000;
  const [ordinary, west] = before.waits.map(({ until }) => hoursOf(until));
  // Nine in the morning, and two hours later where the sun is.
  expect(ordinary).toBeCloseTo(9, 1);
  expect(west).toBeCloseTo(11, 1);
  expect(hoursOf(before.doneAt)).toBeGreaterThan(11);
  expect(hoursOf(before.doneAt)).toBeLessThan(11.3);
  await query(
    "update callee set state = 'retry', due_at = now() + interval '50 minutes' where task_id = $1 and phone = '13800000101'",
    id,
  );
  // What many look at is read once in a while.
  const redial = async () => (await look(id)).waits[2];
  await expect.poll(redial).toMatchObject({ because: 'retry', numbers: 1 });
  expect((Date.parse((await redial())!.until!) - Date.now()) / 60_000).toBeCloseTo(50, -1);
});

test('over practice lines it may call at any time, for nothing, and somebody hears', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_000_001, 2));
  expect(await look(id)).toMatchObject({ numbers: 2, hours: null, waits: [], money: null, deaf: null });
});

test('a list of which somebody else says nothing, a list without numbers, a plan that begins with nothing', async () => {
  const id = await makeTask(house, token, ground);
  expect(await look(id)).toMatchObject({ people: [], numbers: 0, waits: [] });
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('task/beforeStart', { id, token: stranger })).toMatchObject({ errorCode: 105 });
  await house.ask(taskEndpoints.remove, { id }, token);
  expect(await house.post('task/beforeStart', { id, token })).toMatchObject({ errorCode: 105 });
});

test('each hears what the conditions of the plan lead to for them alone', async () => {
  const id = await makeTask(house, token, ground);
  await addNumbers(house, ground.merchantId, id, phonesFrom(15_400_001_001, 2));
  await query(`update callee set variables = '{"grade": "三年级"}' where task_id = $1 and phone = '15400001001'`, id);
  const node = (name: string, text: string) => ({
    ...{ id: name, name, kind: 'hangup', sentences: [text], at: { x: 0, y: 0 } },
  });
  const condition = {
    ...{ id: 'which', name: 'which', kind: 'condition', at: { x: 0, y: 0 } },
    branches: [{ when: { variable: 'grade', is: 'filled' }, to: 'known' }],
    otherwise: 'unknown',
  };
  const [version] = await query<{ graph: { rootFlow: string; flows: { id: string; nodes: object[] }[] } }>(
    `select v.graph from plan_version v join task t on t.merchant_id = v.merchant_id and t.plan_id = v.plan_id
       and t.plan_version = v.version where t.id = $1`,
    id,
  );
  const { graph } = version!;
  const flows = graph.flows.map(flow =>
    flow.id === graph.rootFlow
      ? {
          ...flow,
          rootNode: 'which',
          nodes: [condition, node('known', '您孩子的年级我们知道。'), node('unknown', '请问孩子几年级？')],
        }
      : flow,
  );
  await query(
    `update plan_version v set graph = $2 from task t where t.id = $1 and t.merchant_id = v.merchant_id
       and t.plan_id = v.plan_id and t.plan_version = v.version`,
    id,
    JSON.stringify({ ...graph, flows }),
  );
  const { people } = await look(id);
  expect(people[0]?.says).toContain('您孩子的年级我们知道。');
  expect(people[0]?.says).not.toContain('请问孩子几年级？');
  expect(people[1]?.says).toContain('请问孩子几年级？');
  await query('update plan_version set graph = $1 where merchant_id = $2', JSON.stringify(graph), ground.merchantId);
});
