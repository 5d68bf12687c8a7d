import { taskEndpoints, taskRetryEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { settlings } from '../../../test/number-key.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { merchantDb } from '../../platform/db/index.ts';

import { fileEnding } from '../dialler/filing.store.ts';
import { insertPlan } from '../plans/index.ts';

/** What a task tries again, over HTTP: time of day, a plan of its own, versions; and what the ledger says of it. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let second: string;
const sql = async <R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
  (await house.database.pool.query(text, [...values])).rows as R[];

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ground = await layTaskGround(house, house.merchants[0].id);
  second = await insertPlan(merchantDb(house.database.db, ground.merchantId), shortPlan, house.now());
});
afterAll(() => house.close());

const detail = async (id: string) => (await house.ask(taskEndpoints.detail, { id }, token)).retries;
const versions = (id: string) =>
  sql<{ version: number; retries: object; by: string | null }>(
    `select version, retries, e.name as by from task_retries r join employee e on e.merchant_id = r.merchant_id and e.id = r.saved_by
     where task_id = $1 order by version`,
    id,
  );
const save = async (id: string, retries: object) => {
  const { planId, practicePort } = ground;
  const settings = {
    ...{ id, name: '秋季课程回访', planId, ports: [{ portId: practicePort, channels: 5 }], concurrency: '8' },
    ...{ ringTimeoutS: '30', windows: Array.from({ length: 7 }, () => [{ from: 540, to: 1_320 }]), retries },
  };
  return await house.post('task/save', {
    token,
    ...settings,
    ports: JSON.stringify(settings.ports),
    windows: JSON.stringify(settings.windows),
    retries: JSON.stringify(retries),
  });
};

test('a rule has hours of the day and a plan, kept with its version; each change is a version with who saved it', async () => {
  const task = await makeTask(house, token, ground, { retries: { busy: { times: 2, afterMinutes: 10 } } });
  const evening = { times: 1, afterMinutes: 60, at: { from: 1_080, to: 1_200 }, planId: second };
  await save(task, { busy: { times: 2, afterMinutes: 10, at: 'otherPart' }, noAnswer: evening });
  await save(task, { busy: { times: 2, afterMinutes: 10, at: 'otherPart' }, noAnswer: evening });
  const shown = await detail(task);
  expect(shown.busy).toEqual({ times: 2, afterMinutes: 10, at: 'otherPart' });
  expect(shown.noAnswer).toMatchObject({ ...evening, planVersion: 1 });
  const kept = await versions(task);
  // Saved twice alike, it is one version.
  expect(kept.map(({ version }) => version)).toEqual([1, 2]);
  expect(kept[0]!.retries).toEqual({ busy: { times: 2, afterMinutes: 10 } });
  expect(kept.every(({ by }) => by !== null && by !== '')).toBe(true);
  const { list, after } = await house.ask(taskRetryEndpoints.versions, { id: task }, token);
  const first = { field: '重拨规则', before: '—', after: '用户正忙 2 次，隔 10 分钟' };
  const then = '用户正忙 2 次，隔 10 分钟 · 换个时段；无人接听 1 次，隔 60 分钟 · 18:00–20:00 · 短话术';
  expect(list.map(({ version, by, changes }) => ({ version, by, changes }))).toEqual([
    { version: 2, by: '测试', changes: [{ field: '重拨规则', before: first.after, after: then }] },
    { version: 1, by: '测试', changes: [first] },
  ]);
  expect(after).toBeNull();
  const older = await house.ask(taskRetryEndpoints.versions, { id: task, after: '2' }, token);
  expect(older.list.map(({ version }) => version)).toEqual([1]);
  expect(await house.post('task/retryVersions', { id: task, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('hours that are none, and a plan of nobody’s or of another merchant, are refused', async () => {
  const task = await makeTask(house, token, ground);
  const other = await layTaskGround(house, house.merchants[1].id);
  const of = (rule: object) => save(task, { busy: { times: 1, afterMinutes: 10, ...rule } });
  expect(await of({ at: { from: 1_200, to: 1_080 } })).toMatchObject({ errorCode: 100 });
  expect(await of({ at: 'never' })).toMatchObject({ errorCode: 100 });
  expect(await of({ planId: other.planId })).toMatchObject({ errorCode: 105 });
  expect(stranger).not.toBe(token);
});

test('a task that was started keeps the version of a plan that its redials have; a draft takes the newest', async () => {
  const task = await makeTask(house, token, ground, {
    retries: { busy: { times: 1, afterMinutes: 10, planId: second } },
  });
  const [own] = await sql<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'plan_version' and is_generated = 'NEVER' and column_name <> 'version'`,
  );
  await sql(
    `insert into plan_version (version, ${own!.names}) select 2, ${own!.names} from plan_version where plan_id = $1 and version = 1`,
    second,
  );
  const rule = { busy: { times: 1, afterMinutes: 10, planId: second } };
  await save(task, rule);
  expect((await detail(task)).busy?.planVersion).toBe(2);
  await sql(
    "update task set state = 'paused', retries = jsonb_set(retries, '{busy,plan,version}', '1') where id = $1",
    task,
  );
  await save(task, rule);
  expect((await detail(task)).busy?.planVersion).toBe(1);
});

test('the ledger names the version that a redial goes by, and the number waits for its hours', async () => {
  const task = await makeTask(house, token, ground, { retries: { busy: { times: 1, afterMinutes: 10 } } });
  await save(task, { busy: { times: 1, afterMinutes: 1, at: { from: 0, to: 1 } } });
  const [callee] = await addNumbers(house, ground.merchantId, task, ['13411112222']);
  const call = await addCall(house, ground, task, callee!, 'talking');
  const [row] = await sql<{ fence: string }>('select fence from call where id = $1', call);
  const verdict = { state: 'busy', fault: 'callee', mayRetry: true, sipCode: 486, because: 'busy' } as const;
  const key = { merchantId: ground.merchantId, call, fence: Number(row!.fence) };
  const busy = { verdict, talkMs: 0, level: null, hungUpBy: 'nobody', answeredAt: null, transcript: null } as const;
  await fileEnding(house.database.db, answeredEnding(key, busy), settlings);
  // A redial (8) by the rules of redials (6).
  expect(await sql('select kind, rule, version from decision where task_id = $1 and about = $2', task, call)).toEqual([
    { kind: 8, rule: 6, version: 2 },
  ]);
  const [due] = await sql<{ minute: string }>(
    "select to_char(due_at at time zone 'Asia/Shanghai', 'HH24:MI') as minute from callee where id = $1",
    callee,
  );
  expect(due!.minute).toBe('00:00');
  // Its retry is talked by the plan of that rule, should it have one.
  expect(await sql('select retry_of from callee where id = $1', callee)).toEqual([{ retry_of: 'busy' }]);
});
