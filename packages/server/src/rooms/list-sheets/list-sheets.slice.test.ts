import { readFileSync } from 'node:fs';
import {
  type Answer,
  batchEndpoints,
  blacklistEndpoints,
  consentEndpoints,
  fileEndpoints,
  numberListEndpoints,
  sharedListEndpoints,
  taskEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { blacklistCallee, blacklisted } from '../blacklist/index.ts';
import { withdrawByCall, withoutConsent } from '../consents/index.ts';
import { importWork } from '../imports/index.ts';
import {
  LIST_EXPORT_KIND,
  LIST_IMPORT_KIND,
  LIST_TAKE_BACK_KIND,
  listExportWork,
  listImportWork,
  listTakeBackWork,
} from './index.ts';

/** Lists that come from sheets and go into sheets, and what people consented to. */
let house: TestHouse;
let bus: Bus;
let token = '';
let platform = '';
let platformId = '';
let task = '';
const log = openLog('silent', 'test');
const run = (sql: string, ...values: unknown[]) => house.database.pool.query(sql, values);
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  ({ token: platform } = await openLevel(house, '300001', 'platform'));
  platformId = String((await run(`select id from merchant where number = '300001'`)).rows[0]?.id);
  ({ task } = await provisionMerchant(house, house.merchants[0].id));
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
beforeEach(() =>
  run(
    'truncate blacklist, shared_blacklist, consent, list_import; update merchant set consent_required = false; delete from batch',
  ),
);

const merchantId = () => house.merchants[0].id;
/** A process that carries out a batch, and may be killed after so many of its steps. */
const carryOut = async (id: string, { of = merchantId(), steps = Number.POSITIVE_INFINITY } = {}) => {
  const { db } = house.database;
  const [files, push] = [openFiles(house.dataDir), openPushSender(db, bus, log)];
  const control = new AbortController();
  let left = steps;
  const unlisten = await bus.listen('push', () => {
    left -= 1;
    if (left <= 0) control.abort();
  });
  const works = {
    [LIST_IMPORT_KIND]: listImportWork({ db, files }),
    [LIST_TAKE_BACK_KIND]: listTakeBackWork(db),
    [LIST_EXPORT_KIND]: listExportWork({ db, files }),
    ...importWork({ db, files, push, wake: bus.notify }),
  };
  await batchJob({ db, push, log, works }).batch?.({ merchantId: of, id }, control.signal);
  await unlisten();
};
const sent = async (file: Blob, name: string, { as = token, path = 'file/uploadSheet' } = {}) => {
  const form = new FormData();
  form.set('token', as);
  form.set('file', file, name);
  const response = await fetch(`${house.origin}/api/front/${path}`, { method: 'POST', body: form });
  return (await response.json()) as Answer<{ fileId: string }>;
};
const uploaded = async (text: string, to = {}): Promise<string> =>
  (await sent(new Blob([text]), '名单.csv', to)).data!.fileId;
const batchOf = async (id: string, as = token) =>
  (await house.ask(batchEndpoints.list, {}, as)).list.find(batch => batch.id === id)!;
const pathOf = async (fileId: string | null) =>
  `${house.dataDir}/${(await run('select path from file where key = $1', fileId)).rows[0]?.path}`;
const { import: importList, imports, takeBack, export: exportList } = numberListEndpoints;
/** The lines of a list's sheet as this person has it. */
const exported = async (list: 'blacklist' | 'consent', as: string): Promise<string[][]> => {
  const { batchId } = await house.ask(exportList, { list }, as);
  await carryOut(batchId!);
  const lines: string[][] = [];
  for await (const block of (await openSheet(await pathOf((await batchOf(batchId!, as)).fileId))).rows)
    lines.push(...block.map(({ cells }) => [...cells]));
  return lines;
};
const many = (count: number) => Array.from({ length: count }, (_, n) => String(13_000_000_000 + n));
const inBlacklist = async () =>
  (await run('select phone from blacklist order by phone')).rows.map(({ phone }: { phone: string }) => phone);

test('a sheet goes on the blacklist: reason and last day by their titles, each number once, what will not do in a file with its reason', async () => {
  await house.ask(blacklistEndpoints.add, { phones: '13800138001', reason: '原来就在' }, token);
  const sheet = `投诉客户名单
手机号,原因,到期日
138 0013 8000,投诉,2099/1/31
13800138001,又来,
13800138002,,长期
13800138000,重复,
abc,字母,
13800138003,过期,2020-01-01
13800138004,日期,下个月`;
  const input = { list: 'blacklist', fileId: await uploaded(sheet), reason: '批量导入' } as const;
  const { batchId } = await house.ask(importList, input, token);
  await carryOut(batchId);
  const batch = await batchOf(batchId);
  expect(batch).toMatchObject({
    title: '导入名单：名单.csv',
    state: 1,
    remark: '导入 2，重复 2，无效 3',
    done: 7,
    of: 7,
  });
  expect(
    readFileSync(await pathOf(batch.fileId), 'utf8')
      .replaceAll('\r', '')
      .split('\n')
      .slice(1, -1),
  ).toEqual([
    '7,号码里有不是数字的字符,abc,字母,',
    '8,到期日已经过了，或早于开始日期,13800138003,过期,2020-01-01',
    '9,日期看不懂，应如 2026-03-09,13800138004,日期,下个月',
  ]);
  const { list } = await house.ask(blacklistEndpoints.list, {}, token);
  expect(list.map(({ phone, reason, until }) => [phone, reason, until])).toEqual([
    ['13800138002', '批量导入', null],
    ['13800138000', '投诉', '2099-01-31'],
    ['13800138001', '原来就在', null],
  ]);
  expect((await house.ask(imports, { list: 'blacklist' }, token)).list).toMatchObject([
    { name: '名单.csv', added: 2, known: 2, refused: 3, takenBack: null },
  ]);
});

test('killed after some thousand rows it goes on where it was: each number once, counts as if nothing had been', async () => {
  const phones = many(4_500);
  const { batchId } = await house.ask(
    importList,
    { list: 'blacklist', fileId: await uploaded(phones.join('\n')) },
    token,
  );
  await carryOut(batchId, { steps: 1 });
  const there = (await inBlacklist()).length;
  expect([there > 0, there < 4_500, (await batchOf(batchId)).state]).toEqual([true, true, 0]);
  await carryOut(batchId);
  expect(await batchOf(batchId)).toMatchObject({ state: 1, remark: '导入 4,500', done: 4_500 });
  expect(await inBlacklist()).toEqual(phones);
});

test('a whole import is taken back; what stood there before, and what a callee wished since, stays', async () => {
  await house.ask(blacklistEndpoints.add, { phones: '13000000001' }, token);
  const { batchId } = await house.ask(
    importList,
    { list: 'blacklist', fileId: await uploaded(many(3_000).join('\n')) },
    token,
  );
  await carryOut(batchId);
  const wish = { merchantId: merchantId(), call: '5', reason: '要求不再来电' };
  await blacklistCallee(house.database.db, { ...wish, phone: '13000000002' });
  const [row] = (await house.ask(imports, { list: 'blacklist' }, token)).list;
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('numberList/takeBack', { id: row!.id, token: stranger })).toMatchObject({ errorCode: 105 });
  expect(await house.post('sharedList/takeBack', { id: row!.id, token: platform })).toMatchObject({ errorCode: 105 });
  const back = await house.ask(takeBack, { id: row!.id }, token);
  await carryOut(back.batchId);
  expect(await batchOf(back.batchId)).toMatchObject({ state: 1, remark: '移出 2,998' });
  expect(await inBlacklist()).toEqual(['13000000001', '13000000002']);
  expect((await house.ask(imports, { list: 'blacklist' }, token)).list).toMatchObject([{ takenBack: 2_998 }]);
});

