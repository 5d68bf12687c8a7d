import { networkInterfaces } from 'node:os';
import { type Dice, dice, type Instant, instant } from '@lianxian/core/kit';
import { type Address, isEvery, isLoopback, nameFor } from '../net/address.ts';
import {
  type Carriage,
  defaultPort,
  type Flow,
  flowAnew,
  flowTo,
  isConnection,
  type LocalEnd,
  type SendFailure,
  type Transport,
  transportOf,
} from '../net/flow.ts';
import { createResolver, type Resolver } from '../net/resolve.ts';
import { createRoutes, type Routes } from '../net/routes.ts';
import { openStreams, type Streams } from '../net/streams.ts';
import { openUdpSocket, type UdpSocket } from '../net/udp-socket.ts';
import type { StoredInvite } from '../sip/dialog/stored.ts';
import { header, type SipMessage } from '../sip/grammar/message.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import { createDoor, type Door } from './door.ts';
import type { ExchangeOptions, MessageNote } from './options.ts';
import type { Trunk } from './types.ts';

/** A message, and the way it went or came. */
interface Passed {
  readonly message: SipMessage;
  readonly bytes: Uint8Array;
  readonly route: Route;
}

/** The exchange's rim to the network: sockets and connections, names, routes, and what we are called outside. */
export interface Network {
  /** Where UDP listens now. */
  readonly main: Address;
  readonly door: Pick<Door, 'open' | 'state'>;
  readonly listening: (transport: Transport) => Address | null;
  readonly send: (bytes: Buffer, route: Route, onFailure: (because: SendFailure) => void) => void;
  /** Where requests to a trunk go, the best first. */
  readonly servers: (trunk: Reached) => Promise<Servers>;
  /**
   * How we name ourselves towards a target, and the address media is bound to; null when there is no way to it, or the door
   * to it does not open.
   */
  readonly ends: (target: Address, flow: Flow) => Promise<FlowEnds | null>;
  /** Listens whether the port an INVITE went to turns out to be closed; a server tried later was not listened to. */
  readonly listen: (invite: StoredInvite) => void;
  /** Those of the servers that can be reached from one and the same of our addresses: media is bound to it. */
  readonly reach: (servers: readonly Server[]) => Promise<readonly ReachedServer[]>;
  /**
   * The addresses a browser may reach us at, the likeliest first: the one it has reached us at already; one on this machine,
   * or behind a proxy on it, may come to any.
   */
  readonly hostsFor: (server: { readonly destination: Address; readonly ends: FlowEnds }) => readonly string[];
  /** Whether sound may go where a far end says that it is; over the practice carrier's way anywhere. */
  readonly mayReach: (host: string, flow: Flow) => boolean;
  /** Somebody known speaks over this connection. */
  readonly know: (flow: Flow) => void;
  /** Tells the ladder hook of a message. */
  readonly note: (way: MessageNote['way'], passed: Passed, at: Instant) => void;
  /** Connections of every kind, those that are being opened too. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** What of a trunk decides how it is reached. */
export type Reached = Pick<Trunk, 'target' | 'loopback' | 'binding' | 'isOurs'> & Carriage;

export interface Server {
  readonly destination: Address;
  readonly flow: Flow;
}

interface Servers {
  readonly servers: readonly Server[];
  /** Why there is none: its name has no address, or none that we may go to. */
  readonly none: 'unresolved' | 'notAllowed';
}

interface ReachedServer extends Server {
  readonly ends: FlowEnds;
  readonly local: LocalEnd;
}

export interface FlowEnds {
  readonly flow: Flow;
  /** What Via and Contact say. */
  readonly local: LocalEnd;
  /** Where media sockets are bound. */
  readonly mediaHost: string;
  /** What SDP says instead of the bound address. */
  readonly advertisedHost: string;
}

interface NetworkEvents {
  readonly onMessage: (bytes: Buffer, source: Address, flow: Flow) => void;
  /** A stream that cannot be read any further; it is closed after what this sends at once. */
  readonly onGarbage: (head: Buffer, because: string, source: Address, flow: Flow) => void;
  /** A connection broke; tells which routes went over it. */
  readonly onCut: (isOver: (route: Route) => boolean) => void;
  /** A connection was not taken, or had to make room. */
  readonly onRefused: (host: string) => void;
  /** Nobody listens on UDP there. */
  readonly onClosedPort: (target: Address) => void;
}

const LOOPBACK = '127.0.0.1';
/** Services of SRV records (RFC 3263 §4.1). */
const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

export const openNetwork = async (
  options: ExchangeOptions,
  random: Random,
  events: NetworkEvents,
): Promise<Network> => {
  const onUdp = (flow: Flow) => (bytes: Buffer, source: Address) => events.onMessage(bytes, source, flow);
  const main = await openUdpSocket({ host: options.bind, port: options.port }, onUdp('main'));
  const loopback = await openUdpSocket({ host: LOOPBACK, port: 0 }, onUdp('loopback'));
  const resolver = createResolver({
    now: () => performance.now(),
    dice: diceOf(random),
    families: familiesOf(options.bind),
    nameServers: options.nameServers ?? null,
  });
  const { mayReach = () => true } = options;
  const routes: Routes = createRoutes(events.onClosedPort);
  const closeSockets = () => Promise.all([main.close(), loopback.close()]);
  const streams = await openStreamsOf(options, resolver, random, events).catch(async (error: unknown) => {
    routes.close();
    await closeSockets();
    throw error;
  });
  const door = createDoor({
    bind: options.bind,
    opensTo: options.opensTo ?? null,
    move: async host => {
      const before = main.address.host;
      await main.move(host);
      await streams.move(host).catch(async (error: unknown) => {
        await main.move(before);
        throw error;
      });
    },
    now: () => performance.now(),
  });
  const ends = createEnds(options, { main: () => main.address, loopback: loopback.address, door }, streams, routes);
  return {
    get main() {
      return main.address;
    },
    door,
    listening: transport => (transport === 'udp' ? main.address : streams.listening(transport)),
    send: createSender({ main, loopback, streams, resolver, mayReach }),
    servers: async trunk => {
      const flow = flowTo(trunk);
      if (trunk.binding !== undefined) return found([{ destination: trunk.binding.source, flow }]);
      const { host, port } = trunk.target;
      const transport = trunk.transport ?? 'udp';
      const service = { prefix: SERVICES[transport], port, defaultPort: defaultPort(transport) };
      const known = (await resolver.servers(host, service)).map(destination => ({ destination, flow }));
      const servers =
        trunk.loopback || trunk.isOurs === true
          ? known
          : known.filter(({ destination }) => mayReach(destination.host, host));
      return servers.length === 0 && known.length > 0 ? { servers, none: 'notAllowed' } : found(servers);
    },
    ends,
    // What it finds comes by `onClosedPort`; the address alone is known already.
    listen: ({ destination, flow }) => void ends(destination, flow ?? 'main'),
    reach: async servers => {
      const all = await Promise.all(servers.map(async it => ({ ...it, ends: await ends(it.destination, it.flow) })));
      const reached = all.flatMap(it => (it.ends === null ? [] : [{ ...it, ends: it.ends, local: it.ends.local }]));
      return reached.filter(it => it.ends.mediaHost === reached[0]?.ends.mediaHost);
    },
    note: (way, { message, bytes, route: { destination, flow } }, at) => {
      const text = () => Buffer.from(bytes).toString();
      options.onMessage?.({ at, way, ...describe(message), peer: destination, transport: transportOf(flow), text });
    },
    hostsFor: ({ destination, ends: { mediaHost, advertisedHost } }) =>
      isLoopback(destination.host) ? [mediaHost, ...outerHosts(options.publicIp)] : [advertisedHost],
    mayReach: (host, flow) => flow === 'loopback' || mayReach(host, host),
    know: flow => streams.link(flow)?.know(),
    connections: streams.size,
    close: async () => {
      routes.close();
      await door.quiet();
      await Promise.all([closeSockets(), streams.close()]);
    },
  };
};

/** Of this machine beyond loopback; where all of it is behind one address, that alone. */
const outerHosts = (publicIp: string | null): readonly string[] => {
  if (publicIp !== null) return [publicIp];
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
};

const found = (servers: readonly Server[]): Servers => ({ servers, none: 'unresolved' });

type Random = (bytes: number) => string;

/** Which server of equals is asked first must not be the same for all who start at the same time. */
const diceOf = (random: Random): Dice => dice(Number.parseInt(random(4), 16));

const familiesOf = (bind: string): readonly (4 | 6)[] => {
  if (!bind.includes(':')) return [4];
  return isEvery(bind) ? [4, 6] : [6];
};

const openStreamsOf = (options: ExchangeOptions, resolver: Resolver, random: Random, events: NetworkEvents) =>
  openStreams({
    bind: options.bind,
    listeners: options.listeners ?? {},
    certificate: options.certificate ?? null,
    authorities: options.authorities ?? null,
    now: () => instant(performance.now()),
    random,
    ...(options.isKnown === undefined ? {} : { isKnown: options.isKnown }),
    ...(options.pageOrigins === undefined ? {} : { pageOrigins: options.pageOrigins }),
    onRefused: events.onRefused,
    events: {
      onMessage: (bytes, link) => events.onMessage(bytes, link.peer, link.flow),
      onGarbage: (head, because, link) => events.onGarbage(head, because, link.peer, link.flow),
      onGone: (link, opened) =>
        events.onCut(({ flow, destination }) => {
          if (flow === link.flow) return true;
          const isSame = opened !== null && flow === opened.flow && destination.port === opened.to.port;
          return isSame && resolver.known(destination.host) === opened.to.host;
        }),
    },
  });

/**
 * UDP carries whatever fits a datagram: RFC 3261 §18.1.1 wants requests beyond 1,300 octets to go by TCP, which most
 * carriers do not offer beside UDP. Our INVITE stays below that; and a trunk that has TCP is set to TCP.
 */
const createSender = (parts: {
  readonly main: UdpSocket;
  readonly loopback: UdpSocket;
  readonly streams: Streams;
  readonly resolver: Resolver;
  readonly mayReach: NonNullable<ExchangeOptions['mayReach']>;
}): Network['send'] => {
  const { streams, resolver, mayReach } = parts;
  const sendTo = (bytes: Buffer, to: Address, flow: Flow, onFailure: (because: SendFailure) => void) => {
    if (transportOf(flow) !== 'udp') return streams.send(flow, to, bytes, onFailure);
    const socket = flow === 'loopback' ? parts.loopback : parts.main;
    socket.send(bytes, to, () => onFailure('unreachable'));
  };
  return (bytes, route, onFailure) => {
    const { destination, fallback } = route;
    const link = isConnection(route.flow) ? streams.link(route.flow) : undefined;
    if (link !== undefined) return link.send(bytes, onFailure);
    const flow = flowAnew(route.flow);
    if (flow === null) return onFailure('cut');
    /** Where the far end of a dialog says it is, is its own word; where it may not be, it is where it has been. */
    const isItsWord = (host: string) =>
      fallback !== undefined && flow !== 'loopback' && host !== fallback.host && !mayReach(host, destination.host);
    const sendToHost = (host: string) => {
      if (fallback !== undefined && isItsWord(host)) sendTo(bytes, fallback, flow, onFailure);
      else sendTo(bytes, { ...destination, host }, flow, onFailure);
    };
    const host = resolver.known(destination.host);
    if (host !== null) return sendToHost(host);
    void resolver.resolve(destination.host).then(found => {
      if (found !== null) sendToHost(found);
      else if (fallback !== undefined) sendTo(bytes, fallback, flow, onFailure);
      else onFailure('unresolved');
    });
  };
};

const createEnds = (
  options: ExchangeOptions,
  sockets: { readonly main: () => Address; readonly loopback: Address; readonly door: Door },
  streams: Streams,
  routes: Routes,
): Network['ends'] => {
  const { door } = sockets;
  const localHost = async (target: Address, flow: Flow): Promise<string | null> => {
    const link = streams.link(flow);
    if (link !== undefined) return link.local.host;
    if (!(await door.reaches(target.host))) return null;
    // The probe runs for loopback too: it is how a dead practice carrier is noticed at once.
    const host = await routes.localHost(target, transportOf(flow) === 'udp');
    return host === null || isEvery(door.host()) ? host : door.host();
  };
  return async (target, flow) => {
    const mediaHost = await localHost(target, flow);
    if (mediaHost === null) return null;
    if (flow === 'loopback') return { flow, local: sockets.loopback, mediaHost: LOOPBACK, advertisedHost: LOOPBACK };
    const transport = transportOf(flow);
    const host = nameFor(target.host, mediaHost, options.publicIp);
    // Without a listener of the kind no port is right; who wants to reach us uses the connection there is.
    const listener = transport === 'ws' ? (streams.listening('ws') ?? streams.listening('wss')) : null;
    const port = (transport === 'udp' ? null : (listener ?? streams.listening(transport))?.port) ?? sockets.main().port;
    return { flow, local: { host, port, transport }, mediaHost, advertisedHost: host };
  };
};

const describe = (message: SipMessage) => ({
  callId: header(message.headers, 'call-id') ?? '',
  summary: message.kind === 'request' ? message.method : `${message.status} ${message.reason}`,
  cseq: header(message.headers, 'cseq') ?? '',
});
