import {
  batchEndpoints,
  type CallOf,
  customerActEndpoints,
  customerEndpoints,
  customerMergeEndpoints,
  customerSheetEndpoints,
  taskEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { type FileStore, openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { type BatchWork, batchJob } from '../batches/index.ts';
import { CUSTOMER_MERGE_KIND, customerMergeWork } from '../customer-merge/index.ts';
import { importWork } from '../imports/index.ts';
import {
  CUSTOMER_IMPORT_KIND,
  CUSTOMER_TAKE_BACK_KIND,
  CUSTOMERS_FROM_CALLS,
  customerImportWork,
  customersFromCallsWork,
  customerTakeBackWork,
} from './index.ts';

/** Customers in from sheets and calls, made one, and out into tasks. */
let house: TestHouse;
let bus: Bus;
let files: FileStore;
let token = '';
let own: Assets;
let clerk: TestPerson;
const log = openLog('silent', 'test');

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await house.database.pool.query<T>(sql, values)).rows;
const merchant = () => house.merchants[0].id;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  files = openFiles(house.dataDir);
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, merchant());
  clerk = await peopleOf(house, house.merchants[0]).person('clerk', { rights: ['number'], buttons: ['number:import'] });
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
beforeEach(async () => {
  for (const table of ['customer_event', 'customer_number', 'customer', 'customer_import'])
    await query(`delete from ${table}`);
});

const run = async (
  { batchId }: { readonly batchId: string | null },
  as = token,
  over: Record<string, BatchWork> = {},
) => {
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const works = {
    [CUSTOMER_IMPORT_KIND]: customerImportWork({ db, files }),
    [CUSTOMER_TAKE_BACK_KIND]: customerTakeBackWork(db),
    [CUSTOMERS_FROM_CALLS]: customersFromCallsWork(db),
    [CUSTOMER_MERGE_KIND]: customerMergeWork(db),
    ...importWork({ db, files, push, wake: async () => undefined }),
    ...over,
  };
  await batchJob({ db, push, log, works }).batch?.(
    { merchantId: merchant(), id: batchId! },
    new AbortController().signal,
  );
  await push.close();
  return (await house.ask(batchEndpoints.list, {}, as)).list.find(({ id }) => id === batchId);
};

const upload = async (text: string, as = token): Promise<string> => {
  const form = new FormData();
  form.set('token', as);
  form.set('file', new Blob([text]), '客户.csv');
  const response = await fetch(`${house.origin}/api/front/custom/uploadSheet`, { method: 'POST', body: form });
  return ((await response.json()) as { data: { fileId: string } }).data.fileId;
};
const sheet = [
  '手机号,姓名,公司,标签,客户类型,生日,地区,参数 4,备注',
  '13800138001,张三,启明,"高意向 三年级",意向,1988/6/14,广东省/深圳市,12.5,周六有空',
  '13800138002,李四,,,,,,,',
  '138,短的,,,,,,,',
  '13800138001,又一个,,,,,,,',
  '13800138003,王五,,,没有这种,,,,',
  '13800138004,赵六,,,,,,不是数,',
].join('\n');

const importSheet = async (
  text: string,
  over: Partial<CallOf<typeof customerSheetEndpoints.import>> = {},
  as = token,
) => {
  const fileId = await upload(text, as);
  const { columns, skipped, header } = await house.ask(customerSheetEndpoints.preview, { fileId }, as);
  const uses = columns.map(({ index, guess }) => ({ index, use: guess }));
  return await house.ask(
    customerSheetEndpoints.import,
    { fileId, columns: uses, skipped: `${skipped}`, header: header ? '1' : '0', ...over },
    as,
  );
};
const list = async (filter: CallOf<typeof customerEndpoints.list> = {}) =>
  (await house.ask(customerEndpoints.list, filter, token)).list;
const detailOf = async (phone: string) => (await house.ask(customerEndpoints.detail, { phone }, token)).customer;

test('a preview says what the columns fill, by their titles', async () => {
  const { columns } = await house.ask(customerSheetEndpoints.preview, { fileId: await upload(sheet) }, token);
  expect(columns.map(({ guess }) => guess)).toEqual([
    ...['phone', 'name', 'company', 'tags', 'cateType', 'birthday', 'province', 'parameter4', 'remark'],
  ]);
});

