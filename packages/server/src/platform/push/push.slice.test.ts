import { stored } from '@lianxian/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages, type PageSocket } from '../../../test/page-socket.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import type { PushSender } from './index.ts';

let house: TestHouse;
/** Another process of the same installation. */
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
let push: PushSender;
const pages = openPages();
afterEach(() => pages.closeAll());
const connect = (token: string) => pages.connect(house.origin, token);

beforeAll(async () => {
  house = await startTestHouse();
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  push = elsewhere.push;
});
afterAll(async () => {
  await elsewhere.close();
  await house.close();
});

/** Everything said before has been heard when the answer to a ping is there. */
const settled = async (page: PageSocket) => {
  page.say({ type: 'ping' });
  expect(await page.next()).toEqual({ type: 'pong' });
};
const tokens = new Map<0 | 1, string>();
const signedInPage = async (which: 0 | 1) => {
  const token = tokens.get(which) ?? (await house.signIn(house.merchants[which]));
  tokens.set(which, token);
  const page = connect(token);
  await page.ready;
  await settled(page);
  return page;
};

test('O-391: a message for a person reaches that merchant and person alone, from another process', async () => {
  const [mine, foreign] = [await signedInPage(0), await signedInPage(1)];
  const [merchant, other] = house.merchants;
  push.toEmployee(merchant.id, merchant.owner.id, { type: 2, msg: '给我的' });
  expect(await mine.next()).toEqual({ type: 2, msg: '给我的', seq: expect.any(Number) });
  push.toMerchant(other.id, { type: 7, num: 3 });
  expect(await foreign.next()).toEqual({ type: 7, num: 3, seq: expect.any(Number) });
  push.toEmployee(other.id, merchant.owner.id, { type: 2, msg: '谁的' });
  push.toMerchant(merchant.id, { type: 1, msg: '全体' });
  expect(await mine.next()).toMatchObject({ type: 1, msg: '全体' });
});

test('a reminder that is kept by its key is said in the language of the page', async () => {
  const token = await house.signIn(house.merchants[0]);
  const open = async (language?: string) => {
    const page = pages.connect(house.origin, token, undefined, language);
    await page.ready;
    await settled(page);
    return page;
  };
  const [chinese, english] = [await open(), await open('en')];
  const number = '057188880010';
  push.toMerchant(house.merchants[0].id, { type: 1, msg: stored(['numberWon', { number }]) });
  expect(await chinese.next()).toMatchObject({ msg: `平台把来电号码 ${number} 裁定给了你们，它的来电由你们接听。` });
  expect(await english.next()).toMatchObject({
    msg: `The platform assigned ${number} to you. You now receive its calls.`,
  });
});

test.each([
  ['O-196', 'type', { type: 2 }],
  ['O-197', 'msg', { type: 1, msg: '线路维护' }],
  ['O-198', 'phone', { type: 4, phone: '13812342217', id: '9' }],
  ['O-199', 'id', { type: 5, msg: '王女士发来消息', id: '12' }],
  ['O-200', 'fileId', { type: 6, fileId: '31' }],
  ['O-201', 'num', { type: 7, num: 120 }],
] as const)('%s: a push message carries its field %s', async (_row, _field, message) => {
  const page = await signedInPage(0);
  push.toEmployee(house.merchants[0].id, house.merchants[0].owner.id, message);
  expect(await page.next()).toEqual({ ...message, seq: expect.any(Number) });
});

test('a call with a number that no call can have is refused, and the page stays', async () => {
  const page = await signedInPage(0);
  for (const call of ['9999999999999999999', '0', '-1', '\u0000', '']) {
    page.say({ type: 'subscribe', topic: `call:${call}` });
    expect(await page.next()).toMatchObject({ type: 'refused', topic: `call:${call}`, errorCode: 104 });
  }
  await settled(page);
});

test('what is said before the token was looked up is not lost', async () => {
  const page = connect(await house.signIn(house.merchants[0]));
  await page.ready;
  page.say({ type: 'subscribe', topic: 'nothing:1' });
  expect(await page.next()).toMatchObject({ type: 'refused', topic: 'nothing:1', errorCode: 104 });
});

