import { expect, test } from 'vitest';
import { digitsAloud } from './digits.ts';

test.each([
  ['1380', '幺三八零'],
  ['13800138000', '幺三八零零幺三八零零零'],
  ['138 0013-8000', '幺三八，零零幺三，八零零零'],
  ['１０', '幺零'],
  ['验证码9527。', '验证码九五二七。'],
  ['没有', '没有'],
])('%s is read %s', (text, aloud) => expect(digitsAloud(text)).toBe(aloud));