test('titles of a CRM are understood, with what they say in brackets left out', async () => {
  const titles = [
    ...['客户ID', '客户姓名', '联系电话(手机)', '备用电话', '性别（男/女）', '出生年月日', '所在单位', '省市'],
    ...['客户标签', '跟进备注', '客户来源'],
  ];
  const text = `${titles.join(',')}\n1,张三,13800138001,13900138001,男,1988-06-14,启明,北京,老客户,周六有空,抖音`;
  const { columns } = await house.ask(customerSheetEndpoints.preview, { fileId: await upload(text) }, token);
  expect(columns.map(({ guess }) => guess)).toEqual([
    ...['skip', 'name', 'phone', 'further', 'sex', 'birthday', 'company', 'province', 'tags', 'remark', 'skip'],
  ]);
});

test('regions of a sheet are understood as people write them', async () => {
  const text = '手机号,地区\n13800138091,广东省深圳市\n13800138092,上海\n13800138093,火星';
  await run(await importSheet(text));
  const regions = ['13800138091', '13800138092', '13800138093'].map(async phone => (await detailOf(phone))?.province);
  expect(await Promise.all(regions)).toEqual(['广东省/深圳市', '上海市', '']);
});

test('a sheet adds customers; rows that are none come back with their reason', async () => {
  const batch = await run(await importSheet(sheet));
  expect(batch).toMatchObject({ state: 1, type: 0, title: '导入客户：客户.csv', remark: '导入 2，无效 4' });
  expect(await detailOf('13800138001')).toMatchObject({
    name: '张三',
    company: '启明',
    tags: '高意向,三年级',
    cateType: 2,
    birthday: '1988-06-14 00:00:00',
    province: '广东省/深圳市',
    city: '4403',
    parameter4: '12.5',
    owner: null,
  });
  const [file] = await query<{ path: string; key: string }>(
    "select path, key from file where kind = 'customersRefused'",
  );
  const [imported] = (await house.ask(customerSheetEndpoints.imports, {}, token)).list;
  expect(imported).toMatchObject({ refused: 4, refusedFile: file!.key });
  const { readFile } = await import('node:fs/promises');
  const refused = (await readFile(files.pathOf(file!.path), 'utf8')).split('\n').slice(1, -1);
  expect(refused.map(line => line.split(',')[1])).toEqual([
    expect.stringContaining('太短'),
    '号码重复',
    '没有这种客户类型',
    '「不是数」不是数字',
  ]);
});

test('who is there is left, filled, or written over, as was asked; a sheet is taken back as a whole', async () => {
  const wish = { phone: '13800138001', name: '老张', cateType: '1' } as const;
  const { id } = await house.ask(customerEndpoints.save, wish, token);
  expect(await run(await importSheet(sheet, { mode: 'add' }))).toMatchObject({ remark: '导入 1，已有 1，无效 4' });
  expect(await detailOf('13800138001')).toMatchObject({ name: '老张', company: '' });
  await run(await importSheet(sheet, { mode: 'fill' }));
  expect(await detailOf('13800138001')).toMatchObject({ name: '老张', company: '启明', city: '4403' });
  await run(await importSheet(sheet, { mode: 'update' }));
  expect(await detailOf('13800138001')).toMatchObject({ name: '张三', cateType: 1 });
  await house.ask(customerEndpoints.save, { id, company: '我改的' }, token);
  const { list: imports } = await house.ask(customerSheetEndpoints.imports, {}, token);
  expect(imports.map(({ added, changed, refused, running }) => [added, changed, refused, running])).toEqual([
    [0, 1, 4, false],
    [0, 1, 4, false],
    [1, 0, 4, false],
  ]);
  for (const one of imports) await run(await house.ask(customerSheetEndpoints.takeBack, { id: one.id }, token));
  // What somebody changed since is his.
  expect(await detailOf('13800138001')).toMatchObject({ name: '老张', company: '我改的', city: '' });
  expect((await list()).map(({ phone }) => phone)).toEqual(['13800138001']);
});

test('a sheet tells nothing of somebody else’s customers, and changes none', async () => {
  await house.ask(customerEndpoints.save, { phone: '13800138001', name: '老张', cateType: '1' }, token);
  const batch = await run(await importSheet(sheet, { mode: 'update' }, clerk.token), clerk.token);
  expect(batch).toMatchObject({ remark: '导入 1，无效 5' });
  expect(await detailOf('13800138001')).toMatchObject({ name: '老张' });
});

