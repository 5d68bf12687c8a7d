import { expect, test } from 'vitest';
import { isNeighbour, isPrivate, mapped, nameFor, unmapped } from './address.ts';

test.each([
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.255.255', true],
  ['100.64.0.1', true],
  ['169.254.1.1', true],
  ['127.0.0.1', true],
  ['203.0.113.7', false],
  ['fd00::1', true],
  ['fe80::1', true],
  ['2001:db8::1', false],
  ['pbx.example', false],
])('%s is private: %s', (host, isSo) => {
  expect(isPrivate(host)).toBe(isSo);
});

/** 203.0.113.x and 198.51.100.x stand for the Internet; none of them is a neighbour of a test machine. */
test.each<[string, string, string, string | null, string]>([
  ['without an external address we are who we are', '203.0.113.7', '192.168.1.5', null, '192.168.1.5'],
  ['to the Internet we are the translator', '203.0.113.7', '192.168.1.5', '198.51.100.9', '198.51.100.9'],
  ['to another private net we are who we are', '10.20.0.7', '192.168.1.5', '198.51.100.9', '192.168.1.5'],
  ['a container is its host to the flat beyond', '10.20.0.7', '172.17.0.2', '10.20.0.3', '10.20.0.3'],
  ['to ourselves we are who we are', '127.0.0.1', '127.0.0.1', '198.51.100.9', '127.0.0.1'],
])('%s', (_what, target, local, external, name) => {
  expect(nameFor(target, local, external)).toBe(name);
});

test('who shares a net with us is a neighbour', () => {
  expect(isNeighbour('127.0.0.9')).toBe(true);
  expect(isNeighbour('203.0.113.7')).toBe(false);
});

test('IPv4 on a dual-stack socket has two names', () => {
  expect([unmapped('::ffff:192.0.2.1'), unmapped('2001:db8::1'), unmapped('192.0.2.1')]).toEqual([
    '192.0.2.1',
    '2001:db8::1',
    '192.0.2.1',
  ]);
  expect([mapped('192.0.2.1'), mapped('2001:db8::1')]).toEqual(['::ffff:192.0.2.1', '2001:db8::1']);
});
