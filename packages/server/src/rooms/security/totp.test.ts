import { expect, test } from 'vitest';
import { newTotpSecret, otpauthUri, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: SHA-1 with the secret "12345678901234567890"; of the eight digits there, the last six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
test.each([
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
])('RFC 6238, appendix B: at %i s the code is %s', (seconds, code, step) => {
  expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(step);
});

test.each([
  ['two steps early', -60, null],
  ['one step early', -30, 0x273ef07],
  ['one step late', 30, 0x273ef07],
  ['two steps late', 60, null],
])('a telephone whose clock is %s', (_what, seconds, step) => {
  expect(stepOfCode(secret, '005924', new Date((1_234_567_890 + seconds) * 1000))).toBe(step);
});

test.each(['', '5924', '0005924', 'abcdef', '００５９２４', '-05924', '1e5924'])('“%s” is no code', code => {
  expect(stepOfCode(secret, code, new Date(1_234_567_890_000))).toBeNull();
});

test('a code may be typed in two halves', () => {
  expect(stepOfCode(secret, '005 924', new Date(1_234_567_890_000))).toBe(0x273ef07);
});

test('the address carries issuer, account and secret, escaped', () => {
  expect(otpauthUri(secret, '连线&Co', 'demo:1 @100268')).toBe(
    `otpauth://totp/%E8%BF%9E%E7%BA%BF%26Co:demo%3A1%20%40100268?issuer=%E8%BF%9E%E7%BA%BF%26Co&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

test('secrets are 160 bits and never the same', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  expect(secrets.every(text => /^[A-Z2-7]{32}$/.test(text))).toBe(true);
});
