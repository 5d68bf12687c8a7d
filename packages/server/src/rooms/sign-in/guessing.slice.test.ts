import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse({ trustProxy: true });
});
afterAll(() => house.close());

/** Behind a proxy: whose address it is. */
const login = (fields: Record<string, string>, ip: string) =>
  house.post('user/login', fields, { 'x-forwarded-for': ip });

const subjectOf = (ip: string) => createHash('sha256').update(`login ${ip}`).digest();

const PEOPLE = 12;
/** People of the first merchant with the owner's password, some of them switched off. */
const crowd = async () => {
  await house.database.pool.query(
    `insert into employee (merchant_id, account, name, password_hash, role_code, active)
     select merchant_id, kind || n, '某人', password_hash, 'employee', kind = 'known'
     from employee, generate_series(1, $2::int) n, unnest(array['known', 'disabled']) kind
     where merchant_id = $1 and account = 'owner'`,
    [house.merchants[0].id, PEOPLE],
  );
};
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('nobody learns which accounts there are: the same answer after the same time', async () => {
  await crowd();
  const [{ number, owner }] = house.merchants;
  const kinds = {
    'unknown merchant': (n: number) => ({ cid: '999999', account: `known${n}`, password: owner.password }),
    'unknown account': (n: number) => ({ cid: number, account: `nobody${n}`, password: owner.password }),
    'disabled account': (n: number) => ({ cid: number, account: `disabled${n}`, password: owner.password }),
    'wrong password': (n: number) => ({ cid: number, account: `known${n}`, password: 'wrong' }),
  };
  const took = new Map<string, number[]>(Object.keys(kinds).map(kind => [kind, []]));
  const answers = new Set<string>();
  for (let n = 1; n <= PEOPLE; n += 1) {
    for (const [kind, fieldsOf] of Object.entries(kinds)) {
      const before = process.cpuUsage();
      const answer = await login(fieldsOf(n), '203.0.113.1');
      const { user, system } = process.cpuUsage(before);
      took.get(kind)?.push(user + system);
      answers.add(JSON.stringify(answer));
    }
  }
  expect([...answers].map(text => JSON.parse(text))).toEqual([
    { status: 200, errorCode: 111, errorMsg: '账号或密码错误', data: null },
  ]);
  const medians = [...took.values()].map(median);
  // In CPU time, as others share the machine. Without the same hashing an unknown account would take a tenth of it.
  expect(Math.max(...medians)).toBeLessThan(Math.min(...medians) * 1.6);
});

test('one password tried at many accounts is stopped by the address, for the minutes that are left; others sign in', async () => {
  const { number, owner } = house.merchants[1];
  const spray = (n: number) => login({ cid: number, account: `spray${n}`, password: 'Password1' }, '203.0.113.7');
  // Most of the budget is used up already.
  await house.database.pool.query('insert into address_failure values ($1, 90, $2)', [
    subjectOf('203.0.113.7'),
    house.now(),
  ]);
  const codes = (await Promise.all(Array.from({ length: 20 }, (_, n) => spray(n)))).map(({ errorCode }) => errorCode);
  expect(codes.filter(code => code === 111)).toHaveLength(10);
  expect(codes.filter(code => code === 213)).toHaveLength(10);
  const right = { cid: number, account: owner.account, password: owner.password };
  expect(await login(right, '203.0.113.7')).toMatchObject({
    errorCode: 213,
    errorMsg: '这个网络登录失败太多，15 分钟后再试',
  });
  expect(await login(right, '203.0.113.8')).toMatchObject({ errorCode: 0 });
  house.pass(900_000);
  expect(await login(right, '203.0.113.7')).toMatchObject({ errorCode: 0 });
});

test('a network that is closed to strangers, as one behind a proxy nobody told us of, lets known browsers in', async () => {
  const { number, owner } = house.merchants[1];
  const right = { cid: number, account: owner.account, password: owner.password };
  const ask = (headers: Record<string, string>) =>
    fetch(`${house.origin}/api/front/user/login`, {
      method: 'POST',
      body: new URLSearchParams(right),
      headers: { 'x-forwarded-for': '203.0.113.20', ...headers },
    });
  const cookie = (await ask({})).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await house.database.pool.query('update address_failure set failures = 100 where subject = $1', [
    subjectOf('203.0.113.20'),
  ]);
  expect(await (await ask({})).json()).toMatchObject({ errorCode: 213 });
  expect(await (await ask({ cookie })).json()).toMatchObject({ errorCode: 0 });
});

test('whoever signs in right uses nothing of the address’s budget up', async () => {
  const { number, owner } = house.merchants[1];
  const right = { cid: number, account: owner.account, password: owner.password };
  for (let n = 0; n < 5; n += 1) expect(await login(right, '203.0.113.9')).toMatchObject({ errorCode: 0 });
  const subject = createHash('sha256').update('login 203.0.113.9').digest();
  const { rows } = await house.database.pool.query('select failures from address_failure where subject = $1', [
    subject,
  ]);
  expect(rows).toEqual([{ failures: 0 }]);
});

test('who must still enter a code does not solve the captcha again, and nobody else can use it', async () => {
  const strict = await startTestHouse({ captcha: true });
  const [{ number, owner }] = strict.merchants;
  const solved = async () => {
    const { captchaKey: key } = (await strict.post('user/captcha', {})).data as { captchaKey: string };
    const hash = createHash('sha256').update(`${key} k7mp`).digest();
    await strict.database.pool.query('update captcha set answer_hash = $1 where key = $2', [hash, key]);
    return { captchaKey: key, captcha: 'k7mp' };
  };
  const fields = { cid: number, account: owner.account, password: owner.password };
  const { token } = (await strict.post('user/login', { ...fields, ...(await solved()) })).data as { token: string };
  const begun = await strict.post('user/totpBegin', { token, password: owner.password });
  const secret = Secret.fromBase32((begun.data as { secret: string }).secret);
  const code = () => new TOTP({ secret }).generate({ timestamp: strict.now().getTime() });
  await strict.post('user/totpConfirm', { token, code: code() });
  strict.pass(60_000);

  const captcha = await solved();
  expect(await strict.post('user/login', { ...fields, ...captcha })).toMatchObject({ errorCode: 211 });
  expect(await strict.post('user/login', { ...fields, ...captcha, code: '000000' })).toMatchObject({ errorCode: 212 });
  expect(await strict.post('user/login', { ...fields, ...captcha, code: code() })).toMatchObject({ errorCode: 0 });
  expect(await strict.post('user/login', { ...fields, ...captcha, code: code() })).toMatchObject({ errorCode: 112 });
  const other = await solved();
  expect(await strict.post('user/login', { ...fields, ...other, password: 'wrong' })).toMatchObject({ errorCode: 111 });
  expect(await strict.post('user/login', { ...fields, ...other })).toMatchObject({ errorCode: 112 });
  await strict.close();
});
