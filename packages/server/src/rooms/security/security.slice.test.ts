import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { securityEndpoints, userEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { createOwner, resetPassword, revokeSessionsOf } from '../accounts/index.ts';
import { publishText } from '../help/index.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse();
});
afterAll(() => house.close());

let made = 0;
/** Somebody new of the first merchant, who signs in as often as wanted. */
const somebody = async () => {
  made += 1;
  const person = { account: `person${made}`, password: `first-password-${made}`, name: '某人', demo: false };
  const [merchant] = house.merchants;
  const { db } = house.database;
  const { employeeId } = await createOwner(db, { ...person, merchantNumber: merchant.number, merchantName: '' });
  const signIn = async (password = person.password, headers: Record<string, string> = {}) => {
    const fields = { cid: merchant.number, account: person.account, password };
    const { data } = await house.post('user/login', fields, headers);
    return (data as { token: string } | null)?.token ?? '';
  };
  return { ...person, employeeId, merchantId: merchant.id, signIn };
};
const codeOf = async (token: string) => (await house.post('user/getUserInfo', { token })).errorCode;
const own = (merchantId: string) => merchantDb(house.database.db, merchantId);

test('one sees where one is signed in: address, browser, since when, last used, and which is this one', async () => {
  const { signIn, password } = await somebody();
  const [here, there] = [await signIn(password, { 'user-agent': 'Chrome/140' }), await signIn()];
  house.pass(61_000);
  await codeOf(here);
  const { list, total } = await house.ask(securityEndpoints.sessions, {}, there);
  expect(total).toBe(2);
  expect(list.map(({ current, ip }) => [current, ip])).toEqual([
    [true, '127.0.0.1'],
    [false, '127.0.0.1'],
  ]);
  expect(list[1]?.userAgent).toBe('Chrome/140');
  expect(Date.parse(list[1]!.expiresAt) - Date.parse(list[1]!.signedInAt)).toBe(86_400_000);
});

test('when a session was last used is written at most once a minute, however many requests come', async () => {
  const { signIn } = await somebody();
  const token = await signIn();
  const seen = async () => (await house.ask(securityEndpoints.sessions, {}, token)).list[0]!.seenAt;
  const first = await seen();
  house.pass(50_000);
  await Promise.all(Array.from({ length: 8 }, () => codeOf(token)));
  expect(await seen()).toBe(first);
  house.pass(11_000);
  await Promise.all(Array.from({ length: 8 }, () => codeOf(token)));
  await expect.poll(seen).not.toBe(first);
});

test('a session one ends is dead at once, and its answer is 103; a second time there is nothing to end', async () => {
  const { signIn } = await somebody();
  const [here, there] = [await signIn(), await signIn()];
  const { list } = await house.ask(securityEndpoints.sessions, {}, here);
  const other = list.find(({ current }) => !current)!;
  expect(await house.post('user/endSession', { token: here, id: other.id })).toMatchObject({ errorCode: 0 });
  expect(await codeOf(there)).toBe(103);
  expect(await codeOf(here)).toBe(0);
  expect(await house.post('user/endSession', { token: here, id: other.id })).toMatchObject({ errorCode: 105 });
});

test('the sessions of a colleague and of another merchant are as if they were not there', async () => {
  const [me, colleague] = [await somebody(), await somebody()];
  const [mine, theirs, foreign] = [await me.signIn(), await colleague.signIn(), await house.signIn(house.merchants[1])];
  for (const token of [theirs, foreign]) {
    const { list } = await house.ask(securityEndpoints.sessions, {}, token);
    expect(await house.post('user/endSession', { token: mine, id: list[0]!.id })).toMatchObject({ errorCode: 105 });
    expect(await codeOf(token)).toBe(0);
  }
});

test('all others end in one go; this one stays', async () => {
  const { signIn } = await somebody();
  const [here, ...others] = [await signIn(), await signIn(), await signIn()];
  expect(await house.ask(securityEndpoints.endOtherSessions, {}, here)).toEqual({ ended: 2 });
  expect(await Promise.all([here, ...others].map(token => codeOf(token!)))).toEqual([0, 103, 103]);
});

test('O-344, A-52: a new password ends the other sessions with 103, this one stays, and only the new one signs in', async () => {
  const { signIn, password } = await somebody();
  const [here, there] = [await signIn(), await signIn()];
  const change = { token: here, oldPwd: password, newPwd: 'a-second-password' };
  expect(await house.post('user/changePwd', change)).toMatchObject({ errorCode: 0 });
  expect([await codeOf(here), await codeOf(there)]).toEqual([0, 103]);
  expect(await signIn()).toBe('');
  expect(await signIn('a-second-password')).not.toBe('');
});

