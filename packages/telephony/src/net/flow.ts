import type { Address } from './address.ts';

/** How SIP travels (RFC 3261 §18, RFC 7118); WebSocket only towards us. */
export type Transport = 'udp' | 'tcp' | 'tls' | 'ws' | 'wss';

/** How we name ourselves towards a far end: what Via and Contact say. */
export interface LocalEnd extends Address {
  /** Absent: udp. */
  readonly transport?: Transport;
}

/**
 * A flow names how a message travels, from the transaction down to the socket:
 *
 *     main, loopback       our UDP sockets
 *     tcp                  a connection to the destination, opened or reused
 *     tls:pbx.example      the same over TLS, with a certificate for that name that an authority vouches for
 *     tls-any              the same with any certificate
 *     conn:wss:5f0c…       one live connection, whoever opened it. The name cannot be guessed and never comes again, so
 *                          one that was stored by a process that has died leads nowhere instead of astray
 */
export type Flow = string;

/** Why a message could not leave, or what carried it broke. */
export type SendFailure =
  /** No route, refused, no connection in time. */
  | 'unreachable'
  /** A name without an address. */
  | 'unresolved'
  /** The far end's certificate does not hold, or TLS could not be agreed. */
  | 'certificate'
  /** The connection broke while the transaction was open. */
  | 'cut';

const TLS = 'tls:';
const CONNECTED: readonly string[] = ['tcp', 'tls', 'ws', 'wss'] satisfies readonly Transport[];

/** How it appears in Via (RFC 3261 §20.42, RFC 7118 §5.2). */
export const transportOf = (flow: Flow): Transport => {
  if (flow === 'tcp') return 'tcp';
  if (flow === 'tls-any' || flow.startsWith(TLS)) return 'tls';
  const [kind, transport] = flow.split(':');
  return kind === 'conn' && CONNECTED.includes(transport ?? '') ? (transport as Transport) : 'udp';
};

/** Nobody on the way reads along: keys may be in what travels so. What stays on this machine is read by nobody either. */
export const isSecret = (flow: Flow): boolean => ['tls', 'wss'].includes(transportOf(flow)) || flow === 'loopback';

/** A browser's, or somebody's who speaks like one. */
export const isWebSocket = (flow: Flow): boolean => ['ws', 'wss'].includes(transportOf(flow));

/** Over a stream nothing is repeated and nothing waits for strays (RFC 3261 §17, table 4). */
export const isReliable = (flow: Flow): boolean => transportOf(flow) !== 'udp';

export const connectionFlow = (transport: Transport, id: string): Flow => `conn:${transport}:${id}`;

/** How SIP travels to a trunk. */
export interface Carriage {
  /** Default udp. */
  readonly transport?: 'udp' | 'tcp' | 'tls';
  /** Over TLS: the certificate must hold by the system's authorities (default), or any will do. */
  readonly tlsCheck?: 'ca' | 'any';
}

/** What decides by which flow a trunk is reached. */
interface Way extends Carriage {
  readonly target: { readonly host: string };
  readonly loopback: boolean;
  readonly binding?: { readonly flow: Flow };
}

export const flowTo = ({ target, loopback, transport, tlsCheck, binding }: Way): Flow => {
  if (binding !== undefined) return binding.flow;
  if (transport === 'tcp') return 'tcp';
  if (transport === 'tls') return tlsCheck === 'any' ? 'tls-any' : TLS + target.host;
  return loopback ? 'loopback' : 'main';
};

/** Whose certificate has to hold; null: any will do. */
export const certificateName = (flow: Flow): string | null => (flow.startsWith(TLS) ? flow.slice(TLS.length) : null);

/**
 * How to reach again who spoke over a connection that has broken: by another one, opened by us. No such way leads to a
 * browser. Who called us is who we called back: no name is known that its certificate could be checked against.
 */
export const flowAnew = (flow: Flow): Flow | null => {
  if (!isConnection(flow)) return flow;
  const transport = transportOf(flow);
  if (transport === 'tcp') return 'tcp';
  return transport === 'tls' ? 'tls-any' : null;
};

export const isConnection = (flow: Flow): boolean => flow.startsWith('conn:');

/** Of URIs and Via without a port (RFC 3261 §19.1.2). */
export const defaultPort = (transport: Transport): number => {
  if (transport === 'tls') return 5_061;
  if (transport === 'ws') return 80;
  return transport === 'wss' ? 443 : 5_060;
};
