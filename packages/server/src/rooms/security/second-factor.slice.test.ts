import { configEndpoints, securityEndpoints, userEndpoints } from '@lianxian/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { createOwner } from '../accounts/index.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse({ demo: true });
});
afterAll(() => house.close());

const STEP_MS = 30_000;
let made = 0;

/** A telephone with an authenticator, whose clock may be off. */
const phoneWith = (secret: string) => (offMs: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.now().getTime() + offMs });

const somebody = async () => {
  made += 1;
  const person = { account: `factor${made}`, password: `password-${made}`, name: '某人', demo: false };
  const { number } = house.merchants[0];
  await createOwner(house.database.db, { ...person, merchantNumber: number, merchantName: '' });
  const login = (code?: string, password = person.password) =>
    house.post('user/login', {
      cid: number,
      account: person.account,
      password,
      ...(code === undefined ? {} : { code }),
    });
  const token = ((await login()).data as { token: string }).token;
  return { ...person, login, token };
};

/** Somebody whose second factor is on; the step of the code that turned it on is over. */
const withFactor = async () => {
  const person = await somebody();
  const { token, password } = person;
  const begun = await house.ask(securityEndpoints.totpBegin, { password }, token);
  const code = phoneWith(begun.secret);
  const { recoveryCodes } = await house.ask(securityEndpoints.totpConfirm, { code: code(0) }, token);
  house.pass(2 * STEP_MS);
  return { ...person, ...begun, code, recoveryCodes };
};

test('begun and not confirmed it asks for nothing; confirmed it is asked after the right password alone', async () => {
  const { login, token, password, account } = await somebody();
  const { secret, uri } = await house.ask(securityEndpoints.totpBegin, { password }, token);
  expect(uri).toContain(`${account}?issuer=`);
  expect(await login()).toMatchObject({ errorCode: 0 });
  const { recoveryCodes } = await house.ask(securityEndpoints.totpConfirm, { code: phoneWith(secret)(0) }, token);
  expect(recoveryCodes).toHaveLength(8);
  house.pass(2 * STEP_MS);
  expect(await login()).toMatchObject({ errorCode: 211, errorMsg: '请输入动态码', data: null });
  expect(await login(undefined, 'wrong')).toMatchObject({ errorCode: 111 });
  expect(await login(phoneWith(secret)(0), 'wrong')).toMatchObject({ errorCode: 111 });
  expect(await login(phoneWith(secret)(0))).toMatchObject({ errorCode: 0 });
});

test('a wrong first code leaves it off, and it takes the password to begin', async () => {
  const { login, token, password } = await somebody();
  expect(await house.post('user/totpBegin', { token, password: 'wrong' })).toMatchObject({ errorCode: 214 });
  expect(await house.post('user/totpConfirm', { token, code: '123456' })).toMatchObject({ errorCode: 219 });
  const { secret } = await house.ask(securityEndpoints.totpBegin, { password }, token);
  expect(await house.post('user/totpConfirm', { token, code: phoneWith(secret)(-10 * STEP_MS) })).toMatchObject({
    errorCode: 212,
  });
  expect(await login()).toMatchObject({ errorCode: 0 });
});

test('a code counts once: neither at once again, nor one of the step before it', async () => {
  const { login, code } = await withFactor();
  const [now, before] = [code(0), code(-STEP_MS)];
  const answers = await Promise.all(Array.from({ length: 4 }, () => login(now)));
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 212, 212, 212]);
  expect(await login(before)).toMatchObject({ errorCode: 212 });
  house.pass(STEP_MS);
  expect(await login(code(0))).toMatchObject({ errorCode: 0 });
});

test.each([
  [-2, 212],
  [-1, 0],
  [1, 0],
  [2, 212],
])('a telephone %i steps off is answered %i', async (steps, errorCode) => {
  const { login, code } = await withFactor();
  expect(await login(code(steps * STEP_MS))).toMatchObject({ errorCode });
});

test('wrong codes count as failures: the fifth locks, the right code included, and asking for one does not count', async () => {
  const { login, code } = await withFactor();
  for (let n = 0; n < 6; n += 1) expect(await login()).toMatchObject({ errorCode: 211 });
  for (let n = 0; n < 4; n += 1) expect(await login('000000')).toMatchObject({ errorCode: 212 });
  expect(await login('000000')).toMatchObject({ errorCode: 113 });
  expect(await login(code(0))).toMatchObject({ errorCode: 113 });
  house.pass(900_000);
  expect(await login(code(0))).toMatchObject({ errorCode: 0 });
});

