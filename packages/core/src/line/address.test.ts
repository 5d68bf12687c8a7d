import { expect, test } from 'vitest';
import { readLineAddress } from './address.ts';

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
  ['::', { host: '::', port: null }],
  ['1:2:3:4:5:6:7:8', { host: '1:2:3:4:5:6:7:8', port: null }],
  ['[1:2:3:4:5:6:192.0.2.1]:5060', { host: '1:2:3:4:5:6:192.0.2.1', port: 5060 }],
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
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4::5:6:7:8',
  '1:2:3:4:5:6:7:',
  '::ffff:192.0.2.256',
  '192.0.2.1::1',
  'fe80::1%eth0',
  "x'; drop table line; --",
  '1.2.3.4\r\nVia: x',
])('a line address %j is refused', text => {
  expect(readLineAddress(text)).toBeNull();
});
