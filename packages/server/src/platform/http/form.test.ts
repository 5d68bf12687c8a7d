import { expect, test } from 'vitest';
import { parseForm } from './form.ts';
import { Refusal } from './refusal.ts';

/** CPU time of what becomes of a form, whether it is taken or refused; the least of some runs is the truest. */
const costMs = (text: string): number => {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    try {
      parseForm(text);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
};

/** A form of a square's cost takes 64 times as long at eight times the length; at 1 MB `a&` took 3.5 s. */
test.each(['a&', '&', 'a=1&', '=', '%', '%41', '%ff', '+', `${'a'.repeat(5_000)}&`, '"', '\\'])(
  'a form of %j over and over costs no more than its length',
  unit => {
    const of = (chars: number) => costMs(unit.repeat(chars / unit.length));
    expect(of(1_048_576)).toBeLessThan(200 + 24 * of(131_072));
  },
);

test('fields are counted before they are parsed; the last of a name counts', () => {
  expect(parseForm('a=1&b=%E4%B8%AD+x&a=2')).toEqual({ a: '2', b: '中 x' });
  expect(Object.keys(parseForm(Array.from({ length: 200 }, (_, n) => `f${n}=1`).join('&')))).toHaveLength(200);
  expect(() => parseForm(Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'))).toThrow('tooLarge');
});
