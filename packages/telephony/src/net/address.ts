import { BlockList, isIP, SocketAddress } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Its number, where many legs share the port (`parcels.ts`). */
  readonly leg?: number;
}

/** What an IP address tells about where it lies. */

const PRIVATE: readonly (readonly [address: string, prefix: number])[] = [
  // RFC 1918, RFC 6598 (carrier-grade translation), RFC 3927, RFC 1122.
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  // RFC 4193, RFC 4291 §2.5.
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
];

const familyOf = (host: string): 'ipv4' | 'ipv6' => (isIP(host) === 6 ? 'ipv6' : 'ipv4');

const listOf = (nets: readonly (readonly [address: string, prefix: number])[]): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of nets) list.addSubnet(address, prefix, familyOf(address));
  return list;
};

const privateNets = listOf(PRIVATE);
const loopbackNets = listOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

const isIn = (list: BlockList, host: string): boolean =>
  isIP(host) !== 0 && list.check(new SocketAddress({ address: host, family: familyOf(host) }));

/** Never seen on the open Internet; false for names. */
export const isPrivate = (host: string): boolean => isIn(privateNets, host);

export const isLoopback = (host: string): boolean => isIn(loopbackNets, host);

/** Whether a host shares a net with one of our interfaces: what lies there needs no router to reach us. */
export const isNeighbour = (host: string): boolean => {
  const nets = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return nets.some(({ cidr }) => {
    const [address, prefix] = cidr?.split('/') ?? [];
    return address !== undefined && prefix !== undefined && isIn(listOf([[address, Number(prefix)]]), host);
  });
};

/** `0.0.0.0` and `::`: every address of ours. */
export const isEvery = (host: string): boolean => host === '0.0.0.0' || host === '::';

const MAPPED = '::ffff:';

/** A dual-stack socket names IPv4 peers `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2); to everybody else they are `192.0.2.1`. */
export const unmapped = (host: string): string =>
  host.startsWith(MAPPED) && isIP(host.slice(MAPPED.length)) === 4 ? host.slice(MAPPED.length) : host;

export const mapped = (host: string): string => (isIP(host) === 4 ? MAPPED + host : host);

/**
 * What we call ourselves towards a target: the external address for whoever sees us through a translator, our own for
 * who does not. A private target cannot see us through one that gives us a public address; one whose outside is
 * private too (a container, a flat in an office) hides us from all but our neighbours.
 */
export const nameFor = (target: string, local: string, external: string | null): string => {
  if (external === null || isLoopback(local) || isNeighbour(target)) return local;
  return isPrivate(target) && !isPrivate(external) ? local : external;
};

/**
 * The net a host lies in, for counting strangers: a /24 of IPv4, a /64 of IPv6. The least that one customer of a provider
 * gets of IPv6 is a /64 (RFC 6177), and neighbours in a /24 of IPv4 are often one. A text that is no address is its own net.
 */
export const netOf = (host: string): string => {
  if (isIP(host) === 4) return host.slice(0, host.lastIndexOf('.'));
  if (isIP(host) !== 6) return host;
  const [head = '', tail = ''] = new SocketAddress({ address: host, family: 'ipv6' }).address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === '' ? [] : tail.split(':');
  const whole = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0'), ...behind];
  return whole.slice(0, 4).join(':');
};
