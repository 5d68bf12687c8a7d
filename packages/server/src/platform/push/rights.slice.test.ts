/** Rights that change while a page is open: on the socket at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages, type PageSocket } from '../../../test/page-socket.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import type { PushSender } from './index.ts';

let house: TestHouse;
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
let push: PushSender;
const pages = openPages();

beforeAll(async () => {
  house = await startTestHouse();
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  push = elsewhere.push;
});
afterAll(async () => {
  pages.closeAll();
  await elsewhere.close();
  await house.close();
});

const merchant = () => house.merchants[0].id;
const sql = (text: string, ...values: unknown[]) => house.database.pool.query(text, values);
const settled = async (page: PageSocket) => {
  page.say({ type: 'ping' });
  expect(await page.next()).toEqual({ type: 'pong' });
};
/** Somebody with the keys of the log and the tasks, on an open page that watches both. */
const openStaff = async () => {
  const token = await house.signInWith(['callLog', 'myTask'], []);
  const { rows } = await sql('select id, role_id from employee order by id desc limit 1');
  const page = pages.connect(house.origin, token, '');
  await page.ready;
  expect(await page.next()).toMatchObject({ type: 'ready' });
  for (const topic of ['calls', 'tasks']) page.say({ type: 'subscribe', topic });
  await settled(page);
  return { token, page, id: String(rows[0].id), role: String(rows[0].role_id) };
};
const filed = (id: string) => push.toTopic(merchant(), 'calls', { type: 'callFiled', topic: 'calls', id });

test('a right that is taken away ends its topics at once, and the page is told', async () => {
  const { page, id, role } = await openStaff();
  await sql(`update role set rights = '{myTask}' where id = $1`, role);
  push.rightsChanged(merchant(), [id]);
  expect(await page.next()).toMatchObject({ type: 'refused', topic: 'calls', errorCode: 104 });
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
  filed('1');
  push.toTopic(merchant(), 'tasks', { type: 'taskChanged', topic: 'tasks', id: '2' });
  expect(await page.next()).toMatchObject({ type: 'taskChanged' });
  page.say({ type: 'subscribe', topic: 'calls' });
  expect(await page.next()).toMatchObject({ type: 'refused', topic: 'calls' });
});

test('a change for the whole merchant reaches its pages, and none of another merchant', async () => {
  const { page } = await openStaff();
  const foreign = pages.connect(house.origin, await house.signIn(house.merchants[1]), '');
  await foreign.ready;
  expect(await foreign.next()).toMatchObject({ type: 'ready' });
  push.rightsChanged(merchant(), null);
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
  await settled(foreign);
  filed('3');
  expect(await page.next()).toMatchObject({ type: 'callFiled', id: '3' });
});

test('somebody who is disabled is signed out on the socket at once', async () => {
  const { page, id } = await openStaff();
  const other = await openStaff();
  await sql('update employee set active = false where id = $1', id);
  push.rightsChanged(merchant(), [id]);
  expect(await page.closed).toBe(4103);
  await settled(other.page);
});

test('people of a merchant that is switched off are signed out at once', async () => {
  const page = pages.connect(house.origin, await house.signIn(house.merchants[1]), '');
  await page.ready;
  expect(await page.next()).toMatchObject({ type: 'ready' });
  await sql('update merchant set active = false where id = $1', house.merchants[1].id);
  push.rightsChanged(house.merchants[1].id, null);
  expect(await page.closed).toBe(4103);
  await sql('update merchant set active = true where id = $1', house.merchants[1].id);
});

test('a change for a thousand people fits the bus: everybody of the merchant looks anew', async () => {
  const { page } = await openStaff();
  const many = Array.from({ length: 1_000 }, (_, n) => String(10 ** 9 + n));
  push.rightsChanged(merchant(), many);
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
});

test('a phone in a message is masked as soon as the button is gone', async () => {
  const token = await house.signInWith([], ['phone:unmask']);
  const { rows } = await sql('select id, role_id from employee order by id desc limit 1');
  const [id, role] = [String(rows[0].id), String(rows[0].role_id)];
  const page = pages.connect(house.origin, token, '');
  await page.ready;
  expect(await page.next()).toMatchObject({ type: 'ready' });
  push.toEmployee(merchant(), id, { type: 4, phone: '13812342217', id: '5' });
  expect(await page.next()).toMatchObject({ type: 4, phone: '13812342217' });
  await sql(`update role set buttons = '{}' where id = $1`, role);
  push.rightsChanged(merchant(), [id]);
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
  push.toEmployee(merchant(), id, { type: 4, phone: '13812342217', id: '6' });
  expect(await page.next()).toMatchObject({ type: 4, phone: '138****2217' });
});

test('who has a one-time password gets no message before it is changed, and then all of them', async () => {
  const { page, id } = await openStaff();
  await sql('update employee set must_change_password = true where id = $1', id);
  push.rightsChanged(merchant(), [id]);
  for (const topic of ['calls', 'tasks']) expect(await page.next()).toMatchObject({ type: 'refused', topic });
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
  push.toEmployee(merchant(), id, { type: 1, msg: '给本人' });
  await push.close();
  await settled(page);
  await sql('update employee set must_change_password = false where id = $1', id);
  push.rightsChanged(merchant(), [id]);
  expect(await page.next()).toEqual({ type: 'rightsChanged' });
  expect(await page.next()).toMatchObject({ type: 1, msg: '给本人' });
});
