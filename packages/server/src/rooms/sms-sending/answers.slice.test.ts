import { decisionEndpoints, removalEndpoints, smsEndpoints as sms } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { setRules } from '../../../test/rules.ts';
import { smsPurgeJob } from '../sms/index.ts';
import { keepLate, keepReplies } from './replies.ts';

/** Answers in parts, what the ledger of decisions says of messages by hand, and how long all of it is kept. */
let house: TestHouse;
let token = '';
let stranger = '';
let templateId = '';
let providerId = '';
const own = () => house.merchants[0].id;
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
  await setRules(house.database, own(), { hours: { from: 0, to: 1_440 } });
  providerId = (await house.ask(sms.saveProvider, { name: '练习', settings: { kind: 'log' } } as never, token)).id;
  const text = { name: '提醒', kind: 'notice', signature: '启航', content: `您好\${姓名}。` } as const;
  templateId = (await house.ask(sms.saveTemplate, text, token)).id;
  await house.ask(sms.submitTemplate, { id: templateId }, token);
});
afterAll(() => house.close());

const key = () => ({ merchantId: own(), providerId });
const said = (phone: string, text: string, at: number) => ({ ref: '', phone, text, part: { number: 77, of: 3, at } });
const replies = async (phone: string) =>
  (await house.ask(sms.replies, { phone }, token)).list.map(({ text, stop }) => [text, stop]);

test('a long answer that comes in parts, in any order and one of them twice, is one answer', async () => {
  const { db } = house.database;
  const phone = '13700000051';
  await keepReplies(db, key(), [said(phone, '周六上午十点', 2), said(phone, '我想', 1)]);
  await keepReplies(db, key(), [said(phone, '我想', 1)]);
  expect(await replies(phone)).toEqual([]);
  await keepReplies(db, key(), [said(phone, '来店里看看', 3)]);
  expect(await replies(phone)).toEqual([['我想周六上午十点来店里看看', false]]);
  expect(await sql('select 1 from sms_reply_part')).toEqual([]);
});

test('of an answer whose last part never comes there is what came, after ten minutes', async () => {
  const { db } = house.database;
  const phone = '13700000052';
  await keepReplies(db, key(), [said(phone, '退', 1), said(phone, '订', 2)]);
  await keepLate(db, own());
  expect(await replies(phone)).toEqual([]);
  await sql("update sms_reply_part set at = now() - interval '11 minutes'");
  await keepLate(db, own());
  expect(await replies(phone)).toEqual([['退订', true]]);
});

test('a message by hand that the rules withhold stands in the ledger of decisions, though no task sent it', async () => {
  await keepReplies(house.database.db, key(), [{ ref: 'b', phone: '13700000053', text: 'TD' }]);
  const sent = await house.ask(
    sms.send,
    { templateId, phone: '13700000053', variables: { 姓名: '王' } } as never,
    token,
  );
  expect(sent).toMatchObject({ state: 'withheld', because: 'blacklisted' });
  const { list, total } = await house.ask(decisionEndpoints.list, { phone: '13700000053' }, token);
  expect(list).toMatchObject([{ kind: 'notMessaged', because: 'blacklisted', taskId: null, task: '' }]);
  expect(total).toBe(1);
  expect((await house.ask(decisionEndpoints.list, { phone: '13700000053' }, stranger)).list).toEqual([]);
});

test('a template that was removed is taken back as it was, by its merchant alone', async () => {
  const { undo } = await house.ask(sms.removeTemplate, { id: templateId }, token);
  await expect(house.ask(sms.template, { id: templateId }, token)).rejects.toThrow();
  await expect(house.ask(removalEndpoints.undo, { id: undo }, stranger)).rejects.toThrow();
  await house.ask(removalEndpoints.undo, { id: undo }, token);
  expect(await house.ask(sms.template, { id: templateId }, token)).toMatchObject({ name: '提醒', state: 'usable' });
  await expect(house.ask(removalEndpoints.undo, { id: undo }, token)).rejects.toThrow();
});

test('messages, links and answers leave after the merchant’s days; what is younger, waits, or is another’s stays', async () => {
  const ids = async (table: string) =>
    (await sql<{ n: number }>(`select count(*)::int as n from ${table} where merchant_id = $1`, own()))[0]!.n;
  await sql('delete from sms_message');
  await sql('delete from sms_reply');
  const add = async (merchant: string, days: number, state: string, request: string) => {
    const [row] = await sql<{ id: string }>(
      `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, source, created_at)
       values ($1, $2, $3, '提醒', 'notice', '13700000054', '字', '字', 1, $4, 'hand', now() - $5 * interval '1 day') returning id`,
      merchant,
      request,
      templateId,
      state,
      days,
    );
    const of = [merchant, row!.id, `${merchant}-${request}`];
    await sql(
      "insert into sms_link (merchant_id, message_id, code, url) values ($1, $2, $3, 'https://a.example')",
      ...of,
    );
    await sql('insert into sms_part (merchant_id, provider_id, ref, message_id) values ($1, 1, $3, $2)', ...of);
    await sql(
      `insert into sms_reply (merchant_id, provider_id, ref, phone, text, stop, message_id, at)
       values ($1, 1, $3, '13700000054', '好', false, $2, now() - $4 * interval '1 day')`,
      ...of,
      days,
    );
    return row!.id;
  };
  const other = house.merchants[1].id;
  await add(own(), 200, 'delivered', 'old');
  const waiting = await add(own(), 200, 'queued', 'waiting');
  const young = await add(own(), 100, 'delivered', 'young');
  await add(other, 100, 'delivered', 'theirs');
  const job = smsPurgeJob({ db: house.database.db, clock: { now: () => new Date() } });
  const run = () => job.purgeSms!(undefined as never, new AbortController().signal);
  await run();
  await run();
  const left = await sql<{ id: string }>('select id from sms_message where merchant_id = $1 order by id', own());
  expect(left.map(({ id }) => id)).toEqual([waiting, young]);
  expect([await ids('sms_link'), await ids('sms_part'), await ids('sms_reply')]).toEqual([2, 2, 1]);
  expect(await sql('select 1 from sms_message where merchant_id = $1', other)).toHaveLength(1);
  const audits = await sql<{ after: object }>("select after from audit where action = 'sms.purge'");
  expect(audits.map(({ after }) => after)).toEqual([{ messages: 1, replies: 2, parts: 1, days: 180 }]);
});
