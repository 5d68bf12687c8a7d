import { type CallWord, liveEndpoints, MOST_LIVE_CALLS, type SocketMessage, topicMessage } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages, type PageSocket } from '../../../test/page-socket.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { addCall, addNumbers, layTaskGround, makeTask, phonesFrom, type TaskGround } from '../../../test/tasks.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import { openLog } from '../../platform/log.ts';
import { hearWatches, openWordsPublisher } from '../live/index.ts';

/** All that runs now on one page: rows are written as rows, words come from another process of the installation. */
let house: TestHouse;
let token: string;
let stranger: string;
let ground: TaskGround;
let beside: TestPerson;
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
const pages = openPages();

const rights = ['myTask', 'callLog'];
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  ground = await layTaskGround(house, house.merchants[0].id);
  const buttons = ['task:create', 'call_out', 'seat:monitor'];
  beside = await peopleOf(house, house.merchants[0]).person('beside', { rights, buttons, scope: 'own' });
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
});
afterAll(async () => {
  pages.closeAll();
  await elsewhere.close();
  await house.close();
});

const query = async <R extends object>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await house.database.pool.query(sql, values)).rows as R[];

let phones = 15_410_000_000;
/** A task that runs, with so many live calls of it, whose they are whoever made it. */
const runningTask = async (calls: number, as = token, because = '') => {
  const task = await makeTask(house, as, ground, { concurrency: 3 });
  await query("update task set state = 'running', started_at = now() where id = $1", task);
  await query('update task_count set pace_because = $2 where task_id = $1', task, because);
  const callees = await addNumbers(house, ground.merchantId, task, phonesFrom(phones, Math.max(1, calls)));
  phones += calls + 1;
  const ids: string[] = [];
  for (const callee of callees.slice(0, calls)) ids.push(await addCall(house, ground, task, callee, 'talking'));
  await query(
    'update call set owner_id = (select created_by from task where task.id = $1) where call.task_id = $1',
    task,
  );
  return { task, calls: ids };
};
const liveCalls = (as: string, taskId?: string) =>
  house.ask(liveEndpoints.calls, taskId === undefined ? {} : { taskId }, as);
const idsOf = async (as: string, taskId?: string) => (await liveCalls(as, taskId)).calls.map(({ id }) => id);

test('every running task stands there with what limits it, one that waits with its reason, none that is over', async () => {
  const full = await runningTask(3, token, 'taskFull');
  const waiting = await makeTask(house, token, ground);
  await query("update task set state = 'waiting', because = 'outsideHours' where id = $1", waiting);
  const over = await makeTask(house, token, ground);
  await query("update task set state = 'finished' where id = $1", over);
  const { tasks, more } = await house.ask(liveEndpoints.tasks, {}, token);
  const of = (id: string) => tasks.find(task => task.id === id);
  expect(of(full.task)).toMatchObject({
    ...{ state: 'running', because: 'taskFull', becauseText: '已到任务并发上限' },
    ...{ total: 3, settled: 0, live: 3, talking: 3, limit: 3 },
  });
  expect(of(waiting)).toMatchObject({ state: 'waiting', because: 'outsideHours', live: 0, limit: 5 });
  expect(of(waiting)?.becauseText).not.toBe('');
  expect(of(over)).toBeUndefined();
  expect(more).toBe(false);
});

test('live calls are one’s own alone, of one merchant and of one’s data scope, with masked numbers where one sees none whole', async () => {
  const mine = await runningTask(2);
  const theirs = await runningTask(1, beside.token);
  const shown = await liveCalls(token, mine.task);
  expect(shown).toMatchObject({ total: 2, calls: [{ id: mine.calls[0], stage: 'talking' }, { id: mine.calls[1] }] });
  expect(shown.calls[0]?.phone).toMatch(/^154\d{8}$/);
  expect(shown.calls[0]?.task).toEqual({ id: mine.task, name: '秋季课程回访' });
  expect(await idsOf(token)).toEqual(expect.arrayContaining([...mine.calls, ...theirs.calls]));
  const own = await liveCalls(beside.token);
  expect(own.calls.map(({ id }) => id)).toEqual(theirs.calls);
  expect(own.calls[0]?.phone).toMatch(/^154\*{4}\d{4}$/);
  const { tasks } = await house.ask(liveEndpoints.tasks, {}, beside.token);
  expect(tasks).toMatchObject([{ id: theirs.task, live: 1 }]);
  expect(await liveCalls(stranger)).toMatchObject({ calls: [], total: 0 });
  expect(await liveCalls(stranger, mine.task)).toMatchObject({ calls: [], total: 0 });
});

