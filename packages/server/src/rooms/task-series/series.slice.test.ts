import { type CallOf, taskEndpoints, taskSeriesEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { openLog } from '../../platform/log.ts';
import { seriesJob } from './index.ts';

/** Tasks that are made by themselves on the days of a series, and templates that people make them from. */
let house: TestHouse;
let town: Town;
let token = '';
let portId = '';
/** What the job takes for now: a Wednesday in Shanghai, after today of the house. */
const clock = { now: new Date() };
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
  await town.sql("update task_series set state = 'ended'");
});

const push = { toTopic: () => Promise.resolve() } as never;
const look = async (at: string) => {
  clock.now = new Date(at);
  const job = seriesJob({
    db: house.database.db,
    clock: { now: () => clock.now },
    log: openLog('silent', 'test'),
    push,
    wake: async () => undefined,
  });
  await job.runSeries?.({}, new AbortController().signal);
};
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => String(first + n));
const nine: Pick<CallOf<typeof taskSeriesEndpoints.repeat>, 'weekdays' | 'minute'> = {
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  minute: 540,
};
const seriesOf = async (id: string) =>
  (await house.ask(taskSeriesEndpoints.list, {}, token)).list.find(one => one.id === id)!;
const listed = async (task: string) => (await town.callees(task)).map(({ phone }) => phone);
/** Everybody on the list was called in vain, but these were reached. */
const call = async (task: string, reached: readonly string[]) => {
  await town.sql(
    `update callee set state = 'settled', attempts = 1,
       last_state = case when phone = any($2) then 'answered' else 'busy' end,
       because = case when phone = any($2) then 'answered' else 'triesUsed' end where task_id = $1`,
    task,
    reached,
  );
  await town.sql('update task_count set settled = total, fresh = 0, retrying = 0 where task_id = $1', task);
  await town.sql("update task set state = 'finished' where id = $1", task);
};

test('each day a task of its own calls whom nobody reached the last time; a day has one, however often it is looked', async () => {
  const first = await town.task({ ports: [portId], phones: phonesFrom(13_810_000_001, 4) });
  await call(first, ['13810000001']);
  const wish = { id: first, name: '回访', people: 'unreached', ...nine } as const;
  const { id } = await house.ask(taskSeriesEndpoints.repeat, wish, token);
  // A minute before nine in Shanghai nothing happens, from nine on once.
  await look('2027-03-01T00:59:30Z');
  expect((await seriesOf(id)).runs).toEqual([]);
  await Promise.all([look('2027-03-01T01:00:10Z'), look('2027-03-01T01:00:10Z')]);
  await look('2027-03-01T05:00:00Z');
  const [run, ...more] = (await seriesOf(id)).runs;
  expect([run, more]).toMatchObject([{ name: '回访 03-01', day: '2027-03-01', state: 'running', total: 3 }, []]);
  expect(await listed(run!.id)).toEqual(['13810000002', '13810000003', '13810000004']);
  await call(run!.id, ['13810000003']);
  await look('2027-03-02T01:00:10Z');
  const [second] = (await seriesOf(id)).runs;
  expect(await listed(second!.id)).toEqual(['13810000002', '13810000004']);
  expect((await house.ask(taskEndpoints.list, { series: id }, token)).list.map(({ name }) => name)).toEqual([
    '回访 03-02',
    '回访 03-01',
  ]);
  await call(second!.id, ['13810000002', '13810000004']);
  await look('2027-03-03T01:00:10Z');
  // Nobody is left: no task, and the series says so.
  expect(await seriesOf(id)).toMatchObject({ state: 'on', because: 'nobody', runs: [{ id: second!.id }, {}] });
});

