import { homeEndpoints, type InputOf } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addEndings, addNumbers, layTaskGround, makeTask, phonesFrom, type TaskGround } from '../../../test/tasks.ts';
import { foldJob } from '../sums/index.ts';

/** The first page over HTTP; calls are written as rows, two merchants always. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let elsewhere: TaskGround;
let owner: string;
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;

beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  [ground, elsewhere] = [
    await layTaskGround(house, house.merchants[0].id),
    await layTaskGround(house, house.merchants[1].id),
  ];
  owner = house.merchants[0].owner.id;
  for (const [of, as] of [
    [ground, token],
    [elsewhere, stranger],
  ] as const) {
    const task = await makeTask(house, as, of);
    const [callee = ''] = await addNumbers(house, of.merchantId, task, ['13800138000']);
    tasks.set(of.merchantId, { task_id: task, callee_id: callee });
  }
  await sql('update task set removed_at = now()');
});
afterAll(() => house.close());
beforeEach(async () => {
  await sql('truncate call, attempt, follow_up, call_hour, call_change, stat_hour, stat_day, batch cascade');
});

interface Row {
  readonly of?: TaskGround;
  /** Wall clock of Shanghai. */
  readonly at: string;
  readonly level?: string;
  readonly talkMs?: number;
  readonly cost?: number;
  readonly by?: string | null;
  readonly stage?: 'dialling';
  readonly source?: 'task' | 'hand' | 'in' | 'seat';
}
let attempt = 0;
/** By merchant: a task nobody sees, with a number. */
const tasks = new Map<string, { readonly task_id: string; readonly callee_id: string }>();
const call = async (row: Row): Promise<string> => {
  const { of = ground, at, level, talkMs = 0, cost = 0, by = null, stage, source = 'task' } = row;
  const answered = talkMs > 0;
  const ending = stage
    ? { stage, owner: 'n', leased_until: new Date() }
    : {
        stage: 'ended',
        ended_at: new Date(`${at}+08:00`),
        state: answered ? 'answered' : 'busy',
        fault: 'nobody',
        because: 'busy',
        may_retry: false,
        hung_up_by: 'callee',
        level: level ?? null,
        level_rule: level ? '约好试听' : null,
      };
  const columns = {
    merchant_id: of.merchantId,
    plan_id: of.planId,
    plan_version: 1,
    plan_name: '话术',
    line_id: of.ordinaryLine,
    line_name: '线路甲',
    phone: '13800138000',
    callee_name: '陈女士',
    owner_id: by,
    placed_at: new Date(`${at}+08:00`),
    talk_ms: talkMs,
    cost,
    direction: source === 'in' ? 'in' : 'out',
    ...(source === 'seat' ? { origin: 'seat' } : {}),
    ...(source === 'task' ? { ...tasks.get(of.merchantId), attempt: ++attempt } : {}),
    ...ending,
  };
  const names = Object.keys(columns);
  const [made] = await sql(
    `insert into call (${names}) values (${names.map((_, n) => `$${n + 1}`)}) returning id`,
    ...Object.values(columns),
  );
  return made.id;
};
const fold = () => foldJob(house.database.db).fold!({}, new AbortController().signal);

/** What was read a moment ago still serves: each look of a test asks for a span of its own. */
let span = 3;
const look = (input: Partial<InputOf<typeof homeEndpoints.index>> = {}, as = token) => {
  span = (span % 80) + 3;
  return house.ask(homeEndpoints.index, { days: span, ...input }, as);
};

