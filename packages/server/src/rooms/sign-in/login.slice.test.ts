import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { userEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { createOwner } from '../accounts/index.ts';

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

test('five guesses are five, however many web processes they come to', async () => {
  const other = await startTestHouse({ databaseUrl: house.url }, () => ({ clock: { now: house.now } }));
  const { number } = house.merchants[0];
  const guess = { cid: number, account: 'processes', password: 'wrong' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? house : other).post('user/login', guess)),
  );
  expect(answers.filter(({ errorCode }) => errorCode === 111)).toHaveLength(4);
  expect(answers.filter(({ errorCode }) => errorCode === 113)).toHaveLength(12);
  await other.close();
});

/** A browser: it keeps the cookies of its sign-ins. */
const browser = () => {
  let cookie = '';
  return async (over: Record<string, string> = {}) => {
    const [{ number, owner }] = house.merchants;
    const body = new URLSearchParams({ cid: number, account: owner.account, password: owner.password, ...over });
    const answer = await fetch(`${house.origin}/api/front/user/login`, { method: 'POST', body, headers: { cookie } });
    const [given] = answer.headers.getSetCookie();
    if (given !== undefined) cookie = given.split(';')[0] ?? '';
    return { errorCode: ((await answer.json()) as { errorCode: number }).errorCode, given: given ?? '', cookie };
  };
};

test('strangers’ wrong passwords do not lock out a browser that signed in before; its own lock it alone', async () => {
  house.pass(1_800_000);
  const [mine, unknown] = [browser(), browser()];
  const { given } = await mine();
  expect(given).toMatch(
    /^device_[0-9a-f]{16}=[\w-]{43}; Max-Age=\d+; Path=\/api\/front\/user\/login; HttpOnly; SameSite=Strict$/,
  );
  for (let n = 0; n < 5; n += 1) await unknown({ password: 'wrong' });
  expect(await unknown()).toMatchObject({ errorCode: 113 });
  expect(await mine()).toMatchObject({ errorCode: 0 });
  for (let n = 0; n < 5; n += 1) await mine({ password: 'wrong' });
  expect(await mine()).toMatchObject({ errorCode: 113 });
  house.pass(900_000);
  expect(await unknown()).toMatchObject({ errorCode: 0 });
});

test('the cookie of one account helps no other, a made-up one helps nobody, and the secret is not in the database', async () => {
  house.pass(1_800_000);
  const mine = browser();
  const { cookie } = await mine();
  const [name = '', secret = ''] = cookie.split('=');
  const [, other] = house.merchants;
  const guess = (fields: Record<string, string>, sent: string) => house.post('user/login', fields, { cookie: sent });
  const there = { cid: other.number, account: other.owner.account, password: 'wrong' };
  for (let n = 0; n < 5; n += 1) await guess(there, cookie);
  expect(await guess({ ...there, password: other.owner.password }, cookie)).toMatchObject({ errorCode: 113 });
  const [{ number, owner }] = house.merchants;
  const here = { cid: number, account: owner.account, password: 'wrong' };
  for (let n = 0; n < 5; n += 1) await guess(here, `${name}=${'A'.repeat(43)}`);
  expect(await guess({ ...here, password: owner.password }, `${name}=${'A'.repeat(43)}`)).toMatchObject({
    errorCode: 113,
  });
  house.pass(900_000);
  const { rows } = await house.database.pool.query('select * from known_device');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('who guards the machine reads each wrong sign-in and lock with its address, and nothing of whom it was about', async () => {
  const text = await readFile(join(house.dataDir, 'security/security.log'), 'utf8');
  const lines = text.trim().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z lianxian (signInFailed|signInLocked) ip=127\.0\.0\.1 count=1$/);
  expect(new Set(lines.map(line => line.split(' ')[2]))).toEqual(new Set(['signInFailed', 'signInLocked']));
});

test('a proxy that nobody told us of is told once to the platform’s people', async () => {
  await createOwner(house.database.db, {
    merchantNumber: '100000',
    merchantName: '平台',
    kind: 'platform',
    account: 'root',
    name: 'root',
    password: 'tractor lamp 7',
    demo: false,
  });
  const told = async () =>
    (await house.database.pool.query<{ msg: string }>(`select msg from push_message where msg like '%proxyUnknown%'`))
      .rows;
  expect(await login()).toMatchObject({ errorCode: 0 });
  expect(await told()).toEqual([]);
  for (let n = 0; n < 3; n += 1)
    expect(await login({}, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ errorCode: 0 });
  await expect.poll(async () => (await told()).length).toBe(1);
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
