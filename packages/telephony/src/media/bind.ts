import { createSocket, type Socket } from 'node:dgram';
import { type LookupOneOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';

/** UDP sockets of media: single, or the pair of RTP (even port) and RTCP (the odd one above it, RFC 3550 §11). */
interface BoundPair {
  readonly rtp: Socket;
  readonly rtcp: Socket;
}

type Answer = (error: Error | null, address: string, family: number) => void;

/** Addresses resolve without the detour over a thread; dgram would ask the resolver even for them. */
const lookup = (host: string, options: LookupOneOptions, answer: Answer): void => {
  const family = isIP(host);
  if (family) answer(null, host, family);
  else resolveName(host, options, answer);
};

/** Rejects with the system's error. */
export const bind = (host: string, port: number): Promise<Socket> =>
  new Promise((done, failed) => {
    const socket = createSocket({ type: isIP(host) === 6 ? 'udp6' : 'udp4', lookup });
    const refused = (error: Error): void => {
      socket.close();
      failed(error);
    };
    socket.once('error', refused);
    socket.bind(port, host, () => {
      socket.off('error', refused);
      // ICMP "port unreachable" of a connected socket comes as an error; that nobody answers is the watchdog's to tell.
      socket.on('error', () => {});
      done(socket);
    });
  });

export const bindPair = async (host: string, port: number): Promise<BoundPair> => {
  const rtp = await bind(host, port);
  try {
    return { rtp, rtcp: await bind(host, port + 1) };
  } catch (error) {
    rtp.close();
    throw error;
  }
};

const ANY_PORT_ATTEMPTS = 16;

/**
 * An even port of the system's choice, bound by its number: Linux forgets a port that it chose itself when a socket is
 * disconnected, which happens whenever the far end moves. Somebody else may take it in between: then another one.
 */
export const bindAny = async <Bound>(
  host: string,
  bound: (host: string, port: number) => Promise<Bound>,
): Promise<Bound> => {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = await bind(host, 0);
    const port = chosen.address().port & ~1;
    await new Promise<void>(done => chosen.close(done));
    try {
      return await bound(host, port);
    } catch (error) {
      if (attempt === ANY_PORT_ATTEMPTS) throw error;
    }
  }
};
