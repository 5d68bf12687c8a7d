/** Kept messages and what a page gets of them when it comes back; two web processes on one database. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import { type OpenHouse, openWeb } from '../../house.ts';
import type { PushSender } from './index.ts';

let house: TestHouse;
/** A second web process of the same installation. */
let second: OpenHouse;
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
let push: PushSender;
let origins: readonly string[] = [];
const pages = openPages();

beforeAll(async () => {
  house = await startTestHouse();
  const config = testConfig({ dataDir: house.dataDir, databaseUrl: house.url, webDist: join(house.dataDir, 'dist') });
  second = await openWeb(config, { clock: { now: house.now } });
  elsewhere = await openProcessContext(config, 'jobs');
  push = elsewhere.push;
  origins = [house.origin, `http://127.0.0.1:${second.info?.port}`];
});
afterEach(() => pages.closeAll());
afterAll(async () => {
  await elsewhere.close();
  await second.close();
  await house.close();
});

const me = () => ({ merchant: house.merchants[0].id, id: house.merchants[0].owner.id });
const say = (msg: string) => push.toEmployee(me().merchant, me().id, { type: 2, msg });
/** A page of ours on one of the two processes; `seq` is the number with which nothing is missed. */
const open = async (token: string, after = '', process: 0 | 1 = 0) => {
  const page = pages.connect(origins[process] ?? '', token, after);
  await page.ready;
  const missed: { msg?: string; type: unknown }[] = [];
  for (;;) {
    const message = (await page.next()) as { type: unknown; seq: number; msg?: string };
    if (message.type === 'ready') return { page, missed, seq: message.seq };
    missed.push(message);
  }
};
const keptRows = async (): Promise<number> =>
  (await house.database.pool.query('select 1 from push_message where employee_id = $1', [me().id])).rows.length;
const settledRows = async (rows: number) => expect.poll(keptRows).toBe(rows);

test('a page that comes back gets what it missed in order, once, on whichever process it lands', async () => {
  const token = await house.signIn(house.merchants[0]);
  const first = await open(token, '', 0);
  expect(first.missed).toEqual([]);
  say('一');
  const one = (await first.page.next()) as { seq: number };
  first.page.socket.terminate();
  for (const msg of ['二', '三', '四']) say(msg);
  push.toMerchant(me().merchant, { type: 1, msg: '五' });
  push.toMerchant(house.merchants[1].id, { type: 1, msg: '别人的' });
  await settledRows(5);
  const back = await open(token, String(one.seq), 1);
  expect(back.missed.map(({ msg }) => msg)).toEqual(['二', '三', '四', '五']);
  say('六');
  expect(await back.page.next()).toMatchObject({ msg: '六' });
  expect((await open(token, String(back.seq), 0)).missed.map(({ msg }) => msg)).toEqual(['六']);
});

test('what was missed longer than ten minutes ago is in the list alone', async () => {
  const token = await house.signIn(house.merchants[0]);
  const { seq } = await open(token);
  const before = await keptRows();
  say('早');
  await settledRows(before + 1);
  house.pass(11 * 60_000);
  expect((await open(token, String(seq))).missed).toEqual([]);
  house.pass(-11 * 60_000);
  expect((await open(token, String(seq))).missed.map(({ msg }) => msg)).toEqual(['早']);
});

test('of more than two hundred missed ones the newest two hundred come', async () => {
  const token = await house.signIn(house.merchants[0]);
  const { seq } = await open(token);
  await house.database.pool.query(
    `insert into push_message (merchant_id, employee_id, seq, type, msg)
     select $1, $2, nextval('push_message_seq'), 2, 'n' || n from generate_series(1, 260) n`,
    [me().merchant, me().id],
  );
  const { missed } = await open(token, String(seq));
  expect(missed.map(({ msg }) => msg)).toEqual(Array.from({ length: 200 }, (_, n) => `n${n + 61}`));
});

test.each(['x', '-1', '9'.repeat(40), '1e3', "1' or 1=1"])('a number that is none (%s) misses nothing', async after => {
  const { missed } = await open(await house.signIn(house.merchants[0]), after);
  expect(missed).toEqual([]);
});

test('an old client, which says no number, sees types 1 to 7 alone', async () => {
  const page = pages.connect(house.origin, await house.signIn(house.merchants[0]));
  await page.ready;
  page.say({ type: 'ping' });
  expect(await page.next()).toEqual({ type: 'pong' });
  push.rightsChanged(me().merchant, null);
  say('还在');
  expect(await page.next()).toMatchObject({ type: 2, msg: '还在' });
});

test('a message of more than 8,000 bytes comes whole, in its turn', async () => {
  const { page } = await open(await house.signIn(house.merchants[0]), '', 1);
  const long = '长'.repeat(3_900);
  say(long);
  say('短');
  expect(await page.next()).toMatchObject({ msg: long });
  expect(await page.next()).toMatchObject({ msg: '短' });
});

test('what one process says in a row arrives in that order on both', async () => {
  const token = await house.signIn(house.merchants[0]);
  const both = [await open(token, '', 0), await open(token, '', 1)];
  const words = Array.from({ length: 40 }, (_, n) => `第${n}`);
  for (const msg of words) say(msg);
  for (const { page } of both) {
    const heard = [];
    while (heard.length < words.length) heard.push(((await page.next()) as { msg: string }).msg);
    expect(heard).toEqual(words);
  }
});

test('messages of a merchant are numbered in the order of their commits, however many processes say them', async () => {
  const { page } = await open(await house.signIn(house.merchants[0]));
  const another = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  for (let n = 0; n < 30; n += 1) {
    push.toMerchant(me().merchant, { type: 2, msg: 'a' });
    another.push.toMerchant(me().merchant, { type: 2, msg: 'b' });
  }
  const seqs = [];
  while (seqs.length < 60) seqs.push(((await page.next()) as { seq: number }).seq);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  await another.close();
});

test('what was said while the bus was away comes when it is back', async () => {
  const { page } = await open(await house.signIn(house.merchants[0]), '', 1);
  const heard: string[] = [];
  await house.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lianxian bus' and datname = current_database()`,
  );
  for (const msg of ['甲', '乙']) say(msg);
  while (heard.length < 2) heard.push(((await page.next()) as { msg: string }).msg);
  expect(heard).toEqual(['甲', '乙']);
});

test('an address that opens sockets without end is refused before anything is looked up', async () => {
  const few = { all: 3, open: 3, person: 3 };
  const narrow = await openWeb(
    testConfig({ dataDir: house.dataDir, databaseUrl: house.url, webDist: join(house.dataDir, 'dist') }),
    { rates: few },
  );
  const origin = `http://127.0.0.1:${narrow.info?.port}`;
  for (let n = 0; n < 3; n += 1) expect(await pages.connect(origin, 'nobody').closed).toBe(4103);
  await expect(pages.connect(origin, 'nobody').ready).rejects.toThrow('429');
  await narrow.close();
});