test('an import that was killed between two chunks goes on there', async () => {
  const rows = Array.from({ length: 2_500 }, (_, n) => `${13_700_000_000 + n},第 ${n}`);
  const started = await importSheet(['手机号,姓名', ...rows].join('\n'));
  const work = customerImportWork({ db: house.database.db, files });
  const dying: BatchWork = given =>
    work({
      ...given,
      progress: async (tx, step) => {
        if (step.done > 1_000) throw new Error('killed');
        await given.progress(tx, step);
      },
    });
  await expect(run(started, token, { [CUSTOMER_IMPORT_KIND]: dying })).rejects.toThrow('killed');
  const [before] = await query<{ n: number }>('select count(*)::int as n from customer');
  expect(before!.n).toBeLessThan(2_500);
  expect(await run(started)).toMatchObject({ state: 1, remark: '导入 2,500' });
  expect(await query('select count(*)::int as n from customer')).toEqual([{ n: 2_500 }]);
});

test('several become one: gaps are filled, numbers follow, words that lose are told; and several again', async () => {
  const keep = await house.ask(customerEndpoints.save, { phone: '13800138001', name: '张三', cateType: '1' }, token);
  const other = await house.ask(
    customerEndpoints.save,
    { phone: '13800138002', name: '张三丰', company: '武当', further: ['02162883000'], cateType: '1' },
    token,
  );
  const wish = { id: keep.id, others: [other.id] };
  expect((await house.ask(customerMergeEndpoints.compare, wish, token)).lost).toEqual([
    { id: other.id, field: 'name', value: '张三丰' },
  ]);
  const started = await house.ask(customerMergeEndpoints.merge, wish, token);
  expect(await run(started)).toMatchObject({ state: 1, title: '合并客户', remark: '共 2 条' });
  const one = await detailOf('13800138002');
  expect(one).toMatchObject({ id: keep.id, name: '张三', company: '武当' });
  expect(one?.further.map(({ phone }) => phone).toSorted()).toEqual(['02162883000', '13800138002']);
  expect(await house.ask(customerMergeEndpoints.unmerge, { id: started.batchId }, token)).toEqual({ customers: 2 });
  expect(await detailOf('02162883000')).toMatchObject({ id: other.id, name: '张三丰' });
  expect(await detailOf('13800138001')).toMatchObject({ id: keep.id, company: '', further: [] });
});

test('of one name and company are likely one', async () => {
  for (const phone of ['13800138001', '13800138002'])
    await house.ask(customerEndpoints.save, { phone, name: '张三', company: '启明', cateType: '1' }, token);
  const { list: groups } = await house.ask(customerMergeEndpoints.duplicates, {}, token);
  expect(groups.map(({ why, customers }) => [why, customers.map(({ phone }) => phone)])).toEqual([
    ['nameCompany', ['13800138001', '13800138002']],
  ]);
});

test('a filter becomes numbers of a task by the checks of its import; people of calls come into the library', async () => {
  await house.ask(
    customerEndpoints.save,
    { phone: '13800138001', name: '张三', company: '启明', cateType: '2' },
    token,
  );
  await house.ask(customerEndpoints.save, { phone: '13800138002', name: '李四', cateType: '1' }, token);
  const wish = { cateTypes: [2], into: own.task, newName: '周五回访' } as const;
  const started = await house.ask(customerActEndpoints.toTask, { ...wish, cateTypes: [2] }, token);
  expect(started.people).toBe(1);
  await run(started);
  const { list: tasks } = await house.ask(taskEndpoints.list, {}, token);
  const task = tasks.find(({ name }) => name === '周五回访');
  expect(await query('select phone, name from callee where task_id = $1', task?.id)).toEqual([
    { phone: '13800138001', name: '张三' },
  ]);

  await query('delete from call where merchant_id = $1', merchant());
  await query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables, direction, stage,
       state, level, file, placed_at, ended_at)
     values ($1, $2, 1, '话术', $3, '线路', '13800138003', '王五', '{"公司": "云帆"}', 'in', 'ended', 'answered', 'A', 'sheets-1', now(), now())`,
    merchant(),
    own.plan,
    own.line,
  );
  expect(await run(await house.ask(customerActEndpoints.fromCalls, {}, token))).toMatchObject({ remark: '导入 1' });
  expect(await detailOf('13800138003')).toMatchObject({
    name: '王五',
    company: '云帆',
    calls: 1,
    lastCall: { level: 'A' },
  });
});