test('O-339: user/index answers for the days up to a date, oldest first, each by outcome, and the hours of the last; trials count apart', async () => {
  await call({ at: '2026-11-18T23:59:59', talkMs: 30_000, level: 'B', cost: 0.12 });
  await call({ at: '2026-11-19T00:00:00' });
  await call({ at: '2026-11-19T09:59:59', talkMs: 10_000, level: 'C', cost: 0.06 });
  await call({ at: '2026-11-20T09:15:00', talkMs: 50_000, level: 'A', cost: 0.1234 });
  await call({ at: '2026-11-20T09:45:00' });
  await call({ at: '2026-11-20T23:10:00' });
  await call({ at: '2026-11-21T00:00:00', talkMs: 9_000, level: 'A' });
  await call({ of: elsewhere, at: '2026-11-20T09:30:00', talkMs: 9_000, level: 'A', cost: 9 });
  await call({ at: '2026-11-20T09:20:00', talkMs: 9_000, level: 'A', cost: 0.5, source: 'hand' });
  await call({ at: '2026-11-19T09:20:00', source: 'hand' });
  await call({ at: '2026-11-20T09:25:00', talkMs: 9_000, level: 'B', source: 'in' });
  const noTrial = { calls: 0, cost: '0' };
  const none = { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 };
  const expected = {
    days: [
      {
        date: '2026-11-18',
        calls: 1,
        answered: 1,
        talkMs: 30_000,
        levels: { ...none, B: 1 },
        cost: '0.12',
        byHand: noTrial,
      },
      {
        date: '2026-11-19',
        calls: 2,
        answered: 1,
        talkMs: 10_000,
        levels: { ...none, C: 1 },
        cost: '0.06',
        byHand: { calls: 1, cost: '0' },
      },
      {
        date: '2026-11-20',
        calls: 3,
        answered: 1,
        talkMs: 50_000,
        levels: { ...none, A: 1 },
        cost: '0.1234',
        byHand: { calls: 1, cost: '0.5' },
      },
    ],
    before: { calls: 2, answered: 1, talkMs: 10_000, levels: { ...none, C: 1 }, cost: '0.06' },
  };
  const ask = async () => {
    const { calls, date } = await house.ask(homeEndpoints.index, { date: '2026-11-20', days: 3 }, token);
    expect(date).toBe('2026-11-20');
    expect(calls).toMatchObject(expected);
    expect(calls?.hours.filter(hour => hour.answered + hour.unanswered + hour.before > 0)).toEqual([
      { hour: 0, answered: 0, unanswered: 0, before: 1 },
      { hour: 9, answered: 1, unanswered: 1, before: 1 },
      { hour: 23, answered: 0, unanswered: 1, before: 0 },
    ]);
  };
  await ask();
  await fold();
  await ask();
});

test('what a seat dialled counts among the calls of its day, and of the day before up to now', async () => {
  await call({ at: '2026-11-19T09:20:00', source: 'seat' });
  await call({ at: '2026-11-20T09:20:00', talkMs: 9_000, level: 'A', cost: 0.5, source: 'seat' });
  await call({ at: '2026-11-20T09:30:00', cost: 0.1 });
  await call({ at: '2026-11-20T09:40:00', source: 'hand' });
  for (const folded of [false, true]) {
    if (folded) await fold();
    const { calls } = await look({ date: '2026-11-20' });
    expect(calls?.days.at(-1)).toMatchObject({
      ...{ calls: 2, answered: 1, talkMs: 9_000, levels: { A: 1 }, cost: '0.6' },
      byHand: { calls: 1, cost: '0' },
    });
    expect(calls?.before.calls).toBe(1);
    expect(calls?.hours[9]).toMatchObject({ answered: 1, unanswered: 1, before: 1 });
  }
});

test('folded hours and calls that came since give the same sum, however often it is folded', async () => {
  const [{ at }] = await sql(
    `select to_char(now() at time zone 'Asia/Shanghai' - interval '2 days', 'YYYY-MM-DD') || 'T12:00:00' as at`,
  );
  await call({ at, talkMs: 1_000, level: 'A', by: owner });
  await call({ at, talkMs: 1_000, level: 'A', by: owner, cost: 0.2 });
  const before = await look();
  await fold();
  await fold();
  const [{ calls }] = await sql('select sum(calls)::int as calls from call_hour');
  expect(calls).toBe(2);
  const after = await look();
  expect(after.calls?.days.at(-3)).toEqual(before.calls?.days.at(-3));
  expect(after.calls?.days.at(-3)).toMatchObject({ calls: 2, cost: '0.2' });
  // Filed late, into an hour that was folded.
  const [{ late }] = await sql(
    `select to_char(now() at time zone 'Asia/Shanghai' - interval '5 hours', 'YYYY-MM-DD"T"HH24:MI:SS') as late`,
  );
  await call({ at: late });
  const sum = async () => (await look()).calls?.days.reduce((all, day) => all + day.calls, 0);
  expect(await sum()).toBe(3);
  await fold();
  expect(await sum()).toBe(3);
});

