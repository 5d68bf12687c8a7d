import type { Instant } from '@lianxian/core/kit';
import { netOf } from '../../net/address.ts';
import { isReliable } from '../../net/flow.ts';
import type { ReceivedRequest } from '../grammar/message.ts';
import { type Route, sourceOf } from '../transaction/transactions.ts';

/**
 * Who belongs to no line, and what he may cost. The source of a datagram can be forged, so an answer that is bigger than
 * the question, or that is repeated until an ACK comes, would be a weapon against whoever is named as its source: a
 * stranger's request is answered in passing (RFC 3261 §8.2.7), once, and all strangers of one net together are sent no more
 * than they sent us, and a little credit.
 *
 * Invariant: nothing is kept of a stranger but its net's account and the names of the calls that were answered last.
 */
export interface Strangers {
  /** Neither a known address nor a proof in the request itself. */
  readonly isStranger: (request: ReceivedRequest, route: Route) => boolean;
  /** So many octets came from there. */
  readonly heard: (route: Route, bytes: number, at: Instant) => void;
  /** Whether so many octets may leave for there; they count at once. */
  readonly mayAnswer: (route: Route, bytes: number) => boolean;
  /** False when this very INVITE was answered already: an answer that was lost is not worth a second one. */
  readonly isFirst: (request: ReceivedRequest, route: Route) => boolean;
}

interface StrangersOptions {
  /** Whose address this is; absent: everybody is known. */
  readonly isKnown: ((host: string) => boolean) | null;
  /** Whether the request itself proves that somebody known sent it. */
  readonly isProven: (request: ReceivedRequest, route: Route) => boolean;
}

/** What a net may be sent beyond what it sent us, so that honest questions whose answers are longer find one; back in a minute. */
const CREDIT_BYTES = 16_384;
const CREDIT_BACK_MS = 60_000;
/** Nets and calls heard of last: forged sources are without number. */
const NETS_KEPT = 5_000;
const CALLS_KEPT = 5_000;

interface Account {
  bytes: number;
  at: Instant;
}

export const createStrangers = ({ isKnown, isProven }: StrangersOptions): Strangers => {
  const accounts = new Map<string, Account>();
  const answered = new Set<string>();

  return {
    isStranger: (request, route) => isKnown !== null && !isKnown(sourceOf({ route }).host) && !isProven(request, route),
    heard: (route, bytes, at) => {
      if (isReliable(route.flow)) return;
      const net = netOf(sourceOf({ route }).host);
      const account = accounts.get(net) ?? { bytes: CREDIT_BYTES, at };
      const back = ((at - account.at) / CREDIT_BACK_MS) * CREDIT_BYTES;
      accounts.delete(net);
      accounts.set(net, { bytes: Math.min(CREDIT_BYTES, account.bytes + back) + bytes, at });
      forgetOldest(accounts, NETS_KEPT);
    },
    mayAnswer: (route, bytes) => {
      // Who has a connection is where he says he is, and what he does not read is held back by its own limits.
      if (isReliable(route.flow)) return true;
      const account = accounts.get(netOf(sourceOf({ route }).host));
      if (account === undefined || account.bytes < bytes) return false;
      account.bytes -= bytes;
      return true;
    },
    isFirst: (request, route) => {
      const { host, port } = sourceOf({ route });
      const name = `${host} ${port} ${request.via.params.get('branch') ?? ''}`.slice(0, NAME_KEPT);
      if (answered.has(name)) return false;
      answered.add(name);
      forgetOldest(answered, CALLS_KEPT);
      return true;
    },
  };
};

const NAME_KEPT = 200;

const forgetOldest = (kept: Map<string, unknown> | Set<string>, limit: number): void => {
  if (kept.size <= limit) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
};