test('a list is exported as a sheet that an import reads again; who sees numbers masked gets them masked', async () => {
  await house.ask(blacklistEndpoints.add, { phones: '13800138000', reason: '投诉', until: '2099-01-31' }, token);
  await house.ask(blacklistEndpoints.add, { phones: '13800138001', taskId: task }, token);
  const sheetFor = async (as: string) => (await exported('blacklist', as)).map(cells => cells.slice(0, 3));
  expect(await sheetFor(token)).toEqual([
    ['号码', '原因', '到期日'],
    ['13800138000', '投诉', '2099-01-31'],
  ]);
  const masked = await house.signInWith(['myTask'], ['task:control', 'callLog:export']);
  expect((await sheetFor(masked))[1]).toEqual(['138****8000', '投诉', '2099-01-31']);
});

test('numbers in a reason, a proof or a name are masked for who sees numbers so, on the page and in the sheet', async () => {
  await house.ask(blacklistEndpoints.add, { phones: '13800138000', reason: '他的另一个号 13912345678 投诉' }, token);
  const { data } = await sent(new Blob(['%PDF-1.7']), '13912345678 报名表.pdf', { path: 'consent/uploadProof' });
  const proof = { source: 'form', proof: '官网 13912345678', fileId: data!.fileId } as const;
  await house.ask(consentEndpoints.add, { phones: '13800138000', ...proof }, token);
  const [consent] = (await house.ask(consentEndpoints.list, {}, token)).list;
  await house.ask(consentEndpoints.withdraw, { id: consent!.id, why: '用 13912345678 打来' }, token);
  const masked = await house.signInWith(['myTask'], ['task:control', 'callLog:export']);
  const told = async (as: string) =>
    JSON.stringify([
      await house.ask(blacklistEndpoints.list, {}, as),
      await house.ask(consentEndpoints.list, {}, as),
      await exported('blacklist', as),
      await exported('consent', as),
    ]);
  const times = (text: string) => [text.split('13912345678').length - 1, text.split('139****5678').length - 1];
  expect([times(await told(token)), times(await told(masked))]).toEqual([
    [7, 0],
    [0, 7],
  ]);
});