test('what changes of an ended call before and after its fold, and a run that is killed, leave the sums of the calls', async () => {
  const columns = `calls, answered, talk_ms, level_a, level_b, level_c, level_d, level_e, level_f, cost`;
  const summed = columns.split(', ').map(name => `sum(${name})::float8 as ${name}`);
  /** All that was counted or waits, beside all the calls, by plain SQL. */
  const expectSame = async () => {
    const kept = await sql(
      `select merchant_id, hour, owner_id, source, ${summed} from (
         select merchant_id, hour, owner_id, source, ${columns} from call_hour
         union all select merchant_id, hour, owner_id, source, ${columns} from call_change) summed
       group by 1, 2, 3, 4 having sum(calls) <> 0 order by 1, 2, 3, 4`,
    );
    const level = (name: string) =>
      `(count(*) filter (where level = '${name}'))::float8 as level_${name.toLowerCase()}`;
    const truth = await sql(
      `select merchant_id, date_trunc('hour', listed_at) as hour, coalesce(owner_id, 0) as owner_id,
         case when task_id is not null then 'task' when direction = 'in' then 'in' else 'hand' end as source, count(*)::float8 as calls,
         (count(*) filter (where state = 'answered'))::float8 as answered, sum(talk_ms)::float8 as talk_ms,
         ${[...'ABCDEF'].map(level)}, sum(cost)::float8 as cost
       from call where stage = 'ended' and removed_at is null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    );
    expect(kept).toEqual(truth);
  };
  const first = await call({ at: '2026-11-20T09:15:00', talkMs: 50_000, level: 'A', cost: 0.1234, by: owner });
  const lives = await call({ at: '2026-11-20T09:20:00', stage: 'dialling' });
  await call({ of: elsewhere, at: '2026-11-20T09:30:00', talkMs: 9_000, level: 'B' });
  await call({ at: '2026-11-20T09:31:00', talkMs: 9_000, level: 'A', by: owner, source: 'hand' });
  await call({ at: '2026-11-20T09:32:00', talkMs: 9_000, source: 'in' });
  await expectSame();
  const changes = [
    [`level = 'C'`, first],
    [`cost = cost + 0.06, talk_ms = talk_ms + 1000`, first],
    [
      `stage = 'ended', owner = null, leased_until = null, state = 'interrupted', ended_at = '2026-11-20 10:05+08'`,
      lives,
    ],
    [`state = 'answered', talk_ms = 70000, level = 'A', ended_at = '2026-11-20 09:25+08'`, lives],
  ] as const;
  for (const [change, id] of changes) {
    await sql(`update call set ${change} where id = $1`, id);
    await expectSame();
    await expect(
      house.database.db.transaction().execute(async tx => {
        await foldJob(tx).fold!({}, new AbortController().signal);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await expectSame();
    await Promise.all([fold(), fold()]);
    expect(await sql('select 1 from call_change')).toEqual([]);
    await expectSame();
  }
  // What is of no concern to the sums waits for no fold.
  await sql(`update call set last_node = 'x' where id = $1`, first);
  expect(await sql('select 1 from call_change')).toEqual([]);
});

describe('whose figures', () => {
  test('another merchant’s calls, tasks and lines are not counted', async () => {
    await call({ of: elsewhere, at: '2026-11-20T09:30:00', talkMs: 9_000, level: 'A' });
    await call({ of: elsewhere, at: '2026-11-20T09:30:00', stage: 'dialling' });
    const task = await makeTask(house, stranger, elsewhere);
    await sql(`update task set state = 'paused', because = 'byUser' where id = $1`, task);
    const home = await look();
    expect(home).toMatchObject({ live: { calls: 0 }, tasks: [], todo: [], intents: [] });
    expect((await look({}, stranger)).tasks).toHaveLength(1);
  });

  test('who sees his own sees his own calls, live ones and intents; what nobody made is seen under all alone', async () => {
    const mine = await house.signInWith(['callLog', 'myTask'], []);
    const [{ id }] = await sql(
      `update role set scope = 'own' where id = (select role_id from employee where merchant_id = $1 order by id desc limit 1)
       returning (select id from employee where merchant_id = $1 order by id desc limit 1) as id`,
      ground.merchantId,
    );
    const [{ at }] = await sql(
      `select to_char(now() at time zone 'Asia/Shanghai' - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS') as at`,
    );
    await call({ at, talkMs: 5_000, level: 'A', by: id });
    await call({ at, talkMs: 5_000, level: 'A', by: owner });
    await call({ at, talkMs: 5_000, level: 'B', by: null });
    await call({ at, by: id, stage: 'dialling' });
    await call({ at, by: owner, stage: 'dialling' });
    // Trials count apart, ended and live ones.
    await call({ at, talkMs: 5_000, level: 'A', by: id, source: 'hand' });
    await call({ at, by: id, stage: 'dialling', source: 'hand' });
    for (const folded of [false, true]) {
      if (folded) await fold();
      const [own, all] = [await look({}, mine), await look()];
      expect(own.calls?.days.at(-2)).toMatchObject({ calls: 1, levels: { A: 1, B: 0 } });
      expect(own.calls?.days.at(-2)?.byHand.calls).toBe(1);
      expect(own.live).toMatchObject({ calls: 1, byHand: 1 });
      expect(own.intents).toMatchObject([{ phone: '138****8000', name: '陈女士', level: 'A', wanted: '约好试听' }]);
      expect(own.balance).toBeNull();
      expect(all.calls?.days.at(-2)).toMatchObject({ calls: 3, levels: { A: 2, B: 1 } });
      expect(all.live?.calls).toBe(2);
      expect(all.intents).toHaveLength(3);
    }
  });

  test('who holds no right sees no figures, no tasks and no steps', async () => {
    const nobody = await house.signInWith([], []);
    expect(await look({}, nobody)).toMatchObject({ calls: null, live: null, tasks: null, intents: null, steps: null });
  });
});