test('a topic message comes to who subscribed, and to nobody else of the merchant', async () => {
  const [watcher, silent] = [await signedInPage(0), await signedInPage(0)];
  const [merchant, other] = house.merchants;
  watcher.say({ type: 'subscribe', topic: 'calls' });
  await settled(watcher);
  push.toTopic(other.id, 'calls', { type: 'callFiled', topic: 'calls', id: '1' });
  push.toTopic(merchant.id, 'calls', { type: 'callFiled', topic: 'calls', id: '2' });
  expect(await watcher.next()).toEqual({ type: 'callFiled', topic: 'calls', id: '2' });
  await settled(silent);
  watcher.say({ type: 'unsubscribe', topic: 'calls' });
  await settled(watcher);
  push.toTopic(merchant.id, 'calls', { type: 'callFiled', topic: 'calls', id: '3' });
  push.toMerchant(merchant.id, { type: 3, msg: '后来' });
  expect(await watcher.next()).toMatchObject({ type: 3, msg: '后来' });
});

test('another merchant’s call cannot be watched', async () => {
  const page = await signedInPage(0);
  page.say({ type: 'subscribe', topic: 'call:987654321' });
  expect(await page.next()).toMatchObject({ type: 'refused', topic: 'call:987654321' });
});

test.each(['', 'x', 'a'.repeat(3_000), "' or 1=1"])(
  'O-391: a socket with the token %j is closed with 4103',
  async token => {
    expect(await connect(encodeURIComponent(token)).closed).toBe(4103);
  },
);

test('signing out closes the sockets of that session alone', async () => {
  const token = await house.signIn(house.merchants[0]);
  const [page, other] = [connect(token), await signedInPage(0)];
  await page.ready;
  await settled(page);
  await house.post('user/logout', { token });
  expect(await page.closed).toBe(4103);
  await settled(other);
});

test.each(['nonsense', '{"type":"shout"}', '[]', '{"type":"subscribe","topic":7}'])(
  'nonsense (%s) closes the socket, and the house goes on',
  async said => {
    const page = await signedInPage(0);
    page.say(said);
    expect(await page.closed).toBe(1008);
    await settled(await signedInPage(0));
  },
);

test('a message of more than 4 kB closes the socket', async () => {
  const page = await signedInPage(0);
  page.say('x'.repeat(5_000));
  expect(await page.closed).toBe(1009);
});

test('a message of 5 MB closes the socket as too large, and costs the others nothing', async () => {
  const [page, other] = [await signedInPage(0), await signedInPage(0)];
  page.say('x'.repeat(5_000_000));
  expect(await page.closed).toBe(1009);
  await settled(other);
});

test('a page that asks for a thousand topics at once is closed with 4109, the others go on', async () => {
  const [page, other] = [await signedInPage(0), await signedInPage(0)];
  for (let n = 0; n < 1_000; n += 1) page.say({ type: 'subscribe', topic: `task:${n}` });
  expect(await page.closed).toBe(4109);
  await settled(other);
});

test('a flood of protocol pings closes the socket as well', async () => {
  const page = await signedInPage(0);
  const again = () => page.socket.readyState === page.socket.OPEN && page.socket.ping();
  page.socket.on('pong', again);
  again();
  expect(await page.closed).toBe(4109);
});

test('of two hundred tabs of one session twenty are let in, the others are told there are too many', async () => {
  const token = await house.signIn(house.merchants[0]);
  const tabs = Array.from({ length: 200 }, () => connect(token));
  const closed: number[] = [];
  for (const tab of tabs) void tab.closed.then(code => closed.push(code));
  await expect.poll(() => closed.length).toBe(180);
  expect(new Set(closed)).toEqual(new Set([4107]));
  await settled(await signedInPage(0));
});

test('the database away signs nobody out: the page is told to try again', async () => {
  const token = await house.signIn(house.merchants[0]);
  await house.database.pool.query('alter table session rename to session_away');
  const page = connect(token);
  const code = await page.closed;
  await house.database.pool.query('alter table session_away rename to session');
  expect(code).toBe(1013);
});