test('of more calls than are shown those that matter most are, and how many there are is said', async () => {
  const before = await idsOf(token);
  const { calls } = await runningTask(2);
  await query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, owner, leased_until)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, '15420000000', 'dialling', 'node', now()
     from call, generate_series(1, $2) where id = $1`,
    calls[0],
    MOST_LIVE_CALLS,
  );
  const shown = await liveCalls(token);
  expect(shown.total).toBe(before.length + MOST_LIVE_CALLS + 2);
  expect(shown.calls).toHaveLength(MOST_LIVE_CALLS);
  expect(shown.calls.slice(0, before.length + 2).map(({ id }) => id)).toEqual([...before, ...calls]);
  const [last] = await query<{ id: string }>(
    `update call set stage = 'talking', answered_at = now() where id = (select max(id) from call where phone = '15420000000')
     returning id`,
  );
  await opened(token);
  const { publishMerchant } = openWordsPublisher(elsewhere.bus, openLog('silent', 'test'));
  await publishMerchant(ground.merchantId, [{ owner: null, word: word(last!.id) }]);
  await expect.poll(async () => (await idsOf(token))[0]).toBe(last!.id);
  await query("delete from call where phone = '15420000000'");
});

test('somebody who looks on notes what he hears while the call goes on, of the calls he sees alone', async () => {
  const [mine = ''] = (await runningTask(1)).calls;
  const note = (as: string) => house.post('followUp/note', { id: mine, text: '周六回电', was: '', token: as });
  expect(await note(beside.token)).toMatchObject({ errorCode: 105 });
  expect(await note(token)).toMatchObject({ errorCode: 0, data: { note: { text: '周六回电', mine: true } } });
  expect(await house.post('followUp/done', { id: mine, done: '1', token })).not.toMatchObject({ errorCode: 0 });
});

test('many calls are hung up at once: those that live and are one’s own, each in the audit; nobody without the right', async () => {
  const mine = await runningTask(2);
  const theirs = await runningTask(1, beside.token);
  const [over] = (await runningTask(1)).calls;
  await query(
    `update call set stage = 'ended', owner = null, ended_at = now(), state = 'answered', fault = 'nobody', because = 'answered',
       may_retry = false, hung_up_by = 'callee' where id = $1`,
    over,
  );
  const ids = [...mine.calls, ...theirs.calls, over!];
  const hangUp = (as: string) => house.ask(liveEndpoints.hangUp, { ids }, as);
  const wanted = async () =>
    (
      await query<{ id: string }>(
        'select id from call where hang_up_wanted_at is not null and id = any($1) order by id',
        ids,
      )
    ).map(({ id }) => id);
  expect(await hangUp(stranger)).toEqual({ calls: 0 });
  expect(await wanted()).toEqual([]);
  const watcher = await house.signInWith(rights, ['seat:monitor']);
  expect(await house.post('live/hangUp', { ids: JSON.stringify(ids), token: watcher })).toMatchObject({
    errorCode: 104,
  });
  expect(await hangUp(beside.token)).toEqual({ calls: 1 });
  expect(await wanted()).toEqual(theirs.calls);
  expect(await hangUp(token)).toEqual({ calls: 3 });
  expect(await wanted()).toEqual([...mine.calls, ...theirs.calls]);
  const noted = await query<{ target: string }>(
    "select target from audit where action = 'call.hangUp' and target = any($1) order by target::bigint",
    ids,
  );
  expect(noted.map(({ target }) => target)).toEqual([...mine.calls, ...theirs.calls, ...theirs.calls]);
  const tooMany = Array.from({ length: MOST_LIVE_CALLS + 1 }, (_, n) => String(n + 1));
  expect(await house.post('live/hangUp', { ids: JSON.stringify(tooMany), token })).toMatchObject({ errorCode: 100 });
});

const word = (call: string): CallWord => ({
  ...{ call, state: 'talking', node: '开场白', speaker: 'callee', text: '请打13800138000' },
  ...{ level: 'A', wants: ['person'], heardMs: 4_000 },
});
/** The first words of the page that name a call, whatever else comes. */
const heardBy = async (page: PageSocket): Promise<CallWord> => {
  for (;;) {
    const message = topicMessage.safeParse(await page.next()).data as SocketMessage | undefined;
    if (message?.type === 'liveWords') return message.calls[0]!;
  }
};
const opened = async (as: string): Promise<PageSocket> => {
  const page = pages.connect(house.origin, as, '');
  await page.ready;
  page.say({ type: 'subscribe', topic: 'live' });
  return page;
};

test('words reach who sees their calls, as he may hear them; of other scopes and merchants none, and nobody without the right', async () => {
  const watched: [string, boolean][] = [];
  let both: () => void = () => undefined;
  const isWatched = new Promise<void>(resolve => {
    both = resolve;
  });
  const nobody = () => undefined;
  const watchMerchant = (merchant: string, replay: boolean) => {
    watched.push([merchant, replay]);
    if (watched.length === 4) both();
  };
  const unhear = await hearWatches(
    elsewhere.bus,
    { watch: nobody, watchLines: nobody, watchTask: nobody, watchMerchant },
    () => 0 as never,
  );
  const deaf = await house.signInWith(rights, []);
  const [all, own, without, other] = [
    await opened(token),
    await opened(beside.token),
    await opened(deaf),
    await opened(stranger),
  ];
  await isWatched;
  expect(watched.map(([merchant, replay]) => `${merchant} ${replay}`).toSorted()).toEqual(
    [ground.merchantId, ground.merchantId, ground.merchantId, house.merchants[1].id].map(id => `${id} true`).toSorted(),
  );
  const { publishMerchant } = openWordsPublisher(elsewhere.bus, openLog('silent', 'test'));
  const owner = { id: beside.id, departmentPath: '' };
  const ownerOf = house.merchants[0].owner.id;
  await publishMerchant(ground.merchantId, [{ owner: { id: ownerOf, departmentPath: '' }, word: word('1') }]);
  await publishMerchant(ground.merchantId, [{ owner: null, word: word('2') }]);
  await publishMerchant(ground.merchantId, [{ owner, word: word('3') }]);
  await publishMerchant(house.merchants[1].id, [{ owner: null, word: word('4') }]);
  expect([await heardBy(all), await heardBy(all), await heardBy(all)]).toEqual([word('1'), word('2'), word('3')]);
  expect(await heardBy(own)).toEqual({ ...word('3'), text: '请打138****8000' });
  expect(await heardBy(other)).toEqual(word('4'));
  // Whose calls these are the deaf one sees: words are for who may listen.
  expect(await heardBy(without)).toEqual({ ...word('1'), speaker: null, text: '' });
  const barred = await opened(await house.signInWith(['callLog'], ['seat:monitor']));
  expect(await barred.next()).toMatchObject({ type: 'ready' });
  expect(await barred.next()).toMatchObject({ type: 'refused', topic: 'live' });
  await unhear();
});
