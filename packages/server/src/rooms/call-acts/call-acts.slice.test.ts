import { writeFileSync } from 'node:fs';
import {
  batchEndpoints,
  type CallOf,
  callActEndpoints,
  callEndpoints,
  followUpEndpoints,
  refusals,
} from '@lianxian/contract';
import { pcmWavHeader } from '@lianxian/telephony';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { type FileStore, openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { ACT_KIND, actWork, RECORDINGS_KIND, recordingsWork, removedCallsJob } from './index.ts';

/** What is done to calls that are over: of a merchant that has three; the other merchant has as many. */
let house: TestHouse;
let bus: Bus;
let files: FileStore;
let token = '';
let own: Assets;
let seller: TestPerson;
const log = openLog('silent', 'test');
const phones = ['13800138000', '13800138001', '13800138002'] as const;

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await house.database.pool.query<T>(sql, values)).rows;

/** Ids of the calls, in the order of {@link phones}. */
const fill = async (merchantId: string, { plan, line }: Assets): Promise<string[]> => {
  await query('delete from call where merchant_id = $1', merchantId);
  await query('delete from follow_up where merchant_id = $1', merchantId);
  const rows = await query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, direction, stage, state, level,
       file, placed_at, ended_at)
     select $1, $2, 1, '话术', $3, '线路', phone, 'in', 'ended', 'answered', 'A', 'acts-' || n,
       timestamptz '2026-03-02 09:00+08' + n * interval '1 minute', timestamptz '2026-03-02 09:01+08' + n * interval '1 minute'
     from unnest($4::text[]) with ordinality each (phone, n) returning id`,
    merchantId,
    plan,
    line,
    phones,
  );
  return rows.map(({ id }) => id);
};
let calls: string[] = [];
let foreign: string[] = [];

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  files = openFiles(house.dataDir);
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  seller = await peopleOf(house, house.merchants[0]).person('seller', { rights: ['callLog'] });
  foreign = await fill(house.merchants[1].id, await provisionMerchant(house, house.merchants[1].id));
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
beforeEach(async () => {
  calls = await fill(house.merchants[0].id, own);
});

const run = async ({ batchId }: { batchId: string | null }) => {
  if (batchId === null) throw new Error('it waits for a second person');
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const works = {
    [ACT_KIND]: actWork(db),
    [RECORDINGS_KIND]: recordingsWork({ db, files, producerOf: async () => '连线' }),
  };
  await batchJob({ db, push, log, works }).batch?.(
    { merchantId: house.merchants[0].id, id: batchId },
    new AbortController().signal,
  );
  await push.close();
  const { list } = await house.ask(batchEndpoints.list, {}, token);
  return list.find(({ id }) => id === batchId);
};
const list = async (filter: CallOf<typeof callEndpoints.list> = {}, as = token) =>
  (await house.ask(callEndpoints.list, filter, as)).list;
const phonesOf = async (filter: CallOf<typeof callEndpoints.list> = {}, as = token) =>
  (await list(filter, as)).map(({ phone }) => phone);

test('O-359: a type is changed by id and cateType, any to any; a failure has no data and says why', async () => {
  const id = calls[0]!;
  for (const cateType of [9, -1, 0, 4]) {
    const answer = await house.post('taskLog/changeType', { id, cateType: String(cateType), token });
    expect(answer).toMatchObject({ errorCode: 0, data: { id, cateType } });
    expect((await house.ask(callEndpoints.detail, { id }, token)).customerType).toBe(cateType);
  }
  expect(await phonesOf({ customerTypes: [4] })).toEqual([phones[0]]);
  const failed = [
    [{ id, cateType: '5' }, refusals.badInput.code],
    [{ id: foreign[0]!, cateType: '1' }, refusals.notFound.code],
  ] as const;
  for (const [fields, code] of failed) {
    const { errorCode, errorMsg, data } = await house.post('taskLog/changeType', { ...fields, token });
    expect([errorCode, errorMsg !== '', data ?? null]).toEqual([code, true, null]);
  }
  const audited = await query('select before, after from audit where target = $1 order by id desc limit 1', id);
  expect(audited).toEqual([{ before: { customerType: 0 }, after: { customerType: 4 } }]);
});

test('a call that lives has no type to change yet', async () => {
  await query("update call set stage = 'placed', state = null, ended_at = null where id = $1", calls[0]);
  expect((await house.post('taskLog/changeType', { id: calls[0]!, cateType: '1', token })).errorCode).toBe(
    refusals.callNotOver.code,
  );
});

test('types of all that a filter finds, or of those chosen, are changed in the background; what ends meanwhile is left', async () => {
  const started = await house.ask(callActEndpoints.changeTypes, { phone: '13800138', cateType: '2' }, token);
  await query("update call set ended_at = now() + interval '1 minute', placed_at = now() where id = $1", calls[2]);
  expect(await run(started)).toMatchObject({ state: 1, type: 0, title: '修改客户类型', remark: '共 2 条' });
  expect((await list()).map(({ customerType }) => customerType)).toEqual([null, 2, 2]);
  await run(await house.ask(callActEndpoints.changeTypes, { ids: [calls[1]!, foreign[0]!], cateType: '9' }, token));
  expect((await list()).map(({ customerType }) => customerType)).toEqual([null, 9, 2]);
  expect(await query('select customer_type from call where id = $1', foreign[0])).toEqual([{ customer_type: null }]);
});

test('calls become an employee’s, who sees them from then on', async () => {
  expect(await phonesOf({}, seller.token)).toEqual([]);
  const batch = await run(await house.ask(callActEndpoints.assign, { ids: [calls[1]!], employeeId: seller.id }, token));
  expect(batch).toMatchObject({ state: 1, type: 0, title: '分配通话', remark: '共 1 条' });
  expect(await list({}, seller.token)).toHaveLength(1);
  const other = house.merchants[1].owner.id;
  expect((await house.post('call/assign', { employeeId: other, token })).errorCode).toBe(refusals.notFound.code);
});

test('removed calls are nowhere; within a day they can be put back, then their sound and words go', async () => {
  await query(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, '[{"text":"你好"}]', '[]', '[]')`,
    house.merchants[0].id,
    calls[0],
  );
  const wait = async () => (await house.ask(followUpEndpoints.list, {}, token)).list.length;
  expect(await wait()).toBe(3);
  const started = await house.ask(callActEndpoints.remove, { ids: calls.slice(0, 2) }, token);
  expect(await run(started)).toMatchObject({ state: 1, type: 2, title: '删除通话记录', remark: '共 2 条' });
  expect([await phonesOf(), await phonesOf({ words: '你好' }), await wait()]).toEqual([[phones[2]], [], 1]);
  expect((await house.post('call/detail', { id: calls[0]!, token })).errorCode).toBe(refusals.notFound.code);
  expect(await house.ask(callActEndpoints.putBack, { id: started.batchId }, token)).toEqual({ calls: 2 });
  expect([await phonesOf(), await phonesOf({ words: '你好' }), await wait()]).toEqual([
    [...phones].reverse(),
    [phones[0]],
    3,
  ]);

  const again = await house.ask(callActEndpoints.remove, { ids: calls.slice(0, 1) }, token);
  await run(again);
  const clear = (hours: number) =>
    removedCallsJob({
      db: house.database.db,
      files,
      clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
    }).clearRemovedCalls?.({}, new AbortController().signal);
  const words = () => query('select lines from call_transcript where call_id = $1', calls[0]);
  await clear(23);
  expect(await words()).toEqual([{ lines: [{ text: '你好' }] }]);
  await clear(25);
  expect(await words()).toEqual([{ lines: [] }]);
  expect((await house.post('call/putBack', { id: again.batchId, token })).errorCode).toBe(refusals.removalOver.code);
  expect(await query("select action from audit where action like 'call.p%' order by id desc limit 2")).toEqual([
    { action: 'call.purge' },
    { action: 'call.putBack' },
  ]);
});

