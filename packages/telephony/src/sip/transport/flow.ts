import type { Transport } from '../../exchange/types.ts';

/**
 * A flow names how a message travels, from the transaction down to the socket:
 *
 *     main, loopback       our UDP sockets
 *     tcp, tls, tls-any    a stream to the destination, opened or reused; `tls` wants a certificate that authorities
 *                          vouch for, `tls-any` takes every certificate
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

const STREAMS: Readonly<Record<string, Transport>> = { tcp: 'tcp', tls: 'tls', 'tls-any': 'tls' };
const CONNECTED: readonly string[] = ['tcp', 'tls', 'ws', 'wss'] satisfies readonly Transport[];

/** How it appears in Via (RFC 3261 §20.42, RFC 7118 §5.2). */
export const transportOf = (flow: Flow): Transport => {
  const stream = STREAMS[flow];
  if (stream !== undefined) return stream;
  const [kind, transport] = flow.split(':');
  return kind === 'conn' && CONNECTED.includes(transport ?? '') ? (transport as Transport) : 'udp';
};

/** Over a stream nothing is repeated and nothing waits for strays (RFC 3261 §17, table 4). */
export const isReliable = (flow: Flow): boolean => transportOf(flow) !== 'udp';

export const connectionFlow = (transport: Transport, id: string): Flow => `conn:${transport}:${id}`;

export const isConnection = (flow: Flow): boolean => flow.startsWith('conn:');

/** Of URIs and Via without a port (RFC 3261 §19.1.2). */
export const defaultPort = (transport: Transport): number => {
  if (transport === 'tls') return 5_061;
  if (transport === 'ws') return 80;
  return transport === 'wss' ? 443 : 5_060;
};
