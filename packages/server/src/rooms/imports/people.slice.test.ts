import { type CallOf, decisionEndpoints, taskEndpoints, taskNumberEndpoints } from '@lianxian/contract';
import { type Persona, practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { batchJob } from '../batches/index.ts';
import { takeManyWork } from '../task-numbers/index.ts';
import { importWork } from './index.ts';

/** Lists on which a person has several numbers, lists in an order of their own, and whom they leave out. */
let house: TestHouse;
let town: Town;
let token = '';
let portId = '';
beforeAll(async () => {
  house = await startTestHouse();
  town = await openTown(house);
  token = await house.signIn(house.merchants[0]);
  ({ portId } = await town.line());
});
afterAll(async () => {
  await town.close();
  await house.close();
});
beforeEach(async () => {
  await town.sql("update task set state = 'stopped' where state <> 'stopped'");
  town.dialled.length = 0;
});

const talker = practiceCallees[0]!.persona;
const refusing = (code: number): Persona => ({
  id: `refuses ${code}`,
  answering: { refuses: code },
  habits: [],
  asksIntoSilence: [],
});
const push = { toTopic: () => Promise.resolve(), toEmployee: () => Promise.resolve() } as never;
const wake = async (channel: string, payload: string) => {
  await town.sql('select pg_notify($1, $2)', channel, payload);
};
const runBatch = async (id: string) => {
  const { db } = house.database;
  const parts = { db, files: openFiles(house.dataDir), push, wake };
  const works = { ...importWork(parts), ...takeManyWork(parts) };
  const job = batchJob({ db, push, log: openLog('silent', 'test'), works }).batch;
  await job?.({ merchantId: town.merchant.id, id }, new AbortController().signal);
};
type Import = CallOf<typeof taskEndpoints.import>;
/** A name stands in front: pasted rows of nothing but numbers are one number each. */
const three: Import['columns'] = [
  { index: 0, use: 'name' },
  { index: 1, use: 'phone' },
  { index: 2, use: 'further' },
  { index: 3, use: 'further' },
];
const named = (rows: readonly (readonly string[])[]) => rows.map(row => ['客户', ...row]);
const textOf = (rows: readonly (readonly string[])[]) => rows.map(row => row.join('\t')).join('\n');
const importInto = async (task: string, rows: readonly (readonly string[])[], over: Partial<Import> = {}) => {
  const wish: Import = {
    id: task,
    text: textOf(over.columns ? rows : named(rows)),
    header: '0',
    columns: three,
    ...over,
  };
  const { batchId } = await house.ask(taskEndpoints.import, wish, token);
  await runBatch(batchId);
  const [batch] = await town.sql('select remark from batch where id = $1', batchId);
  return String(batch?.remark);
};
const draft = (over: Parameters<Town['task']>[0] | object = {}) =>
  town.task({ ports: [portId], state: 'draft', ...over });
const start = (task: string) => town.sql("update task set state = 'running' where id = $1", task);
const list = async (task: string, input: object = {}) =>
  (await house.ask(taskEndpoints.callees, { id: task, ...input } as never, token)).list;
const phones = async (task: string) => (await town.callees(task)).map(({ phone }) => phone);
const over = (task: string) =>
  town.until(async () => {
    const { fresh, retrying, calling } = await town.standing(task);
    return fresh + retrying + calling === 0;
  });

test('the numbers of a person are called one after the other, and whoever was reached ends it', async () => {
  const task = await draft({ retries: { busy: { times: 1, afterMinutes: 0 } } });
  const rows = [
    ['13810000001', '13810000002', '13810000003'],
    ['13810000011', '13810000012', '13810000013'],
    ['13810000021', '', '13810000023'],
    ['13810000031', '13810000032', ''],
  ];
  await importInto(task, rows);
  // The first is busy twice, the second empty, the third talks.
  town.answers.set('13810000001', [refusing(486)]);
  town.answers.set('13810000002', [refusing(404)]);
  town.answers.set('13810000003', [talker]);
  town.answers.set('13810000011', [talker]);
  town.answers.set('13810000021', [refusing(404)]);
  town.answers.set('13810000023', [refusing(404)]);
  // Who refuses a call is not rung at another number.
  town.answers.set('13810000031', [refusing(603)]);
  await start(task);
  const node = await town.node();
  await over(task);
  await node.close();
  expect(town.dialled.map(({ phone }) => phone).filter(phone => phone < '13810000010')).toEqual([
    '13810000001',
    '13810000001',
    '13810000002',
    '13810000003',
  ]);
  expect(
    (await list(task)).map(({ phone, number, because, attempts }) => [
      phone,
      number?.at,
      number?.of,
      because,
      attempts,
    ]),
  ).toEqual([
    ['13810000003', 3, 3, 'answered', 4],
    ['13810000011', 1, 3, 'answered', 1],
    ['13810000023', 2, 2, 'notRetried', 2],
    ['13810000031', 1, 2, 'notRetried', 1],
  ]);
  // Each attempt is one call, with the number it was at.
  expect(
    await town.sql(
      `select phone, attempt from call where task_id = $1 and callee_id = (select min(id) from callee where task_id = $1)
       order by attempt`,
      task,
    ),
  ).toEqual([
    { phone: '13810000001', attempt: 1 },
    { phone: '13810000001', attempt: 2 },
    { phone: '13810000002', attempt: 3 },
    { phone: '13810000003', attempt: 4 },
  ]);
  // What was decided about each number says whose turn it was and what came of it.
  const { list: decided } = await house.ask(
    decisionEndpoints.list,
    { taskId: task, kinds: ['dialled', 'passedOn'] },
    token,
  );
  expect(
    decided
      .filter(row => row.phone < '13810000010')
      .map(row => `${row.phone.slice(-1)} ${row.text}`)
      .toReversed(),
  ).toEqual([
    '1 第 1 次：轮到首次呼叫',
    '1 第 2 次：轮到再次呼叫',
    '1 用户正忙，换这个人的下一个号码',
    '2 第 3 次：换第 2 个号码',
    '2 空号，换这个人的下一个号码',
    '3 第 4 次：换第 3 个号码',
  ]);
  // A person is found by each number.
  expect((await list(task, { phone: '13810000001' })).map(({ phone }) => phone)).toEqual(['13810000003']);
});

test('a number is on a list once, at whichever place of whichever person', async () => {
  const task = await draft();
  const remark = await importInto(task, [
    ['13820000001', '13820000002', '13820000001'],
    ['13820000002', '13820000009'],
    ['13820000003', '13820000002', '13820000004'],
    ['13820000005', '110', '没有'],
  ]);
  expect(remark).toContain('"added",{"n":3}');
  expect(remark).toContain('"duplicate",{"n":1}');
  const again = await importInto(task, [['13820000004'], ['13820000002'], ['13820000006', '13820000001']]);
  expect(again).toContain('"duplicate",{"n":2}');
  expect(
    await town.sql('select phone, place, lane from callee_number where task_id = $1 order by phone', task),
  ).toEqual([
    { phone: '13820000001', place: 0, lane: 0 },
    { phone: '13820000002', place: 1, lane: 0 },
    { phone: '13820000003', place: 0, lane: 0 },
    { phone: '13820000004', place: 1, lane: 0 },
  ]);
  expect(await phones(task)).toEqual(['13820000001', '13820000003', '13820000005', '13820000006']);
});

test('whom a task leaves out: other tasks, dead numbers, and of a person all numbers count', async () => {
  const other = await draft();
  await importInto(other, [['13830000001', '13830000002']]);
  await start(other);
  const task = await draft();
  await town.sql('update task set skip_other_tasks = true, skip_dead_days = 30 where id = $1', task);
  const called = async (phone: string, state: string, days: number) => {
    await town.sql(
      `insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, phone, variables, stage,
         state, placed_at, dialled_at, ended_at)
       select $1, created_by, plan_id, 1, '话术', p.line_id, '线路', $2, '{}', 'ended', $3, at, at, at
       from task, port p, (select now() - make_interval(days => $4) as at) t where task.id = $5 and p.id = $6`,
      town.merchant.id,
      phone,
      state,
      days,
      task,
      portId,
    );
  };
  await called('13830000011', 'emptyNumber', 3);
  await called('13830000012', 'outOfService', 40);
  await called('13830000013', 'emptyNumber', 9);
  await called('13830000013', 'noAnswer', 2);
  const rows = [
    ['13830000009', '13830000002'],
    ['13830000011'],
    ['13830000012'],
    ['13830000013'],
    ['13830000011', '13830000014'],
  ];
  const wish = { id: task, text: textOf(named(rows)), header: '0', columns: three } as const;
  expect(await house.ask(taskEndpoints.check, wish as never, token)).toMatchObject({
    good: 2,
    duplicate: 1,
    known: { otherTask: 1, dead: 1, inTask: 0 },
    further: 1,
  });
  expect(await importInto(task, rows)).toMatch(/"added",\{"n":3\}.*"otherTask",\{"n":1\}.*"dead",\{"n":1\}/);
  expect(await phones(task)).toEqual(['13830000012', '13830000013', '13830000014']);
});

test.each([
  ['given', ['13840000001', '13840000002', '13840000003', '13840000004']],
  ['ascending', ['13840000003', '13840000001', '13840000002', '13840000004']],
  ['descending', ['13840000002', '13840000001', '13840000003', '13840000004']],
] as const)('a list called %s is called in that order, and its page shows it so', async (order, called) => {
  const task = await draft({ concurrency: 1 });
  const rows = [
    ['13840000001', '200'],
    ['13840000002', '1,000'],
    ['13840000003', '30'],
    ['13840000004', ''],
  ];
  await importInto(task, rows, { columns: [{ index: 0, use: 'phone' }], order, orderBy: 1 });
  const first = await house.ask(taskEndpoints.callees, { id: task, state: 'fresh', limit: 2 }, token);
  const second = await list(task, { state: 'fresh', limit: 2, after: first.after });
  expect([...first.list, ...second].map(({ phone }) => phone)).toEqual(called);
  await start(task);
  const node = await town.node();
  await over(task);
  await node.close();
  expect(town.dialled.map(({ phone }) => phone)).toEqual(called);
});

test('a shuffled list is called in another order, and a number that comes later stands among the others', async () => {
  const task = await draft();
  const rows = Array.from({ length: 40 }, (_, n) => [String(13_850_000_000 + n)]);
  await importInto(task, rows, { order: 'shuffled' });
  const shown = (await list(task, { state: 'fresh', limit: 50 })).map(({ phone }) => phone);
  expect(shown.toSorted()).toEqual(rows.flat());
  expect(shown).not.toEqual(rows.flat());
});

test('many leave a list at once: what a filter shows, and the numbers of a sheet, whoever has them', async () => {
  const task = await draft();
  await importInto(task, [
    ['13860000001', '13860000002'],
    ['13860000003'],
    ['13860000004'],
    ['13860000005'],
    ['13860000006'],
  ]);
  await town.sql(
    "update callee set state = 'retry', attempts = 1, due_at = now(), last_state = 'busy' where task_id = $1 and phone = '13860000003'",
    task,
  );
  await town.sql('update task_count set fresh = fresh - 1, retrying = retrying + 1 where task_id = $1', task);
  const take = async (input: object) => {
    const { batchId } = await house.ask(taskNumberEndpoints.takeOutMany, { id: task, ...input } as never, token);
    await runBatch(batchId);
  };
  await take({ by: 'sheet', text: '客户,备用\n张三,13860000002\n李四,没有\n13860000004,13999999999' });
  expect(await phones(task)).toEqual(['13860000003', '13860000005', '13860000006']);
  const count = { id: task, lastState: 'busy' } as const;
  expect(await house.ask(taskNumberEndpoints.countTakeOut, count, token)).toEqual({ n: 1, called: 1, more: false });
  await take({ by: 'filter', lastState: 'busy' });
  expect((await town.callees(task)).map(({ phone, because }) => [phone, because])).toEqual([
    ['13860000003', 'takenOut'],
    ['13860000005', ''],
    ['13860000006', ''],
  ]);
  await take({ by: 'filter', state: 'fresh' });
  expect(await town.standing(task)).toMatchObject({ total: 1, fresh: 0, retrying: 0, settled: 1 });
});

test('columns of a sheet are what they were when one like it was imported, until somebody wants them guessed anew', async () => {
  const task = await draft();
  const columns: Import['columns'] = [
    { index: 2, use: 'phone' },
    { index: 1, use: 'further' },
    { index: 0, use: 'name' },
  ];
  const titles = ['家长', '联系电话', '备用手机', '班级'];
  await importInto(task, [titles, ['王女士', '13870000001', '13870000002', '三班']], { header: '1', columns });
  const text = textOf([titles.map(title => ` ${title}`), ['李先生', '13870000003', '13870000004', '二班']]);
  const seen = await house.ask(taskEndpoints.preview, { id: task, text }, token);
  expect(seen.remembered).toMatchObject({ by: expect.stringMatching(/./) });
  expect(seen.columns.map(({ guess }) => guess?.use ?? null)).toEqual(['name', 'further', 'phone', null]);
  const anew = await house.ask(taskEndpoints.preview, { id: task, text, anew: '1' }, token);
  expect(anew.remembered).toBeNull();
  expect(anew.columns.map(({ guess }) => guess?.use ?? null)).toEqual(['name', 'phone', 'further', 'kept']);
});
