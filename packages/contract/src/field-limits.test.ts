import { expect, test } from 'vitest';
import { z } from 'zod';
import { id, oneLine } from './fields.ts';
import { fieldChars, fieldLimits } from './index.ts';

const schema = z.object({
  lineId: id,
  name: oneLine.trim().min(1).max(50),
  note: z.string().trim().max(200).default(''),
  figure: z.coerce.number().int().min(10).max(5_000),
  perhaps: z.coerce.number().int().min(0).max(90).default(0),
  price: z.string().regex(/^\d{1,4}$/),
  kind: z.enum(['a', 'b']),
  other: z.enum(['a', 'b']).optional(),
  speed: z.coerce.number().min(0.5).max(2).default(1),
  words: z.array(z.string().max(30)).max(9).optional(),
  moves: z.array(
    z.discriminatedUnion('does', [
      z.object({ does: z.literal('hangUp') }),
      z.object({ does: z.literal('say'), text: z.string().trim().min(1).max(40), to: z.record(id, oneLine.max(7)) }),
    ]),
  ),
});

test.each([
  ['lineId', { needed: true }],
  ['name', { needed: true, chars: 50 }],
  ['note', { needed: false, chars: 200 }],
  ['figure', { needed: true, least: 10, most: 5_000, chars: 4 }],
  ['perhaps', { needed: false, least: 0, most: 90, chars: 2 }],
  ['price', { needed: true }],
  ['kind', { needed: true }],
  ['other', { needed: false }],
  ['speed', { needed: false, least: 0.5, most: 2 }],
  ['words', { needed: false, items: 9, chars: 30 }],
  ['moves', { needed: true }],
  ['moves.text', { needed: true, chars: 40 }],
  ['moves.to.each', { needed: false, chars: 7 }],
])('of %s a form knows %j', (name, limits) => {
  expect(fieldLimits(schema, name)).toEqual(limits);
});

test('a field that the endpoint does not take is no field of a form', () => {
  expect(() => fieldLimits(schema, 'nmae')).toThrow('nmae');
});

test('what has no end is not asked for its length', () => {
  expect(fieldChars(schema, 'moves.text')).toBe(40);
  expect(() => fieldChars(schema, 'price')).toThrow('price');
  expect(() => fieldChars(schema, 'moves.words')).toThrow('moves.words');
});
