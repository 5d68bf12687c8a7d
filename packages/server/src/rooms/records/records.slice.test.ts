import {
  batchEndpoints,
  blacklistEndpoints,
  type CallOf,
  callEndpoints,
  followUpEndpoints,
  removalEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { blacklistCallee } from '../blacklist/index.ts';
import { EXPORT_CALLS, exportWork } from '../call-sheets/index.ts';

/** Call records as pages and sheets read them, of a merchant that has ten; the other merchant has as many. */
let house: TestHouse;
let bus: Bus;
let token = '';
let own: Assets;
const log = openLog('silent', 'test');

/** Minute of 2026-03-02, 09:00 in Shanghai and on; `talk` in seconds. */
interface Row {
  readonly minute: number;
  readonly phone: string;
  readonly state: string;
  readonly level?: string;
  readonly talk?: number;
  readonly byHand?: boolean;
  readonly name?: string;
}
const rows: readonly Row[] = [
  { minute: 0, phone: '13800138000', state: 'answered', level: 'A', talk: 61, name: '王女士' },
  { minute: 1, phone: '13800138001', state: 'answered', level: 'B', talk: 30 },
  { minute: 2, phone: '13902212345', state: 'busy' },
  { minute: 3, phone: '13902212346', state: 'noAnswer' },
  { minute: 4, phone: '01065529988', state: 'answered', level: 'F', talk: 5, byHand: true },
  { minute: 5, phone: '13800138000', state: 'rejected', name: '=cmd|calc' },
  { minute: 6, phone: '13800138002', state: 'answered', level: 'A', talk: 120 },
  { minute: 7, phone: '15400000001', state: 'interrupted', byHand: true },
  { minute: 7, phone: '13800138003', state: 'emptyNumber' },
  { minute: 9, phone: '13909912345', state: 'answered', level: 'C', talk: 59 },
];

const said = (line: number, speaker: string, text: string) => ({
  line,
  speaker,
  text,
  atMs: line,
  endMs: null,
  node: '开场白',
  understood: null,
  interruptedAfterMs: null,
});

const fill = async (merchantId: string, { plan, line, port, task }: Assets): Promise<void> => {
  const { pool } = house.database;
  await pool.query('delete from call where merchant_id = $1', [merchantId]);
  for (const [n, row] of rows.entries()) {
    const callee = await pool.query<{ id: string }>(
      'insert into callee (merchant_id, task_id, phone) values ($1, $2, $3) returning id',
      [merchantId, task, `1390000000${n}`],
    );
    const { rows: inserted } = await pool.query<{ id: string }>(
      `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because,
         hung_up_by, level, talk_ms, turns, cost, callee_name, task_id, callee_id, attempt, port_id, placed_at, answered_at,
         ended_at)
       values ($1, $2, 1, '话术', $3, '线路', $4, 'ended', $5, 'busy', 'callee', $6, $7, 3, 0.12, $8, $9, $10, $11, $12,
         timestamptz '2026-03-02 09:00+08' + $13 * interval '1 minute',
         case when $7 > 0 then timestamptz '2026-03-02 09:00:10+08' + $13 * interval '1 minute' end,
         case when $7 = 61000 then timestamptz '2026-03-02 09:00:59+08' end)
       returning id`,
      [
        merchantId,
        plan,
        line,
        row.phone,
        row.state,
        row.level ?? null,
        (row.talk ?? 0) * 1_000,
        row.name ?? '',
        ...(row.byHand ? [null, null, null, null] : [task, callee.rows[0]?.id, 1, port]),
        row.minute,
      ],
    );
    if (n === 0)
      await pool.query(
        `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', $4)`,
        [
          merchantId,
          inserted[0]?.id,
          JSON.stringify([said(0, 'robot', '您好，请问方便吗？'), said(1, 'callee', '打 13987654321 吧')]),
          JSON.stringify([
            { label: '意向时间', value: '周六上午', atMs: 1 },
            { label: '人数', value: '2', atMs: 2 },
          ]),
        ],
      );
  }
};

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  await fill(house.merchants[0].id, own);
  await fill(house.merchants[1].id, await provisionMerchant(house, house.merchants[1].id));
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

type Filter = CallOf<typeof callEndpoints.list>;
const list = (filter: Filter, as = token) => house.ask(callEndpoints.list, filter, as);
const minuteOf = (placedAt: string) => (Date.parse(placedAt) - Date.parse('2026-03-02T01:00:00Z')) / 60_000;
const minutes = async (filter: Filter, as = token) => (await list(filter, as)).list.map(row => minuteOf(row.placedAt));

test.each([
  ['nothing: newest first', {}, [9, 7, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['from a moment on', { from: '2026-03-02T01:07:00Z' }, [9, 7, 7]],
  ['before a moment, wherever its clock stands', { to: '2026-03-02T09:02:00+08:00' }, [1, 0]],
  ['between', { from: '2026-03-02T01:02:00Z', to: '2026-03-02T01:05:00Z' }, [4, 3, 2]],
  ['states', { states: ['busy', 'noAnswer', 'rejected'] }, [5, 3, 2]],
  ['levels', { levels: ['A', 'C'] }, [9, 6, 0]],
  ['first figures', { phone: '138' }, [7, 6, 5, 1, 0]],
  ['a whole number', { phone: '+86 138-0013-8000' }, [5, 0]],
  ['no figures', { phone: '13%' }, []],
  ['calls by hand', { source: 'hand' }, [7, 4]],
  ['calls of tasks that reached somebody', { source: 'task', states: ['answered'] }, [9, 6, 1, 0]],
  ['talks of a minute', { talkFromS: 60 }, [6, 0]],
  ['talks of any length', { talkFromS: 0, levels: ['F'] }, [4]],
  ['everything at once', { levels: ['A'], states: ['answered'], phone: '1380', talkFromS: 100, source: 'task' }, [6]],
  ['empty lists', { states: [], levels: [] }, [9, 7, 7, 6, 5, 4, 3, 2, 1, 0]],
] satisfies [string, Filter, number[]][])('calls are narrowed by %s', async (_what, filter, found) => {
  expect(await minutes(filter)).toEqual(found);
  expect((await list(filter)).total).toBe(found.length);
});

test('calls are narrowed by task and plan of the merchant; those of another find nothing', async () => {
  expect(await minutes({ taskId: own.task })).toEqual([9, 7, 6, 5, 3, 2, 1, 0]);
  expect(await minutes({ planId: own.plan })).toHaveLength(10);
  const stranger = await house.signIn(house.merchants[1]);
  expect(await minutes({ taskId: own.task }, stranger)).toEqual([]);
  expect(await minutes({ planId: own.plan }, stranger)).toEqual([]);
});

test('a row says who was called, where, in which task, how often and what it cost; a call by hand has no task', async () => {
  const first = (await list({ to: '2026-03-02T01:01:00Z' })).list[0];
  expect(first).toMatchObject({
    calleeName: '王女士',
    area: '北京 · 移动',
    task: { id: own.task, name: '任务' },
    attempt: 1,
    turns: 3,
    cost: '0.12',
  });
  expect(await house.ask(callEndpoints.detail, { id: first?.id ?? '' }, token)).toMatchObject({
    ...first,
    answers: [{ label: '意向时间' }, { label: '人数' }],
  });
  expect((await list({ source: 'hand' })).list[1]).toMatchObject({ area: '北京', task: null, attempt: null });
});

test('pages go on after the last call seen, of one minute as well, whatever comes meanwhile', async () => {
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await list({ limit: 3, ...(after !== undefined && { after }) });
    seen.push(...page.list.map(row => row.id));
    if (page.after === null) break;
    after = page.after;
  }
  expect(new Set(seen).size).toBe(10);
  expect(seen).toEqual((await list({})).list.map(row => row.id));
});

test('the first page sums up talk and cost of all that was found, trials apart; a further one does not', async () => {
  expect((await list({})).sums).toEqual({ talkMs: 270_000, cost: '0.96', byHand: 2 });
  expect((await list({ levels: ['A'], limit: 1 })).sums).toEqual({ talkMs: 181_000, cost: '0.24', byHand: 0 });
  expect((await list({ states: ['fax'] })).sums).toEqual({ talkMs: 0, cost: '0', byHand: 0 });
  expect((await list({ source: 'hand' })).sums).toEqual({ talkMs: 5_000, cost: '0.24', byHand: 0 });
  expect((await list({ source: 'notHand' })).total).toBe(8);
  const { after } = await list({ limit: 1 });
  expect((await list({ limit: 1, after: after! })).sums).toBeNull();
  expect((await list({ limit: 1, page: 2 })).sums).toBeNull();
});

test('O-304: who sees numbers masked finds by the whole number alone, and further filters need their right', async () => {
  const masked = await house.signInWith(['callLog'], []);
  expect(await minutes({ phone: '138' }, masked)).toEqual([]);
  expect((await list({ phone: '13800138000' }, masked)).list.map(row => row.phone)).toEqual([
    '138****8000',
    '138****8000',
  ]);
  for (const more of [{ talkFromS: '60' }, { planId: own.plan }])
    expect(await house.post('call/list', { ...more, token: masked })).toMatchObject({ errorCode: 104 });
  const searcher = await house.signInWith(['callLog'], ['search_more']);
  expect(await minutes({ talkFromS: 60 }, searcher)).toEqual([6, 0]);
});

test('names and last four figures are found; what is neither finds nothing, never everything', async () => {
  const found = async (phone: string, as?: string) => (await list({ phone }, as)).list.length;
  expect([await found('王女士'), await found('王'), await found('女士'), await found('李')]).toEqual([1, 1, 0, 0]);
  expect([await found('8000'), await found('0000001')]).toEqual([2, 0]);
  expect([await found('%'), await found('_'), await found('？'), await found("' or 1=1")]).toEqual([0, 0, 0, 0]);
  // Who sees numbers masked sees their last figures, and the name.
  const masked = await house.signInWith(['callLog'], []);
  expect([await found('8000', masked), await found('1380', masked), await found('王', masked)]).toEqual([2, 0, 1]);
});

const parts = () => ({
  db: house.database.db,
  push: openPushSender(house.database.db, bus, log),
  log,
  works: { [EXPORT_CALLS]: exportWork({ db: house.database.db, files: openFiles(house.dataDir) }) },
});
const carryOut = (id: string, signal = new AbortController().signal) =>
  batchJob(parts()).batch?.({ merchantId: house.merchants[0].id, id }, signal);
const startExport = async (filter: CallOf<typeof callEndpoints.export>, as = token) =>
  (await house.ask(callEndpoints.export, filter, as)).batchId ?? 'it waits';
const batchOf = async (id: string, as = token) =>
  (await house.ask(batchEndpoints.list, {}, as)).list.find(batch => batch.id === id);
const cellsOf = async (fileId: string | null): Promise<string[][]> => {
  const file = await house.database.pool.query<{ path: string }>('select path from file where key = $1', [fileId]);
  const { rows: blocks } = await openSheet(`${house.dataDir}/${file.rows[0]?.path}`);
  const cells: string[][] = [];
  for await (const block of blocks) cells.push(...block.map(row => [...row.cells]));
  return cells;
};

test('an export is a workbook of the filtered calls with their answers, in the merchant’s hours; formulas stay text', async () => {
  const id = await startExport({ phone: '13800138000' });
  expect(await batchOf(id)).toMatchObject({ title: '通话记录', type: 1, state: 0 });
  await carryOut(id);
  const batch = await batchOf(id);
  expect(batch).toMatchObject({ state: 1, remark: '共 2 条', done: 2, of: 2 });
  const [head, ...lines] = await cellsOf(batch?.fileId ?? null);
  expect(head?.slice(0, 4)).toEqual(['号码', '客户', '归属地', '任务']);
  expect(lines[0]?.slice(0, 2)).toEqual(['13800138000', '=cmd|calc']);
  expect(lines[1]).toEqual([
    '13800138000',
    '王女士',
    '北京 · 移动',
    '任务',
    '1',
    '话术',
    '线路',
    '已接通',
    '对方忙',
    'A',
    '',
    '61',
    '3',
    '2026-03-02 09:00:00',
    '2026-03-02 09:00:10',
    '2026-03-02 09:00:59',
    '客户',
    '0.12',
    '意向时间：周六上午；人数：2',
    ...['', '', '', ''],
    '机器人：您好，请问方便吗？\n客户：打 13987654321 吧',
    expect.stringMatching(/^http:\/\/[^/]+\/platform\/call\/\d+$/),
  ]);
  const { rows: audited } = await house.database.pool.query("select target from audit where action = 'call.export'");
  expect(audited).toContainEqual({ target: id });
});

test('an export of more calls than are read at once holds each of them once', async () => {
  const merchant = house.merchants[0].id;
  await house.database.pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, ended_at)
      select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, (17700000000 + n)::text, 'ended', 'busy', now()
      from (select * from call where merchant_id = $1 order by id limit 1) like_this, generate_series(1, 205) n`,
    [merchant],
  );
  const id = await startExport({ phone: '177000' });
  await carryOut(id);
  const phones = (await cellsOf((await batchOf(id))?.fileId ?? null)).slice(1).map(([phone]) => phone);
  expect([phones.length, new Set(phones).size]).toEqual([205, 205]);
  await house.database.pool.query(`delete from call where merchant_id = $1 and phone like '177000%'`, [merchant]);
});

test('the file is named after the task and the days of its filter', async () => {
  const nameOf = async (filter: CallOf<typeof callEndpoints.export>) => {
    const id = await startExport(filter);
    await carryOut(id);
    const { rows: files } = await house.database.pool.query<{ name: string }>('select name from file where key = $1', [
      (await batchOf(id))?.fileId,
    ]);
    return files[0]?.name;
  };
  const day = { from: '2026-03-02T00:00:00+08:00', to: '2026-03-03T00:00:00+08:00' };
  expect(await nameOf({ taskId: own.task, ...day })).toBe('通话记录_任务_2026-03-02.xlsx');
  expect(await nameOf({ ...day, to: '2026-03-05T00:00:00+08:00' })).toBe('通话记录_2026-03-02至2026-03-04.xlsx');
});

test('of the rows that were chosen those that the filter finds are exported, and none of another merchant', async () => {
  const [newest, , , other] = (await list({})).list;
  const theirs = (await list({}, await house.signIn(house.merchants[1]))).list[0];
  const id = await startExport({ levels: ['A', 'C'], ids: [newest!.id, other!.id, theirs!.id] });
  await carryOut(id);
  expect(await batchOf(id)).toMatchObject({ state: 1, done: 2, of: 2 });
  const { rows: audited } = await house.database.pool.query('select after from audit where target = $1', [id]);
  expect(audited).toEqual([{ after: { levels: ['A', 'C'], calls: 3 } }]);
});

test('O-305: who does not hold callLog:export gets no sheet', async () => {
  const reader = await house.signInWith(['callLog'], ['search_more']);
  expect(await house.post('call/export', { token: reader })).toMatchObject({ errorCode: 104 });
});

test('a sheet holds the merchant’s own calls alone, and masked numbers for who sees them masked', async () => {
  const exporter = await house.signInWith(['callLog'], ['callLog:export']);
  const id = await startExport({}, exporter);
  await carryOut(id);
  const lines = (await cellsOf((await batchOf(id, exporter))?.fileId ?? null)).slice(1);
  expect(lines).toHaveLength(10);
  expect(lines.map(cells => cells[0])).not.toContain('13800138000');
  expect(lines.at(-1)?.[0]).toBe('138****8000');
  expect(lines.at(-1)?.at(-2)).toBe('机器人：您好，请问方便吗？\n客户：打 139****4321 吧');
  expect(await batchOf(id)).toBeUndefined();
  expect(await house.post('call/export', { planId: own.plan, token: exporter })).toMatchObject({ errorCode: 104 });
});

test('a sheet says who followed a call up and when, and what was noted, masked as on the page; its link leads to the call', async () => {
  const wish = { rights: ['callLog'], buttons: ['callLog:export'], scope: 'all' } as const;
  const people = peopleOf(house, house.merchants[0]);
  const [li, han] = [await people.person('李雷', wish), await people.person('韩梅梅', wish)];
  const id = (await list({ phone: '13800138000' })).list.at(-1)!.id;
  await house.ask(followUpEndpoints.note, { id, text: '打 13912345678', was: '' }, li.token);
  await house.ask(followUpEndpoints.note, { id, text: '约了周六，找 13987654321', was: '' }, han.token);
  await house.ask(followUpEndpoints.done, { id, done: '1' }, han.token);
  await house.database.pool.query(
    `update call_note set written_at = case text when '打 13912345678' then timestamptz '2026-03-02 10:00+08'
       else timestamptz '2026-03-02 11:30+08' end where call_id = $1`,
    [id],
  );
  await house.database.pool.query(
    `update call_followed set followed_at = timestamptz '2026-03-02 11:31:05+08' where call_id = $1`,
    [id],
  );
  const linesOf = async (as: string) => {
    const batch = await startExport({ ids: [id] }, as);
    await carryOut(batch);
    return (await cellsOf((await batchOf(batch, as))?.fileId ?? null)).map(cells => cells.slice(-5));
  };
  const page = expect.stringMatching(new RegExp(`^http://[^/]+/platform/call/${id}$`));
  const [head, whole] = await linesOf(token);
  expect(head).toEqual(['跟进人', '跟进时间', '备注', '通话内容', '链接']);
  const noted = (his: string, hers: string) =>
    `韩梅梅 2026-03-02 11:30：约了周六，找 ${hers}\n李雷 2026-03-02 10:00：打 ${his}`;
  const said = (figures: string) => `机器人：您好，请问方便吗？\n客户：打 ${figures} 吧`;
  const done = ['韩梅梅', '2026-03-02 11:31:05'] as const;
  expect(whole).toEqual([...done, noted('13912345678', '13987654321'), said('13987654321'), page]);
  // Who wrote a number knows it.
  const [, masked] = await linesOf(li.token);
  expect(masked).toEqual([...done, noted('13912345678', '139****4321'), said('139****4321'), page]);
  await house.database.pool.query('delete from call_followed');
  await house.database.pool.query('delete from call_note');
});

test('an export that is killed between two chunks begins its file anew; one that is cancelled leaves none', async () => {
  const killed = await startExport({});
  await house.database.pool.query(`update batch set cursor = '{"rows":7}', rows_done = 7 where id = $1`, [killed]);
  await carryOut(killed);
  expect(await batchOf(killed)).toMatchObject({ state: 1, done: 10, remark: '共 10 条' });
  const cancelled = await startExport({});
  await house.ask(batchEndpoints.cancel, { id: cancelled }, token);
  await carryOut(cancelled);
  expect(await batchOf(cancelled)).toMatchObject({ state: 3, remark: '已取消', fileId: null });
  const path = `exports/${house.merchants[0].id}/${cancelled}.xlsx`;
  expect(await openFiles(house.dataDir).find(path)).toBeNull();
});

/** The calls as they were filled in, but for those of some minutes: over so many minutes later, null: not yet. */
const ending = async (after: Readonly<Record<number, number | null>>): Promise<void> => {
  const of = 'where merchant_id = $1';
  const { pool } = house.database;
  const { id } = house.merchants[0];
  await pool.query(`update call set ended_at = placed_at, stage = 'ended', state = coalesce(state, 'answered') ${of}`, [
    id,
  ]);
  for (const [minute, minutesLater] of Object.entries(after))
    await pool.query(
      `update call set ended_at = placed_at + $3 * interval '1 minute',
         stage = case when $3::float is null then 'placed' else 'ended' end,
         state = case when $3::float is null then null else state end
       ${of} and placed_at = timestamptz '2026-03-02 09:00+08' + $2 * interval '1 minute'`,
      [id, minute, minutesLater],
    );
};

test('a long call that was placed first and ended last is the first row, and belongs to when it was placed', async () => {
  await ending({ 0: 20 });
  expect((await minutes({ limit: 3 })).slice(0, 3)).toEqual([0, 9, 7]);
  expect(await minutes({ to: '2026-03-02T01:02:00Z' })).toEqual([0, 1]);
  expect(await minutes({ from: '2026-03-02T01:09:00Z' })).toEqual([9]);
});

test('a call that is filed a day later is listed within the hour, where spans of time find it', async () => {
  await ending({ 0: 1_440, 9: 61 });
  expect((await minutes({ limit: 2 })).slice(0, 2)).toEqual([9, 0]);
  expect(await minutes({ to: '2026-03-02T01:01:00Z' })).toEqual([0]);
});

test('a page goes on where it ended, when its last call has gone up the list meanwhile', async () => {
  await ending({ 0: 20, 6: null });
  const first = await list({ limit: 5 });
  expect(first.list.map(row => minuteOf(row.placedAt))).toEqual([0, 9, 7, 7, 6]);
  // The list is in the order of when calls ended, and says when that was.
  expect([first.list[0]?.endedAt, first.list[4]?.endedAt]).toEqual(['2026-03-02T01:20:00.000Z', null]);
  await ending({ 0: 20, 6: 30 });
  expect(await minutes({ limit: 5, after: first.after! })).toEqual([5, 4, 3, 2, 1]);
  expect((await minutes({ limit: 2 })).slice(0, 2)).toEqual([6, 0]);
});

test('a number that is on the blacklist for what was said in a call is taken off from its record, and put back', async () => {
  const [merchant] = house.merchants;
  const { list: all } = await list({ phone: '13902212345' });
  const id = all[0]?.id ?? '';
  const wish = { merchantId: merchant.id, phone: '13902212345', call: id, reason: '别打了' };
  await blacklistCallee(house.database.db, wish);
  const isOn = async () => (await house.ask(callEndpoints.detail, { id }, token)).isBlacklistedBy;
  expect(await isOn()).toBe(true);
  const stranger = await house.signIn(house.merchants[1]);
  const reader = await house.signInWith(['callLog', 'myTask'], []);
  for (const as of [stranger, reader])
    expect((await house.post('blacklist/allow', { callId: id, token: as })).errorCode).not.toBe(0);
  expect(await isOn()).toBe(true);
  const { undo } = await house.ask(blacklistEndpoints.allow, { callId: id }, token);
  expect(await isOn()).toBe(false);
  expect((await house.post('blacklist/allow', { callId: id, token })).errorCode).toBe(105);
  const { rows: audited } = await house.database.pool.query(
    "select before from audit where merchant_id = $1 and action = 'blacklist.remove' order by id desc limit 1",
    [merchant.id],
  );
  expect(audited).toEqual([{ before: { phone: '13902212345' } }]);
  await house.ask(removalEndpoints.undo, { id: undo }, token);
  expect(await isOn()).toBe(true);
});
