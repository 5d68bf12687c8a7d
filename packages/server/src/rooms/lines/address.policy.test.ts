import { expect, test } from 'vitest';
import { isSameHost, readLineAddress } from './address.policy.ts';

test.each([
  ['192.0.2.10', { host: '192.0.2.10', port: null }],
  [' 192.0.2.10:5080 ', { host: '192.0.2.10', port: 5080 }],
  ['sip.example.com', { host: 'sip.example.com', port: null }],
  ['gw-1.example.com:65535', { host: 'gw-1.example.com', port: 65_535 }],
  ['localhost:5099', { host: 'localhost', port: 5099 }],
  ['2001:db8::1', { host: '2001:db8::1', port: null }],
  ['[2001:db8::1]', { host: '2001:db8::1', port: null }],
  ['[2001:db8::1]:5061', { host: '2001:db8::1', port: 5061 }],
  ['::1', { host: '::1', port: null }],
  ['::ffff:192.0.2.1', { host: '::ffff:192.0.2.1', port: null }],
  ['_sip._udp.example.com', { host: 'example.com', port: null }],
  ['_sips._tcp.carrier.example', { host: 'carrier.example', port: null }],
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
  '_sip._sctp.example.com',
  '_sip._udp.',
  '[192.0.2.1]:5060',
  '[]',
  '[2001:db8::1',
  '2001:db8::1::2',
  '[2001:db8::1]:0',
  '12345::1',
  'fe80::1%eth0',
  "x'; drop table line; --",
  '1.2.3.4\r\nVia: x',
])('a line address %j is refused', text => {
  expect(readLineAddress(text)).toBeNull();
});

test.each([
  ['sip.example.com', 'SIP.Example.com.:5061', true],
  ['192.0.2.10', ' 192.0.2.10:5080', true],
  ['2001:db8::1', '[2001:DB8:0::0001]:5061', true],
  ['_sip._udp.example.com', 'example.com', true],
  ['', '', true],
  ['sip.example.com', 'example.com', false],
  ['192.0.2.10', '192.0.2.1', false],
  ['192.0.2.10', '', false],
])('%s and %s are one host: %s', (one, other, isSame) => {
  expect(isSameHost(one, other)).toBe(isSame);
});
