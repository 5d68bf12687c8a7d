import { customerEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';

/** Text messages of a customer among all that has been with them. */
let house: TestHouse;
let token = '';
let seller: TestPerson;
let customer = '';
const phone = '13900002201';
const merchantId = () => house.merchants[0].id;
const sql = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const timeline = (id: string, as: string, more: Readonly<Record<string, string>> = {}) =>
  house.ask(customerEndpoints.timeline, { id, ...more }, as);

interface Sent {
  readonly at: string;
  readonly text: string;
  readonly state: string;
  readonly because?: string;
  readonly to?: string;
  readonly owner: string;
}
const sent = async ({ at, text, state, because = '', to = phone, owner }: Sent) => {
  await sql(
    `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, because, source,
       owner_id, created_at)
     values ($1, $2, 1, '回访', 'notice', $3, $4, $4, 1, $5, $6, 'hand', $7, $8)`,
    ...[merchantId(), `t ${text}`, to, text, state, because, owner, at],
  );
};
const replied = (at: string, text: string, stop: boolean, owner: string) =>
  sql(
    `insert into sms_reply (merchant_id, provider_id, ref, phone, text, stop, owner_id, at) values ($1, 1, $2, $3, $2, $4, $5, $6)`,
    ...[merchantId(), text, phone, stop, owner, at],
  );

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  seller = await peopleOf(house, house.merchants[0]).person('seller', { rights: ['number'], scope: 'own' });
  customer = (await house.ask(customerEndpoints.save, { phone, name: '王', cateType: '1' }, seller.token)).id;
  const owner = seller.id;
  await sent({ at: '2026-01-01T01:00:00Z', text: '【甲】周六见，电话13812345678', state: 'delivered', owner });
  await sent({ at: '2026-01-01T02:00:00Z', text: '【甲】没到', state: 'failed', because: 'undelivered', owner });
  await sent({ at: '2026-01-01T03:00:00Z', text: '【甲】别人', state: 'sent', to: '13900002202', owner });
  await sent({ at: '2026-01-01T04:00:00Z', text: '【甲】同事', state: 'sent', owner: house.merchants[0].owner.id });
  await replied('2026-01-01T05:00:00Z', '好的', false, owner);
  await replied('2026-01-01T06:00:00Z', '退订', true, owner);
});
afterAll(() => house.close());

test('messages stand on the timeline with what became of them, answers as well, of this number alone', async () => {
  const { list } = await timeline(customer, token);
  const texts = list.filter(({ kind }) => kind === 'sms' || kind === 'smsReply');
  expect(texts.map(({ kind, text, state }) => [kind, text, state])).toEqual([
    ['smsReply', '退订', '退订'],
    ['smsReply', '好的', ''],
    ['sms', '【甲】同事', '已提交'],
    ['sms', '【甲】没到', '失败；运营商没有送到'],
    ['sms', '【甲】周六见，电话13812345678', '已送达'],
  ]);
});

test('of messages one sees what the scope lets one see, numbers in them masked; pages go on where the last ended', async () => {
  const { list } = await timeline(customer, seller.token);
  expect(list.flatMap(({ kind, text }) => (kind === 'sms' ? [text] : []))).toEqual([
    '【甲】没到',
    '【甲】周六见，电话138****5678',
  ]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof timeline>> = await timeline(customer, token, {
      ...{ limit: '2', ...(after !== null && { after }) },
    });
    seen.push(...page.list.map(({ kind, text }) => `${kind} ${text}`));
    after = page.after;
  } while (after !== null);
  const all = (await timeline(customer, token)).list.map(({ kind, text }) => `${kind} ${text}`);
  expect(seen).toEqual(all);
  const far = await house.signIn(house.merchants[1]);
  expect((await house.post('custom/timeline', { id: customer, token: far })).errorCode).toBe(105);
});
