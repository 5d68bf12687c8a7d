import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addStatCalls } from '../../../test/stat-calls.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { foldNodesJob } from '../learning/index.ts';
import { foldJob, recount } from './index.ts';

/** Sums of the statistics beside the calls, counted by plain SQL. Two merchants always. */
let house: TestHouse;
const grounds: TaskGround[] = [];
const tasks: string[] = [];
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;
const fold = () => foldJob(house.database.db).fold!({}, new AbortController().signal);
const never = new AbortController().signal;

beforeAll(async () => {
  house = await startTestHouse();
  for (const merchant of house.merchants) {
    const ground = await layTaskGround(house, merchant.id);
    const task = await makeTask(house, await house.signIn(merchant), ground);
    grounds.push(ground);
    tasks.push(task);
    for (const day of ['2026-11-18', '2026-11-20'])
      await addStatCalls(house, { ground, task, owner: merchant.owner.id, day, calls: 60 });
  }
});
afterAll(() => house.close());

const figures = `calls, numbers, seized, answered, heard, talk_ms, turns, completed, missed, level_a, level_b, level_c, level_d,
  level_e, level_f, cost`;
const summed = figures.split(/,\s*/).map(name => `sum(${name})::float8 as ${name}`);
const whose = `merchant_id, owner_id, source, task_id, plan_id, plan_version, line_id, port_id`;
/** What the calls say, in words of their own. */
const truth = `
  select merchant_id, coalesce(owner_id, 0) as owner_id, case when task_id is not null then 'task' else 'hand' end as source,
    coalesce(task_id, 0) as task_id, plan_id, plan_version, line_id, coalesce(port_id, 0) as port_id,
    date_trunc('hour', placed_at) as hour, (placed_at at time zone 'Asia/Shanghai')::date::text as day, province,
    caller_number as caller, state || ' ' || because as cause,
    1 as calls, (dialled_at is not null and attempt = 1)::int as numbers, (dialled_at is not null)::int as seized,
    (state = 'answered')::int as answered, (state = 'answered' and talk_ms >= 10000)::int as heard, talk_ms, turns,
    (ended_how is not null and ended_how = 'planned')::int as completed, missed, (level is not null and level = 'A')::int as level_a,
    (level is not null and level = 'B')::int as level_b, (level is not null and level = 'C')::int as level_c,
    (level is not null and level = 'D')::int as level_d, (level is not null and level = 'E')::int as level_e,
    (level is not null and level = 'F')::int as level_f, cost
  from call where stage = 'ended' and removed_at is null`;

/** All that was counted or waits, beside all the calls. */
const expectSame = async () => {
  const same = async (kept: string, keys: string) =>
    expect(
      await sql(
        `select ${keys}, ${summed} from (${kept}) kept group by ${keys} having sum(calls) <> 0 order by ${keys}`,
      ),
    ).toEqual(await sql(`select ${keys}, ${summed} from (${truth}) calls group by ${keys} order by ${keys}`));
  await same(
    `select ${whose}, hour, ${figures} from stat_hour union all select ${whose}, placed_hour, ${figures} from call_change`,
    `${whose}, hour`,
  );
  for (const [split, column] of [
    ['province', 'province'],
    ['caller', 'caller_number'],
    ['cause', 'cause'],
  ] as const)
    await same(
      `select ${whose}, day::text, key as ${split}, ${figures} from stat_day where split = '${split}' union all
       select ${whose}, (placed_hour at time zone 'Asia/Shanghai')::date::text, ${column}, ${figures} from call_change`,
      `${whose}, day, ${split}`,
    );
  await same(
    `select ${whose}, day::text, ${figures} from stat_day where split = 'whole' union all
     select ${whose}, (placed_hour at time zone 'Asia/Shanghai')::date::text, ${figures} from call_change`,
    `${whose}, day`,
  );
  await same(
    `select merchant_id, owner_id, source, day::text, key as province, ${figures} from stat_day where split = 'provinceAlone'
     union all select merchant_id, owner_id, source, (placed_hour at time zone 'Asia/Shanghai')::date::text, province, ${figures}
     from call_change`,
    `merchant_id, owner_id, source, day, province`,
  );
};

