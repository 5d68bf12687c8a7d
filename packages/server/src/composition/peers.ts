import { networkInterfaces } from 'node:os';
import type { Offer } from '@lianxian/core';
import type { Trunk } from '@lianxian/telephony';
import { livingNodes, livingPeers } from '../platform/db/index.ts';
import { isLoopback } from '../platform/loopback.ts';
import { nodeOfSeat, seatAccountOf, seatOfAccount } from '../rooms/seats/index.ts';
import type { PartyWay } from '../switchboard/sip-options.ts';
import type { CallsContext } from './process-context.ts';

/**
 * The other nodes, as SIP knows them: a call rings a seat of another node by an ordinary leg to it (decision 109). Each signs in with
 * a password that all nodes can make, for they share the house's key; a stranger who calls a seat is asked for one.
 */
export interface Peers {
  /** Null: no other node that lives has this seat's telephone. */
  readonly wayTo: (seat: string) => Promise<Pick<PartyWay, 'trunk' | 'to'> | null>;
  readonly find: (username: string) => { readonly account: string; readonly password: string } | null;
  /** Another node is at this address. */
  readonly isKnown: (host: string) => boolean;
  readonly gone: (nodes: readonly string[]) => Promise<readonly string[]>;
  readonly close: () => void;
}

const PREFIX = 'node.';
/** The node whose leg it is; null: it is nobody's of ours. */
const nodeOfAccount = (account: string): string | null => /^node\.([0-9a-f]{16})$/.exec(account)?.[1] ?? null;
export const nodeOfOffer = ({ account }: Pick<Offer, 'account'>): string | null => nodeOfAccount(account ?? '');

/** No line and no carrier calls a seat by its account. */
export const isInnerName = (user: string): boolean => seatOfAccount(user) !== null;

/** Nodes come and go seldom; each shows itself every 2 s. */
const LOOK_MS = 2_000;

/** `host:port`, an IPv6 address in brackets. */
const placeOf = (address: string): { readonly host: string; readonly port: number } | null => {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(address) ?? [];
  const host = six ?? four;
  return host === undefined ? null : { host, port: Number(port) };
};

export const openPeers = ({ database: { db }, secrets, log }: CallsContext, owner: string): Peers => {
  const passwordOf = (node: string): string => secrets.digest(`leg of node ${node}`);
  let hosts: ReadonlySet<string> = new Set();
  const look = async (): Promise<void> => {
    const peers = await livingPeers(db, owner);
    hosts = new Set(peers.flatMap(address => placeOf(address)?.host ?? []));
  };
  const looks = (): void =>
    void look().catch((error: unknown) => log.warn({ err: error }, 'where other nodes are is not known anew'));
  looks();
  const looking = setInterval(looks, LOOK_MS).unref();

  const trunkTo = (address: string): Trunk | null => {
    const target = placeOf(address);
    if (target === null) return null;
    return {
      target,
      credentials: { username: `${PREFIX}${owner}`, password: passwordOf(owner) },
      isOurs: true,
      codecs: ['PCMA'],
      // The sound of a browser, from its gate.
      continuous: true,
      loopback: isLoopback(target.host),
      realTimeText: false,
    };
  };

  return {
    wayTo: async seat => {
      const found = await nodeOfSeat(db, seat);
      const trunk = found === null || found.node === owner ? null : trunkTo(found.address);
      return trunk && { trunk, to: seatAccountOf(seat) };
    },
    find: username => {
      const node = nodeOfAccount(username);
      return node === null ? null : { account: username, password: passwordOf(node) };
    },
    isKnown: host => hosts.has(host),
    gone: async nodes => {
      const living = await livingNodes(db);
      return nodes.filter(node => !living.includes(node));
    },
    close: () => clearInterval(looking),
  };
};

/** Where other nodes reach this one: where it is bound (`SIP_BIND`); where that is every address, the first that leads beyond this machine. */
export const addressOfNode = ({ host, port }: { readonly host: string; readonly port: number }): string => {
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  const outer = all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const named = host === '0.0.0.0' || host === '::' ? (outer ?? host) : host;
  return named.includes(':') ? `[${named}]:${port}` : `${named}:${port}`;
};
