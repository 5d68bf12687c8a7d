import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse({ captcha: true });
});
afterAll(() => house.close());

/** The answer is only in the picture, so a test that types one puts it into the database itself. */
const captchaOf = async (answer: string): Promise<string> => {
  const { data } = await house.post('user/captcha', {});
  const key = (data as { captchaKey: string }).captchaKey;
  const hash = createHash('sha256').update(`${key} ${answer.toLowerCase()}`).digest();
  await house.database.pool.query('update captcha set answer_hash = $1 where key = $2', [hash, key]);
  return key;
};
const login = (captchaKey: string, captcha: string, password = house.merchants[0].owner.password) =>
  house.post('user/login', { cid: house.merchants[0].number, account: 'owner', password, captchaKey, captcha });

test('a captcha is a picture, and its answer is not in what the page gets', async () => {
  const { data } = await house.post('user/captcha', {});
  expect(data).toMatchObject({ required: true, image: expect.stringMatching(/^<svg [^>]+>.*<\/svg>$/s) });
  expect((data as { image: string }).image).not.toMatch(/<text/);
});

test('the right captcha signs in whatever its case', async () => {
  expect(await login(await captchaOf('k7Mp'), 'K7mP')).toMatchObject({ errorCode: 0 });
});

test('a captcha is good for one answer', async () => {
  const key = await captchaOf('k7mp');
  expect(await login(key, 'k7mp')).toMatchObject({ errorCode: 0 });
  expect(await login(key, 'k7mp')).toMatchObject({ errorCode: 112, errorMsg: '验证码错误或已过期' });
  const wrongOnce = await captchaOf('k7mp');
  expect(await login(wrongOnce, 'zzzz')).toMatchObject({ errorCode: 112 });
  expect(await login(wrongOnce, 'k7mp')).toMatchObject({ errorCode: 112 });
});

test('a captcha is good for five minutes', async () => {
  const key = await captchaOf('k7mp');
  house.pass(300_000);
  expect(await login(key, 'k7mp')).toMatchObject({ errorCode: 112 });
});

test('without a captcha nobody signs in, and it does not count as a failure of the account', async () => {
  for (let n = 0; n < 8; n += 1) expect(await login('', '')).toMatchObject({ errorCode: 112 });
  expect(await login(await captchaOf('k7mp'), 'k7mp')).toMatchObject({ errorCode: 0 });
});

test('waiting captchas are bounded', async () => {
  await house.database.pool.query(
    "insert into captcha select 'old' || n, ''::bytea, now() + interval '1 hour' from generate_series(1, 10500) n",
  );
  await house.post('user/captcha', {});
  const { rows } = await house.database.pool.query<{ count: string }>('select count(*) from captcha');
  expect(Number(rows[0]?.count)).toBe(10_000);
});
