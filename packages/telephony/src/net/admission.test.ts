import { expect, test } from 'vitest';
import { netOf } from './address.ts';
import { createAdmission, type Ticket } from './admission.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

const stage = (limits: Partial<typeof STREAM_LIMITS> = {}) => {
  const refused: string[] = [];
  const evicted: string[] = [];
  const admission = createAdmission({ ...STREAM_LIMITS, ...limits }, host => void refused.push(host));
  const take = (host: string, isKnown = false): Ticket | null =>
    admission.take(host, isKnown, () => void evicted.push(host));
  return { admission, refused, evicted, take };
};

test('a /24 of IPv4 and a /64 of IPv6 are one net, however the address is spelt', () => {
  expect(netOf('192.0.2.9')).toBe(netOf('192.0.2.200'));
  expect(netOf('192.0.2.9')).not.toBe(netOf('192.0.3.9'));
  expect(netOf('2001:db8:1:2::7')).toBe(netOf('2001:DB8:1:2:ffff::1'));
  expect(netOf('2001:db8::7')).toBe(netOf('2001:db8:0:0:1:2:3:4'));
  expect(netOf('2001:db8:1:2::7')).not.toBe(netOf('2001:db8:1:3::7'));
  expect(netOf('::1')).toBe(netOf('::2'));
});

test('4,000 connections from 8 addresses of one net leave room for strangers from elsewhere and for the known', () => {
  const { admission, take, evicted } = stage();
  for (let n = 0; n < 4_000; n++) take(`192.0.2.${n % 8}`);
  expect(admission.size(), 'the net has its share').toBe(200);
  expect(take('198.51.100.7')).not.toBeNull();
  expect(take('203.0.113.1', true)).not.toBeNull();
  expect(evicted).toEqual([]);
});

test('a stranger finds room in a flood from a thousand nets: the one that holds most gives up its oldest', () => {
  const { admission, take, evicted } = stage();
  for (let n = 0; n < 4_000; n++) take(`10.${(n % 1_000) >> 8}.${(n % 1_000) & 255}.${1 + Math.floor(n / 1_000)}`);
  expect(admission.size(), 'half is kept for the known').toBe(2_000);
  const honest = take('198.51.100.7');
  expect(honest).not.toBeNull();
  const before = evicted.length;
  for (let n = 0; n < 1_000; n++) take(`10.4.${n & 255}.${n >> 8}`);
  expect(evicted.slice(before)).not.toContain('198.51.100.7');
});

test('who is known comes in when all is full of strangers, and is never sent away for one', () => {
  const { admission, take, evicted } = stage({ connections: 4, strangers: 4 });
  for (const host of ['10.0.0.1', '10.0.0.2', '10.0.1.1']) take(host);
  take('10.0.2.1')?.know();
  expect(take('192.0.2.1', true)).not.toBeNull();
  expect(evicted, 'the oldest of the fullest net').toEqual(['10.0.0.1']);
  for (const host of ['192.0.2.2', '192.0.2.3']) take(host, true);
  expect(evicted).toEqual(['10.0.0.1', '10.0.0.2', '10.0.1.1']);
  expect(take('192.0.2.4', true), 'full of the known').toBeNull();
  expect(admission.size()).toBe(4);
});

test('the known who fill all of it make room for who has less: another line, and a stranger who is about to log in', () => {
  const { admission, take, evicted } = stage();
  const hosts = Array.from({ length: 8 }, (_, n) => `10.0.${n}.1`);
  for (let n = 0; n < 4_000; n++) take(hosts[n % 8]!, true);
  expect(admission.size()).toBe(4_000);
  const [line, gateway] = [take('192.0.2.1', true), take('198.51.100.7')];
  gateway?.know();
  expect([line === null, gateway?.isKnown(), admission.size()]).toEqual([false, true, 4_000]);
  for (let n = 0; n < 1_000; n++) take(hosts[n % 8]!, true);
  expect(new Set(evicted), 'whoever has little keeps it').toEqual(
    new Set(evicted.filter(host => hosts.includes(host))),
  );
  expect(admission.size()).toBe(4_000);
});

test('one address has its own limits, and what ends is free again, once', () => {
  const { admission, take, refused } = stage({ connectionsOfPeer: 3, strangersOfPeer: 2 });
  const first = take('192.0.2.1');
  take('192.0.2.1');
  expect(take('192.0.2.1')).toBeNull();
  first?.know();
  const third = take('192.0.2.1');
  expect(third).not.toBeNull();
  expect(take('192.0.2.1', true)).toBeNull();
  expect(refused).toEqual(['192.0.2.1', '192.0.2.1']);
  third?.release();
  third?.release();
  expect(admission.size()).toBe(2);
});
