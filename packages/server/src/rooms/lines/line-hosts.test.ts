import { openNameServer, type Records } from '@lianxian/telephony/testing';
import { afterEach, expect, test } from 'vitest';
import { addressesOfLine, openAddressesOfLine } from './line-hosts.ts';

/** Where a line's carrier may call us from. */
const servers: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(each => each.close()));
});

const addressesBy = async (records: Records, address: string) => {
  const names = await openNameServer(records);
  servers.push(names);
  return [...(await openAddressesOfLine([names.address])(address))].sort();
};

test('a carrier is known by its name and by the servers of each of its services, once', async () => {
  const at = (address: string) => [{ type: 'A', address } as const];
  const srv = (host: string, priority = 1) => ({ type: 'SRV', host, port: 5_060, priority, weight: 1 }) as const;
  const records: Records = {
    'carrier.test': at('192.0.2.1'),
    '_sip._udp.carrier.test': [srv('udp.carrier.test')],
    '_sip._tcp.carrier.test': [srv('tcp.carrier.test'), srv('udp.carrier.test')],
    '_sips._tcp.carrier.test': [srv('tls.carrier.test')],
    'udp.carrier.test': at('192.0.2.2'),
    'tcp.carrier.test': [...at('192.0.2.3'), { type: 'AAAA', address: '2001:db8:0:0:0:0:0:3' }],
    'tls.carrier.test': at('192.0.2.4'),
  };
  const all = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '2001:db8::3'];
  expect(await addressesBy(records, 'carrier.test')).toEqual(all);
  expect(await addressesBy(records, 'carrier.test:5080'), 'a port is the name alone').toEqual(['192.0.2.1']);
});

test('of many servers those it prefers are known, of each service some', async () => {
  const count = 20;
  const names = Array.from({ length: count }, (_, n) => `s${n}.carrier.test`);
  const records: Record<string, Records[string]> = {
    'carrier.test': [],
    '_sip._udp.carrier.test': names
      .map((host, n) => ({ type: 'SRV', host, port: 5_060, priority: n, weight: 1 }) as const)
      .reverse(),
    '_sips._tcp.carrier.test': [{ type: 'SRV', host: 'tls.carrier.test', port: 5_061, priority: 9, weight: 1 }],
    'tls.carrier.test': [{ type: 'A', address: '192.0.2.99' }],
  };
  for (const [n, name] of names.entries()) records[name] = [{ type: 'A', address: `192.0.2.${n}` }];
  const found = await addressesBy(records, 'carrier.test');
  expect(found).toHaveLength(16);
  expect(found).toEqual(expect.arrayContaining(['192.0.2.0', '192.0.2.14', '192.0.2.99']));
});

test.each([
  ['2001:DB8::0:1', '2001:db8::1'],
  ['[2001:0db8:0000::0001]:5060', '2001:db8::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['192.0.2.7:5080', '192.0.2.7'],
])('a line at %s is at %s, as the system spells it', async (address, spelt) => {
  expect(await addressesOfLine(address)).toEqual([spelt]);
});
