import { lineEndpoints, monitorEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

/** Looks at lines as they are asked for; no calls process is there to do them. */
let house: TestHouse;
let [token, stranger] = ['', ''];
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
});
afterAll(() => house.close());

const newLine = async (of = token): Promise<string> =>
  (await house.ask(lineEndpoints.save, { name: '线路', address: '192.0.2.10' }, of)).id;
const ask = (id: string, of = token) => house.post('line/check', { id, kind: 'doctor', token: of });
const sql = (text: string, ...values: readonly unknown[]) => house.database.pool.query(text, [...values]);

test('many who press the button at once look at one check, and who presses again reads what was just found', async () => {
  const id = await newLine();
  const asked = await Promise.all(
    Array.from({ length: 12 }, () => house.ask(monitorEndpoints.check, { id, kind: 'doctor' }, token)),
  );
  expect(new Set(asked.map(({ checkId }) => checkId)).size).toBe(1);
  // Just now, however long this machine takes to ask again.
  await sql("update line_check set state = 'done', asked_at = now() + interval '1 hour' where line_id = $1", id);
  expect(await house.ask(monitorEndpoints.check, { id, kind: 'doctor' }, token)).toEqual(asked[0]);
});

test('hundreds of checks of a line leave fifty', async () => {
  const id = await newLine();
  for (let n = 0; n < 120; n += 1) {
    await house.ask(monitorEndpoints.check, { id, kind: 'doctor' }, token);
    await sql(
      "update line_check set state = 'done', asked_at = asked_at - interval '10 seconds' where line_id = $1",
      id,
    );
  }
  const { rows } = await sql('select count(*)::int as kept from line_check where line_id = $1', id);
  expect(rows).toEqual([{ kept: 50 }]);
});

test('a merchant has twenty looks under way at most; another merchant is not held up, and has none of its lines', async () => {
  await sql("update line_check set state = 'done'");
  const lines = [];
  for (let n = 0; n < 21; n += 1) lines.push(await newLine());
  const answers = [];
  for (const id of lines) answers.push(Number((await ask(id)).errorCode));
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 0), 107]);
  expect(await ask(await newLine(stranger), stranger)).toMatchObject({ errorCode: 0 });
  expect(await ask(lines[0] ?? '', stranger)).toMatchObject({ errorCode: 105 });
});
