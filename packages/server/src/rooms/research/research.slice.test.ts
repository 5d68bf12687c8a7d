import { researchEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { up } from '../../../migrations/0046_option_marks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { sqlOver } from '../../platform/db/index.ts';

let house: TestHouse;
let token = '';
let stranger = '';
let planId = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into plan (merchant_id, name) values ($1, '回访') returning id`,
    [house.merchants[0].id],
  );
  planId = rows[0]!.id;
});
afterAll(() => house.close());
beforeEach(() => house.database.pool.query('truncate guide_question'));

type Options = readonly (readonly [string, string])[];
const written = (options: Options) => JSON.stringify(options.map(([v, n]) => ({ v, n })));
const fields = (title: string, options: Options, over: Record<string, string> = {}) => ({
  ...{ planId, title, type: '1', jsonOptions: written(options), token },
  ...over,
});
const save = async (title: string, options: Options, over: Record<string, string> = {}): Promise<string> => {
  const answer = await house.post('research/save', fields(title, options, over));
  expect(answer).toMatchObject({ errorCode: 0 });
  return (answer.data as { id: string }).id;
};
const questions = async () => (await house.ask(researchEndpoints.list, { planId }, token)).questions;

test('O-165 … O-173: a question travels with its fields, the options as JSON in a text', async () => {
  const next = await save('什么时候方便？', [['上午', '']]);
  const first = await save(
    '您还在考虑吗？',
    [
      ['是', next],
      ['否', ''],
    ],
    {
      type: '2',
      isRoot: '1',
      isRequired: '1',
      hasOther: '1',
    },
  );
  expect(await questions()).toEqual([
    {
      id: next,
      title: '什么时候方便？',
      type: 1,
      jsonOptions: '[{"v":"上午","n":"","isChecked":false}]',
      isRoot: false,
      isRequired: false,
      hasOther: false,
    },
    {
      id: first,
      title: '您还在考虑吗？',
      type: 2,
      jsonOptions: `[{"v":"是","n":"${next}","isChecked":false},{"v":"否","n":"","isChecked":false}]`,
      isRoot: true,
      isRequired: true,
      hasOther: true,
    },
  ]);
});

test('an option takes no “;”, which joins several answers (A-26): the full-width mark stands in its place', async () => {
  await save('什么时候方便？', [['上午;下午', '']]);
  expect((await questions()).map(({ jsonOptions }) => JSON.parse(jsonOptions))).toEqual([
    [{ v: '上午；下午', n: '', isChecked: false }],
  ]);
  const twice = fields('再问一次', [
    ['甲;乙', ''],
    ['甲；乙', ''],
  ]);
  expect(await house.post('research/save', twice)).toMatchObject({ errorCode: 353 });
  // As an installation of before has it.
  const { pool } = house.database;
  await pool.query(`update guide_question set options = '[{"v": "早;晚", "n": ""}]'`);
  await up(sqlOver(house.database.pool));
  expect((await pool.query('select options from guide_question')).rows).toEqual([
    { options: [{ v: '早；晚', n: '' }] },
  ]);
});

test('the first question is the root, and there is always one', async () => {
  const one = await save('一', [['甲', '']]);
  const two = await save('二', [['甲', '']]);
  expect((await questions()).map(({ isRoot }) => isRoot)).toEqual([true, false]);
  await save('二', [['甲', one]], { id: two, isRoot: '1' });
  expect((await questions()).map(({ isRoot }) => isRoot)).toEqual([false, true]);
  expect(await house.post('research/remove', { id: two, token })).toMatchObject({ errorCode: 355 });
});

test.each<[string, number, (one: string) => Options]>([
  ['a circle', 350, (one: string) => [['甲', one]]],
  ['a question that is not there', 351, () => [['甲', '99999']]],
  ['nothing to choose', 352, () => []],
  [
    'the same twice',
    353,
    () => [
      ['甲', ''],
      ['甲', ''],
    ],
  ],
])('%s is refused with a sentence', async (_, errorCode, options) => {
  const one = await save('一', [['甲', '']]);
  const two = await save('二', [['甲', one]]);
  const answer = await house.post('research/save', fields('一', options(two), { id: one }));
  expect(answer).toMatchObject({ errorCode });
  expect(answer.errorMsg).not.toBe('');
});

test('a question another leads to stays; the last one may go', async () => {
  const two = await save('二', [['甲', '']]);
  const one = await save('一', [['甲', two]], { isRoot: '1' });
  expect(await house.post('research/remove', { id: two, token })).toMatchObject({
    errorCode: 354,
    errorMsg: '“一”的选项指向这一题，请先改它的下一题',
  });
  await save('一', [['甲', '']], { id: one });
  await house.ask(researchEndpoints.remove, { id: two }, token);
  await house.ask(researchEndpoints.remove, { id: one }, token);
  expect(await questions()).toEqual([]);
});

test('questions are put into another order', async () => {
  const [a, b, c] = [await save('甲', [['x', '']]), await save('乙', [['x', '']]), await save('丙', [['x', '']])];
  await house.ask(researchEndpoints.order, { id: c, before: a }, token);
  await house.ask(researchEndpoints.order, { id: a }, token);
  expect((await questions()).map(({ id }) => id)).toEqual([c, b, a]);
  expect(await house.post('research/order', { id: a, before: '99999', token })).toMatchObject({ errorCode: 105 });
});

test('questions of another merchant are not there', async () => {
  const one = await save('一', [['甲', '']]);
  for (const [path, input] of [
    ['research/list', { planId }],
    ['research/save', fields('改', [['甲', '']], { id: one })],
    ['research/remove', { id: one }],
    ['research/order', { id: one }],
  ] as const)
    expect(await house.post(path, { ...input, token: stranger })).toMatchObject({ errorCode: 105 });
});