test.each<[Partial<Record<'oldPwd' | 'newPwd', string>>, number, string]>([
  [{ oldPwd: 'not-it' }, 214, '旧密码不对'],
  [{ newPwd: 'seven77' }, 215, '新密码至少 8 位'],
  [{ newPwd: '一二三四五六七' }, 215, '新密码至少 8 位'],
  [{ newPwd: 'Lianxian2026' }, 225, '这个密码太常见或太有规律，容易被猜到，请换一个'],
  [{ newPwd: 'SAME' }, 216, '新密码不能和旧密码或账号相同'],
])('O-344: changePwd with %o answers %i', async (over, code, sentence) => {
  const { signIn, password } = await somebody();
  const newPwd = over.newPwd === 'SAME' ? password : 'a-second-password';
  const fields = { token: await signIn(), oldPwd: password, newPwd, ...(over.newPwd === 'SAME' ? {} : over) };
  expect(await house.post('user/changePwd', fields)).toMatchObject({ errorCode: code, errorMsg: sentence });
  expect(await signIn()).not.toBe('');
});

test('a stolen session is no way to guess the password: the fifth wrong one locks, the right one included', async () => {
  const { signIn, password } = await somebody();
  const token = await signIn();
  const guess = async (oldPwd: string) =>
    (await house.post('user/changePwd', { token, oldPwd, newPwd: 'a-second-password' })).errorCode;
  const codes = await Promise.all(Array.from({ length: 8 }, () => guess('guess')));
  expect(codes.filter(code => code === 214)).toHaveLength(4);
  expect(await guess(password)).toBe(217);
  expect(await signIn()).not.toBe('');
  house.pass(900_000);
  expect(await guess(password)).toBe(0);
});

test.each<[string, Record<string, string>]>([
  ['user/prove', { password: 'wrong' }],
  ['user/changePwd', { oldPwd: 'wrong', newPwd: 'tractor lamp 7' }],
  ['user/totpBegin', { password: 'wrong' }],
  ['user/totpEnd', { password: 'wrong', code: '000000' }],
])(
  'who guards the machine reads of each wrong guess at %s, and of the last one that it locked',
  async (path, wrong) => {
    const { signIn } = await somebody();
    const token = await signIn();
    const noted = async () =>
      (await readFile(join(house.dataDir, 'security/security.log'), 'utf8').catch(() => ''))
        .split('\n')
        .map(line => line.split(' ').slice(1, 4).join(' '))
        .filter(line => line !== '');
    const before = (await noted()).length;
    for (let n = 0; n < 5; n += 1) await house.post(path, { ...wrong, token });
    expect((await noted()).slice(before)).toEqual([
      ...Array.from({ length: 5 }, () => 'lianxian signInFailed ip=127.0.0.1'),
      'lianxian signInLocked ip=127.0.0.1',
    ]);
  },
);

test('what strangers type at the sign-in locks nobody’s other checks', async () => {
  const { signIn, password, employeeId } = await somebody();
  const token = await signIn();
  for (let n = 0; n < 5; n += 1)
    await house.post('user/login', { cid: 'password', account: employeeId, password: 'guess' });
  const change = { token, oldPwd: password, newPwd: 'a-second-password' };
  expect(await house.post('user/changePwd', change)).toMatchObject({ errorCode: 0 });
});

test('a password that a manager reset opens nothing but its own change, on the server as well', async () => {
  const { signIn, employeeId, merchantId } = await somebody();
  const before = await signIn();
  const reset = await own(merchantId).transaction(tx => resetPassword(tx, employeeId, house.now()));
  expect(reset.sessions).toHaveLength(1);
  expect(await codeOf(before)).toBe(103);
  const token = await signIn(reset.password);
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ mustChangePwd: true });
  for (const path of ['task/list', 'balance/info', 'user/sessions', 'user/totpBegin', 'file/uploadSheet'])
    expect(await house.post(path, { token, password: 'x' })).toMatchObject({ errorCode: 210 });
  expect(await house.post('user/changePwd', { token, oldPwd: reset.password, newPwd: reset.password })).toMatchObject({
    errorCode: 216,
  });
  const change = { token, oldPwd: reset.password, newPwd: 'my-own-password' };
  expect(await house.post('user/changePwd', change)).toMatchObject({ errorCode: 0 });
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ mustChangePwd: false });
  expect(await house.post('user/sessions', { token })).toMatchObject({ errorCode: 0 });
});

test('a reset that comes while the old password is being changed stands', async () => {
  const { signIn, employeeId, password } = await somebody();
  const token = await signIn();
  const other = await house.database.pool.connect();
  try {
    await other.query('begin');
    await other.query("update employee set password_hash = 'reset' where id = $1", [employeeId]);
    const late = house.post('user/changePwd', { token, oldPwd: password, newPwd: 'a-second-password' });
    await expect.poll(() => awaitedLocks(house.database.pool)).toBe(1);
    await other.query('commit');
    expect(await late).toMatchObject({ errorCode: 103 });
  } finally {
    other.release();
  }
  const { rows } = await house.database.pool.query('select password_hash from employee where id = $1', [employeeId]);
  expect(rows[0].password_hash).toBe('reset');
});

