import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { securityEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { startWeChatServer, type WeChatServer } from '../../../test/wechat-server.ts';
import { createOwner } from '../accounts/index.ts';

let house: TestHouse;
let weChat: WeChatServer;
beforeAll(async () => {
  weChat = await startWeChatServer();
  house = await startTestHouse({ weChat: { host: weChat.origin, appId: weChat.appId, secret: weChat.secret } });
});
afterAll(async () => {
  await house.close();
  await weChat.close();
});

let made = 0;
/** Somebody new of a merchant, signed in. */
const somebody = async (which: 0 | 1 = 0) => {
  made += 1;
  const person = { account: `wechat${made}`, password: `password-${made}`, name: `绑定${made}`, demo: false };
  const { number } = house.merchants[which];
  const { employeeId } = await createOwner(house.database.db, { ...person, merchantNumber: number, merchantName: '' });
  const fields = { cid: number, account: person.account, password: person.password };
  const token = ((await house.post('user/login', fields)).data as { token: string }).token;
  return { ...person, employeeId, token };
};
const codeFor = async (token: string) => (await house.ask(securityEndpoints.bindCode, {}, token)).code;
const bind = (code: string, jsCode: string) => house.post('user/mpBind', { code, jsCode });
const boundAt = async (token: string) => (await house.ask(securityEndpoints.security, {}, token)).weChatBoundAt;

test('a code binds the WeChat user of a login to who made it, without a token, and once', async () => {
  const { token, name } = await somebody();
  const code = await codeFor(token);
  expect(code).toMatch(/^[A-Z2-9]{6}$/);
  expect(await bind(` ${code.toLowerCase()} `, weChat.login('o-first'))).toMatchObject({
    errorCode: 0,
    data: { userName: name },
  });
  expect(await boundAt(token)).not.toBeNull();
  expect(Object.fromEntries(weChat.asked.at(-1)!)).toMatchObject({ grant_type: 'authorization_code' });
  expect(await bind(code, weChat.login('o-late'))).toMatchObject({ errorCode: 220 });
  await house.ask(securityEndpoints.unbind, {}, token);
  expect(await boundAt(token)).toBeNull();
});

test('a code is good for five minutes, and a new one makes the one before void', async () => {
  const { token } = await somebody();
  const [old, young] = [await codeFor(token), await codeFor(token)];
  expect(await bind(old, weChat.login('o-old'))).toMatchObject({ errorCode: 220 });
  house.pass(300_000);
  expect(await bind(young, weChat.login('o-young'))).toMatchObject({ errorCode: 220 });
  expect(await boundAt(token)).toBeNull();
});

test('the code of somebody who may not sign in any more is void', async () => {
  const { token, employeeId } = await somebody();
  const code = await codeFor(token);
  await house.database.pool.query('update employee set active = false where id = $1', [employeeId]);
  expect(await bind(code, weChat.login('o-gone'))).toMatchObject({ errorCode: 220 });
});

test.each([
  [40029, 221, '微信登录已过期，请从小程序重新打开这个页面'],
  [40163, 221, '微信登录已过期，请从小程序重新打开这个页面'],
  [45011, 222, '微信暂时没有回应，请稍后再试'],
  [-1, 222, '微信暂时没有回应，请稍后再试'],
  [40125, 222, '微信暂时没有回应，请稍后再试'],
  ['broken', 222, '微信暂时没有回应，请稍后再试'],
  ['endless', 222, '微信暂时没有回应，请稍后再试'],
] as const)('WeChat answers %s: the page gets %i, and the code can be used afterwards', async (how, code, sentence) => {
  const { token } = await somebody();
  const bindCode = await codeFor(token);
  weChat.fails(how);
  expect(await bind(bindCode, weChat.login(`o-${how}`))).toMatchObject({ errorCode: code, errorMsg: sentence });
  weChat.fails(null);
  expect(await bind(bindCode, weChat.login(`o-${how}-again`))).toMatchObject({ errorCode: 0 });
});

test('a WeChat login counts once, a made-up one not at all; five tries use a code up', async () => {
  const { token } = await somebody();
  const code = await codeFor(token);
  for (let n = 0; n < 5; n += 1) expect(await bind(code, 'made-up')).toMatchObject({ errorCode: 221 });
  expect(await bind(code, weChat.login('o-sixth'))).toMatchObject({ errorCode: 220 });
});

test('two pages with the same code at once bind one WeChat user', async () => {
  const { token } = await somebody();
  const code = await codeFor(token);
  const answers = await Promise.all(['o-a', 'o-b'].map(openId => bind(code, weChat.login(openId))));
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 220]);
});

test('a WeChat user has one account of a merchant; at another merchant it may have one as well', async () => {
  const [first, second, elsewhere] = [await somebody(), await somebody(), await somebody(1)];
  expect(await bind(await codeFor(first.token), weChat.login('o-same'))).toMatchObject({ errorCode: 0 });
  expect(await bind(await codeFor(second.token), weChat.login('o-same'))).toMatchObject({ errorCode: 224 });
  expect(await bind(await codeFor(elsewhere.token), weChat.login('o-same'))).toMatchObject({ errorCode: 0 });
  expect(await boundAt(first.token)).not.toBeNull();
});

test('who guesses codes is stopped by the address, with the minutes that are left', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => bind(`GUESS${n}`, 'x')));
  const codes = answers.map(({ errorCode }) => errorCode);
  expect(codes.filter(code => code === 220).length).toBeLessThanOrEqual(100);
  expect(codes).toContain(213);
  expect(answers.find(({ errorCode }) => errorCode === 213)?.errorMsg).toMatch(
    /^这个网络登录失败太多，1?\d 分钟后再试$/,
  );
  const logged = await readFile(join(house.dataDir, 'security/security.log'), 'utf8');
  const noted = logged.split('\n').map(line => line.split(' ')[2]);
  expect(noted.filter(kind => kind === 'signInFailed').length).toBeGreaterThan(50);
  expect(noted.filter(kind => kind === 'addressLocked')).toHaveLength(codes.filter(code => code === 213).length);
  const { token } = await somebody();
  expect(await house.post('user/getUserInfo', { token })).toMatchObject({ errorCode: 0 });
  house.pass(900_000);
  expect(await bind('GUESS', 'x')).toMatchObject({ errorCode: 220 });
});

test('neither code nor session key is in the database', async () => {
  const { token } = await somebody();
  const code = await codeFor(token);
  const { rows } = await house.database.pool.query(
    'select (select json_agg(t) from wechat_code t), (select json_agg(t) from wechat_user t), (select json_agg(t) from audit t)',
  );
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|c2Vzc2lvbi1rZXk`));
});

test('without a mini-program everything says so', async () => {
  const bare = await startTestHouse();
  const token = await bare.signIn(bare.merchants[0]);
  expect(await bare.post('user/bindCode', { token })).toMatchObject({ errorCode: 223 });
  expect(await bare.post('user/mpBind', { code: 'ABC234', jsCode: 'x' })).toMatchObject({ errorCode: 223 });
  expect(await bare.ask(securityEndpoints.security, {}, token)).toMatchObject({ weChatAvailable: false });
  await bare.close();
});