test('what a callee said he wants stands beside his call', async () => {
  const [{ at }] = await sql(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS') as at`);
  const id = await call({ at, talkMs: 5_000, level: 'A' });
  const answers = [
    { label: '年级', value: '三年级' },
    { label: '备注', value: '' },
    { label: '回电', value: '13987654321' },
    { label: '试听时间', value: '周六' },
  ];
  await sql(
    `insert into call_transcript values ($1, $2, '[]', '[]', $3)`,
    ground.merchantId,
    id,
    JSON.stringify(answers),
  );
  expect((await look()).intents).toMatchObject([{ callId: id, wanted: '年级 三年级 · 回电 13987654321' }]);
  const masked = await house.signInWith(['callLog'], []);
  expect((await look({}, masked)).intents).toMatchObject([{ callId: id, wanted: '年级 三年级 · 回电 139****4321' }]);
});

describe('tasks and what is to be done', () => {
  let task: string;
  beforeAll(async () => {
    await sql('update task set removed_at = now()');
    task = await makeTask(house, token, ground, { name: '试听课回访' });
    await addNumbers(house, ground.merchantId, task, phonesFrom(15_400_000_000, 40));
  });
  const stands = (state: string, because = '') =>
    sql('update task set state = $2, because = $3, started_at = now() where id = $1', task, state, because);

  test('a running task: counts, answered, A and B, and when its numbers will have been called', async () => {
    await stands('running');
    await addEndings(house, ground.merchantId, task, [
      [4, 'answered', 'A', 3],
      [4, 'answered', 'C', 5],
      [3, 'busy', '', 12],
    ]);
    const [row] = (await look()).tasks!;
    expect(row).toMatchObject({ name: '试听课回访', state: 'running', total: 40, dialled: 0, concurrency: 8 });
    expect(row).toMatchObject({ calls: 20, answered: 8, wanted: 3, next: { is: 'doneAt', text: '' } });
    // 40 of 35 s each, five at once: 5 minutes. Of a hundred 8 are busy, and called again after ten minutes.
    const minutes = (Date.parse(row!.next.at!) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(12);
    expect(minutes).toBeLessThan(19);
  });

  test('a task that stands still is to be done, with why', async () => {
    await stands('paused', 'balance');
    expect((await look()).todo).toEqual([
      { kind: 'task', id: task, name: '试听课回访', because: 'balance', text: '余额不足，充值后自动继续' },
    ]);
    await stands('paused', 'byUser');
    expect((await look()).tasks?.[0]?.next).toEqual({ is: 'resume', at: null, text: '' });
  });

  test('a line that is down, a balance that does not reach, an own batch that failed', async () => {
    await stands('finished');
    await sql(
      `update line_health set state = 'down', because = 'noReply' where merchant_id = $1 and line_id = $2`,
      ground.merchantId,
      ground.ordinaryLine,
    );
    await sql(
      'update line set price_per_minute = 0.1 where merchant_id = $1 and id = $2',
      ground.merchantId,
      ground.ordinaryLine,
    );
    for (const by of [owner, house.merchants[1].owner.id])
      await sql(
        `insert into batch (merchant_id, kind, title, type, state, remark, input, created_by)
         values ((select merchant_id from employee where id = $1), 'none', '导出', 1, 'failed', '磁盘满了', '{}', $1)`,
        by,
      );
    const { todo } = await look();
    expect(todo).toMatchObject([
      { kind: 'line', id: ground.ordinaryLine, name: '线路甲', because: 'noReply' },
      { kind: 'balance', available: '0' },
      { kind: 'batch', name: '导出', text: '磁盘满了' },
    ]);
    const other = await house.signInWith(['port'], []);
    expect((await look({}, other)).todo.map(({ kind }) => kind)).toEqual(['line', 'balance']);
  });
});

test('the steps of the first run follow what is there', async () => {
  await sql('update task set removed_at = now()');
  const blank = (await look()).steps;
  expect(blank).toMatchObject({
    line: { practice: true },
    plan: { name: '短话术' },
    numbers: null,
    testCall: null,
    task: null,
  });
  // Tried by telephone, never published: nobody is called with it.
  await sql(
    `with tried as (insert into plan (merchant_id, name) values ($1, '试过的话术') returning id)
     insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select $1, id, -1, '{}', 9, now() from tried`,
    ground.merchantId,
  );
  expect((await look()).steps?.plan).toEqual(blank?.plan);
  const task = await makeTask(house, token, ground, { name: '第一个任务' });
  expect((await look()).steps?.task).toEqual({ id: task, name: '第一个任务', started: false });
  await addNumbers(house, ground.merchantId, task, phonesFrom(13_900_000_000, 3));
  await sql(
    `insert into task_event (merchant_id, task_id, kind, detail) values ($1, $2, 'imported', '{"added": 3, "refused": 2}')`,
    ground.merchantId,
    task,
  );
  const tested = await call({ at: '2026-11-20T10:00:00', talkMs: 4_000, level: 'C', by: owner, source: 'hand' });
  await sql('update task set started_at = now() where id = $1', task);
  expect((await look()).steps).toMatchObject({
    numbers: { taskId: task, added: 3, refused: 2 },
    testCall: tested,
    task: { started: true },
  });
});

test.each(['2026-02-30', '20261120', '1999-12-31', 'x'])('a date like %s is refused', async date => {
  expect((await house.post('user/index', { date, token })).errorCode).not.toBe(0);
});
test.each(['0', '91', '1.5', '-1'])('%s days are refused', async days => {
  expect((await house.post('user/index', { days, token })).errorCode).not.toBe(0);
});