test('recordings of many calls come as one zip, named by number and time, masked for who sees numbers masked', async () => {
  for (const [n, id] of calls.slice(0, 2).entries()) {
    const path = `recordings/acts-${n}.wav`;
    const samples = Buffer.alloc(320, n + 1);
    writeFileSync(
      await files.placeFor(path),
      Buffer.concat([pcmWavHeader({ channels: 1, sampleRate: 8_000 }, samples.length), samples]),
    );
    await query(
      `with made as (insert into file (merchant_id, kind, path, name, mime) values ($1, 'recording', $3, 'x', 'audio/wav') returning id)
       insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes, synthesised) select $1, $2, id, 20, 364, false from made`,
      house.merchants[0].id,
      id,
      path,
    );
  }
  const masked = await peopleOf(house, house.merchants[0]).person('masked', {
    rights: ['callLog'],
    buttons: ['callLog:export'],
    scope: 'all',
  });
  const namesFor = async (as: string) => {
    const { batchId } = await house.ask(callActEndpoints.recordings, { phone: as === token ? '13800138' : '' }, as);
    await run({ batchId });
    const [batch] = (await house.ask(batchEndpoints.list, {}, as)).list;
    expect(batch).toMatchObject({ state: 1, type: 1, title: '通话录音', remark: '共 2 条' });
    const file = await fetch(`${house.origin}/api/common/download/${batch?.fileId}?token=${as}`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    return [...bytes.toString('latin1').matchAll(/[\dx]+_\d{8}-\d{6}_A\.wav/g)].map(([name]) => name);
  };
  const [first, second] = ['_20260302-090200_A.wav', '_20260302-090100_A.wav'];
  // Each stands before its sound, and in the directory at the end.
  const whole = [`13800138001${first}`, `13800138000${second}`];
  expect(await namesFor(token)).toEqual([...whole, ...whole]);
  const hidden = [`138xxxx8001${first}`, `138xxxx8000${second}`];
  expect(await namesFor(masked.token)).toEqual([...hidden, ...hidden]);
});

test('of calls without recordings nothing is packed, and it says so', async () => {
  const batch = await run(await house.ask(callActEndpoints.recordings, { ids: [calls[2]!] }, token));
  expect(batch).toMatchObject({ state: 1, remark: '这些通话没有录音', fileId: null });
});
