import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Where the house may go when a merchant says where: a webhook, a speech service, a line. A name is resolved once, every address
 * it has is checked, and the connection is made to what was checked: an answer of the name server that changes in
 * between (DNS rebinding) changes nothing. Addresses of the machine, of private networks and of clouds' metadata are
 * refused (OWASP, Server-Side Request Forgery Prevention), but for those the operator of the installation allows.
 */
export interface EgressGuard {
  /** @throws {NotAllowed} @throws the system's error when the name is unknown, or the signal's reason. */
  readonly check: (url: URL, signal: AbortSignal) => Promise<Way>;
  /** The same for a host alone, its IPv6 address without brackets. */
  readonly checkHost: (host: string, signal: AbortSignal) => Promise<Way>;
  /** Whether an address that was found under this name may be reached: for who resolves by other records (SRV). */
  readonly mayReach: (address: string, host: string) => boolean;
}

/** How to reach a checked host: `lookup` of a request; it answers what was checked, whatever the name says now. */
interface Way {
  readonly addresses: readonly LookupAddress[];
  readonly lookup: (host: string, options: LookupOptions, told: Told) => void;
}
type Told = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** Names with more addresses than these are a trick; the rest is not looked at. */
const MOST_ADDRESSES = 16;

/** IANA special-purpose registries (RFC 6890 and successors): nothing a merchant's service is publicly reached at. */
const inner: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Metadata of one big cloud lies in a public range.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

/** All of IPv6 that is given out to be reached (RFC 4291 §2.4); what lies beside it belongs to nets and machines. */
const outer: readonly (readonly [net: string, bits: number])[] = [['2000::', 3]];

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const listOf = (nets: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [net, bits] of nets) list.addSubnet(net, bits, familyOf(net));
  return list;
};

const innerList = listOf(inner);
const outerList = listOf(outer);

/**
 * An IPv4 address inside an IPv6 one (mapped, NAT64 and 6to4) is judged as what it is. Other ways of putting one in
 * (translated `::ffff:0:a.b.c.d`, compatible `::a.b.c.d`, a NAT64 of one's own) lie outside what is given out.
 */
const embedded = (address: string): string | null => {
  const groups = groupsOf(address);
  const v4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff) return v4(groups[6]!, groups[7]!);
  const isNat64 = groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every(group => group === 0);
  if (isNat64) return v4(groups[6]!, groups[7]!);
  if (groups[0] === 0x2002) return v4(groups[1]!, groups[2]!);
  return null;
};

/** The eight groups of an IPv6 address; the URL parser writes any of its spellings in one form, without dots. */
const groupsOf = (address: string): number[] => {
  const written = URL.parse(`http://[${address.replace(/%.*$/, '')}]/`)?.hostname.slice(1, -1) ?? '::';
  const [before = '', after] = written.split('::');
  const read = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)));
  const [head, tail] = [read(before), read(after ?? '')];
  return after === undefined ? head : [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
};

/** Whether an address is one of the machine, of a private network, or of nobody. */
export const isInner = (address: string): boolean => {
  if (!isIPv6(address)) return isIP(address) === 0 || innerList.check(address, 'ipv4');
  const v4 = embedded(address);
  if (v4 !== null) return innerList.check(v4, 'ipv4');
  return !outerList.check(address, 'ipv6') || innerList.check(address, 'ipv6');
};

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
/** As names are compared. */
const nameOf = (host: string): string => host.replace(/\.$/, '').toLowerCase();

/** `allowed`: names, addresses and networks (`10.1.0.0/16`) of one's own network that may be asked all the same. */
export const openEgressGuard = (
  allowed: readonly string[],
  resolve: (host: string) => Promise<readonly LookupAddress[]> = host => systemLookup(host, { all: true }),
): EgressGuard => {
  const names = new Set(allowed.filter(each => isIP(each.split('/')[0]!) === 0).map(each => each.toLowerCase()));
  const nets = listOf(
    allowed
      .map(each => each.split('/'))
      .filter(([net]) => isIP(net!) !== 0)
      .map(([net, bits]) => [net!, bits === undefined ? (isIPv6(net!) ? 128 : 32) : Number(bits)] as const),
  );
  const mayReach: EgressGuard['mayReach'] = (address, host) =>
    !isInner(address) || nets.check(address, familyOf(address)) || names.has(nameOf(host));

  const addressesOf = async (host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> => {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const late = Promise.withResolvers<never>();
    const stop = () => late.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      return (await Promise.race([resolve(host), late.promise])).slice(0, MOST_ADDRESSES);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  const checkHost: EgressGuard['checkHost'] = async (host, signal) => {
    const addresses = await addressesOf(nameOf(host), signal);
    if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, host)))
      throw new NotAllowed('an address of the machine or of a private network');
    return { addresses, lookup: pinnedTo(addresses) };
  };

  return { mayReach, checkHost, check: (url, signal) => checkHost(hostOf(url), signal) };
};

const pinnedTo =
  (addresses: readonly LookupAddress[]): Way['lookup'] =>
  (_host, { all, family }, told) => {
    const fitting = addresses.filter(
      each => !family || family === each.family || String(family) === `IPv${each.family}`,
    );
    const [first] = fitting;
    if (!first) return told(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '');
    if (all) return told(null, [...fitting]);
    told(null, first.address, first.family);
  };
