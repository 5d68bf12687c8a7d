import type { Instant } from '@lianxian/core/kit';
import { createResolver, type Resolver } from '../net/resolve.ts';
import { createRoutes, type Routes } from '../net/routes.ts';
import { openUdpSocket, type UdpSocket } from '../net/udp-socket.ts';
import { header, type SipMessage } from '../sip/grammar/message.ts';
import { parseMessage } from '../sip/grammar/parse.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import type { ExchangeOptions } from './options.ts';
import type { Address, LocalEnd } from './types.ts';

/** The exchange's rim to the network: two sockets, names, routes and what an address of ours is called outside. */
export interface Wire {
  readonly main: Address;
  readonly resolver: Resolver;
  readonly send: (bytes: Buffer, route: Route, onFailure: () => void) => void;
  /** How we name ourselves towards a target, and the address media is bound to; null when there is no way to it. */
  readonly ends: (target: Address, isLoopback: boolean) => Promise<WireEnds | null>;
  readonly noteOut: (message: SipMessage, bytes: Uint8Array, peer: Address, at: Instant) => void;
  readonly close: () => Promise<void>;
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

export type Flow = 'main' | 'loopback';

const LOOPBACK = '127.0.0.1';
const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

export const openWire = async (
  options: ExchangeOptions,
  onDatagram: (bytes: Buffer, source: Address, flow: Flow) => void,
  onClosedPort: (target: Address) => void,
): Promise<Wire> => {
  const main = await openUdpSocket({ host: options.bind, port: options.port }, (bytes, source) => {
    noteIn(options, bytes, source);
    onDatagram(bytes, source, 'main');
  });
  const loopback = await openUdpSocket({ host: LOOPBACK, port: 0 }, (bytes, source) => {
    noteIn(options, bytes, source);
    onDatagram(bytes, source, 'loopback');
  });
  const sockets: Readonly<Record<string, UdpSocket>> = { main, loopback };
  const resolver = createResolver(() => performance.now());
  const routes: Routes = createRoutes(onClosedPort);

  const send = (bytes: Buffer, route: Route, onFailure: () => void) => {
    const socket = sockets[route.flow] ?? main;
    const { port } = route.destination;
    const host = resolver.known(route.destination.host);
    if (host !== null) return socket.send(bytes, { host, port }, onFailure);
    void resolver.resolve(route.destination.host).then(found => {
      if (found !== null) socket.send(bytes, { host: found, port }, onFailure);
      else if (route.fallback !== undefined) socket.send(bytes, route.fallback, onFailure);
      else onFailure();
    });
  };

  return {
    main: main.address,
    resolver,
    send,
    ends: async (target, isLoopback) => {
      // The probe runs for loopback too: it is how a dead practice carrier is noticed at once.
      const host = await routes.localHost(target);
      if (host === null) return null;
      if (isLoopback) {
        return { flow: 'loopback', local: loopback.address, mediaHost: LOOPBACK, advertisedHost: LOOPBACK };
      }
      const mediaHost = isAny(options.bind) ? host : options.bind;
      const advertisedHost = mediaHost.startsWith('127.') ? mediaHost : (options.publicIp ?? mediaHost);
      return { flow: 'main', local: { host: advertisedHost, port: main.address.port }, mediaHost, advertisedHost };
    },
    noteOut: (message, bytes, peer, at) => {
      options.onMessage?.({ at, direction: 'out', ...describe(message), peer, bytes });
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

const noteIn = (options: ExchangeOptions, bytes: Buffer, peer: Address): void => {
  if (options.onMessage === undefined) return;
  const parsed = parseMessage(bytes);
  if (!parsed.ok) return;
  const at = performance.now() as Instant;
  options.onMessage({ at, direction: 'in', ...describe(parsed.message), peer, bytes });
};
