import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { flag, id, listInput } from './fields.ts';
import { badInputText, decodeForm, encodeForm, type Language, requestOf } from './index.ts';

const schema = z.object({
  id,
  name: z.string().trim().min(1).max(5),
  note: z.string().max(5).default(''),
  count: z.coerce.number().int().min(1).max(9).optional(),
  isOn: flag.optional(),
  kind: z.enum(['a', 'b']).optional(),
  secret: z.string().min(8).max(64).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  jsonArray: z
    .array(z.object({ v: z.string() }))
    .max(2)
    .optional(),
});
const good = { id: '7', name: '名' };
const say = (fields: Record<string, string>, language: Language = 'zh-CN') => {
  const decoded = decodeForm(schema, { ...good, ...fields });
  return decoded.ok ? decoded.input : Object.values(badInputText(decoded.bad, language)).join('：');
};

test('a form is read: text, numbers, flags, JSON in a field, defaults; unknown fields are ignored', () => {
  expect(say({ count: '3', isOn: '0', jsonArray: '[{"v":"x"}]', token: 't', constructor: 'c' })).toEqual({
    ...good,
    note: '',
    count: 3,
    isOn: false,
    jsonArray: [{ v: 'x' }],
  });
});

test('an empty optional field is none, as old clients send it', () => {
  expect(say({ count: '', isOn: '', kind: '', jsonArray: '', note: '' })).toEqual({ ...good, note: '' });
});

test.each([
  [{ id: '' }, '编号：必填'],
  [{ id: '0' }, '编号：应为列表里的编号'],
  [{ id: '9223372036854775808' }, '编号：应为列表里的编号'],
  [{ name: ' ' }, '名称：必填'],
  [{ name: '一二三四五六' }, '名称：最多 5 个字符'],
  [{ secret: 'short' }, '找回凭证：8–64 个字符'],
  [{ secret: 'x'.repeat(65) }, '找回凭证：8–64 个字符'],
  [{ tags: '[]' }, 'tags：1–2 项'],
  [{ name: 'a\0' }, '名称：含有不允许的字符'],
  [{ count: 'x' }, 'count：应为 1 到 9 的整数'],
  [{ count: '1.5' }, 'count：应为 1 到 9 的整数'],
  [{ count: '0' }, 'count：应为 1 到 9 的整数'],
  [{ count: '10' }, 'count：应为 1 到 9 的整数'],
  [{ isOn: 'maybe' }, 'isOn：只能是 0 或 1'],
  [{ kind: 'c' }, '类型：只能是 a、b'],
  [{ jsonArray: '[' }, 'jsonArray：应为 JSON'],
  [{ jsonArray: '{}' }, 'jsonArray：内容不正确'],
  [{ jsonArray: '[{"v":"x"},{"v":1}]' }, 'jsonArray › 第 2 项 › v：内容不正确'],
  [{ jsonArray: '[{}]' }, 'jsonArray › 第 1 项 › v：必填'],
  [{ jsonArray: '[{"v":"\\u0000"}]' }, 'jsonArray：含有不允许的字符'],
  [{ jsonArray: '[{"v":"\\ud83d"}]' }, 'jsonArray：含有不允许的字符'],
  [{ jsonArray: '[{"v":""},{"v":""},{"v":""}]' }, 'jsonArray：最多 2 项'],
  [{ note: 'x'.repeat(800_000) }, '备注：最多 786432 个字符'],
])('bad input %j is answered: %s', (fields, sentence) => {
  expect(say(fields)).toBe(sentence);
});

test('a missing field is named, in the language of the page', () => {
  const missing = decodeForm(schema, { id: '7' });
  if (missing.ok) throw new Error('it was read');
  expect(badInputText(missing.bad, 'en')).toEqual({ field: 'name', allowed: 'required' });
});

test('lists begin at page 1 with 20 rows', () => {
  expect(decodeForm(listInput, {})).toEqual({ ok: true, input: { page: 1, limit: 20 } });
});

test('a request names who asks: the token in its body, page and language in headers', () => {
  const asker = { token: 't', page: '/my-task', language: 'en' };
  const asked = requestOf('task/list', { page: 2, q: undefined, after: null, isOpen: false }, asker);
  expect(asked.path).toBe('/api/front/task/list');
  expect(asked.headers).toEqual({ 'page-path': '/my-task', 'page-language': 'en' });
  expect(Object.fromEntries(asked.body)).toEqual({ token: 't', page: '2', isOpen: '0' });
  expect([...requestOf('user/captcha', {}, { ...asker, token: null }).body]).toEqual([]);
  // pageInfo asks for the branding of a session that may not be one’s own.
  expect([...requestOf('user/pageInfo', { token: 'of another' }, asker).body]).toEqual([['token', 'of another']]);
});

test('what one side encodes the other reads back', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
        name: fc
          .string({ unit: fc.constantFrom(...'名a1&=+% ;'), minLength: 1, maxLength: 5 })
          .filter(s => s.trim() === s && s !== ''),
        note: fc.string({ unit: fc.constantFrom(...'注b&=+%\n'), maxLength: 5 }),
        count: fc.integer({ min: 1, max: 9 }),
        isOn: fc.boolean(),
        jsonArray: fc.array(
          fc.record({ v: fc.string({ unit: 'grapheme' }).filter(s => !/\0|\\u0000/.test(JSON.stringify(s))) }),
          {
            maxLength: 2,
          },
        ),
      }),
      input => {
        const fields = Object.fromEntries(new URLSearchParams(encodeForm(input).toString()));
        expect(decodeForm(schema, fields)).toEqual({ ok: true, input });
      },
    ),
  );
});

test('of a form with several faults each field is named once: what cannot be read first', () => {
  const decoded = decodeForm(schema, { id: '', name: '一二三四五六', count: '0', jsonArray: '[' });
  expect(decoded).toMatchObject({
    ok: false,
    bad: { field: 'jsonArray', fault: 'json' },
    all: [
      { field: 'jsonArray', fault: 'json' },
      { field: 'id', fault: 'missing' },
      { field: 'name', fault: 'long', limit: 5 },
      { field: 'count', fault: 'wholeRange', least: 1, most: 9 },
    ],
  });
});
