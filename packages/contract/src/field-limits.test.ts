import { expect, test } from 'vitest';
import { z } from 'zod';
import { id, oneLine } from './fields.ts';
import { fieldLimits } from './index.ts';

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
])('of %s a form knows %j', (name, limits) => {
  expect(fieldLimits(schema, name)).toEqual(limits);
});

test('a field that the endpoint does not take is no field of a form', () => {
  expect(() => fieldLimits(schema, 'nmae')).toThrow('nmae');
});
