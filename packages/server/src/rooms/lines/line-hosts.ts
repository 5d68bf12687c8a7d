import { lookup, resolveSrv } from 'node:dns/promises';
import { isIP } from 'node:net';
import { readLineAddress } from './address.policy.ts';

/** A carrier with more servers is known by these. */
const MAX_SERVERS = 4;
/** A call, or a page, waits no longer for a name. */
const LIMIT_MS = 2_000;

/**
 * Where a line's host is, by its own records or those of its SIP service: its carrier calls us from there, and lines of
 * one carrier meet there however they are written. Empty when nobody says so in time.
 */
export const addressesOfLine = async (address: string): Promise<readonly string[]> => {
  const { host = '', port = null } = readLineAddress(address) ?? {};
  if (isIP(host) !== 0) return [host];
  const late = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => late.resolve([]), LIMIT_MS);
  return Promise.race([found(host, port), late.promise]).finally(() => clearTimeout(timer));
};

const found = async (host: string, port: number | null): Promise<readonly string[]> => {
  const services = port === null && host !== '' ? await resolveSrv(`_sip._udp.${host}`).catch(() => []) : [];
  const names = [host, ...services.slice(0, MAX_SERVERS).map(each => each.name)].filter(name => name !== '');
  const all = await Promise.all(names.map(name => lookup(name, { all: true }).catch(() => [])));
  return all.flat().map(each => each.address);
};
