import { smsEndpoints as sms, webhookEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { setRules } from '../../../test/rules.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { enqueue, findUsable } from '../sms/index.ts';
import type { Handed } from './carrier.ts';
import { openSender } from './sender.ts';
import { noteReports } from './settle.ts';

/** How several providers share what there is, and what becomes of one that fails: over the database, with the sender that runs. */
let house: TestHouse;
let token = '';
let templateId = '';
const own = () => house.merchants[0].id;
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;

/** What each provider answers, by the id of the provider. */
const answers = new Map<string, () => Handed>();
const went: (readonly [provider: string, message: string])[] = [];
let close: () => Promise<void>;
beforeAll(async () => {
  house = await startTestHouse({ privateHosts: ['127.0.0.1'] });
  token = await house.signIn(house.merchants[0]);
  await setRules(house.database, own(), { hours: { from: 0, to: 1_440 } });
  const text = { name: '提醒', kind: 'notice', signature: '启航', content: '您好。' } as const;
  templateId = (await house.ask(sms.saveTemplate, text, token)).id;
  await house.ask(sms.submitTemplate, { id: templateId }, token);
  const sender = openSender({
    db: house.database.db,
    log: openLog('warn', 'test'),
    secrets: openSecrets(Buffer.alloc(32, 7).toString('base64')),
    open: ({ id }) => ({
      send: async message => {
        went.push([id, message.id]);
        return answers.get(id)?.() ?? { type: 'accepted', refs: [`r${message.id}`] };
      },
      close: async () => undefined,
    }),
  });
  close = () => sender.close();
});
afterAll(async () => {
  await close?.();
  await house.close();
});

const provider = async (name: string, over: object) => {
  const settings = { kind: 'http', url: 'http://127.0.0.1:1/' };
  const input = { name, settings, rank: '1', share: '1', perSecond: '1000', enabled: '1', ...over };
  return (await house.ask(sms.saveProvider, input as never, token)).id;
};
const off = () => sql('update sms_provider set enabled = false, changed_at = now()');
let phones = 13_700_000_000;
const write = async (count: number): Promise<readonly string[]> => {
  const { db } = house.database;
  const template = (await findUsable(merchantDb(db, own()), templateId))!;
  const people = Array.from({ length: count }, () => ({
    ...{ request: `r${phones}`, phone: String(phones++), name: '', values: {} },
    ...{ callId: null, taskId: null, ownerId: null },
  }));
  await inTransaction(db, tx => enqueue(tx, { merchantId: own(), template, source: 'batch' }, people));
  const of = people.map(({ phone }) => phone);
  return (await sql<{ id: string }>('select id from sms_message where phone = any($1) order by id', of)).map(r => r.id);
};
const states = async (ids: readonly string[]) =>
  (await sql<{ state: string }>('select state from sms_message where id = any($1)', ids)).map(({ state }) => state);
const all = (ids: readonly string[], state: string) =>
  vi.waitFor(async () => expect(new Set(await states(ids))).toEqual(new Set([state])), 30_000);
const bells = async () =>
  (
    await sql<{ facts: { name: string; what: string } }>(
      "select facts from bell_event where kind = 'smsProvider' order by id",
    )
  ).map(({ facts }) => `${facts.name} ${facts.what}`);
const health = async (id: string) => (await house.ask(sms.providers, {}, token)).list.find(one => one.id === id)!;

test('providers of one order have of the messages what each is given; one of a later order has none while they work', async () => {
  await off();
  const three = await provider('三份', { share: '3' });
  const one = await provider('一份', { share: '1' });
  const later = await provider('备用', { rank: '2' });
  went.length = 0;
  const ids = await write(400);
  await all(ids, 'sent');
  const of = (id: string) => went.filter(([at]) => at === id).length;
  expect([of(three) + of(one), of(later)]).toEqual([400, 0]);
  // Each message by its own number: a coin with 3 in 4, thrown 400 times, lies within these for all but one in a million.
  expect(of(three)).toBeGreaterThan(255);
  expect(of(three)).toBeLessThan(345);
  expect(new Set(went.map(([, message]) => message)).size).toBe(400);
});

test('one that fails three times rests: the next has its messages, the bell rings once, and once when it is well again', async () => {
  await off();
  const failing = await provider('失灵', { rank: '1' });
  await provider('备用', { rank: '2' });
  answers.set(failing, () => ({ type: 'again', because: 'unreachable' }));
  went.length = 0;
  for (let n = 0; n < 4; n++) await all(await write(1), 'sent');
  expect(went.filter(([at]) => at === failing)).toHaveLength(3);
  expect(await health(failing)).toMatchObject({
    health: 'resting',
    because: 'unreachable',
    becauseText: '连不上服务商',
  });
  expect(await bells()).toEqual(['失灵 rests']);

  const rested = () => sql('update sms_provider set rests_until = now(), changed_at = now() where id = $1', failing);
  // Who rests is read once a second; what goes before that goes to the next.
  const askedAgain = (times: number) =>
    vi.waitFor(async () => {
      await all(await write(1), 'sent');
      expect(went.filter(([at]) => at === failing)).toHaveLength(times);
    }, 10_000);
  await rested();
  await askedAgain(4);
  expect(await bells()).toEqual(['失灵 rests']);

  answers.delete(failing);
  await rested();
  await askedAgain(5);
  await vi.waitFor(async () => expect((await health(failing)).health).toBe('up'), 10_000);
  expect(await bells()).toEqual(['失灵 rests', '失灵 back']);
});

test('the merchant’s own systems are told what came on and what did not, once each, without whole numbers', async () => {
  await off();
  const at = await provider('通道', {});
  const events = ['sms.delivered', 'sms.failed'] as const;
  const endpoint = { name: '系统', url: 'http://127.0.0.1:1/hook', events: [...events], enabled: true };
  await house.ask(webhookEndpoints.save, endpoint as never, token);
  const [came, failed] = await write(2);
  await all([came!, failed!], 'sent');
  const key = { merchantId: own(), providerId: at };
  for (const _ of [1, 2]) {
    await noteReports(house.database.db, key, [{ ref: `r${came}`, delivered: true, code: '' }]);
    await noteReports(house.database.db, key, [{ ref: `r${failed}`, delivered: false, code: 'UNDELIV 12' }]);
  }
  const told = await sql<{ event: string; body: string }>(
    'select event, body from webhook_delivery where merchant_id = $1 order by id',
    own(),
  );
  const phone = `137****${String(phones - 2).slice(-4)}`;
  expect(told.map(({ event, body }) => [event, JSON.parse(body).data])).toMatchObject([
    [
      'sms.delivered',
      { id: came, phone, template: '提醒', source: 'batch', because: '', parts: 1, task: null, call: null },
    ],
    ['sms.failed', { id: failed, because: 'undelivered:UNDELIV 12' }],
  ]);
});
