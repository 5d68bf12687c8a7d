import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { KEEP_ALIVE } from '../sip/grammar/parse.ts';
import type { Address } from './address.ts';

/**
 * Which of our addresses the system would use towards a target: a connected UDP socket knows (no packet is needed).
 *
 * The same socket is the only place where ICMP "nobody listens there" can be heard: Node tells such errors for
 * connected sockets alone. So it sends one empty keep-alive (RFC 5626 §4.4.1, ignored by SIP servers) and listens for
 * a while; whoever dials may ask whether the port turned out to be closed.
 */
export interface RouteProbe {
  readonly localHost: string;
  /** Forgets the listener; safe to call twice. */
  readonly close: () => void;
}

/** Null: no way. `onClosedPort` null: the route alone is asked for and nothing is sent, because what listens there is no UDP. */
export const probeRoute = (target: Address, onClosedPort: (() => void) | null): Promise<RouteProbe | null> =>
  new Promise(settle => {
    // Contacts and service records may name port 0, at which the system would throw.
    if (target.port <= 0) return settle(null);
    const socket = createSocket(isIP(target.host) === 6 ? 'udp6' : 'udp4');
    let isClosed = false;
    const close = () => {
      if (isClosed) return;
      isClosed = true;
      socket.close();
    };
    socket.on('error', () => {
      close();
      onClosedPort?.();
      settle(null);
    });
    socket.connect(target.port, target.host, (error?: Error) => {
      if (error !== undefined && error !== null) {
        close();
        return settle(null);
      }
      const localHost = socket.address().address;
      if (onClosedPort === null) close();
      else socket.send(KEEP_ALIVE, () => {});
      settle({ localHost, close });
    });
  });
