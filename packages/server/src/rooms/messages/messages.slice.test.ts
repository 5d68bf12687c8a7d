import { messageEndpoints, stored, wire } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { messagePurgeJob } from './index.ts';

let house: TestHouse;
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
let push: PushSender;
let token = '';
const pages = openPages();

beforeAll(async () => {
  house = await startTestHouse();
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'jobs');
  push = elsewhere.push;
  token = await house.signIn(house.merchants[0]);
});
beforeEach(async () => {
  await house.database.pool.query('delete from push_message');
});
afterAll(async () => {
  pages.closeAll();
  await elsewhere.close();
  await house.close();
});

const merchant = () => house.merchants[0];
const told = async (...messages: Parameters<PushSender['toEmployee']>[2][]) => {
  for (const message of messages) push.toEmployee(merchant().id, merchant().owner.id, message);
  await push.close();
};
const list = (input: { limit?: number; after?: string } = {}, as = token) =>
  house.ask(messageEndpoints.list, input, as);
const unread = async (as = token) => (await house.ask(messageEndpoints.unread, {}, as)).unread;

test('the reminder lists types 1 to 5, newest first; downloads and counts are not in it', async () => {
  await told(
    { type: 1, msg: '线路维护' },
    { type: 6, fileId: '3' },
    { type: 7, num: 12 },
    { type: 4, phone: '13812342217', id: '8' },
  );
  const { list: rows, after } = await list();
  expect(rows).toMatchObject([
    { type: 4, msg: '', phone: '13812342217', id: '8', isRead: false },
    { type: 1, msg: '线路维护', phone: '', id: '', isRead: false },
  ]);
  expect([after, await unread()]).toEqual([null, 2]);
});

test('a reminder is read in the language of who lists it; one of an earlier release as it was said', async () => {
  await told({ type: 1, msg: '平台关闭了负责人的两步验证' }, { type: 1, msg: stored(['factorDropped']) });
  const inLanguage = async (language: string) => {
    const { data } = await house.post('message/list', { token }, { [wire.languageHeader]: language });
    return (data as { list: { msg: string }[] }).list.map(({ msg }) => msg);
  };
  expect(await inLanguage('zh-CN')).toEqual([
    '平台关闭了负责人的两步验证，请尽快重新设置。',
    '平台关闭了负责人的两步验证',
  ]);
  expect(await inLanguage('zh-TW')).toEqual([
    '平台關閉了負責人的兩步驗證，請儘快重新設定。',
    '平台关闭了负责人的两步验证',
  ]);
  expect(await inLanguage('en')).toEqual([
    'The platform turned off the owner’s two-step sign-in. Set it up again soon.',
    '平台关闭了负责人的两步验证',
  ]);
});

test('what is read is counted down, on the other pages too', async () => {
  await told({ type: 1, msg: '一' }, { type: 2, msg: '二' }, { type: 3, msg: '三' });
  const page = pages.connect(house.origin, token, '');
  await page.ready;
  expect(await page.next()).toMatchObject({ type: 'ready' });
  const [three, two, one] = (await list()).list;
  expect(await house.ask(messageEndpoints.read, { seqs: [two!.seq, '9223372036854775806'] }, token)).toEqual({
    unread: 2,
  });
  expect(await page.next()).toEqual({ type: 'messagesRead', unread: 2 });
  expect((await list()).list.map(({ isRead }) => isRead)).toEqual([false, true, false]);
  await told({ type: 1, msg: '后来的' });
  expect(await house.ask(messageEndpoints.readAll, { upTo: three!.seq }, token)).toEqual({ unread: 1 });
  expect((await list()).list.map(({ msg, isRead }) => [msg, isRead])).toEqual([
    ['后来的', false],
    ['三', true],
    ['二', true],
    ['一', true],
  ]);
  expect(one!.seq < three!.seq).toBe(true);
});

test('the list goes on after the last reminder shown', async () => {
  await told(...Array.from({ length: 5 }, (_, n) => ({ type: 2 as const, msg: `第${n}` })));
  const first = await list({ limit: 2 });
  expect(first.list.map(({ msg }) => msg)).toEqual(['第4', '第3']);
  const second = await list({ limit: 2, after: first.after! });
  expect(second.list.map(({ msg }) => msg)).toEqual(['第2', '第1']);
  const third = await list({ limit: 2, after: second.after! });
  expect([third.list.map(({ msg }) => msg), third.after]).toEqual([['第0'], null]);
});

test('unread ones are counted up to a hundred', async () => {
  await house.database.pool.query(
    `insert into push_message (merchant_id, employee_id, seq, type, msg)
     select $1, $2, nextval('push_message_seq'), 2, 'n' from generate_series(1, 150)`,
    [merchant().id, merchant().owner.id],
  );
  expect(await unread()).toBe(100);
});

test('reminders are everybody’s own: a colleague and another merchant see, count and read none of them', async () => {
  await told({ type: 1, msg: '给老板的' });
  const seq = (await list()).list[0]!.seq;
  for (const other of [await house.signInWith([], []), await house.signIn(house.merchants[1])]) {
    expect([(await list({}, other)).list, await unread(other)]).toEqual([[], 0]);
    await house.ask(messageEndpoints.read, { seqs: [seq] }, other);
    await house.ask(messageEndpoints.readAll, { upTo: seq }, other);
  }
  expect(await unread()).toBe(1);
});

test('a message to a merchant is kept for each of its people who is active', async () => {
  const colleague = await house.signInWith([], []);
  await house.signInWith([], []);
  await house.database.pool.query('update employee set active = false where id = (select max(id) from employee)');
  push.toMerchant(merchant().id, { type: 1, msg: '全体' });
  await push.close();
  expect([await unread(), await unread(colleague), await unread(await house.signIn(house.merchants[1]))]).toEqual([
    1, 1, 0,
  ]);
  const { rows } = await house.database.pool.query('select count(distinct seq)::int as seqs from push_message');
  expect(rows[0].seqs).toBe(1);
});

test('phones are masked for who may not see them', async () => {
  const other = await house.signInWith([], []);
  push.toMerchant(merchant().id, { type: 4, phone: '13812342217', id: '1' });
  await push.close();
  expect((await list({}, other)).list).toMatchObject([{ phone: '138****2217' }]);
});

test('reminders are kept for thirty days, the others for one, and what is old is purged', async () => {
  await told({ type: 1, msg: '旧' }, { type: 7, num: 1 });
  const types = async () =>
    (await house.database.pool.query('select type from push_message order by seq')).rows.map(({ type }) => type);
  const purgeAt = (days: number) =>
    messagePurgeJob(house.database.db, {
      now: () => new Date(Date.now() + days * 86_400_000),
    }).purgeMessages?.({}, new AbortController().signal);
  await purgeAt(0.9);
  expect(await types()).toEqual([1, 7]);
  await purgeAt(1.1);
  expect(await types()).toEqual([1]);
  await purgeAt(29.9);
  expect(await types()).toEqual([1]);
  await purgeAt(30.1);
  expect(await types()).toEqual([]);
});
