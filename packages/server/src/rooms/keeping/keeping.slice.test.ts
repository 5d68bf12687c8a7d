import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { balanceEndpoints, batchEndpoints, keepingEndpoints, lineEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { deletionJob, TAKE_OUT, takeOutWork } from './index.ts';

let house: TestHouse;
let bus: Bus;
let token = '';
let platform = { token: '', merchantId: '' };
let own: Assets;
const log = openLog('silent', 'test');
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  platform = await openLevel(house, '100000', 'platform');
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  await provisionMerchant(house, house.merchants[1].id);
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const sql = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const merchant = () => house.merchants[0];

test('the platform says how long records are kept, thirty days at least; everybody reads it', async () => {
  expect(await house.ask(keepingEndpoints.state, {}, token)).toEqual({ recordDays: 1095, deletion: null });
  expect(await house.post('keeping/saveRecords', { recordDays: '29', token: platform.token })).toMatchObject({
    errorCode: 100,
  });
  expect(await house.post('keeping/saveRecords', { recordDays: '365', token })).toMatchObject({ errorCode: 104 });
  await house.ask(keepingEndpoints.saveRecords, { recordDays: 365 }, platform.token);
  expect(await house.ask(keepingEndpoints.state, {}, token)).toMatchObject({ recordDays: 365 });
  expect(await sql(`select before, after from audit where action = 'record.days'`)).toEqual([
    { before: { recordDays: 1095 }, after: { recordDays: 365 } },
  ]);
});

const unpack = promisify(execFile);
/** Read by a program that is none of ours. */
const read = async (archive: string, name: string): Promise<string> =>
  (
    await unpack('python3', [
      '-c',
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; sys.stdout.buffer.write(z.read(sys.argv[2]))',
      archive,
      name,
    ])
  ).stdout;

const csvRows = async (archive: string, name: string): Promise<Record<string, string>[]> => {
  const program = `import sys,zipfile,csv,io,json
z=zipfile.ZipFile(sys.argv[1])
print(json.dumps(list(csv.DictReader(io.StringIO(z.read(sys.argv[2]).decode('utf-8-sig'), newline='')))))`;
  return JSON.parse((await unpack('python3', ['-c', program, archive, name])).stdout) as Record<string, string>[];
};

test('a merchant takes all out as one archive: its rows and recordings, no secret and nothing of another', async () => {
  const line = { name: '移动线路', address: '192.0.2.10:5060', username: 'u1', password: 'top-secret-1' };
  await house.ask(lineEndpoints.save, { ...line, channels: 20, callsPerSecond: 2 }, token);
  await mkdir(join(house.dataDir, 'recordings'), { recursive: true });
  await writeFile(join(house.dataDir, 'recordings/x.wav'), 'sound of a call');
  await sql(
    `update call set callee_name = '=1+1', variables = '{"城市":"北京, 海淀"}' where merchant_id = $1`,
    merchant().id,
  );
  const { batchId } = await house.ask(keepingEndpoints.takeOut, {}, token);
  const files = openFiles(house.dataDir);
  const push = openPushSender(house.database.db, bus, log);
  const works = { [TAKE_OUT]: takeOutWork({ db: house.database.db, files }) };
  const job = batchJob({ db: house.database.db, push, log, works });
  await job.batch?.({ merchantId: merchant().id, id: batchId }, new AbortController().signal);
  await push.close();
  const { list } = await house.ask(batchEndpoints.list, {}, token);
  expect(list.find(({ id }) => id === batchId)).toMatchObject({ state: 1, title: '全部数据' });
  const [{ path, kind }] = await sql(`select path, kind from file where path like 'exports/%'`);
  expect(kind).toBe('archive');
  const archive = files.pathOf(path);
  const rowsOf = async (table: string) =>
    (await read(archive, `tables/${table}.jsonl`))
      .split('\n')
      .filter(Boolean)
      .map(text => JSON.parse(text));
  const calls = await rowsOf('call');
  expect(calls.map(({ id }) => String(id)).toSorted()).toEqual(
    (await sql('select id from call where merchant_id = $1', merchant().id)).map(({ id }) => id).toSorted(),
  );
  // The same for a spreadsheet, read by a program that is none of ours; no cell of it is a formula.
  const sheet = await csvRows(archive, 'tables/call.csv');
  expect(sheet.map(row => row.id).toSorted()).toEqual(calls.map(({ id }) => String(id)).toSorted());
  expect(sheet[0]).toMatchObject({ phone: String(calls[0].phone), plan_name: '话术', state: calls[0].state });
  for (const row of sheet)
    expect([row.callee_name, JSON.parse(row.variables ?? '')]).toEqual(["'=1+1", { 城市: '北京, 海淀' }]);
  expect((await rowsOf('line')).map(({ name }) => name)).toContain('移动线路');
  expect(JSON.parse(await read(archive, 'merchant.json'))).toMatchObject({ number: merchant().number, name: '甲商户' });
  const [{ call_id: recorded }] = await sql('select call_id from call_recording where merchant_id = $1', merchant().id);
  expect(await read(archive, `recordings/${recorded}.wav`)).toBe('sound of a call');
  const people = await rowsOf('employee');
  expect(people.map(({ account }) => account)).toContain('owner');
  expect(people.filter(row => Object.keys(row).some(key => /password_hash|_sealed|secret/.test(key)))).toEqual([]);
  expect((await readFile(archive)).includes('top-secret-1')).toBe(false);
  expect(await sql(`select target from audit where action = 'merchant.takeOut'`)).toEqual([{ target: batchId }]);
  const masked = await house.signInWith(['config'], []);
  expect(await house.post('keeping/takeOut', { token: masked })).toMatchObject({ errorCode: 104 });
});

test('an archive whose making was cut off, by a planned stop or a kill, is made anew, whole', async () => {
  const { batchId } = await house.ask(keepingEndpoints.takeOut, {}, token);
  const files = openFiles(house.dataDir);
  const push = openPushSender(house.database.db, bus, log);
  const job = batchJob({
    ...{ db: house.database.db, push, log },
    works: { [TAKE_OUT]: takeOutWork({ db: house.database.db, files }) },
  });
  const key = { merchantId: merchant().id, id: batchId };
  await job.batch?.(key, AbortSignal.abort());
  const stateOf = async () => (await sql('select state from batch where id = $1', batchId))[0].state;
  expect(await stateOf()).toBe('running');
  // What a kill leaves on the disk: the beginning of the file.
  const path = `exports/${merchant().id}/${batchId}.zip`;
  await writeFile(await files.placeFor(path), 'the beginning of an archive');
  await job.batch?.(key, new AbortController().signal);
  await push.close();
  expect(await stateOf()).toBe('done');
  const calls = await csvRows(files.pathOf(path), 'tables/call.csv');
  expect(calls).toHaveLength((await sql('select id from call where merchant_id = $1', merchant().id)).length);
  expect(await sql('select from file where path = $1', path)).toHaveLength(1);
});

const deletions = () =>
  deletionJob({
    db: house.database.db,
    files: openFiles(house.dataDir),
    clock: { now: house.now },
    push: { toMerchant: () => undefined, rightsChanged: () => undefined },
  }).deleteMerchants?.({}, new AbortController().signal);
const due = () => sql(`update merchant_deletion set due_at = now() - interval '1 hour'`);

test('an owner asks for deletion by its number and proof; owner and platform can take it back until it is due', async () => {
  const ask = (number: string) => house.post('keeping/askDeletion', { number, token });
  expect(await ask(house.merchants[1].number)).toMatchObject({ errorCode: 290, errorMsg: '请填写本商户的编号' });
  const { dueAt } = await house.ask(keepingEndpoints.askDeletion, { number: merchant().number }, token);
  expect(new Date(dueAt).getTime() - house.now().getTime()).toBeCloseTo(7 * 86_400_000, -5);
  expect((await house.ask(keepingEndpoints.state, {}, token)).deletion).toMatchObject({ askedBy: '测试', dueAt });
  const told = () => sql('select msg from push_message where merchant_id = $1', platform.merchantId);
  await expect
    .poll(async () => (await told()).map(({ msg }) => msg))
    .toEqual([expect.stringContaining(merchant().number)]);
  await deletions();
  expect(await sql('select active from merchant where id = $1', merchant().id)).toEqual([{ active: true }]);
  await house.ask(keepingEndpoints.takeDeletionBack, {}, token);
  expect(await house.post('keeping/takeDeletionBack', { token })).toMatchObject({ errorCode: 105 });
  await house.ask(keepingEndpoints.askDeletion, { number: merchant().number }, token);
  const { list } = await house.ask(keepingEndpoints.deletions, {}, platform.token);
  expect(list).toMatchObject([{ id: merchant().id, number: merchant().number, name: '甲商户', askedBy: '测试' }]);
  await house.ask(keepingEndpoints.stopDeletion, { id: merchant().id }, platform.token);
  expect((await house.ask(keepingEndpoints.state, {}, token)).deletion).toBeNull();
  expect(
    (await sql(`select merchant_id from audit where action = 'merchant.keep' order by id`)).map(row => row.merchant_id),
  ).toEqual([merchant().id, platform.merchantId, merchant().id]);
  await expect(house.database.pool.query(`select forget_rows($1::bigint, 'call', 1)`, [merchant().id])).rejects.toThrow(
    'nobody wants',
  );
});

test('what is deleted is gone, of it alone: money and audit stay without names, and nobody signs in', async () => {
  await house.ask(
    balanceEndpoints.topUp,
    { cid: merchant().number, amount: '100', requestId: 'keeping-1' },
    platform.token,
  );
  const others = await sql('select * from call where merchant_id <> $1', merchant().id);
  const money = await sql('select id, amount, amount_after from ledger where merchant_id = $1', merchant().id);
  expect(money.length).toBeGreaterThan(0);
  await house.ask(keepingEndpoints.askDeletion, { number: merchant().number }, token);
  await due();
  house.pass(8 * 86_400_000);
  // What still writes, an archive of all this, comes to its end first.
  const archive = await sql(
    `insert into batch (merchant_id, kind, title, type, input, created_by) values ($1, 'keeping.takeOut', '', 1, '{}', $2) returning id`,
    ...[merchant().id, merchant().owner.id],
  );
  await deletions();
  expect((await sql('select from call where merchant_id = $1', merchant().id)).length).toBeGreaterThan(0);
  expect(
    await sql('select id from batch where cancel_wanted_at is not null and merchant_id = $1', merchant().id),
  ).toEqual(expect.arrayContaining(archive));
  await sql("update batch set state = 'cancelled' where merchant_id = $1", merchant().id);
  // Where it broke off it goes on.
  await sql('delete from blacklist where merchant_id = $1', merchant().id);
  await deletions();
  await deletions();
  const left: string[] = [];
  for (const { name } of await sql('select name from forgotten_tables()'))
    if ((await sql(`select from ${name} where merchant_id = $1 limit 1`, merchant().id)).length > 0) left.push(name);
  expect(left).toEqual([]);
  expect(await sql('select * from call where merchant_id <> $1', merchant().id)).toEqual(others);
  expect(await sql('select id, amount, amount_after from ledger where merchant_id = $1', merchant().id)).toEqual(money);
  expect(await sql('select name, active, contact_phone from merchant where id = $1', merchant().id)).toEqual([
    { name: `-${merchant().number}`, active: false, contact_phone: '' },
  ]);
  expect(await sql(`select distinct name, phone, active from employee where merchant_id = $1`, merchant().id)).toEqual([
    { name: '', phone: '', active: false },
  ]);
  expect(await openFiles(house.dataDir).find('recordings/x.wav')).toBeNull();
  expect((await sql(`select merchant_id from audit where action = 'merchant.deleted' order by id`)).length).toBe(2);
  const { account, password } = merchant().owner;
  expect(await house.post('user/login', { cid: merchant().number, account, password })).not.toMatchObject({
    errorCode: 0,
  });
  expect(own.call).not.toBe('');
});
