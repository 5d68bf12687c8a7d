import { lookup, Resolver } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import { readLineAddress } from '@lianxian/core';

/** A carrier with more servers is known by these; of each service the ones it prefers. */
const MAX_SERVERS = 16;
/** Whoever is known by an address finds room at the SIP port: nobody is known by a thousand. */
const MAX_ADDRESSES = 64;
/** A call, or a page, waits no longer for a name. */
const LIMIT_MS = 2_000;
/** By whatever its calls go out, it may call us from the servers of any (RFC 3263 §4.1). */
const SERVICES = ['_sip._udp', '_sip._tcp', '_sips._tcp'] as const;

/**
 * Where a line's host is, by its own records or those of its SIP services: its carrier calls us from there, and lines of
 * one carrier meet there however they are written. Empty when nobody says so in time.
 */
type AddressesOfLine = (address: string) => Promise<readonly string[]>;

/** `nameServers`: `192.0.2.53` or `192.0.2.53:5353`; null: the system's, with its files and habits. */
export const openAddressesOfLine = (nameServers: readonly string[] | null): AddressesOfLine => {
  const asked = new Resolver();
  if (nameServers !== null) asked.setServers(nameServers);
  const addressesOf = async (name: string): Promise<readonly string[]> => {
    if (nameServers === null) return (await lookup(name, { all: true }).catch(() => [])).map(({ address }) => address);
    const both = await Promise.all([asked.resolve4(name).catch(() => []), asked.resolve6(name).catch(() => [])]);
    return both.flat();
  };
  const serversOf = async (service: string): Promise<readonly string[]> => {
    const records = await asked.resolveSrv(service).catch(() => []);
    return records.sort((a, b) => a.priority - b.priority).map(({ name }) => name);
  };
  const found = async (host: string, port: number | null): Promise<readonly string[]> => {
    if (host === '') return [];
    const services = port === null ? SERVICES.map(service => serversOf(`${service}.${host}`)) : [];
    const names = new Set(inTurn(await Promise.all(services)));
    const all = await Promise.all([host, ...[...names].slice(0, MAX_SERVERS)].map(addressesOf));
    return [...new Set(inTurn(all).map(canonical))].slice(0, MAX_ADDRESSES);
  };
  return async address => {
    const { host = '', port = null } = readLineAddress(address) ?? {};
    if (isIP(host) !== 0) return [canonical(host)];
    const late = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => late.resolve([]), LIMIT_MS);
    return Promise.race([found(host, port), late.promise]).finally(() => clearTimeout(timer));
  };
};

export const addressesOfLine = openAddressesOfLine(null);

/** The first of each, then the second of each: none of them takes the room of the others. */
const inTurn = (lists: readonly (readonly string[])[]): readonly string[] => {
  const longest = Math.max(0, ...lists.map(list => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap(list => list.slice(at, at + 1))).flat();
};

const MAPPED = '::ffff:';

/** As the system spells the source of what comes (RFC 5952); an IPv4 address within IPv6 is the one it stands for. */
const canonical = (host: string): string => {
  if (isIP(host) !== 6) return host;
  const { address } = new SocketAddress({ address: host, family: 'ipv6' });
  const inner = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(inner) === 4 ? inner : address;
};
