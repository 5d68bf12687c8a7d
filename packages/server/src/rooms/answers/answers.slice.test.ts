import { batchEndpoints, statEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { answerSheetWork, answersBeforeJob, EXPORT_ANSWERS } from './index.ts';

/** Answers of robots and seats as rows, over HTTP. Two merchants always. */
let house: TestHouse;
let bus: Bus;
let token = '';
let stranger = '';
let masked = '';
let mine = '';
let ground: TaskGround;
let calls: readonly string[] = [];
const log = openLog('silent', 'test');
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;
const days = { from: '2026-11-18', to: '2026-11-18' };

const robot = (label: string, value: string) => ({ variable: 'v', label, value, atMs: 1 });
const seat = (q: string, r: string) => ({ label: q, value: r, atMs: null, question: '7' });
const say = (call: string | undefined, ...answers: readonly object[]) =>
  sql(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, '[]', '[]', $3)
     on conflict (merchant_id, call_id) do update set answers = excluded.answers`,
    ground.merchantId,
    call,
    JSON.stringify(answers),
  );

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  const [merchant, far] = house.merchants;
  [token, stranger] = [await house.signIn(merchant), await house.signIn(far)];
  ground = await layTaskGround(house, merchant.id);
  const task = await makeTask(house, token, ground);
  const staff = peopleOf(house, merchant);
  const wish = { rights: ['collection'], scope: 'own' } as const;
  const [one, two] = [await staff.person('one', wish), await staff.person('two', { ...wish, scope: 'all' })];
  [mine, masked] = [one.token, two.token];
  await addStatCalls(house, { ground, task, owner: one.id, day: '2026-11-18', calls: 8 });
  await addStatCalls(house, { ground, task, owner: merchant.owner.id, day: '2026-11-17', calls: 2 });
  calls = (await sql(`select id from call where merchant_id = $1 order by placed_at, id`, merchant.id)).map(
    ({ id }) => id,
  );
  const [was, , a, b, c, d, e] = calls;
  await say(was, robot('意向时间', '周六'));
  await say(a, robot('意向时间', '周六'), robot('人数', '2'));
  await say(b, robot('意向时间', '周六'), robot('人数', '3'));
  await say(c, robot('意向时间', '周日'), robot('人数', '2'));
  await say(d, robot('', '=HYPERLINK("x")'), seat('意向时间', '周六;周日'));
  await say(e, robot('联系电话', '打13812345678找我'), robot('意向时间', ' '));
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

test('questions, and how often each answer was given, by robots and by seats; several answers to one question count each', async () => {
  const { list } = await house.ask(statEndpoints.questions, days, token);
  expect(list).toEqual([
    { question: '意向时间', robot: 3, seat: 2, values: 2, before: 1 },
    { question: '人数', robot: 3, seat: 0, values: 2, before: 0 },
    { question: 'v', robot: 1, seat: 0, values: 1, before: 0 },
    { question: '联系电话', robot: 1, seat: 0, values: 1, before: 0 },
  ]);
  const answered = await house.ask(statEndpoints.collection, { ...days, question: '意向时间' }, token);
  expect(answered).toEqual({
    answered: { now: 4, before: 1 },
    list: [
      { value: '周六', now: 3, before: 1, chance: true },
      { value: '周日', now: 2, before: 0, chance: true },
    ],
    rest: { now: 0, before: 0 },
  });
  const bySeat = await house.ask(statEndpoints.collection, { ...days, question: '意向时间', by: 'seat' }, token);
  expect(bySeat.list.map(({ value, now }) => [value, now])).toEqual([
    ['周六', 1],
    ['周日', 1],
  ]);
});

test('two questions crossed: calls that gave both', async () => {
  const cross = await house.ask(statEndpoints.cross, { ...days, question: '意向时间', other: '人数' }, token);
  expect(cross).toEqual({
    rows: ['周六', '周日'],
    columns: ['2', '3'],
    cells: [
      { row: '周六', column: '2', n: 1 },
      { row: '周六', column: '3', n: 1 },
      { row: '周日', column: '2', n: 1 },
    ],
  });
});

test('answers one by one, newest first, page by page; an answer leads to its calls; words of them are counted', async () => {
  const whole = await house.ask(statEndpoints.answers, days, token);
  expect(whole.total).toBe(10);
  const paged: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: typeof whole = await house.ask(
      statEndpoints.answers,
      { ...days, limit: 3, ...(after !== '' && { after }) },
      token,
    );
    paged.push(...page.list.map(({ callId, n }) => `${callId}-${n}`));
    ({ after } = page);
  }
  expect(paged).toEqual(whole.list.map(({ callId, n }) => `${callId}-${n}`));
  const saturday = await house.ask(statEndpoints.answers, { ...days, question: '意向时间', value: '周六' }, token);
  expect(saturday.list.map(({ callId }) => callId).toSorted()).toEqual([calls[2], calls[3], calls[5]].toSorted());
  const { list, answers } = await house.ask(statEndpoints.words, { ...days, question: '意向时间' }, token);
  expect(answers).toBe(5);
  expect(list).toContainEqual({ word: '周六', n: 3 });
});

test('who sees no whole numbers sees none that was said; who sees his own calls alone sees their answers; another merchant sees nothing', async () => {
  const phone = { ...days, question: '联系电话' };
  const [row] = (await house.ask(statEndpoints.answers, phone, masked)).list;
  expect(row?.phone).toMatch(/^\d{3}\*{4}\d{4}$/);
  expect(JSON.stringify([row, await house.ask(statEndpoints.collection, phone, masked)])).not.toContain('13812345678');
  expect(JSON.stringify(await house.ask(statEndpoints.collection, phone, token))).toContain('13812345678');
  const guessed = { ...days, value: '打13812345678找我' };
  expect(await house.post('stat/answers', { ...guessed, token: masked })).toMatchObject({ data: null });
  expect((await house.ask(statEndpoints.answers, guessed, token)).total).toBe(1);
  expect((await house.ask(statEndpoints.words, phone, masked)).list.map(({ word }) => word)).not.toContain(
    '13812345678',
  );
  const all = { from: '2026-11-17', to: '2026-11-18' };
  expect((await house.ask(statEndpoints.answers, all, token)).total).toBe(11);
  expect((await house.ask(statEndpoints.answers, all, mine)).total).toBe(10);
  const narrow = { ...all, planId: ground.planId, question: '意向时间' };
  expect((await house.ask(statEndpoints.questions, narrow, stranger)).list).toEqual([]);
  expect((await house.ask(statEndpoints.collection, narrow, stranger)).list).toEqual([]);
  expect((await house.ask(statEndpoints.cross, { ...narrow, other: '人数' }, stranger)).cells).toEqual([]);
  expect((await house.ask(statEndpoints.words, narrow, stranger)).list).toEqual([]);
  expect((await house.ask(statEndpoints.answers, narrow, stranger)).total).toBe(0);
});

test('a sheet of answers: a line each, formulas are text', async () => {
  const { db } = house.database;
  const works = { [EXPORT_ANSWERS]: answerSheetWork({ db, files: openFiles(house.dataDir) }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  const { batchId } = await house.ask(statEndpoints.collectionSheet, { ...days, question: 'v' }, token);
  await jobs.batch?.({ merchantId: ground.merchantId, id: batchId }, new AbortController().signal);
  const batch = (await house.ask(batchEndpoints.list, {}, token)).list.find(({ id }) => id === batchId);
  const [file] = await sql('select path, kind from file where key = $1', batch?.fileId);
  expect(file?.kind).toBe('wholeAnswers');
  const rows: string[][] = [];
  for await (const block of (await openSheet(`${house.dataDir}/${file?.path}`)).rows)
    rows.push(...block.map(row => [...row.cells]));
  expect(rows.map(row => row.slice(5))).toEqual([
    ['问题', '回答', '由谁采集'],
    ['v', '=HYPERLINK("x")', '机器人'],
  ]);
});

test('answers follow their call: given to another, removed, put back, told anew', async () => {
  const [, , a] = calls;
  const rows = () => sql('select value, owner_id from answer where call_id = $1 order by n', a);
  await sql('update call set owner_id = null where id = $1', a);
  expect(await rows()).toEqual([
    { value: '周六', owner_id: '0' },
    { value: '2', owner_id: '0' },
  ]);
  await sql('update call set removed_at = now() where id = $1', a);
  expect(await rows()).toEqual([]);
  await sql('update call set removed_at = null where id = $1', a);
  expect(await rows()).toHaveLength(2);
  await say(a, robot('意向时间', '都行'));
  expect((await rows()).map(({ value }) => value)).toEqual(['都行']);
});

test('answers of before become rows portion by portion, each once, however often the job is cut off', async () => {
  const count = async () => (await sql('select count(*)::int as n from answer'))[0]?.n;
  const all = await count();
  await sql('truncate answer');
  await sql('update answers_before set call_id = 9007199254740991');
  await expect(
    house.database.db.transaction().execute(async tx => {
      await answersBeforeJob(tx).answersBefore!({}, new AbortController().signal);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await count()).toBe(0);
  for (let n = 0; n < 2; n += 1)
    await answersBeforeJob(house.database.db).answersBefore!({}, new AbortController().signal);
  expect(await count()).toBe(all);
});
