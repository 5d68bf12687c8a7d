import { dice } from '@lianxian/core/kit';
import { afterEach, describe, expect, test } from 'vitest';
import { openNameServer, type Records } from '../../test/name-server.ts';
import { createResolver, type Service } from './resolve.ts';
import { inOrder, type Preferred } from './srv.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()));
});

const stage = async (records: Records, families: readonly (4 | 6)[] = [4]) => {
  const server = await openNameServer(records);
  closing.push(server.close);
  let now = 0;
  const resolver = createResolver({ now: () => now, dice: dice(1), families, nameServers: [server.address] });
  return { server, resolver, pass: (ms: number) => (now += ms) };
};

const udp = (port: number | null): Service => ({ prefix: '_sip._udp', port, defaultPort: 5_060 });
const srv = (host: string, port: number, priority: number, weight = 1) =>
  ({ type: 'SRV', host, port, priority, weight }) as const;
const a = (address: string, ttl = 60) => ({ type: 'A', address, ttl }) as const;

describe('where a service is', () => {
  const records: Records = {
    '_sip._udp.carrier.test': [srv('b.carrier.test', 5_070, 20), srv('a.carrier.test', 5_080, 10)],
    'a.carrier.test': [a('192.0.2.1'), a('192.0.2.2')],
    'b.carrier.test': [a('192.0.2.3')],
    'carrier.test': [a('192.0.2.9')],
    'plain.test': [a('192.0.2.10')],
    '_sip._udp.none.test': [srv('.', 0, 0, 0)],
    'none.test': [a('192.0.2.11')],
    'six.test': [{ type: 'AAAA', address: '2001:db8:0:0:0:0:0:1' }],
  };

  test.each<[string, string, number | null, readonly string[]]>([
    ['by its service records, lower priority first', 'carrier.test', null, ['1:5080', '2:5080', '3:5070']],
    ['at the name itself where a port is given', 'carrier.test', 5_065, ['9:5065']],
    ['at the name itself where there are no such records', 'plain.test', null, ['10:5060']],
    ['nowhere where the records say so', 'none.test', null, []],
    ['nowhere when nobody knows the name', 'unknown.test', null, []],
    ['nowhere when we cannot speak to it', 'six.test', 5_060, []],
    ['at an address as it is', '192.0.2.20', null, ['20:5060']],
  ])('%s', async (_what, host, port, wanted) => {
    const { resolver } = await stage(records);
    const found = await resolver.servers(host, udp(port));
    expect(found.map(each => `${each.host.split('.').at(-1)}:${each.port}`)).toEqual(wanted);
  });

  test('IPv6 is found where we can use it', async () => {
    const { resolver } = await stage(records, [4, 6]);
    expect(await resolver.servers('six.test', udp(5_060))).toEqual([{ host: '2001:db8::1', port: 5_060 }]);
  });
});

describe('an answer', () => {
  test('is shared by all who ask at the same time, and kept for its time to live', async () => {
    const { server, resolver, pass } = await stage({ 'a.test': [a('192.0.2.1', 10)] });
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('a.test')));
    expect(server.asked).toEqual(['a.test A']);
    pass(9_000);
    expect(resolver.known('a.test')).toBe('192.0.2.1');
    server.change({ 'a.test': [a('192.0.2.2')] });
    pass(2_000);
    expect(resolver.known('a.test')).toBeNull();
    expect(await resolver.resolve('a.test')).toBe('192.0.2.2');
    expect(server.asked).toHaveLength(2);
  });

  test('that a name is gone counts, silence does not: then the old one serves on', async () => {
    const { server, resolver, pass } = await stage({ 'a.test': [a('192.0.2.1', 10)] });
    await resolver.resolve('a.test');
    pass(20_000);
    server.change({});
    expect(await resolver.resolve('a.test')).toBeNull();
    server.change({ 'a.test': [a('192.0.2.1', 10)] });
    pass(6_000);
    expect(await resolver.resolve('a.test')).toBe('192.0.2.1');
    await Promise.all(closing.splice(0).map(close => close()));
    pass(20_000);
    expect(await resolver.resolve('a.test')).toBe('192.0.2.1');
  });
});

describe('the order of servers', () => {
  const record = (host: string, priority: number, weight: number): Preferred => ({ host, port: 1, priority, weight });
  const throws = dice(20_260_101);
  const firsts = (records: readonly Preferred[]) => {
    const counts: Record<string, number> = {};
    for (let i = 0; i < 10_000; i++) {
      const first = inOrder(records, throws)[0]!.host;
      counts[first] = (counts[first] ?? 0) + 1;
    }
    return counts;
  };

  test('goes by priority whatever the weights', () => {
    const records = [record('c', 30, 9), record('a', 10, 0), record('b', 20, 99)];
    expect(inOrder(records, throws).map(each => each.host)).toEqual(['a', 'b', 'c']);
  });

  test('among equals goes by weight', () => {
    const { a = 0, b = 0, c = 0 } = firsts([record('a', 1, 60), record('b', 1, 30), record('c', 1, 10)]);
    expect(Math.abs(a - 6_000)).toBeLessThan(300);
    expect(Math.abs(b - 3_000)).toBeLessThan(300);
    expect(Math.abs(c - 1_000)).toBeLessThan(300);
  });

  test('takes weight 0 rarely beside others, evenly among itself', () => {
    const { idle = 0 } = firsts([record('busy', 1, 99), record('idle', 1, 0)]);
    expect(idle).toBeLessThan(300);
    const { a = 0, b = 0 } = firsts([record('a', 1, 0), record('b', 1, 0)]);
    expect(Math.abs(a - b)).toBeLessThan(500);
  });

  test('loses and doubles nobody', () => {
    const records = Array.from({ length: 12 }, (_, i) => record(`s${i}`, i % 3, i % 4));
    const hosts = inOrder(records, throws).map(each => each.host);
    expect(hosts.toSorted()).toEqual(records.map(each => each.host).toSorted());
  });
});