test('a recovery code takes the place of a code, each once, typed as one likes; the page says how many are left', async () => {
  const { login, token, recoveryCodes } = await withFactor();
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  expect(await login(first.toLowerCase().replace('-', ' '))).toMatchObject({ errorCode: 0 });
  expect(await login(first)).toMatchObject({ errorCode: 212 });
  expect(await house.ask(securityEndpoints.security, {}, token)).toMatchObject({ recoveryCodesLeft: 7 });
  expect(await login(second)).toMatchObject({ errorCode: 0 });
});

test('somebody else’s recovery code and code are worth nothing', async () => {
  const [mine, other] = [await withFactor(), await withFactor()];
  expect(await mine.login(other.recoveryCodes[0])).toMatchObject({ errorCode: 212 });
  expect(await mine.login(other.code(0))).toMatchObject({ errorCode: 212 });
});

test('it ends with the password and a code, and can be begun anew; while it is on nobody begins another', async () => {
  const { login, token, password, code, secret } = await withFactor();
  expect(await house.post('user/totpBegin', { token, password })).toMatchObject({ errorCode: 218 });
  const end = (over: Record<string, string>) => house.post('user/totpEnd', { token, password, code: code(0), ...over });
  expect(await end({ password: 'wrong' })).toMatchObject({ errorCode: 214 });
  expect(await end({ code: '000000' })).toMatchObject({ errorCode: 212 });
  expect(await end({})).toMatchObject({ errorCode: 0 });
  expect(await end({})).toMatchObject({ errorCode: 219 });
  expect(await login()).toMatchObject({ errorCode: 0 });
  expect((await house.ask(securityEndpoints.totpBegin, { password }, token)).secret).not.toBe(secret);
});

test('neither secret nor recovery codes are readable in the database', async () => {
  const { secret, recoveryCodes } = await withFactor();
  const { rows } = await house.database.pool.query('select * from second_factor, recovery_code, audit');
  const text = JSON.stringify(rows);
  for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map(code => code.replace('-', ''))])
    expect(text).not.toContain(one);
});

test('a merchant that demands a second factor: the next sign-in opens nothing but setting it up, and it stays on', async () => {
  const [{ id }] = house.merchants;
  const here = await somebody();
  await house.ask(configEndpoints.save, { demandsFactor: '1' }, await house.signIn(house.merchants[0]));
  const asks = (token: string) => house.post('call/list', { token });
  expect(await asks(here.token), 'a session that is there goes on').toMatchObject({ errorCode: 0 });
  const { token } = (await here.login()).data as { token: string };
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ mustSetFactor: true });
  for (const path of ['call/list', 'user/changePwd', 'user/sessions'])
    expect(await house.post(path, { token, oldPwd: 'x', newPwd: 'y' })).toMatchObject({ errorCode: 227 });
  const { secret } = await house.ask(securityEndpoints.totpBegin, { password: here.password }, token);
  await house.ask(securityEndpoints.totpConfirm, { code: phoneWith(secret)(0) }, token);
  expect(await asks(token)).toMatchObject({ errorCode: 0 });
  house.pass(2 * STEP_MS);
  const end = { token, password: here.password, code: phoneWith(secret)(0) };
  expect(await house.post('user/totpEnd', end)).toMatchObject({ errorCode: 228 });
  const other = house.merchants[1];
  const stranger = { cid: other.number, account: other.owner.account, password: other.owner.password };
  const theirs = ((await house.post('user/login', stranger)).data as { token: string }).token;
  expect(await asks(theirs), 'another merchant').toMatchObject({ errorCode: 0 });
  await house.database.pool.query('update merchant_settings set demands_factor = false where merchant_id = $1', [id]);
});

test('one of the platform’s people needs a second factor, one of the demo’s does not', async () => {
  const root = { merchantNumber: '100000', merchantName: '平台', kind: 'platform', name: 'root' } as const;
  const password = 'tractor lamp 7';
  await createOwner(house.database.db, { ...root, account: 'root', password, demo: false });
  await createOwner(house.database.db, { ...root, account: 'admin', password, demo: true });
  const signIn = async (account: string) =>
    ((await house.post('user/login', { cid: '100000', account, password })).data as { token: string }).token;
  expect(await house.post('platform/overview', { token: await signIn('root') })).toMatchObject({ errorCode: 227 });
  expect(await house.post('platform/overview', { token: await signIn('admin') })).toMatchObject({ errorCode: 0 });
});
