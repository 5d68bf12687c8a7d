import { expect, test } from 'vitest';
import { isSameHost } from './address.policy.ts';

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
