import type { Instant } from '@lianxian/core/kit';
import { createResolver, type Resolver } from '../net/resolve.ts';
import { createRoutes, type Routes } from '../net/routes.ts';
import { openUdpSocket, type UdpSocket } from '../net/udp-socket.ts';
import { header, type SipMessage } from '../sip/grammar/message.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import { defaultPort, type Flow, type SendFailure, transportOf } from '../sip/transport/flow.ts';
import type { ExchangeOptions, MessageNote } from './options.ts';
import type { Address, LocalEnd, Trunk } from './types.ts';

/** The exchange's rim to the network: two sockets, names, routes and what an address of ours is called outside. */
export interface Wire {
  readonly main: Address;
  readonly resolver: Resolver;
  readonly send: (bytes: Buffer, route: Route, onFailure: (because: SendFailure) => void) => void;
  /** Where requests to a trunk go, the best first; empty when its name has no address. */
  readonly servers: (trunk: Reached) => Promise<readonly Server[]>;
  /** How we name ourselves towards a target, and the address media is bound to; null when there is no way to it. */
  readonly ends: (target: Address, flow: Flow) => Promise<WireEnds | null>;
  /** Those of the servers that can be reached from one and the same of our addresses: media is bound to it. */
  readonly reach: (servers: readonly Server[]) => Promise<readonly ReachedServer[]>;
  /** Tells the ladder hook of a message. */
  readonly note: (way: MessageNote['way'], message: SipMessage, bytes: Uint8Array, route: Route, at: Instant) => void;
  readonly close: () => Promise<void>;
}

export interface ReachedServer extends Server {
  readonly ends: WireEnds;
  readonly local: LocalEnd;
}

export interface WireEnds {
  readonly flow: Flow;
  /** What Via and Contact say. */
  readonly local: LocalEnd;
  /** Where media sockets are bound. */
  readonly mediaHost: string;
  /** What SDP says instead of the bound address. */
  readonly advertisedHost: string;
}

/** What of a trunk decides how it is reached. */
export type Reached = Pick<Trunk, 'target' | 'loopback' | 'transport' | 'tlsCheck' | 'binding'>;

export interface Server {
  readonly destination: Address;
  readonly flow: Flow;
}

const LOOPBACK = '127.0.0.1';
const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

export const openWire = async (
  options: ExchangeOptions,
  onDatagram: (bytes: Buffer, source: Address, flow: Flow) => void,
  onClosedPort: (target: Address) => void,
): Promise<Wire> => {
  const main = await openUdpSocket({ host: options.bind, port: options.port }, (bytes, source) => {
    onDatagram(bytes, source, 'main');
  });
  const loopback = await openUdpSocket({ host: LOOPBACK, port: 0 }, (bytes, source) => {
    onDatagram(bytes, source, 'loopback');
  });
  const sockets: Readonly<Record<string, UdpSocket>> = { main, loopback };
  const resolver = createResolver(() => performance.now());
  const routes: Routes = createRoutes(onClosedPort);

  const send = (bytes: Buffer, route: Route, onFailure: (because: SendFailure) => void) => {
    const socket = sockets[route.flow] ?? main;
    const { port } = route.destination;
    const host = resolver.known(route.destination.host);
    const fail = () => onFailure('unreachable');
    if (host !== null) return socket.send(bytes, { host, port }, fail);
    void resolver.resolve(route.destination.host).then(found => {
      if (found !== null) socket.send(bytes, { host: found, port }, fail);
      else if (route.fallback !== undefined) socket.send(bytes, route.fallback, fail);
      else onFailure('unresolved');
    });
  };

  const ends: Wire['ends'] = async (target, flow) => {
    // The probe runs for loopback too: it is how a dead practice carrier is noticed at once.
    const host = await routes.localHost(target);
    if (host === null) return null;
    if (flow === 'loopback') {
      return { flow: 'loopback', local: loopback.address, mediaHost: LOOPBACK, advertisedHost: LOOPBACK };
    }
    const mediaHost = isAny(options.bind) ? host : options.bind;
    const advertisedHost = mediaHost.startsWith('127.') ? mediaHost : (options.publicIp ?? mediaHost);
    return { flow: 'main', local: { host: advertisedHost, port: main.address.port }, mediaHost, advertisedHost };
  };

  return {
    main: main.address,
    resolver,
    send,
    servers: async trunk => {
      const transport = trunk.transport ?? 'udp';
      const host = await resolver.resolve(trunk.target.host);
      if (host === null) return [];
      const destination = { host, port: trunk.target.port ?? defaultPort(transport) };
      return [{ destination, flow: trunk.loopback ? 'loopback' : 'main' }];
    },
    ends,
    reach: async servers => {
      const all = await Promise.all(
        servers.map(async each => ({ ...each, ends: await ends(each.destination, each.flow) })),
      );
      const reached = all.flatMap(each =>
        each.ends === null ? [] : [{ ...each, ends: each.ends, local: each.ends.local }],
      );
      return reached.filter(each => each.ends.mediaHost === reached[0]?.ends.mediaHost);
    },
    note: (way, message, bytes, { destination, flow }, at) => {
      const text = () => Buffer.from(bytes).toString();
      options.onMessage?.({ at, way, ...describe(message), peer: destination, transport: transportOf(flow), text });
    },
    close: async () => {
      routes.close();
      await Promise.all([main.close(), loopback.close()]);
    },
  };
};

const describe = (message: SipMessage) => ({
  callId: header(message.headers, 'call-id') ?? '',
  summary: message.kind === 'request' ? message.method : `${message.status} ${message.reason}`,
  cseq: header(message.headers, 'cseq') ?? '',
});
