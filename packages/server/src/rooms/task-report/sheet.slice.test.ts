import { batchEndpoints, SPARE_NUMBER, taskReportEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { EXPORT_TASK, taskSheetWork } from './index.ts';

/** The people of a task as a workbook; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token: string;
let ground: TaskGround;
let task: string;
let lastCall: string;
const log = openLog('silent', 'test');
const sql = (text: string, ...values: unknown[]) => house.database.pool.query(text, values);
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
  task = await makeTask(house, token, ground);
  const [called, fresh] = await addNumbers(house, ground.merchantId, task, ['15400000701', '15400000702']);
  const known = { 客户编号: '=1+1', [SPARE_NUMBER]: '13900139000' };
  await sql('update callee set variables = $2, name = $3 where id = $1', called, known, '王女士');
  await sql('update callee set variables = $2 where id = $1', fresh, { 客户编号: '2' });
  const call = await addCall(house, ground, task, called!);
  await sql(
    `update call set stage = 'ended', state = 'answered', level = 'B', level_rule = '问了价格',
       placed_at = '2026-11-20T02:00:00Z', answered_at = now(), ended_at = now() where id = $1`,
    call,
  );
  lastCall = call;
  await sql(
    `update callee set state = 'settled', because = 'answered', attempts = 1, last_state = 'answered', last_level = 'B',
       last_call_id = $2 where id = $1`,
    called,
    call,
  );
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const sheetFor = async (as: string): Promise<string[][]> => {
  const { batchId } = await house.ask(taskReportEndpoints.sheet, { id: task }, as);
  const { db } = house.database;
  const works = { [EXPORT_TASK]: taskSheetWork({ db, files: openFiles(house.dataDir) }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  await jobs.batch?.({ merchantId: house.merchants[0].id, id: batchId }, new AbortController().signal);
  const { list } = await house.ask(batchEndpoints.list, {}, as);
  const batch = list.find(({ id }) => id === batchId);
  expect(batch).toMatchObject({ title: '任务结果', state: 1, done: 2, of: 2 });
  const { rows } = await sql('select path from file where key = $1', batch?.fileId);
  const cells: string[][] = [];
  for await (const block of (await openSheet(`${house.dataDir}/${rows[0]?.path}`)).rows)
    cells.push(...block.map(row => [...row.cells]));
  return cells;
};

test('each person is a line: how it came out, why, when, and a column for what the list kept; formulas stay text', async () => {
  const [head, called, fresh] = await sheetFor(token);
  expect(head?.slice(0, 10)).toEqual(
    '号码 客户 备用号码 进度 最近结果 说明 等级 等级依据 已拨次数 最近呼叫时间'.split(' '),
  );
  expect(called?.slice(0, 10)).toEqual([
    ...['15400000701', '王女士', '13900139000', '已完结', '已接通', '已接通', 'B', '问了价格', '1'],
    '2026-11-20 10:00:00',
  ]);
  const at = head!.indexOf('客户编号');
  expect([called?.[at], fresh?.[at], fresh?.[3]]).toEqual(['=1+1', '2', '未拨']);
  const { rows } = await sql("select target from audit where action = 'task.export'");
  expect(rows).toContainEqual({ target: task });
});

test('who sees numbers masked gets them masked; without the right, or of another merchant, there is no sheet', async () => {
  const masked = await house.signInWith(['myTask'], ['callLog:export']);
  const [, called] = await sheetFor(masked);
  expect(called?.slice(0, 3)).toEqual(['154****0701', '王女士', '139****9000']);
  const without = await house.signInWith(['myTask'], []);
  expect(await house.post('task/reportSheet', { id: task, token: without })).toMatchObject({ errorCode: 104 });
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('task/reportSheet', { id: task, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('a column an answer, by its variable: two of one name, one of none, one renamed since; older words by name', async () => {
  const variables = [
    { name: 'grade', label: '年级' },
    { name: 'sibling', label: '年级' },
    { name: 'day', label: '' },
    { name: 'place', label: '新名字' },
  ];
  const graph = `update plan_version set graph = jsonb_set(graph, '{variables}', $2) where plan_id = $1`;
  await sql(graph, ground.planId, JSON.stringify(variables));
  const put = `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, '[]', '[]', $3)
    on conflict (merchant_id, call_id) do update set answers = excluded.answers`;
  const columns = async (answers: readonly object[]) => {
    await sql(put, ground.merchantId, lastCall, JSON.stringify(answers));
    const [head, called] = await sheetFor(token);
    return [head?.slice(10, 14), called?.slice(10, 14)];
  };
  const head = ['年级', '年级', 'day', '新名字'];
  const kept = [
    { variable: 'sibling', label: '年级', value: '五年级' },
    { variable: 'grade', label: '年级', value: '三年级' },
    { variable: 'place', label: '旧名字', value: '浦东' },
    { variable: 'day', label: '', value: '周六' },
  ].map(answer => ({ ...answer, atMs: 1 }));
  expect(await columns(kept)).toEqual([head, ['三年级', '五年级', '周六', '浦东']]);
  expect(await columns([{ label: '新名字', value: '静安', atMs: 1 }])).toEqual([head, ['', '', '', '静安']]);
});

test('a level that a person gave says why, its numbers masked for who sees none', async () => {
  await sql(
    `insert into call_correction (merchant_id, call_id, ruled_level, level, why, corrected_by)
     select $1, $2, 'B', 'A', '要打 13912345678', min(id) from employee where merchant_id = $1`,
    ground.merchantId,
    lastCall,
  );
  const reason = async (as: string) => (await sheetFor(as))[1]?.[7];
  expect(await reason(token)).toBe('人工改为 A · 要打 13912345678');
  expect(await reason(await house.signInWith(['myTask'], ['callLog:export']))).toBe('人工改为 A · 要打 139****5678');
});
