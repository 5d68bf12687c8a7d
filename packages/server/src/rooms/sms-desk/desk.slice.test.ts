import { afterCallEndpoints, smsEndpoints as sms } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { setRules } from '../../../test/rules.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { openPractice } from '../../carriers/log.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { carryOut } from '../after-call/index.ts';
import { batchJob } from '../batches/index.ts';
import { messageIn } from '../sms/index.ts';
import { openSender } from '../sms-sending/index.ts';
import { SEND_MANY, sendManyWork } from './many.ts';

/** To many at once, by a rule after a call, and by a node of a plan; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token = '';
let template = '';
let call = '';
const log = openLog('silent', 'test');
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
const own = () => house.merchants[0];
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(own());
  const assets = await provisionMerchant(house, own().id);
  await provisionMerchant(house, house.merchants[1].id);
  ({ smsTemplate: template, call } = assets);
  const [callee] = await sql<{ id: string }>(
    `insert into callee (merchant_id, task_id, phone, state, attempts) values ($1, $2, '13800138000', 'settled', 1) returning id`,
    ...[own().id, assets.task],
  );
  await sql(
    'update call set task_id = $2, callee_id = $3, attempt = 1 where merchant_id = $1 and id = $4',
    ...[own().id, assets.task, callee?.id, call],
  );
  await sql("delete from sms_message where request = 'sample'");
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const carryOutBatch = (id: string) => {
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const job = batchJob({ db, push, log, works: { [SEND_MANY]: sendManyWork(db) } });
  return job.batch?.({ merchantId: own().id, id }, new AbortController().signal);
};
const messages = (source: string) =>
  sql<{ phone: string; state: string; because: string; text: string }>(
    'select phone, state, because, text from sms_message where merchant_id = $1 and source = $2 order by phone',
    own().id,
    source,
  );

test('O-005: a message to many is counted and priced first, and each number is written to once', async () => {
  const input = {
    templateId: template,
    of: 'phones',
    phones: '13700000001\n13700000002，13700000001\n02160000001\nabc',
  } as const;
  const counted = await house.ask(sms.count, input, token);
  expect(counted).toMatchObject({ people: 2, refused: 2, withheld: 0, missing: 0, parts: 2, price: '0', more: false });
  const { batchId } = await house.ask(sms.sendMany, input, token);
  const begun = (await house.ask(sms.batches, {}, token)).list.find(({ id }) => id === batchId);
  expect(begun).toMatchObject({ state: 'preparing', people: 0 });
  await carryOutBatch(batchId);
  await carryOutBatch(batchId);
  expect(await messages('batch')).toMatchObject([
    { phone: '02160000001', state: 'withheld', because: 'notMobile' },
    { phone: '13700000001', state: 'queued', text: '【启航】您好，课程明天开始。' },
    { phone: '13700000002', state: 'queued' },
  ]);
  const { list } = await house.ask(sms.batches, {}, token);
  expect(list.find(({ id }) => id === batchId)).toMatchObject({ state: 'running', people: 3, waiting: 2, withheld: 1 });
  expect(await house.ask(sms.cancelBatch, { id: batchId }, token)).toEqual({ count: 2 });
  expect((await messages('batch')).map(({ state, because }) => [state, because])).toEqual([
    ['withheld', 'notMobile'],
    ['failed', 'cancelled'],
    ['failed', 'cancelled'],
  ]);
});

test('people of filtered calls are counted as a list of calls finds them', async () => {
  const counted = await house.ask(
    sms.count,
    { templateId: template, of: 'calls', calls: { states: ['busy'] } } as never,
    token,
  );
  expect(counted).toMatchObject({ people: 1, parts: 1 });
});

test('a filter of customers is counted, priced and written to: as whoever sends sees them, each by what the library knows', async () => {
  const { person } = peopleOf(house, own());
  const held = { rights: ['number', 'messageTem'], buttons: ['task:create'], scope: 'own' } as const;
  const [seller, blind] = [await person('seller', held), await person('blind', { ...held, rights: ['messageTem'] })];
  await sql(
    `insert into customer (merchant_id, phone, name, cate_type, owner_id, parameter1) values
       ($1, '13700000101', '王', 2, $2, '周六'), ($1, '13700000102', '', 2, $2, ''), ($1, '13700000103', '李', 2, $3, '周日'),
       ($1, '13700000104', '赵', 1, $2, '周一')`,
    ...[own().id, seller.id, own().owner.id],
  );
  await sql(
    `insert into sms_template (merchant_id, name, kind, signature, content, state, made_by)
     values ($1, '约时间', 'notice', '启航', '\${姓名}，\${参数 1}见。', 'usable', $2)`,
    ...[own().id, own().owner.id],
  );
  const [made] = await sql<{ id: string }>("select id from sms_template where name = '约时间'");
  const input = { templateId: made!.id, of: 'customers', customers: { cateTypes: [2] } } as never;
  expect(await house.ask(sms.count, input, token)).toMatchObject({ people: 2, missing: 1, parts: 2, more: false });
  expect(await house.ask(sms.count, input, seller.token)).toMatchObject({ people: 1, missing: 1 });
  const asked = { templateId: made!.id, of: 'customers', customers: '{}', token: blind.token };
  expect((await house.post('sms/count', asked)).errorCode).toBe(104);
  await sql("delete from sms_message where source = 'batch'");
  const { batchId } = await house.ask(sms.sendMany, input, seller.token);
  await carryOutBatch(batchId);
  await carryOutBatch(batchId);
  expect((await messages('batch')).filter(({ state }) => state === 'queued')).toMatchObject([
    { phone: '13700000101', text: '【启航】王，周六见。' },
  ]);
});

test('a rule after a call sends its message once, however often the call is filed', async () => {
  const rules = [{ name: '没接的', when: [], does: [{ do: 'sms', template }] }];
  await house.ask(afterCallEndpoints.save, { rules, version: '0' } as never, token);
  const ended = { merchantId: own().id, call, facts: null, replaced: null };
  for (const _ of [1, 2]) await inTransaction(house.database.db, tx => carryOut(tx, ended));
  expect(await messages('rule')).toMatchObject([{ phone: '13800138000', state: 'queued' }]);
  const [row] = await sql<{ did: object }>("select after_call -> 'did' as did from call where id = $1", call);
  expect(row!.did).toMatchObject([{ rule: '没接的', do: 'sms', result: 'done' }]);
});

test('a node sends its message once a call, by the name of its template; one that is not there has failed', async () => {
  const ask = { type: 'sms', node: 'n1', template: '开课提醒', values: {} } as const;
  const about = { merchantId: own().id, callId: call };
  const { db } = house.database;
  for (const _ of [1, 2]) expect(await messageIn(db, about, ask)).toEqual({ type: 'sent' });
  expect(await messages('node')).toHaveLength(1);
  expect(await messageIn(db, about, { ...ask, template: '别家的' })).toEqual({ type: 'failed', because: 'unknown' });
  const others = { merchantId: house.merchants[1].id, callId: call };
  expect(await messageIn(db, others, ask)).toEqual({ type: 'failed', because: 'unknown' });
});

test('outside the hours of calling a message waits, and the ledger of decisions says why', async () => {
  const at = new Date(Date.now() + 8 * 3_600_000);
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  // An hour that is not now.
  const from = minute < 720 ? 1_380 : 0;
  await setRules(house.database, own().id, { hours: { from, to: from + 60 } });
  await sql("update sms_message set state = 'failed' where state = 'queued'");
  const sent = await house.ask(sms.send, { templateId: template, phone: '13700000005' }, token);
  expect(sent.state).toBe('queued');
  const { db } = house.database;
  const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
  const sender = openSender({ db, log, secrets, open: () => openPractice(log) });
  await expect
    .poll(async () => (await house.ask(sms.message, { id: sent.id }, token)).because, { timeout: 15_000 })
    .toBe('hours');
  await sender.close();
  const row = await house.ask(sms.message, { id: sent.id }, token);
  expect(row).toMatchObject({ state: 'queued', becauseText: '不在允许的时段，到时再发' });
  const decided = await sql<{ kind: number; because: number }>(
    'select kind, because from decision where about = $1',
    sent.id,
  );
  expect(decided).toEqual([{ kind: 12, because: 16 }]);
});
