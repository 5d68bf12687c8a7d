import type { Address } from '../../net/address.ts';
import type { Flow, LocalEnd } from '../../net/flow.ts';
import { readMinSeconds } from '../dialog/session-timer.ts';
import type { ReceivedResponse } from '../grammar/message.ts';
import { parseHostPort, parseSipUri } from '../grammar/uri.ts';
import type { Authenticator } from './authenticator.ts';
import type { OutgoingLeg } from './outgoing-leg.ts';
import { redirectOf } from './refusal.ts';

/** One server: where it is, how we name ourselves towards it, by what. */
export interface CallServer {
  readonly destination: Address;
  readonly local: LocalEnd;
  readonly flow: Flow;
}

/**
 * A call on its way, as far as it can be tried otherwise: with credentials, at the next server, at another place of the
 * same carrier, with a longer interval of the session's timer.
 */
export interface Attempted {
  readonly spec: {
    readonly host: string;
    readonly domain: string;
    readonly servers: readonly [CallServer, ...CallServer[]];
  };
  readonly authenticator: Authenticator;
  state: OutgoingLeg;
  server: CallServer;
  /** A provisional answer beyond 100 Trying came: this server has the call, no other may get it. */
  isHeard: boolean;
  uri: string;
  redirects: number;
  /** The least interval of the session's timer that the far end takes (RFC 4028 §7.3), and how often it said so. */
  least: number;
  raised: number;
}

/** RFC 3263 §4.3 moves on after this answer, and after no other. */
const SERVER_FULL = 503;
/** RFC 4028 §6. */
const INTERVAL_TOO_SMALL = 422;

/** Redirections followed for one call, and intervals raised: whoever asks for more is not sane. */
const MAX_REDIRECTS = 2;
const MAX_RAISES = 2;

/** Whether a refusal is about something we can do otherwise. */
export const mayRetry = (call: Attempted, response: ReceivedResponse): boolean => {
  if (response.status === SERVER_FULL) return takeNextServer(call);
  if (!isWanted(call)) return false;
  if (response.status === INTERVAL_TOO_SMALL) return raiseInterval(call, response);
  return call.authenticator.absorb(response) || followRedirect(call, response);
};

const raiseInterval = (call: Attempted, response: ReceivedResponse): boolean => {
  const least = readMinSeconds(response.headers);
  if (least === null || least <= call.least || ++call.raised > MAX_RAISES) return false;
  call.least = least;
  return true;
};

/** To another place on the trunk's own hosts, at the address we already know. */
const followRedirect = (call: Attempted, response: ReceivedResponse): boolean => {
  const { spec, server } = call;
  const named = [spec.host, spec.domain].flatMap(each => parseHostPort(each)?.host ?? []);
  const hosts = [...named, ...spec.servers.map(({ destination }) => destination.host)];
  const uri = redirectOf(
    response,
    hosts.map(each => each.toLowerCase()),
  );
  if (uri === null || ++call.redirects > MAX_REDIRECTS) return false;
  const port = parseSipUri(uri)?.port ?? server.destination.port;
  call.uri = uri;
  call.server = { ...server, destination: { ...server.destination, port } };
  call.isHeard = true;
  return true;
};

export const isWanted = (call: Attempted): boolean => call.state.is === 'calling' || call.state.is === 'proceeding';

/**
 * Moves on to the next server (RFC 3263 §4.3), where there is one and this one cannot have the call: nothing but 100 was
 * heard of it. Same Call-ID, a higher number, another branch: whatever still arrives late stays apart.
 */
export const takeNextServer = (call: Attempted): boolean => {
  const next = call.spec.servers[call.spec.servers.indexOf(call.server) + 1];
  if (next === undefined || call.isHeard || !isWanted(call)) return false;
  call.server = next;
  return true;
};
