import { expect, test } from 'vitest';
import { addUse, type CallUse, tokensIn, type UseRates, useCostOf, useHoldOf } from './use.ts';

/** Ten-thousandths of a yuan: 0.06 a minute, 0.2 per 1,000 characters, 0.01 per 1,000 tokens. */
const rates: UseRates = { recognition: 600, synthesis: 2_000, model: 100, hosts: ['10.0.0.5', 'asr:9000'], hold: 0 };
const heard = (host: string, ms: number): CallUse => ({ kind: 'recognition', host, ms });
const spoke = (host: string, characters: number): CallUse => ({ kind: 'synthesis', host, characters });
const thought = (host: string, asked: number, answered: number, estimated = false): CallUse => ({
  ...{ kind: 'model', host, asked, answered, estimated },
  answers: 1,
});
const none = { recognition: 0, synthesis: 0, model: 0 };

/** By hand. */
test.each<[string, readonly CallUse[], object]>([
  ['nothing', [], none],
  ['a minute heard in the house', [heard('', 60_000)], { ...none, recognition: 600 }],
  ['a second is a sixtieth, rounded up', [heard('', 1_001)], { ...none, recognition: 11 }],
  ['a host at any port', [heard('10.0.0.5:2700', 30_000)], { ...none, recognition: 300 }],
  ['a host at its port alone', [heard('asr:9000', 30_000), heard('asr:9001', 30_000)], { ...none, recognition: 300 }],
  ['the merchant’s own costs nothing', [heard('api.example.com', 60_000), thought('api.example.com', 9, 9)], none],
  ['characters of two services, rounded once', [spoke('', 3), spoke('10.0.0.5', 4)], { ...none, synthesis: 14 }],
  ['tokens read and written', [thought('10.0.0.5', 1_500, 21)], { ...none, model: 153 }],
])('%s', (_, uses, cost) => {
  expect(useCostOf(rates, uses)).toEqual(cost);
});

test('a minute holds one of recognition, 300 characters and 10,000 tokens', () => {
  expect(useHoldOf({ recognition: 600, synthesis: 2_000, model: 100 })).toBe(600 + 600 + 1_000);
  expect(useHoldOf({ ...none, synthesis: 1 })).toBe(1);
});

test('what a call uses is summed by kind and host', () => {
  const uses = [spoke('a', 3), thought('a', 10, 2), spoke('b', 1), thought('a', 5, 1, true), spoke('a', 4)];
  expect(uses.reduce(addUse, [] as readonly CallUse[])).toEqual([
    { kind: 'synthesis', host: 'a', characters: 7 },
    { kind: 'model', host: 'a', answers: 2, asked: 15, answered: 3, estimated: true },
    { kind: 'synthesis', host: 'b', characters: 1 },
  ]);
});

test.each([
  ['', 0],
  ['你好', 2],
  ['hello', 2],
  ['你好 Tom', 3],
  ['😀', 1],
])('%j has about %i tokens', (text, tokens) => {
  expect(tokensIn(text)).toBe(tokens);
});