test('sums and what waits are the plain count, before a fold, in one that is killed, and after it', async () => {
  await expectSame();
  await expect(
    house.database.db.transaction().execute(async tx => {
      await foldJob(tx).fold!({}, never);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await expectSame();
  await Promise.all([fold(), fold()]);
  expect(await sql('select 1 from call_change')).toEqual([]);
  await expectSame();
});

test('a level corrected, a call given to another, one removed, put back or filed late moves its hour in that transaction', async () => {
  const [own] = grounds;
  const [call] = await sql(
    `select id from call where merchant_id = $1 and state = 'answered' limit 1`,
    own?.merchantId,
  );
  for (const change of [
    `level = 'B'`,
    'owner_id = null',
    `removed_at = now(), removal_due = now() + interval '1 day'`,
    'removed_at = null, removal_due = null',
    `missed = 5, turns = 9, ended_how = 'transferred'`,
  ]) {
    await sql(`update call set ${change} where id = $1`, call?.id);
    if (!change.includes('transferred')) await expectSame();
    await fold();
  }
  await sql(`update call set ended_how = 'planned' where id = $1`, call?.id);
  // Into an hour that was folded long ago.
  await addStatCalls(house, { ground: own!, task: tasks[0]!, owner: null, day: '2026-11-18', calls: 5 });
  await expectSame();
  await fold();
  await expectSame();
  await sql(`update call set last_node = 'x' where id = $1`, call?.id);
  expect(await sql('select 1 from call_change')).toEqual([]);
});

test('sums that went wrong are made anew while calls are filed and folded; cut off in between, what was done is right', async () => {
  await fold();
  await sql(`update stat_hour set calls = calls + 7, cost = cost - 1 where line_id = $1`, grounds[0]?.ordinaryLine);
  await sql(`delete from stat_day where split = 'province'`);
  await sql(`update stat_day set calls = calls + 1, cost = cost + 1 where split in ('whole', 'provinceAlone')`);
  await sql(`insert into stat_day select distinct on (merchant_id, day) merchant_id, 'cause', day, owner_id, source, task_id, plan_id, plan_version, line_id, port_id,
    'nobody knows', ${figures} from stat_day where split = 'caller'`);
  const cut = new AbortController();
  expect(await recount(house.database.db, cut.signal, done => done === 1 && cut.abort())).toBe(1);
  const [left] = await sql('select count(*)::int as n from call');
  const late = addStatCalls(house, { ground: grounds[1]!, task: tasks[1]!, owner: null, day: '2026-11-20', calls: 30 });
  await Promise.all([recount(house.database.db, never, () => undefined), late, fold()]);
  const [all] = await sql('select count(*)::int as n from call');
  expect(all?.n).toBe(left?.n + 30);
  await expectSame();
  await fold();
  await expectSame();
});

test('a process that folds and makes sums anew is killed with SIGKILL in the middle: sums and what waits are the plain count', async () => {
  await addStatCalls(house, { ground: grounds[0]!, task: tasks[0]!, owner: null, day: '2026-11-20', calls: 40 });
  await sql('update stat_hour set calls = calls + 1');
  await sql(`update stat_day set calls = calls - 1 where split = 'cause'`);
  const killed = spawn(process.execPath, [join(import.meta.dirname, '../../../test/sums-process.ts'), house.url]);
  const ended = once(killed, 'exit');
  try {
    await once(killed.stdout, 'data');
  } finally {
    killed.kill('SIGKILL');
    await ended;
  }
  await recount(house.database.db, never, () => undefined);
  await expectSame();
}, 60_000);

test('counts of nodes that went wrong are made anew of the paths of calls; one that waits is counted once, one without its path stays', async () => {
  const foldNodes = () => foldNodesJob(house.database.db).foldNodes!({}, never);
  const path = JSON.stringify([{ node: 'hello', leftBy: 'yes' }, { node: 'offer' }]);
  const say = async (day: string, lines: string, said: string) =>
    (
      await sql(
        `insert into call_transcript (merchant_id, call_id, lines, path, answers)
         select merchant_id, id, $2::jsonb, $3::jsonb, '[]' from call where state = 'answered' and turns > 0 and stage = 'ended'
           and removed_at is null and (placed_at at time zone 'Asia/Shanghai')::date = $1::date on conflict do nothing returning call_id`,
        day,
        lines,
        said,
      )
    ).length;
  const spoken = await say('2026-11-20', '[{"speaker":"robot","text":"您好"}]', path);
  expect(spoken).toBeGreaterThan(5);
  await foldNodes();
  const counted = () =>
    sql(
      `select merchant_id, node, what, by, next, sum(n)::int as n from node_hour group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5`,
    );
  const before = await counted();
  const passed = (node: string) =>
    before.filter(row => row.node === node && row.what === 'calls').reduce((sum, row) => sum + row.n, 0);
  expect([passed('hello'), passed('offer')]).toEqual([spoken, spoken]);
  await sql(`update node_hour set n = n + 3 where node = 'hello'`);
  await sql(`delete from node_hour where node = 'offer' and what = 'left'`);
  // It ends anew, and so waits while all is made anew.
  await sql(`update call set ended_how = 'silence' where id = (select call_id from call_transcript limit 1)`);
  await recount(house.database.db, never, () => undefined);
  await foldNodes();
  expect(await counted()).toEqual(before);
  await sql(
    `update call_transcript set path = '[]', lines = '[]' where call_id = (select call_id from call_transcript limit 1)`,
  );
  await recount(house.database.db, never, () => undefined);
  expect(await counted()).toEqual(before);
});

test('what retention takes away stays counted, and is not counted anew', async () => {
  const counted = async () => (await sql(`select sum(calls)::int as n from stat_hour`))[0]?.n;
  await fold();
  const before = await counted();
  // As a month leaves: without a word to any trigger of a row.
  await sql(`alter table call disable trigger user`);
  await sql(`delete from call where placed_at < '2026-11-19'`);
  await sql(`alter table call enable trigger user`);
  await recount(house.database.db, never, () => undefined);
  expect(await counted()).toBe(before);
});
