import { customerAskEndpoints, customerEndpoints, homeEndpoints, smsEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';

/** What waits for a person on the first page: next steps, requests, answers to text messages, refused templates. */
let house: TestHouse;
let token = '';
let [anna, bert, blind]: TestPerson[] = [];
const merchantId = () => house.merchants[0].id;
const sql = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const waiting = async (as: string) =>
  Object.fromEntries(
    (await house.ask(homeEndpoints.index, {}, as)).todo.flatMap(todo =>
      'count' in todo ? [[todo.kind, todo.count]] : [],
    ),
  );

const reply = (phone: string, ago: string, owner: string, stop = false) =>
  sql(
    `insert into sms_reply (merchant_id, provider_id, ref, phone, text, stop, owner_id, at)
     values ($1, 1, $2, $3, '好的', $4, $5, now() - $6::interval)`,
    ...[merchantId(), `${phone} ${ago}`, phone, stop, owner, ago],
  );

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  const { person } = peopleOf(house, house.merchants[0]);
  anna = await person('anna', { rights: ['number', 'messageTem'], scope: 'own' });
  bert = await person('bert', { rights: ['number'], scope: 'own' });
  blind = await person('blind', { rights: ['callLog'], scope: 'all' });
});
afterAll(() => house.close());

test('nothing waits for who has nothing to do', async () => {
  expect(await waiting(anna!.token)).toEqual({});
});

test('own next steps that are due, and requests for own customers, until they are answered', async () => {
  const add = (phone: string) =>
    house.ask(customerEndpoints.save, { phone, name: '王', cateType: '1' }, anna!.token).then(({ id }) => id);
  const [due, later] = [await add('13900003301'), await add('13900003302')];
  await sql("update customer set next_at = now() - interval '1 minute' where id = $1", due);
  await sql("update customer set next_at = now() + interval '1 hour' where id = $1", later);
  await house.ask(customerAskEndpoints.ask, { phone: '13900003301' }, bert!.token);
  expect(await waiting(anna!.token)).toEqual({ nextSteps: 1, asks: 1 });
  expect(await waiting(bert!.token)).toEqual({});
  expect(await waiting(token)).toEqual({ asks: 1 });
  expect(await waiting(blind!.token)).toEqual({});
  const [asked] = (await house.ask(customerAskEndpoints.asks, {}, anna!.token)).list;
  await house.ask(customerAskEndpoints.answer, { id: asked!.id, give: '0' }, anna!.token);
  await sql('update customer set next_at = null');
  expect(await waiting(anna!.token)).toEqual({});
});

test('an answer waits until somebody calls or writes, once a number; one who wants no more is let be', async () => {
  const mine = anna!.id;
  await reply('13900003311', '2 hours', mine);
  await reply('13900003311', '1 hour', mine);
  await reply('13900003312', '1 hour', mine);
  await reply('13900003313', '1 hour', mine, true);
  await reply('13900003314', '8 days', mine);
  await reply('13900003315', '1 hour', house.merchants[0].owner.id);
  expect(await waiting(anna!.token)).toEqual({ replies: 2 });
  expect(await waiting(token)).toEqual({ replies: 3 });
  expect(await waiting(bert!.token)).toEqual({});
  await sql(
    `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, source, owner_id)
     values ($1, 'after', 1, '回访', 'notice', '13900003312', '好', '好', 1, 'sent', 'hand', $2)`,
    ...[merchantId(), mine],
  );
  expect(await waiting(anna!.token)).toEqual({ replies: 1 });
  const list = async (fields: object, as = anna!.token) => (await house.ask(smsEndpoints.replies, fields, as)).list;
  const open = await list({ waits: true });
  expect(open.map(({ phone, waits }) => [phone.slice(-4), waits])).toEqual([['3311', true]]);
  expect(await list({ waits: false })).toHaveLength(4);
  // Nobody closes what he does not see.
  const [others] = (await list({ waits: true }, token)).filter(({ id }) => id !== open[0]!.id);
  const close = (id: string) => house.ask(smsEndpoints.closeReplies, { ids: [id] }, anna!.token);
  expect(await close(others!.id)).toEqual({ count: 0 });
  expect([await close(open[0]!.id), await close(open[0]!.id)]).toEqual([{ count: 1 }, { count: 0 }]);
  expect(await waiting(anna!.token)).toEqual({});
  expect(await waiting(token)).toEqual({ replies: 1 });
  await sql('delete from sms_reply');
});

test('templates that were refused wait for who writes them', async () => {
  await sql(
    `insert into sms_template (merchant_id, name, kind, signature, content, state, because, made_by)
     values ($1, '优惠', 'notice', '启航', '内容', 'refused', '含推广', $2)`,
    ...[merchantId(), anna!.id],
  );
  expect(await waiting(anna!.token)).toEqual({ templates: 1 });
  expect(await waiting(bert!.token)).toEqual({});
  const far = await house.signIn(house.merchants[1]);
  expect(await waiting(far)).toEqual({});
});
