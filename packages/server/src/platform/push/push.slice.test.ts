import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openGround } from '../../house.ts';
import type { PushSender } from './index.ts';

let house: TestHouse;
/** Another process of the same installation. */
let elsewhere: Awaited<ReturnType<typeof openGround>>;
let push: PushSender;
const opened: WebSocket[] = [];

beforeAll(async () => {
  house = await startTestHouse();
  elsewhere = await openGround(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  push = elsewhere.push;
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await elsewhere.close();
  await house.close();
});

/** A page's socket: what came so far, the next message, how it was closed. */
const connect = (token: string) => {
  const socket = new WebSocket(`${house.origin.replace('http', 'ws')}/frontWsServer?token=${token}`);
  opened.push(socket);
  const waiting: ((message: unknown) => void)[] = [];
  const came: unknown[] = [];
  socket.on('message', data => {
    const message = JSON.parse(String(data));
    const next = waiting.shift();
    if (next) next(message);
    else came.push(message);
  });
  const closed = new Promise<number>(resolve => socket.once('close', code => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    closed,
    ready,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => (came.length > 0 ? Promise.resolve(came.shift()) : new Promise(resolve => waiting.push(resolve))),
  };
};
/** Everything said before has been heard when the answer to a ping is there. */
const settled = async (page: ReturnType<typeof connect>) => {
  page.say({ type: 'ping' });
  expect(await page.next()).toEqual({ type: 'pong' });
};
const signedInPage = async (which: 0 | 1) => {
  const page = connect(await house.signIn(house.merchants[which]));
  await page.ready;
  await settled(page);
  return page;
};

test('a message for a person reaches that merchant and person alone, from another process', async () => {
  const [mine, foreign] = [await signedInPage(0), await signedInPage(1)];
  const [merchant, other] = house.merchants;
  push.toEmployee(merchant.id, merchant.owner.id, { type: 2, msg: '给我的' });
  expect(await mine.next()).toEqual({ type: 2, msg: '给我的' });
  push.toMerchant(other.id, { type: 7, num: 3 });
  expect(await foreign.next()).toEqual({ type: 7, num: 3 });
  push.toEmployee(other.id, merchant.owner.id, { type: 2, msg: '谁的' });
  push.toMerchant(merchant.id, { type: 1, msg: '全体' });
  expect(await mine.next()).toEqual({ type: 1, msg: '全体' });
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
  expect(await watcher.next()).toEqual({ type: 3, msg: '后来' });
});

test('another merchant’s call cannot be watched', async () => {
  const page = await signedInPage(0);
  page.say({ type: 'subscribe', topic: 'call:987654321' });
  expect(await page.next()).toMatchObject({ type: 'refused', topic: 'call:987654321' });
});

test.each(['', 'x', 'a'.repeat(3_000), "' or 1=1"])('a socket with the token %j is closed with 4103', async token => {
  expect(await connect(encodeURIComponent(token)).closed).toBe(4103);
});

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

test('a session has at most twenty sockets', async () => {
  const token = await house.signIn(house.merchants[0]);
  const pages = [];
  for (let n = 0; n < 20; n += 1) {
    const page = connect(token);
    await page.ready;
    await settled(page);
    pages.push(page);
  }
  expect(await connect(token).closed).toBe(4107);
});

test('the bus comes back after its connection was cut, and pushes go on', async () => {
  const page = await signedInPage(0);
  const back = new Promise<void>(resolve => elsewhere.bus.onBack(resolve));
  await house.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lianxian bus' and datname = current_database()`,
  );
  await back;
  const heard = page.next();
  // The web process reconnects by itself; until it listens again a push may be lost, so it is sent until it comes.
  const again = setInterval(() => push.toMerchant(house.merchants[0].id, { type: 2, msg: '回来了' }), 50);
  expect(await heard).toMatchObject({ msg: '回来了' });
  clearInterval(again);
});
