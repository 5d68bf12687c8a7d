import { expect, test } from 'vitest';
import { readLineAddress } from './address.policy.ts';

test.each([
  ['192.0.2.10', { host: '192.0.2.10', port: 5060 }],
  [' 192.0.2.10:5080 ', { host: '192.0.2.10', port: 5080 }],
  ['sip.example.com', { host: 'sip.example.com', port: 5060 }],
  ['gw-1.example.com:65535', { host: 'gw-1.example.com', port: 65_535 }],
  ['localhost:5099', { host: 'localhost', port: 5099 }],
])('a line address %s is understood', (text, address) => {
  expect(readLineAddress(text)).toEqual(address);
});

test.each([
  '',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.',
  '1.2.3.4:0',
  '1.2.3.4:65536',
  'a b',
  'sip:1.2.3.4',
  'user@1.2.3.4',
  '-a.example',
  'a..b',
  "x'; drop table line; --",
  '1.2.3.4\r\nVia: x',
])('a line address %j is refused', text => {
  expect(readLineAddress(text)).toBeNull();
});