test('who sees numbers masked learns of ten sheets a day how many of their numbers were there; the same one is no further', async () => {
  const masked = await house.signInWith(['myTask'], ['task:control', 'task:create']);
  const put = async (fileId: string) =>
    (await house.post('numberList/import', { list: 'blacklist', fileId, token: masked })).errorCode;
  const sheets: string[] = [];
  for (let n = 0; n < 11; n += 1) sheets.push(await uploaded(`1380013800${n % 10}`, { as: masked }));
  const codes: number[] = [];
  for (const sheet of [...sheets.slice(0, 10), sheets[0]!, sheets[10]!]) codes.push(await put(sheet));
  expect(codes).toEqual([...Array.from({ length: 11 }, () => 0), 296]);
});

test('the platform’s own sheets go on its list by its own upload, and hold for every merchant', async () => {
  const fileId = await uploaded('号码\n13800138000', { as: platform, path: 'sharedList/uploadSheet' });
  const { batchId } = await house.ask(sharedListEndpoints.import, { fileId }, platform);
  await carryOut(batchId, { of: platformId });
  const held = await blacklisted(house.database.db, { merchantId: merchantId() }, ['13800138000']);
  expect(held.get('13800138000')?.list).toBe('platform');
  expect((await house.ask(sharedListEndpoints.imports, {}, platform)).list).toMatchObject([{ added: 1 }]);
});

test('a sheet without numbers says so, and one that is gone as well', async () => {
  const { batchId } = await house.ask(importList, { list: 'whitelist', fileId: await uploaded('姓名\n张三') }, token);
  await carryOut(batchId);
  expect((await batchOf(batchId)).state).toBe(2);
  expect(await house.post('numberList/import', { list: 'whitelist', fileId: 'none', token })).toMatchObject({
    errorCode: 105,
    errorMsg: '文件不存在或已删除',
  });
});

