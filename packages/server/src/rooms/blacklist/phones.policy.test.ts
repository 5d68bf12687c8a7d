import { expect, test } from 'vitest';
import { readPhones } from './phones.policy.ts';

test('numbers come one a line or with commas, each once, as they are dialled; what is none is told', () => {
  expect(readPhones('138 0013 8000\n+86-13800138000，０１０-６１２３４５６７；\r\n\n王女士,123', 5)).toEqual({
    phones: ['13800138000', '01061234567'],
    refused: ['王女士', '123'],
  });
});

test('more numbers than may be given at once are none', () => {
  expect(readPhones('1,2,3,4', 3)).toBeNull();
  expect(readPhones('13800138000,'.repeat(3), 3)).toEqual({ phones: ['13800138000'], refused: [] });
});
