import {
  batchEndpoints,
  type CallOf,
  customerActEndpoints,
  customerAskEndpoints,
  customerEndpoints,
  customerSettingEndpoints,
  messageEndpoints,
  refusals,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { type FileStore, openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { openRinger } from '../bell/index.ts';
import { CUSTOMER_ACT_KIND, customerActWork, customerExportWork, EXPORT_CUSTOMERS, libraryJobs } from './index.ts';

/** What is done to many customers; the pool. Two sellers who see their own, and an owner who sees all. */
let house: TestHouse;
let bus: Bus;
let files: FileStore;
let token = '';
let [anna, bert]: TestPerson[] = [];
const log = openLog('silent', 'test');
const DAY_MS = 86_400_000;

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await house.database.pool.query<T>(sql, values)).rows;
const merchant = () => house.merchants[0].id;
const owner = () => house.merchants[0].owner.id;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  files = openFiles(house.dataDir);
  token = await house.signIn(house.merchants[0]);
  const people = peopleOf(house, house.merchants[0]);
  anna = await people.person('anna', { rights: ['number'] });
  bert = await people.person('bert', { rights: ['number'] });
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

/** Customers 13800138001 …, ids in their order. */
const fill = async (owners: readonly (string | null)[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const [at, ownerId] of owners.entries()) {
    const [row] = await query<{ id: string }>(
      `insert into customer (merchant_id, phone, name, owner_id, cate_type, region, created_at)
       values ($1, $2, $3, $4, $5, $6, now() - $7 * interval '1 minute') returning id`,
      merchant(),
      `1380013800${at + 1}`,
      `客户${at + 1}`,
      ownerId,
      ownerId === null ? -1 : 1,
      at % 2 === 0 ? '440305' : '11',
      at,
    );
    ids.push(row!.id);
  }
  return ids;
};
beforeEach(async () => {
  for (const table of [
    'customer_ask',
    'customer_event',
    'customer_number',
    'customer',
    'customer_settings',
    'bell_event',
  ])
    await query(`delete from ${table}`);
});

const run = async ({ batchId }: { readonly batchId: string | null }) => {
  if (batchId === null) throw new Error('it waits for a second person');
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const works = { [CUSTOMER_ACT_KIND]: customerActWork(db), [EXPORT_CUSTOMERS]: customerExportWork({ db, files }) };
  await batchJob({ db, push, log, works }).batch?.(
    { merchantId: merchant(), id: batchId },
    new AbortController().signal,
  );
  await push.close();
  const { list } = await house.ask(batchEndpoints.list, {}, token);
  return list.find(({ id }) => id === batchId);
};
const list = async (filter: CallOf<typeof customerEndpoints.list> = {}, as = token) =>
  (await house.ask(customerEndpoints.list, filter, as)).list;
const ownersOf = async () => (await list()).map(row => row.owner?.name ?? '');
const settings = (over: Partial<CallOf<typeof customerSettingEndpoints.saveSettings>>) =>
  house.ask(
    customerSettingEndpoints.saveSettings,
    { names: Array.from({ length: 20 }, () => ''), most: 0, coolDays: 0, returnDays: 0, warnDays: 0, ...over },
    token,
  );
const timeline = async (id: string) =>
  (await house.ask(customerEndpoints.timeline, { id }, token)).list.map(({ text, by }) => [by, text]);

test('customers that a filter finds get a type and tags in the background; what comes later is none of them', async () => {
  const [first] = await fill([owner(), owner(), null]);
  const started = await house.ask(customerActEndpoints.changeTypes, { regions: ['44'], cateType: '9' }, token);
  expect(await run(started)).toMatchObject({ state: 1, type: 0, title: '修改客户类型', remark: '共 2 条' });
  await run(await house.ask(customerActEndpoints.tag, { ids: [first!], add: ['老客户', '周六'] }, token));
  await run(await house.ask(customerActEndpoints.tag, { add: ['周日'], drop: ['周六'] }, token));
  expect((await list()).map(({ cateType, tags }) => [cateType, tags])).toEqual([
    [9, '老客户,周日'],
    [1, '周日'],
    [9, '周日'],
  ]);
});

test('evenly, by shares and by region: whose they are then, and what their timeline says', async () => {
  const [first] = await fill([null, null, null, null]);
  const to = [{ employeeId: anna!.id }, { employeeId: bert!.id }];
  await run(await house.ask(customerActEndpoints.assign, { view: 'pool', to }, token));
  expect(await ownersOf()).toEqual(['anna', 'bert', 'anna', 'bert']);
  expect((await list())[0]).toMatchObject({ cateType: 1 });
  expect(await timeline(first!)).toEqual([[expect.any(String), '分配给 anna']]);
  const shares = [
    { employeeId: anna!.id, share: 3 },
    { employeeId: bert!.id, share: 1 },
  ];
  await run(await house.ask(customerActEndpoints.assign, { how: 'share', to: shares }, token));
  expect((await ownersOf()).toSorted()).toEqual(['anna', 'anna', 'anna', 'bert']);
  const regions = [{ employeeId: bert!.id, regions: ['44'] }];
  await run(await house.ask(customerActEndpoints.assign, { how: 'region', to: regions }, token));
  expect((await list({ regions: ['44'] })).every(row => row.owner?.name === 'bert')).toBe(true);
  const other = house.merchants[1].owner.id;
  const foreign = { to: JSON.stringify([{ employeeId: other }]), token };
  expect((await house.post('custom/assign', foreign)).errorCode).toBe(refusals.notFound.code);
});

test('whoever leaves hands over all, to others or to the pool', async () => {
  await fill([anna!.id, anna!.id, bert!.id]);
  const to = [{ employeeId: bert!.id }];
  await run(await house.ask(customerActEndpoints.handOver, { employeeId: anna!.id, to }, token));
  expect(await ownersOf()).toEqual(['bert', 'bert', 'bert']);
  await run(await house.ask(customerActEndpoints.handOver, { employeeId: bert!.id }, token));
  expect(await ownersOf()).toEqual(['', '', '']);
});

test('of two who take one out of the pool one gets it; one gives back what one has', async () => {
  const [id] = await fill([null]);
  const both = await Promise.all(
    [anna!, bert!].map(({ token: as }) => house.ask(customerActEndpoints.take, { ids: [id!] }, as)),
  );
  expect(both.map(({ taken, gone }) => [taken, gone]).toSorted()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  const winner = both[0]!.taken === 1 ? anna! : bert!;
  const loser = winner === anna ? bert! : anna!;
  expect(await house.ask(customerActEndpoints.giveBack, { ids: [id!] }, loser.token)).toEqual({ given: 0 });
  expect(await house.ask(customerActEndpoints.giveBack, { ids: [id!], why: '打不通' }, winner.token)).toEqual({
    given: 1,
  });
  expect(await timeline(id!)).toEqual([
    [winner.account, '退回公海 打不通'],
    [winner.account, '从公海领取'],
  ]);
});

test('one may have so many, and takes again what one gave back after some days', async () => {
  const ids = await fill([null, null, null]);
  await settings({ most: 2, coolDays: 7 });
  const take = (as = anna!.token) => house.ask(customerActEndpoints.take, { ids }, as);
  expect(await take()).toEqual({ taken: 2, gone: 0, cooling: 0, full: 1 });
  await house.ask(customerActEndpoints.giveBack, { ids }, anna!.token);
  expect(await take()).toEqual({ taken: 1, gone: 0, cooling: 2, full: 0 });
  await query("update customer_event set at = at - interval '8 days'");
  expect(await take()).toEqual({ taken: 1, gone: 1, cooling: 0, full: 1 });
  const wish = { phone: '13900139000', cateType: '1', token: anna!.token };
  expect((await house.post('custom/save', wish)).errorCode).toBe(refusals.customersFull.code);
  expect(await take(bert!.token)).toMatchObject({ taken: 1 });
});

test('whom nobody speaks to goes back by itself, after a warning', async () => {
  const [idle, spoken] = await fill([anna!.id, anna!.id]);
  await settings({ returnDays: 10, warnDays: 3 });
  await query("update customer set moved_at = now() - interval '8 days'");
  await query("update customer set spoken_at = now() - interval '1 day' where id = $1", spoken);
  const work = (days: number) =>
    libraryJobs({
      db: house.database.db,
      clock: { now: () => new Date(Date.now() + days * DAY_MS) },
    }).returnCustomers?.({}, new AbortController().signal);
  await work(0);
  const rung = await query('select people, facts from bell_event');
  expect(rung).toEqual([{ people: [anna!.id], facts: { what: 'returns', n: 1, days: 3 } }]);
  await work(2.5);
  expect((await list({ view: 'pool' })).map(({ id }) => id)).toEqual([]);
  await work(3.1);
  expect((await list({ view: 'pool' })).map(({ id }) => id)).toEqual([idle]);
  expect(await timeline(idle!)).toEqual([['', '太久没有联系，自动退回公海']]);
});

test('a next step that is due rings once, its owner alone', async () => {
  const [id] = await fill([anna!.id]);
  const { next } = await house.ask(
    customerEndpoints.nextStep,
    { id: id!, at: '2026-11-29T15:00', text: '带报价' },
    anna!.token,
  );
  expect(next).toEqual({ at: '2026-11-29T07:00:00.000Z', text: '带报价' });
  expect((await list({ view: 'today' }, anna!.token)).map(row => row.id)).toEqual([id]);
  const remind = () =>
    libraryJobs({ db: house.database.db, clock: { now: () => new Date('2026-11-29T07:00:30Z') } }).remindCustomers?.(
      {},
      new AbortController().signal,
    );
  await remind();
  await remind();
  expect(await query('select people, facts from bell_event')).toEqual([
    { people: [anna!.id], facts: { what: 'next', customer: '客户1', text: '带报价' } },
  ]);
  expect((await house.ask(customerEndpoints.nextStep, { id: id! }, anna!.token)).next).toBeNull();
});

test('removed customers are nowhere, and come back within a day with their further numbers', async () => {
  const [id] = await fill([owner(), owner()]);
  await house.ask(customerEndpoints.save, { id: id!, further: ['13900139000'] }, token);
  const started = await house.ask(customerActEndpoints.remove, { ids: [id!] }, token);
  expect(await run(started)).toMatchObject({ state: 1, type: 2, title: '删除客户', remark: '共 1 条' });
  expect((await list()).map(row => row.id)).not.toContain(id);
  expect(await house.ask(customerActEndpoints.putBack, { id: started.batchId }, token)).toEqual({ customers: 1 });
  expect((await list({ q: '13900139000' })).map(row => row.id)).toEqual([id]);
  const again = await house.ask(customerActEndpoints.remove, { ids: [id!] }, token);
  await run(again);
  await libraryJobs({
    db: house.database.db,
    clock: { now: () => new Date(Date.now() + 25 * 3_600_000) },
  }).returnCustomers?.({}, new AbortController().signal);
  expect((await house.post('custom/putBack', { id: again.batchId, token })).errorCode).toBe(refusals.notFound.code);
});

test('an export has every field under its name; what looks like a formula is text in its workbook (sheets/write.test.ts)', async () => {
  const [id] = await fill([owner()]);
  await house.ask(
    customerEndpoints.save,
    { id: id!, remark: '=HYPERLINK("http://x")', parameter1: '+1+1', sex: '2' },
    token,
  );
  const done = await run(await house.ask(customerActEndpoints.export, {}, token));
  expect(done).toMatchObject({ state: 1, type: 1, title: '客户', fileId: expect.any(String) });
  const [file] = await query<{ path: string; kind: string }>(
    "select path, kind from file where kind = 'wholeCustomers'",
  );
  expect(file?.path).toMatch(/\.xlsx$/);
  const { openSheet } = await import('../../platform/sheets/index.ts');
  const rows: string[][] = [];
  for await (const block of (await openSheet(files.pathOf(file!.path), {})).rows)
    rows.push(...block.map(({ cells }) => [...cells]));
  const [head, line] = rows;
  const cell = (title: string) => line?.[head?.indexOf(title) ?? -1];
  expect([cell('手机号'), cell('性别'), cell('归属')]).toEqual(['13800138001', '女', expect.any(String)]);
  expect(['备注', '参数 1'].map(cell)).toEqual(['=HYPERLINK("http://x")', '+1+1']);
});

test('who asks for somebody else’s customer is told of the answer; the owner of the question', async () => {
  const [id] = await fill([anna!.id]);
  const asked = () => house.ask(customerAskEndpoints.ask, { phone: '13800138001', why: '老同学' }, bert!.token);
  await asked();
  await asked();
  expect(await house.ask(customerEndpoints.whose, { phone: '13800138001' }, bert!.token)).toMatchObject({
    asked: true,
  });
  const { list: asks } = await house.ask(customerAskEndpoints.asks, {}, anna!.token);
  expect(asks).toEqual([
    expect.objectContaining({ customerId: id, by: 'bert', why: '老同学', phone: '138****8001', name: '客户1' }),
  ]);
  expect((await house.ask(customerAskEndpoints.asks, {}, bert!.token)).list).toEqual([]);
  expect((await house.post('custom/answerAsk', { id: asks[0]!.id, give: '1', token: bert!.token })).errorCode).toBe(
    refusals.notFound.code,
  );
  await house.ask(customerAskEndpoints.answer, { id: asks[0]!.id, give: '1' }, anna!.token);
  expect((await list({}, bert!.token)).map(row => row.id)).toEqual([id]);
  const ringer = openRinger({ db: house.database.db, log });
  const told = async ({ token: as }: TestPerson) =>
    (await house.ask(messageEndpoints.list, {}, as)).list.map(({ msg }) => msg);
  await expect.poll(() => told(bert!)).toContain('anna 同意了你的申请，客户归你了。');
  expect(await told(anna!)).toContain('bert 申请要你的一个客户，请到号码库的“申请”处理。');
  await ringer.close();
});

test('a note rings for who is named in it and sees the customer, for nobody else', async () => {
  const [id] = await fill([anna!.id]);
  const note = (text: string) => house.ask(customerEndpoints.note, { id: id!, text }, token);
  expect(await note('@anna 请今天回电，@bert 也看看')).toMatchObject({ told: 1 });
  expect(await query('select people from bell_event')).toEqual([{ people: [anna!.id] }]);
  expect((await timeline(id!))[0]?.[1]).toBe('@anna 请今天回电，@bert 也看看');
});

test('a batch that was killed between two chunks goes on there', async () => {
  await query(
    `insert into customer (merchant_id, phone, owner_id) select $1, (13700000000 + n)::text, $2 from generate_series(1, 1200) n`,
    merchant(),
    owner(),
  );
  const started = await house.ask(customerActEndpoints.changeTypes, { cateType: '4' }, token);
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const work = customerActWork(db);
  // Dies right after its first commit.
  const dying = batchJob({
    ...{ db, push, log },
    works: {
      [CUSTOMER_ACT_KIND]: given =>
        work({
          ...given,
          progress: async (tx, step) => {
            if (step.done > 500) throw new Error('killed');
            await given.progress(tx, step);
          },
        }),
    },
  });
  const key = { merchantId: merchant(), id: started.batchId };
  await expect(dying.batch?.(key, new AbortController().signal)).rejects.toThrow('killed');
  expect(await query('select count(*)::int as n from customer where cate_type = 4')).toEqual([{ n: 500 }]);
  await push.close();
  expect(await run(started)).toMatchObject({ state: 1, remark: '共 1,200 条' });
  expect(await query("select count(*)::int as n from customer_event where kind = 'type'")).toEqual([{ n: 1_200 }]);
});

test('somebody else’s customer, and another merchant’s, is missing by every endpoint', async () => {
  const [mine, theirs] = await fill([bert!.id, anna!.id]);
  const [foreign] = await query<{ id: string }>(
    `insert into customer (merchant_id, phone, owner_id) values ($1, '13800138009', $2) returning id`,
    house.merchants[1].id,
    house.merchants[1].owner.id,
  );
  const chief = await peopleOf(house, house.merchants[0]).person(`chief-${theirs}`, {
    rights: ['number'],
    buttons: ['number:assign', 'number:export', 'phone:unmask'],
  });
  await query('update customer set owner_id = $2 where id = $1', mine, chief.id);
  const before = await query('select * from customer order by id');
  for (const id of [theirs!, foreign!.id]) {
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      ['detailOrid', { id }],
      ['save', { id, name: '改' }],
      ['changeType', { id, cateType: '9' }],
      ['nextStep', { id, at: '2030-01-01T09:00' }],
      ['note', { id, text: '看看' }],
      ['timeline', { id }],
      ['compare', { id: mine!, others: JSON.stringify([id]) }],
      ['merge', { id: mine!, others: JSON.stringify([id]) }],
      ['merge', { id, others: JSON.stringify([mine!]) }],
    ];
    for (const [act, fields] of asked)
      expect([act, await house.post(`custom/${act}`, { ...fields, token: chief.token })]).toMatchObject([
        act,
        { errorCode: refusals.notFound.code, data: null },
      ]);
    const ids = [id];
    const as = chief.token;
    expect(await house.ask(customerActEndpoints.take, { ids }, as)).toMatchObject({ taken: 0 });
    expect(await house.ask(customerActEndpoints.giveBack, { ids }, as)).toEqual({ given: 0 });
    for (const started of [
      await house.ask(customerActEndpoints.changeTypes, { ids, cateType: '9' }, as),
      await house.ask(customerActEndpoints.tag, { ids, add: ['x'] }, as),
      await house.ask(customerActEndpoints.assign, { ids, to: [{ employeeId: chief.id }] }, as),
      await house.ask(customerActEndpoints.remove, { ids }, as),
    ])
      await run(started);
    expect(await list({}, as)).toHaveLength(1);
  }
  expect(await query('select * from customer order by id')).toEqual(before);
});
