import { expect, test } from 'vitest';
import { hostOf } from './host.policy.ts';

test.each([
  ['call.example.com', 'call.example.com'],
  [' Call.Example.COM ', 'call.example.com'],
  ['https://call.example.com/', 'call.example.com'],
  ['call.example.com.', 'call.example.com'],
  ['呼叫.example.cn', 'xn--fprzm.example.cn'],
  ['a-b.c1.example', 'a-b.c1.example'],
])('%s is the host %s', (typed, host) => {
  expect(hostOf(typed)).toBe(host);
});

test.each([
  '',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  'a..b.com',
  '-a.example.com',
  'a-.example.com',
  'under_score.example.com',
  'call.example.com:8443',
  'call.example.com/path',
  'user@example.com',
  'a b.com',
  '<script>.com',
  '*.example.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
])('%s is none', typed => {
  expect(hostOf(typed)).toBeNull();
});