test('the socket of somebody who must change the password first watches nothing, and everything afterwards', async () => {
  const [merchant] = house.merchants;
  const own = { cid: merchant.number, account: merchant.owner.account };
  const reset = await merchantDb(house.database.db, merchant.id).transaction(tx =>
    resetPassword(tx, merchant.owner.id, house.now()),
  );
  const { data } = await house.post('user/login', { ...own, password: reset.password });
  const { token } = data as { token: string };
  const socket = new WebSocket(`${house.origin.replace('http', 'ws')}/frontWsServer?token=${token}`);
  const said: { type: unknown }[] = [];
  socket.on('message', text => said.push(JSON.parse(String(text))));
  await once(socket, 'open');
  const watch = async () => {
    said.length = 0;
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'calls' }));
    socket.send(JSON.stringify({ type: 'ping' }));
    await expect.poll(() => said.some(({ type }) => type === 'pong')).toBe(true);
    return said.map(({ type }) => type);
  };
  expect(await watch()).toContain('refused');
  const change = { token, oldPwd: reset.password, newPwd: 'tractor lamp 7' };
  expect(await house.post('user/changePwd', change)).toMatchObject({ errorCode: 0 });
  await expect.poll(watch).not.toContain('refused');
  socket.terminate();
});

test('tokens of people who may not sign in any more are dead at once, those of others are not', async () => {
  const [gone, here] = [await somebody(), await somebody()];
  const [goneToken, hereToken] = [await gone.signIn(), await here.signIn()];
  await own(gone.merchantId).transaction(tx => revokeSessionsOf(tx, [gone.employeeId], house.now()));
  expect([await codeOf(goneToken), await codeOf(hereToken)]).toEqual([103, 0]);
  const disabled = await here.signIn();
  await house.database.pool.query('update employee set active = false where id = $1', [here.employeeId]);
  expect(await codeOf(disabled)).toBe(103);
  expect(await here.signIn()).toBe('');
});

test('all sessions of a merchant end when it is switched off; of another none', async () => {
  const [first, second] = house.merchants;
  const [mine, theirs] = [await house.signIn(first), await house.signIn(second)];
  await own(second.id).transaction(tx => revokeSessionsOf(tx, null, house.now()));
  expect([await codeOf(mine), await codeOf(theirs)]).toEqual([0, 103]);
});

test('O-338, O-147, A-50: the agreement is asked once a version', async () => {
  const { signIn } = await somebody();
  const token = await signIn();
  const publish = (content: string) =>
    inTransaction(house.database.db, tx =>
      publishText(tx, { kind: 'agreement', content }, { employeeId: null, at: house.now() }),
    );
  const version = await publish('第一条');
  const shows = async () => (await house.ask(userEndpoints.getUserInfo, {}, token)).showAgreement;
  expect(await house.ask(securityEndpoints.agreement, {}, token)).toEqual({ version, text: '第一条', accepted: false });
  expect(await shows()).toBe(true);
  await house.ask(securityEndpoints.agreement, { accept: '1' }, token);
  expect(await shows()).toBe(false);
  const next = await publish('第二条');
  expect(await shows()).toBe(true);
  // What was read was the version before.
  expect(await house.ask(securityEndpoints.agreement, { accept: '1', version }, token)).toMatchObject({
    version: next,
    accepted: false,
  });
  expect(await house.ask(securityEndpoints.agreement, { accept: '1', version: next }, token)).toMatchObject({
    accepted: true,
  });
  expect(await shows()).toBe(false);
});

test('a form of another site that brings the cookie along changes nothing: the token counts in the body alone', async () => {
  const { signIn, password } = await somebody();
  const token = await signIn();
  const crossSite = { cookie: `token=${token}`, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const change = { oldPwd: password, newPwd: 'chosen-by-evil' };
  expect(await house.post('user/changePwd', change, crossSite)).toMatchObject({ errorCode: 103 });
  expect(await house.post('user/endOtherSessions', {}, crossSite)).toMatchObject({ errorCode: 103 });
  expect(await signIn()).not.toBe('');
  const answer = await fetch(`${house.origin}/api/front/user/sessions`, {
    method: 'POST',
    headers: crossSite,
    body: new URLSearchParams({ token }),
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test('what guards an account leaves audit rows, and no password is in the database', async () => {
  const { rows } = await house.database.pool.query<{ action: string }>('select * from audit');
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of ['session.end', 'password.change', 'agreement.accept']) expect(actions).toContain(action);
  const all = await house.database.pool.query('select * from employee');
  expect(JSON.stringify([rows, all.rows])).not.toMatch(/second-password|first-password|my-own-password/);
});
