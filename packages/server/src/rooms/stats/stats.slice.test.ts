import { batchEndpoints, callEndpoints, endpoints, type OutputOf, statEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { addStatCalls } from '../../../test/stat-calls.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { foldJob } from '../sums/index.ts';
import { EXPORT_STATS, statSheetWork } from './index.ts';

/** Statistics over HTTP beside what plain SQL counts of the same calls. Two merchants always. */
let house: TestHouse;
let bus: Bus;
let token = '';
let stranger = '';
let ground: TaskGround;
const people = {} as Record<'boss' | 'mate' | 'other', { readonly id: string; readonly token: string }>;
const tasks = { first: '', second: '' };
const log = openLog('silent', 'test');
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;
const fold = () => foldJob(house.database.db).fold!({}, new AbortController().signal);

/** Three days, and the three before them. */
const days = { from: '2026-11-18', to: '2026-11-20' };
const rights = ['planQuality', 'levelStatistics', 'collection', 'portStat', 'callLog'];

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  const [merchant, far] = house.merchants;
  [token, stranger] = [await house.signIn(merchant), await house.signIn(far)];
  ground = await layTaskGround(house, merchant.id);
  const staff = peopleOf(house, merchant);
  const [sales, rest] = [await staff.department('电销部'), await staff.department('客服部')];
  const wish = { rights, buttons: ['search_more', 'phone:unmask'], scope: 'department' } as const;
  people.boss = await staff.person('boss', { ...wish, departmentId: sales });
  people.mate = await staff.person('mate', { ...wish, scope: 'own', departmentId: sales });
  people.other = await staff.person('other', { ...wish, departmentId: rest });
  tasks.first = await makeTask(house, token, ground, { name: '=1+1' });
  tasks.second = await makeTask(house, token, ground, { name: '回访' });
  const of = (task: string, owner: string, day: string, calls: number, version = 1) =>
    addStatCalls(house, { ground, task, owner, day, calls, version });
  await of(tasks.first, people.mate.id, '2026-11-16', 60);
  await of(tasks.first, people.mate.id, '2026-11-18', 66);
  await of(tasks.second, people.other.id, '2026-11-19', 48, 2);
  await fold();
  // Some wait, some are folded.
  await of(tasks.second, people.boss.id, '2026-11-20', 33, 2);
  const beyond = await layTaskGround(house, far.id);
  const theirs = await makeTask(house, stranger, beyond);
  await addStatCalls(house, { ground: beyond, task: theirs, owner: far.owner.id, day: '2026-11-18', calls: 12 });
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const own = `merchant_id = (select id from merchant order by id limit 1) and stage = 'ended' and removed_at is null`;
const within = (from: string, to: string) => `placed_at >= '${from}T00:00:00+08' and placed_at < '${to}T00:00:00+08'`;
const now = within('2026-11-18', '2026-11-21');
const before = within('2026-11-15', '2026-11-18');
/** In words of their own, as the pages name them. */
const figures = `count(*)::int as calls, count(*) filter (where state = 'answered')::int as answered,
  count(*) filter (where state = 'answered' and talk_ms >= 10000)::int as heard, coalesce(sum(talk_ms), 0)::int as "talkMs",
  coalesce(sum(turns), 0)::int as turns, count(*) filter (where ended_how = 'planned')::int as completed,
  coalesce(sum(missed), 0)::int as missed, count(*) filter (where level in ('A', 'B'))::int as good,
  trim_scale(coalesce(sum(cost), 0))::text as cost`;
const plain = async (where: string, key = `''`) =>
  await sql(`select ${key}::text as key, ${figures} from call where ${own} and ${where} group by 1 order by 2 desc, 1`);

type Figures = OutputOf<typeof statEndpoints.levels>['sum']['now'];
const shown = (key: string, { calls, answered, heard, talkMs, turns, completed, missed, good, cost }: Figures) => ({
  ...{ key, calls, answered, heard, talkMs, turns, completed, missed, good, cost },
});

test('O-370: plan quality by version is the plain count, the days before beside it, folded or not; its sum and its days are those of all calls', async () => {
  for (const when of ['some wait', 'all are folded']) {
    const answer = await house.ask(statEndpoints.planQuality, days, token);
    const rows = answer.list.map(({ key, now }) => shown(key, now));
    expect(rows, when).toEqual(await plain(now, `plan_id || '-' || plan_version`));
    const [sum] = await plain(now);
    expect(shown('', answer.sum.now), when).toEqual(sum);
    const [was] = await plain(before);
    expect(shown('', answer.sum.before), when).toEqual(was);
    const byDay = await sql(`select (placed_at at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as calls
      from call where ${own} and ${now} group by 1 order by 1`);
    expect(answer.days.filter(({ now }) => now.calls > 0).map(({ day, now }) => ({ day, calls: now.calls }))).toEqual(
      byDay,
    );
    // The first task's list was called on other days too; each version has its own tasks.
    expect(answer.list.map(({ version, listed }) => [version, listed]).toSorted()).toEqual([
      [1, 126],
      [2, 81],
    ]);
    expect(answer.sum.listed).toBe(207);
    await fold();
  }
});

test('levels by task, plan, line, employee, province, day and hour: each row is the plain count, and leads to as many calls', async () => {
  const keys = {
    task: 'task_id',
    plan: 'plan_id',
    line: 'line_id',
    owner: 'owner_id',
    province: 'province',
    day: `to_char(placed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`,
    hour: `to_char(placed_at at time zone 'Asia/Shanghai', 'HH24')`,
  } as const;
  for (const [by, key] of Object.entries(keys)) {
    const { list, total, sum } = await house.ask(statEndpoints.levels, { ...days, by: by as keyof typeof keys }, token);
    const rows = await plain(now, key);
    const found = list.filter(row => row.now.calls > 0);
    const inOrder = by === 'day' || by === 'hour' ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows;
    expect(
      found.map(row => shown(row.key, row.now)),
      by,
    ).toEqual(inOrder);
    expect(total, by).toBe(list.length);
    expect(
      list.reduce((calls, row) => calls + row.now.calls, 0),
      by,
    ).toBe(sum.now.calls);
    for (const row of found.slice(0, 3)) {
      if (row.calls === null) continue;
      const { total: calls } = await house.ask(callEndpoints.list, { ...row.calls, limit: 1 } as never, token);
      expect(calls, `${by} ${row.key}`).toBe(row.now.calls);
    }
  }
  const byTask = await house.ask(statEndpoints.levels, { ...days, by: 'task' }, token);
  expect(byTask.list.map(({ name }) => name).toSorted()).toEqual(['=1+1', '回访']);
});

test('pages of rows follow each other by cursor', async () => {
  const all = await house.ask(statEndpoints.levels, { ...days, by: 'province' }, token);
  const keys: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: typeof all = await house.ask(
      statEndpoints.levels,
      { ...days, by: 'province', limit: 1, ...(after !== '' && { after }) },
      token,
    );
    keys.push(...page.list.map(({ key }) => key));
    ({ after } = page);
  }
  expect(keys).toEqual(all.list.map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(2);
});

test('filters together: a version, a line, an employee, a port', async () => {
  const narrow = { planId: ground.planId, version: 2, lineId: ground.ordinaryLine, ownerId: people.boss.id };
  const { sum } = await house.ask(statEndpoints.levels, { ...days, ...narrow, by: 'day' }, token);
  const where = `plan_version = 2 and line_id = ${ground.ordinaryLine} and owner_id = ${people.boss.id}`;
  const [count] = await plain(`${now} and ${where}`);
  expect(shown('', sum.now)).toEqual(count);
  const { total } = await house.ask(callEndpoints.list, { ...sum.calls, limit: 1 } as never, token);
  expect(total).toBe(count?.calls);
  const none = await house.ask(statEndpoints.levels, { ...days, byHand: '1' as never, by: 'day' }, token);
  expect(none.sum.now.calls).toBe(0);
});

test('when people answer: hours of the week; causes: how calls came out; each leads to as many calls', async () => {
  const { list } = await house.ask(statEndpoints.answerHours, days, token);
  const truth = await sql(`select extract(isodow from at)::int - 1 as weekday, extract(hour from at)::int as hour,
      count(*)::int as calls, count(*) filter (where state = 'answered')::int as answered
    from (select *, placed_at at time zone 'Asia/Shanghai' as at from call where ${own} and ${now}) c
    group by 1, 2 order by 1, 2`);
  expect(list.map(({ weekday, hour, calls, answered }) => ({ weekday, hour, calls, answered }))).toEqual(truth);
  const [cell] = list;
  expect((await house.ask(callEndpoints.list, { ...cell?.way, limit: 1 } as never, token)).total).toBe(cell?.calls);
  for (const endpoint of [statEndpoints.causes, statEndpoints.portCauses]) {
    const { list: causes } = await house.ask(endpoint, days, token);
    expect(causes.map(({ state, because, now }) => ({ state, because, n: now })).toSorted((a, b) => a.n - b.n)).toEqual(
      await sql(
        `select state, because, count(*)::int as n from call where ${own} and ${now} group by 1, 2 order by 3, 1`,
      ),
    );
    const [first] = causes;
    expect((await house.ask(callEndpoints.list, { ...first?.calls, limit: 1 } as never, token)).total).toBe(first?.now);
  }
});

test('ports, lines and caller numbers: seizures, answers, length and cost', async () => {
  for (const [by, key] of [
    ['port', 'port_id'],
    ['line', 'line_id'],
    ['caller', 'caller_number'],
  ] as const) {
    const { list } = await house.ask(statEndpoints.ports, { ...days, by }, token);
    expect(list.filter(row => row.now.calls > 0).map(row => shown(row.key, row.now))).toEqual(await plain(now, key));
    for (const row of list) expect(row.now.seized).toBe(row.now.calls);
    const [row] = list;
    expect((await house.ask(callEndpoints.list, { ...row?.calls, limit: 1 } as never, token)).total).toBe(
      row?.now.calls,
    );
  }
});

test('a difference that chance makes is said to be one', async () => {
  const { sum } = await house.ask(statEndpoints.planQuality, days, token);
  // A third answers in these days as in those before.
  expect(sum.chance).toMatchObject({ answered: true });
  await sql(`update call set state = 'answered', level = 'A' where ${own} and ${now}`);
  const { sum: after } = await house.ask(statEndpoints.planQuality, days, token);
  expect(after.chance).toMatchObject({ answered: false });
  const alone = await house.ask(statEndpoints.planQuality, { from: '2026-11-16', to: '2026-11-16' }, token);
  expect(alone.sum.chance).toEqual({ answered: null, heard: null, completed: null, good: null });
});

describe('whose figures', () => {
  test('a department sees its own, somebody with his own alone sees his', async () => {
    const callsOf = async (who: { readonly token: string }) =>
      (await house.ask(statEndpoints.levels, { ...days, by: 'owner' }, who.token)).list.map(({ key, now }) => [
        key,
        now.calls,
      ]);
    expect(await callsOf(people.boss)).toEqual([
      [people.mate.id, 66],
      [people.boss.id, 33],
    ]);
    expect(await callsOf(people.mate)).toEqual([[people.mate.id, 66]]);
    expect(await callsOf(people.other)).toEqual([[people.other.id, 48]]);
  });

  test('another merchant’s tasks, plans, lines, ports and people narrow to nothing, by every endpoint', async () => {
    const foreign = [
      { taskId: tasks.first },
      { planId: ground.planId },
      { lineId: ground.ordinaryLine },
      { portId: ground.ordinaryPort },
      { ownerId: people.boss.id },
    ];
    for (const narrow of foreign) {
      const wish = { ...days, ...narrow };
      const plans = await house.ask(statEndpoints.planQuality, wish, stranger);
      expect([plans.list, plans.sum.now.calls, plans.sum.listed]).toEqual([[], 0, 0]);
      for (const by of ['task', 'owner', 'province'] as const)
        expect((await house.ask(statEndpoints.levels, { ...wish, by }, stranger)).list).toEqual([]);
      for (const by of ['port', 'caller'] as const)
        expect((await house.ask(statEndpoints.ports, { ...wish, by }, stranger)).list).toEqual([]);
      for (const endpoint of [statEndpoints.answerHours, statEndpoints.causes, statEndpoints.portCauses])
        expect((await house.ask(endpoint, wish, stranger)).list).toEqual([]);
    }
    const choices = await house.ask(statEndpoints.choices, { taskId: tasks.first }, stranger);
    expect(choices.tasks.map(({ id }) => id)).not.toContain(tasks.first);
    expect(choices.people.map(({ id }) => id)).not.toContain(people.boss.id);
  });
});

test('a sheet says what the page says, its formulas are text, and another merchant’s sheet is empty', async () => {
  const { db } = house.database;
  const works = { [EXPORT_STATS]: statSheetWork({ db, files: openFiles(house.dataDir) }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  const cellsOf = async (batchId: string, as: string, merchantId: string) => {
    await jobs.batch?.({ merchantId, id: batchId }, new AbortController().signal);
    const batch = (await house.ask(batchEndpoints.list, {}, as)).list.find(({ id }) => id === batchId);
    expect(batch?.state).toBe(1);
    const [file] = await sql('select path, kind from file where key = $1', batch?.fileId);
    expect(file?.kind).toBe('stats');
    const cells: string[][] = [];
    for await (const block of (await openSheet(`${house.dataDir}/${file?.path}`)).rows)
      cells.push(...block.map(row => [...row.cells]));
    return cells;
  };
  const [merchant, far] = house.merchants;
  const { batchId } = await house.ask(statEndpoints.levelSheet, { ...days, by: 'task' }, token);
  const [head, ...rows] = await cellsOf(batchId, token, merchant.id);
  expect(head?.slice(0, 2)).toEqual(['任务', '通话']);
  expect(rows.map(row => row.slice(0, 2)).toSorted()).toEqual([
    ['=1+1', '66'],
    ['回访', '81'],
  ]);
  const { batchId: plans } = await house.ask(statEndpoints.planSheet, days, token);
  expect((await cellsOf(plans, token, merchant.id)).map(row => row.slice(1, 4))).toEqual([
    ['版本', '名单号码', '通话'],
    ['2', '81', '81'],
    ['1', '126', '66'],
  ]);
  const { batchId: theirs } = await house.ask(statEndpoints.portSheet, { ...days, by: 'line' }, stranger);
  const sheet = await cellsOf(theirs, stranger, far.id);
  expect(sheet.slice(1).map(row => row[1])).toEqual(['6', '6']);
});

test('more days than the pages show are refused with a sentence', async () => {
  for (const path of ['stat/planQuality', 'stat/causes', 'stat/answerHours', 'stat/planSheet'])
    expect(await house.post(path, { from: '2026-01-01', to: '2026-11-30', token })).toMatchObject({
      errorMsg: expect.stringContaining('92'),
    });
  const prefix = Object.values(endpoints.stat).map(({ path }) => path);
  expect(prefix.every(path => path.startsWith('stat/'))).toBe(true);
});
