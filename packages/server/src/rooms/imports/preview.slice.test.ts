import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuMsOf } from '../../../test/cpu.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { makeWorkbook } from '../../platform/sheets/made-workbook.test-data.ts';
import { beginningOf } from './beginning.ts';

let house: TestHouse;
let token = '';
let task = '';
let spareTask = '';

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  ({ task, spareTask } = await provisionMerchant(house, house.merchants[0].id));
});
afterAll(() => house.close());

const uploaded = async (name: string, bytes: Buffer | string): Promise<string> => {
  const form = new FormData();
  form.set('token', token);
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  const response = await fetch(`${house.origin}/api/front/file/uploadSheet`, { method: 'POST', body: form });
  return ((await response.json()) as Answer<{ fileId: string }>).data!.fileId;
};

const seen = { filled: 1, mobiles: 0, dates: 0, names: 0 };

test('a preview shows the beginning of a workbook and guesses its columns', async () => {
  const variables = [{ name: 'course', label: '课程', fallback: '', spoken: 'asWritten' }];
  await house.database.pool.query(`update plan_version set graph = jsonb_set(graph, '{variables}', $1::jsonb)`, [
    JSON.stringify(variables),
  ]);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('到期客户名单')}</row><row r="2">${['姓名', '身份证号码', '联系电话', '课程', '到期日', '备注'].map(cell).join('')}</row><row r="3">${cell('张三')}${cell('11010519491231002X')}<c><v>1.38001380E10</v></c>${cell('英语')}${cell('2026-12-01')}${cell('字'.repeat(200))}</row>`;
  const fileId = await uploaded('名单.xlsx', makeWorkbook({ rows }));
  expect(await house.ask(taskEndpoints.preview, { id: task, fileId }, token)).toEqual({
    kind: 'xlsx',
    sheets: ['名单', '说明 & 备注'],
    encoding: null,
    skipped: 1,
    header: true,
    columns: [
      { index: 0, title: '姓名', kept: '姓名', guess: { index: 0, use: 'name' }, ...seen, names: 1 },
      {
        index: 1,
        title: '身份证号码',
        kept: '身份证号码',
        guess: { index: 1, use: 'kept', variable: '身份证号码' },
        ...seen,
      },
      { index: 2, title: '联系电话', kept: '联系电话', guess: { index: 2, use: 'phone' }, ...seen, mobiles: 1 },
      {
        index: 3,
        title: '课程',
        kept: '课程',
        guess: { index: 3, use: 'variable', variable: 'course' },
        ...seen,
        names: 1,
      },
      {
        index: 4,
        title: '到期日',
        kept: '到期日',
        guess: { index: 4, use: 'kept', variable: '到期日' },
        ...seen,
        dates: 1,
      },
      { index: 5, title: '备注', kept: '备注', guess: { index: 5, use: 'kept', variable: '备注' }, ...seen },
    ],
    variables: [{ name: 'course', label: '课程' }],
    rows: [
      ['姓名', '身份证号码', '联系电话', '课程', '到期日', '备注'],
      ['张三', '11010519491231002X', '13800138000', '英语', '2026-12-01', '字'.repeat(100)],
    ],
    columnsLeftOut: false,
    remembered: null,
  });
});

test('a preview of pasted numbers knows the column without titles, and shows twenty rows', async () => {
  const text = Array.from({ length: 30 }, (_, n) => 13_000_000_000 + n).join('\n');
  const shown = await house.ask(taskEndpoints.preview, { id: task, text }, token);
  expect([shown.kind, shown.header, shown.rows.length]).toEqual(['text', false, 20]);
  expect(shown.columns).toEqual([
    { index: 0, title: '', kept: 'A', guess: { index: 0, use: 'phone' }, filled: 30, mobiles: 30, dates: 0, names: 0 },
  ]);
});

test('a preview of a workbook that takes long to read keeps no page waiting', async () => {
  const strings = '<si><t>13800138000</t></si>'.repeat(300_000);
  const bytes = makeWorkbook({ rows: '<row r="1"><c r="A1" t="s"><v>299999</v></c></row>', strings });
  const fileId = await uploaded('大.xlsx', bytes);
  const path = join(house.dataDir, 'large.xlsx');
  await writeFile(path, bytes);
  const floorMs = await cpuMsOf(async () => beginningOf(await openSheet(path)));
  const ms = await cpuMsOf(async () => {
    const { rows } = await house.ask(taskEndpoints.preview, { id: task, fileId }, token);
    expect(rows).toEqual([['13800138000']]);
  });
  expect(ms).toBeLessThan(floorMs / 3);
});

test('a preview of nothing, of both sources, of a sheet that is not there, says so', async () => {
  const ask = (fields: Record<string, string>) => house.post('task/preview', { id: task, token, ...fields });
  const fileId = await uploaded('a.xlsx', makeWorkbook({ rows: '' }));
  expect(await ask({})).toMatchObject({ errorCode: 100, errorMsg: '文件：必填' });
  expect(await ask({ fileId, text: '13800138000' })).toMatchObject({ errorCode: 100 });
  expect(await ask({ fileId })).toMatchObject({ errorCode: 153, errorMsg: '文件里没有内容' });
  expect(await ask({ fileId, sheet: '9' })).toMatchObject({ errorCode: 105, errorMsg: '工作表不存在或已删除' });
  expect(await ask({ text: ' \n ' })).toMatchObject({ errorCode: 100 });
});

test('before it is imported a sheet is counted: what would be called, and what not, and why', async () => {
  const { pool } = house.database;
  const merchant = house.merchants[0].id;
  const listed = (phone: string, to: string) =>
    pool.query(`insert into callee (merchant_id, task_id, phone) values ($1, $2, $3)`, [merchant, to, phone]);
  await pool.query(`update task set state = 'running' where id = $1`, [spareTask]);
  await listed('13800000001', task);
  await listed('13800000002', spareTask);
  await listed('13800000003', spareTask);
  await pool.query(`update callee set state = 'settled' where phone = '13800000003'`);
  await pool.query(`insert into blacklist (merchant_id, phone) values ($1, '13800000004')`, [merchant]);
  const text = [
    '回访名单',
    '号码,到期日',
    '13800000001,2026-12-01',
    '13800000002,2026-12-01',
    '13800000003,2026-12-01',
    '13800000004,2026-12-01',
    '13800000005/13900000005,2026-12-01',
    '13800000005,2026-12-02',
    '1380000000,2026-12-02',
    '2026-12-03,2026-12-02',
    '2026-12-04,2026-12-02',
  ].join('\n');
  const columns = [{ index: 0, use: 'phone' as const }];
  const sheet = { id: task, text, skipped: 1, header: '1' as const, columns };
  expect(await house.ask(taskEndpoints.check, sheet, token)).toEqual({
    rows: 9,
    good: 3,
    duplicate: 1,
    further: 0,
    known: { inTask: 1, blacklisted: 1, noConsent: 0, recent: 0, otherTask: 0, dead: 0, waitingElsewhere: 1 },
    knownInAll: null,
    invalid: 3,
    spare: 1,
    skippedNumbers: 0,
    reasons: [
      { because: '这一格是日期，不是号码', n: 2 },
      { because: '手机号应为 11 位，这个多了或少了', n: 1 },
    ],
    more: false,
  });
  const others = await house.signIn(house.merchants[1]);
  await expect(house.ask(taskEndpoints.check, sheet, others)).rejects.toThrow();
});

test('somebody who looks at a sheet says where its titles are; a number that is left out above them is counted', async () => {
  const text = '制表：王芳,13100000001\n姓名,电话\n张三,13800000011\n李四,13900000012\n';
  const found = await house.ask(taskEndpoints.preview, { id: task, text }, token);
  expect([found.skipped, found.header]).toEqual([1, true]);
  const columns = [{ index: 1, use: 'phone' as const }];
  const look = (skipped: number, header: '0' | '1') =>
    house.ask(taskEndpoints.check, { id: task, text, skipped, header, columns }, token);
  expect(await look(1, '1')).toMatchObject({ good: 2, skippedNumbers: 1 });
  const none = await house.ask(taskEndpoints.preview, { id: task, text, titles: 0 }, token);
  expect([none.skipped, none.header, none.rows.length]).toEqual([0, false, 4]);
  expect(await look(0, '0')).toMatchObject({ good: 3, skippedNumbers: 0 });
  const third = await house.ask(taskEndpoints.preview, { id: task, text, titles: 3 }, token);
  expect([third.skipped, third.header, third.columns[1]?.title]).toEqual([2, true, '13800000011']);
});

test('who sees numbers masked does not find one by halves: one figure of all, of ten lists a day, each in the audit', async () => {
  const masked = await house.signInWith(['myTask'], ['task:create']);
  const merchant = house.merchants[0].id;
  await house.database.pool.query(`insert into blacklist (merchant_id, phone) values ($1, '13856781234')`, [merchant]);
  const columns = [{ index: 0, use: 'phone' as const }];
  const look = (phones: readonly string[]) =>
    house.ask(taskEndpoints.check, { id: task, text: phones.join('\n'), header: '0', columns }, masked);
  // 138****1234: ten thousand there may be. Of a list twenty of them are compared.
  const all = Array.from({ length: 10_000 }, (_, n) => `138${String(n).padStart(4, '0')}1234`);
  const whole = await look(all);
  expect(whole).toMatchObject({ good: 20, invalid: 9_980, known: null, knownInAll: 0 });
  expect(whole.reasons).toEqual([{ because: expect.stringMatching(/^名单里只差中间四位的号码超过 20 个/), n: 9_980 }]);
  const told: (number | null)[] = [];
  for (let from = 20; from <= 220; from += 20) told.push((await look(all.slice(from, from + 20))).knownInAll);
  expect(told).toEqual([...Array.from({ length: 9 }, () => 0), null, null]);
  const found = await look(all.slice(5_670, 5_690));
  expect(found).toMatchObject({ good: 20, knownInAll: null });
  // The list that was compared before is none more, and the import is no other for it.
  expect(await look(all)).toEqual(whole);
  const { rows } = await house.database.pool.query(
    `select after ->> 'numbers' as n from audit where action = 'phone.compare' order by id`,
  );
  expect(rows.length).toBe(10);
  expect(rows[0]).toEqual({ n: '20' });
});
