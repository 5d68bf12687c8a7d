import { request } from 'node:http';
import { userEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { createOwner } from './index.ts';

const DEMO = 'of this installation';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse({ demo: true });
  const demo = { merchantNumber: '100268', merchantName: '启航教育', account: 'demo', name: '王晓雯' };
  await createOwner(house.database.db, { ...demo, password: DEMO, demo: true });
});
afterAll(() => house.close());

const login = (over: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const [merchant] = house.merchants;
  const right = { cid: merchant.number, account: merchant.owner.account, password: merchant.owner.password };
  return house.post('user/login', { ...right, ...over }, headers);
};
const demoLogin = (headers: Record<string, string> = {}) =>
  login({ cid: '100268', account: 'demo', password: DEMO }, headers);

test('the right merchant number, account and password sign in; the account may be typed in capitals', async () => {
  expect(await login()).toMatchObject({ status: 200, errorCode: 0, data: { userName: '测试' } });
  expect(await login({ account: 'OWNER' })).toMatchObject({ errorCode: 0 });
});

test.each([{ cid: '999999' }, { account: 'stranger' }, { password: 'wrong' }, { cid: "1' or '1'='1" }])(
  'a wrong sign-in does not say what was wrong: %o',
  async over => {
    expect(await login(over)).toMatchObject({ status: 200, errorCode: 111, errorMsg: '账号或密码错误' });
  },
);

test('O-331, O-436: a token is good for a day, then the answer is 103', async () => {
  const token = await house.signIn(house.merchants[0]);
  expect(await house.post('user/getUserInfo', { token })).toMatchObject({ errorCode: 0 });
  house.pass(86_400_000);
  expect(await house.post('user/getUserInfo', { token })).toMatchObject({ errorCode: 103, errorMsg: '登录失效' });
});

test('O-343: signing out revokes this token and no other', async () => {
  const [first, second] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[0])];
  await house.ask(userEndpoints.logout, {}, first);
  expect(await house.post('user/getUserInfo', { token: first })).toMatchObject({ errorCode: 103 });
  expect(await house.post('user/getUserInfo', { token: second })).toMatchObject({ errorCode: 0 });
});

test('the token is not in the database', async () => {
  const token = await house.signIn(house.merchants[0]);
  const { rows } = await house.database.pool.query('select * from session');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('five failures lock the account for 15 minutes and say so, the right password included', async () => {
  const [, merchant] = house.merchants;
  const attempt = (password: string) => login({ cid: merchant.number, password });
  for (let n = 1; n <= 4; n += 1) expect(await attempt('wrong')).toMatchObject({ errorCode: 111 });
  const locked = { errorCode: 113, errorMsg: '登录失败次数过多，15 分钟后再试' };
  expect(await attempt('wrong')).toMatchObject(locked);
  expect(await attempt(merchant.owner.password)).toMatchObject(locked);
  house.pass(14 * 60_000);
  expect(await attempt(merchant.owner.password)).toMatchObject({ errorMsg: '登录失败次数过多，1 分钟后再试' });
  house.pass(60_000);
  expect(await attempt(merchant.owner.password)).toMatchObject({ errorCode: 0 });
});

test('an account that does not exist locks like one that does', async () => {
  const answers = [];
  for (let n = 1; n <= 5; n += 1) answers.push((await login({ account: 'nobody' })).errorCode);
  expect(answers).toEqual([111, 111, 111, 111, 113]);
});

test('a burst of guesses cannot outrun the lock', async () => {
  const codes = await Promise.all(Array.from({ length: 12 }, () => login({ account: 'burst' })));
  expect(codes.filter(answer => answer.errorCode === 111)).toHaveLength(4);
});

test('the demo password opens from this machine', async () => {
  expect(await demoLogin()).toMatchObject({ errorCode: 0, data: { userName: '王晓雯' } });
});

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'via',
  'x-real-ip',
  'cf-connecting-ip',
])('the demo password does not open behind a proxy that sends %s', async header => {
  expect(await demoLogin({ [header]: '127.0.0.1' })).toMatchObject({ status: 200, errorCode: 114 });
  expect(await login({}, { [header]: '127.0.0.1' })).toMatchObject({ errorCode: 0 });
});

/** fetch will not set Host. */
const demoLoginAt = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = new URLSearchParams({ cid: '100268', account: 'demo', password: DEMO }).toString();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const options = { host: '127.0.0.1', port: new URL(house.origin).port, method: 'POST', headers };
    request({ ...options, path: '/api/front/user/login' }, response => {
      response.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text).errorCode));
    })
      .on('error', reject)
      .end(body);
  });

test.each([
  ['127.0.0.1:8080', 0],
  ['localhost:8080', 0],
  ['[::1]:8080', 0],
  ['lianxian.localhost', 0],
  ['evil.example.com', 114],
  ['127.0.0.1.evil.example.com', 114],
  ['192.168.1.20:8080', 114],
])(
  'asked for as %s the demo password answers %i: a name pointed at this machine is not this machine',
  async (host, code) => {
    expect(await demoLoginAt(host)).toBe(code);
  },
);

test('sign-in, failure and sign-out leave audit rows without account or password', async () => {
  const { rows } = await house.database.pool.query<{ action: string; target: string }>('select * from audit');
  expect(new Set(rows.map(row => row.action))).toEqual(new Set(['login', 'login.failed', 'logout']));
  expect(JSON.stringify(rows)).not.toMatch(/owner|secret|wrong/);
});