test('a list that grows: each run takes those who came since, and nobody is in two runs', async () => {
  const draft = await town.task({ ports: [portId], phones: phonesFrom(13_820_000_001, 2), state: 'draft' });
  const wish = { id: draft, name: '新客户', people: 'list', ...nine } as const;
  const { id } = await house.ask(taskSeriesEndpoints.repeat, wish, token);
  expect(id).toBe(draft);
  expect((await house.ask(taskEndpoints.list, {}, token)).list.map(task => task.id)).not.toContain(draft);
  // It is a list, and no task that somebody starts.
  await expect(house.ask(taskEndpoints.start, { id: draft }, token)).rejects.toThrow();
  await look('2027-03-04T02:00:00Z');
  await town.add(draft, ['13820000003']);
  await look('2027-03-04T03:00:00Z');
  expect(await seriesOf(id)).toMatchObject({ waiting: 1, runs: [{ total: 2 }] });
  await look('2027-03-05T01:30:00Z');
  const { runs, waiting } = await seriesOf(id);
  expect(waiting).toBe(0);
  expect(await Promise.all(runs.map(run => listed(run.id)))).toEqual([['13820000003'], ['13820000001', '13820000002']]);
});

test('a clock that is set back makes no run of a day that was over', async () => {
  const draft = await town.task({ ports: [portId], phones: phonesFrom(13_825_000_001, 1), state: 'draft' });
  const { id } = await house.ask(taskSeriesEndpoints.repeat, { id: draft, name: '钟', people: 'list', ...nine }, token);
  await look('2027-03-11T01:00:10Z');
  await town.add(draft, ['13825000002']);
  await look('2027-03-10T05:00:00Z');
  await look('2027-03-11T05:00:00Z');
  expect((await seriesOf(id)).runs.map(({ day }) => day)).toEqual(['2027-03-11']);
  await look('2027-03-12T01:00:10Z');
  expect((await seriesOf(id)).runs.map(({ day }) => day)).toEqual(['2027-03-12', '2027-03-11']);
});

test('only on its weekdays, until its last day, and not while it is paused', async () => {
  const draft = await town.task({ ports: [portId], phones: ['13830000001'], state: 'draft' });
  // Mondays and Wednesdays, up to the 10th of March.
  const days = { weekdays: [2, 0], minute: 540, endsOn: '2027-03-10' };
  const { id } = await house.ask(
    taskSeriesEndpoints.repeat,
    { id: draft, name: '每周', people: 'list', ...days },
    token,
  );
  const set = (state: 'on' | 'paused' | 'ended') =>
    house.ask(taskSeriesEndpoints.setSeries, { id, state, ...days }, token);
  await set('paused');
  await look('2027-03-08T02:00:00Z');
  await set('on');
  await look('2027-03-09T02:00:00Z');
  expect((await seriesOf(id)).runs).toEqual([]);
  await look('2027-03-10T02:00:00Z');
  expect((await seriesOf(id)).runs.map(({ day }) => day)).toEqual(['2027-03-10']);
  await town.add(draft, ['13830000002']);
  await look('2027-03-15T02:00:00Z');
  expect(await seriesOf(id)).toMatchObject({ state: 'ended', becauseText: '到了截止日期', waiting: 1 });
  expect(await set('on').catch((error: Error) => error.message)).toContain('任务已经结束');
});

test('the settings of a task are kept as a template, no task itself, and others are made from it', async () => {
  const task = await town.task({ ports: [portId], phones: ['13840000001'], concurrency: 7 });
  await town.sql('update task set skip_dead_days = 90 where id = $1', task);
  const { id } = await house.ask(taskSeriesEndpoints.saveTemplate, { id: task, name: '常用' }, token);
  const other = await house.ask(taskSeriesEndpoints.saveTemplate, { id: task, name: '常用' }, token);
  const { list } = await house.ask(taskSeriesEndpoints.templates, {}, token);
  expect(list.map(({ name }) => name)).toEqual(['常用', '常用 (2)']);
  expect((await house.ask(taskEndpoints.list, {}, token)).list.map(one => one.id)).not.toContain(id);
  const made = await house.ask(taskEndpoints.copy, { id, name: '从模板' }, token);
  expect(await house.ask(taskEndpoints.detail, { id: made.id }, token)).toMatchObject({
    template: false,
    concurrency: 7,
    skipDeadDays: 90,
    counts: { total: 0 },
  });
  // Numbers go into tasks, not into templates.
  const rows = { text: '13840000002', header: '0', columns: [{ index: 0, use: 'phone' }] } as const;
  await expect(house.ask(taskEndpoints.import, { id, ...rows } as never, token)).rejects.toThrow();
  await house.ask(taskEndpoints.remove, { id: other.id }, token);
  expect((await house.ask(taskSeriesEndpoints.templates, {}, token)).list).toHaveLength(1);
});