test('consents come from a sheet with source, proof and term; where they are required an import leaves out who has none', async () => {
  const sheet = `手机号,来源,合同编号,开始日期,到期日
13800138000,官网表单,A-1,2026-01-01,2099-01-31
13800138001,合同,B-2,2026-01-01,
13800138002,电话,,2099-01-01,`;
  const { batchId } = await house.ask(
    importList,
    { list: 'consent', fileId: await uploaded(sheet), reason: '年会' },
    token,
  );
  await carryOut(batchId);
  const { list, required } = await house.ask(consentEndpoints.list, {}, token);
  expect(list.map(({ phone, source, proof, until, state }) => [phone, source, proof, until, state])).toEqual([
    ['13800138002', 'call', '年会', null, 'later'],
    ['13800138001', 'contract', 'B-2', null, 'holds'],
    ['13800138000', 'form', 'A-1', '2099-01-31', 'holds'],
  ]);
  expect(required).toBe(false);
  const phones = ['13800138000', '13800138002', '13800138009'];
  expect([...(await withoutConsent(house.database.db, merchantId(), phones))]).toEqual([]);
  await house.ask(consentEndpoints.require, { required: '1' }, token);
  expect([...(await withoutConsent(house.database.db, merchantId(), phones))].toSorted()).toEqual(phones.slice(1));
  const columns = [{ index: 0, use: 'phone' }] as const;
  const wish = { id: task, text: phones.join('\n'), header: '0', columns: [...columns] } as never;
  const imported = await house.ask(taskEndpoints.import, wish, token);
  await carryOut(imported.batchId);
  expect(await batchOf(imported.batchId)).toMatchObject({ remark: '导入 1，没有同意 2' });
});

test('a consent is withdrawn by who notes that, with the reason, or by the callee’s own word; the record stays, a new one counts', async () => {
  const add = (proof: string) =>
    house.ask(consentEndpoints.add, { phones: '13800138000', source: 'form', proof }, token);
  expect(await add('报名单 1')).toEqual({ added: 1, known: 0, refused: [] });
  expect(await add('报名单 2')).toEqual({ added: 0, known: 1, refused: [] });
  const rows = async () => (await house.ask(consentEndpoints.list, {}, token)).list;
  const [row] = await rows();
  const stranger = await house.signIn(house.merchants[1]);
  const gone = { errorCode: 105, errorMsg: '有效的同意记录不存在或已删除' };
  expect(await house.post('consent/withdraw', { id: row!.id, why: '来电', token: stranger })).toMatchObject(gone);
  await house.ask(consentEndpoints.withdraw, { id: row!.id, why: '客户来电撤回' }, token);
  expect(await house.post('consent/withdraw', { id: row!.id, why: '再次', token })).toMatchObject(gone);
  expect(await rows()).toMatchObject([
    { state: 'withdrawn', withdrawn: { by: 'person', why: '客户来电撤回', callId: null } },
  ]);
  expect(await add('报名单 3')).toMatchObject({ added: 1 });
  await withdrawByCall(house.database.db, { merchantId: merchantId(), phone: '13800138000', call: '7' });
  expect(await rows()).toMatchObject([
    { proof: '报名单 3', state: 'withdrawn', withdrawn: { by: 'call', callId: '7' } },
    { proof: '报名单 1', withdrawn: { by: 'person' } },
  ]);
  const proofOf = (bytes: string) => sent(new Blob([bytes]), '报名表.pdf', { path: 'consent/uploadProof' });
  expect(await proofOf('no proof')).toMatchObject({ errorCode: 472 });
  const { data } = await proofOf('%PDF-1.7');
  const proved = { phones: '13800138001', source: 'form', fileId: data!.fileId } as const;
  await house.ask(consentEndpoints.add, proved, token);
  expect(await house.post('consent/add', { ...proved, token: stranger })).toMatchObject({ errorCode: 105 });
  const [withFile] = await rows();
  expect(withFile?.file).toEqual({ id: data!.fileId, name: '报名表.pdf' });
  await house.ask(fileEndpoints.ticket, { fileId: data!.fileId }, token);
  const manager = await house.signInWith(['myTask'], ['task:control']);
  // A scan shows the number.
  expect(await house.post('file/ticket', { fileId: data!.fileId, token: manager })).toMatchObject({ errorCode: 105 });
  expect(await house.post('consent/require', { required: '1', token: manager })).toMatchObject({ errorCode: 104 });
  expect(
    await house.post('consent/add', {
      phones: '13800138000',
      source: 'form',
      from: '2026-02-01',
      until: '2026-01-01',
      token,
    }),
  ).toMatchObject({ errorCode: 100 });
});
