import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { badInputText, decodeForm, type Endpoint, endpoints, languages, refusalText } from '../index.ts';
import { planShape } from '../plan-graph.ts';
import { unwrap } from '../schema-parts.ts';
import { fieldSaid, innerText } from './fields.ts';
import { fieldsElsewhere } from './fields-elsewhere.ts';

interface Field {
  readonly path: string;
  readonly name: string;
  readonly schema: z.ZodType;
}
const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const fields: readonly Field[] = all.flatMap(({ path, input }) =>
  Object.entries((input as z.ZodObject).shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    path,
    name,
    schema,
  })),
);

test('every field of every endpoint has its word in three languages', () => {
  expect(fields.length).toBeGreaterThan(400);
  const without = fields.filter(({ path, name }) => languages.some(one => !fieldSaid(name, path)?.[one]));
  expect(without.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

/** Names of what lies within fields of JSON, at any depth. */
const namesWithin = (schema: z.core.$ZodType): readonly string[] => {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, field]) => [name, ...namesWithin(field)]);
  if (inner instanceof z.ZodArray) return namesWithin(inner.element);
  if (inner instanceof z.ZodRecord) return namesWithin(inner.valueType);
  return inner instanceof z.ZodUnion ? inner.options.flatMap(namesWithin) : [];
};

test('what lies within a field has its word as well, in three languages', () => {
  const names = new Set([...fields.flatMap(({ schema }) => namesWithin(schema)), ...namesWithin(planShape)]);
  expect(names.size).toBeGreaterThan(100);
  const isRaw = (name: string) =>
    !/\p{Script=Han}/u.test(innerText(name, 'zh-CN')) || innerText(name, 'zh-TW') === name;
  expect([...names].filter(isRaw)).toEqual([]);
});

test('Chinese words are Chinese, English ones are not', () => {
  const mixed = fields.filter(({ path, name }) => {
    const said = fieldSaid(name, path)!;
    return /\p{Script=Han}/u.test(said.en) || !/\p{Script=Han}|NAT|IP|SIP/u.test(said['zh-CN'] + said['zh-TW']);
  });
  expect(mixed).toEqual([]);
});

test('a word of one endpoint or area is of a field that it has', () => {
  /** Speech services have settings that are named in a refusal though they lie within one field. */
  const within = new Set(['speech/ model', 'speech/ speaker', 'speech/ appId', 'speech/ keyId']);
  const dead = Object.entries(fieldsElsewhere).flatMap(([where, words]) =>
    Object.keys(words)
      .filter(
        name => !fields.some(field => field.name === name && (field.path === where || field.path.startsWith(where))),
      )
      .map(name => `${where} ${name}`),
  );
  expect(dead.filter(one => !within.has(one))).toEqual([]);
});

/** What no field of one line may hold, each with some limit or format to run into. */
const nonsense = ['', '\u0007', '%% %%', '-', '99999999999999999999', 'x'.repeat(600_000)];

describe('a refusal says what is allowed', () => {
  const isPlain = ({ schema }: Field) => {
    const { type } = unwrap(schema).inner._zod.def;
    return type === 'string' || type === 'number' || type === 'enum';
  };
  test.each(fields.filter(isPlain).map(field => [`${field.path} ${field.name}`, field] as const))('%s', (_, field) => {
    const schema = z.object({ [field.name]: field.schema });
    for (const raw of nonsense) {
      const decoded = decodeForm(schema, { [field.name]: raw });
      if (decoded.ok) continue;
      expect(['format', 'shape', 'number', 'whole']).not.toContain(decoded.bad.fault);
      expect(badInputText(decoded.bad, 'zh-CN', field.path).allowed).not.toMatch(/\{\w+\}/);
    }
  });
});

test.each([
  ['user/changePwd', { oldPwd: '', newPwd: 'n' }, '旧密码：必填', '舊密碼：必填', 'old password: required'],
  [
    'help/save',
    { title: '长'.repeat(81) },
    '标题：最多 80 个字符',
    '標題：最多 80 個字元',
    'title: at most 80 characters',
  ],
  [
    'oa/saveEmployee',
    { name: '王', title: '长'.repeat(51) },
    '头衔：最多 50 个字符',
    '頭銜：最多 50 個字元',
    'title: at most 50 characters',
  ],
  [
    'oa/saveEmployee',
    { name: '王', password: 'short' },
    '密码：8–200 个字符',
    '密碼：8–200 個字元',
    'password: 8 to 200 characters',
  ],
  [
    'balance/topUp',
    { cid: '1', amount: '一百' },
    '金额：应为金额，最多两位小数，如 100.50',
    '金額：應為金額，最多兩位小數，如 100.50',
    'amount: yuan with two decimals at most, like 100.50',
  ],
  [
    'task/save',
    { retries: '{"noAnswer":{"times":99,"afterMinutes":5}}' },
    '重拨规则 › 无人接听 › 次数：应为 1 到 10 的整数',
    '重撥規則 › 無人接聽 › 次數：應為 1 到 10 的整數',
    'retries › No answer › times: a whole number from 1 to 10',
  ],
  [
    'talk/saveTest',
    {
      test: '{"variables":{},"minuteOfDay":600,"world":"fails","expects":{},"moves":[{"does":"hangUp"},{"does":"say","text":" "}]}',
    },
    '测试对话 › 对话步骤 › 第 2 项 › 文字：必填',
    '測試對話 › 對話步驟 › 第 2 項 › 文字：必填',
    'test conversation › moves › no. 2 › text: required',
  ],
] as const)('%s with %j is refused: %s', (path, sent, cn, tw, en) => {
  const decoded = decodeForm(all.find(one => one.path === path)!.input, sent);
  if (decoded.ok) throw new Error('it was taken');
  const bad = decoded.all.find(({ within }) => within !== undefined) ?? decoded.bad;
  const said = languages.map(language => refusalText({ key: 'badInput', values: bad }, language, path));
  expect(said).toEqual([cn, tw, en]);
});

test('whoever is given an account can sign in with it: the longest one is taken everywhere', () => {
  const account = 'a'.repeat(64);
  const taken = [
    decodeForm(endpoints.oa.saveEmployee.input, { name: '王', account }),
    decodeForm(endpoints.user.login.input, { cid: '1', account, password: 'x' }),
    decodeForm(endpoints.user.resetAsk.input, { cid: '1', account }),
    decodeForm(endpoints.merchant.dropFactor.input, { id: '1', account }),
  ];
  expect(taken.map(({ ok }) => ok)).toEqual([true, true, true, true]);
});
