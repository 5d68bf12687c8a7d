import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { type LookupOneOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import type { Address } from '../exchange/types.ts';

/**
 * One UDP port of a leg. Symmetric RTP with a locked source: before `aim` nothing is heard; after it the first valid
 * packet's source becomes the other side, whatever its SDP claimed (it may sit behind a NAT), and nobody else is heard or
 * sent to until it is aimed elsewhere. One address may still take over: the one the SDP named, since a stranger who
 * guesses the port may be quicker than the callee. Once that can be no more the socket is connected, so the kernel drops
 * strangers.
 *
 *   deaf ──aim──▶ aimed at the SDP's address ──first valid packet──▶ locked ──aim (another address)──▶ aimed …
 *                                                from elsewhere: held ──a packet from the SDP's address,
 *                                                                       or five seconds of sound──▶ locked
 */
export interface MediaSocket {
  readonly port: number;
  readonly aim: (remote: Address) => void;
  /** The packet is copied to the kernel at once or queued; the buffer may be reused for the next frame. */
  readonly send: (packet: Uint8Array) => void;
  readonly close: () => void;
}

/** Binds `host:port` (port 0: any). `take` says whether a packet is valid. Rejects with the system's error. */
export const openMediaSocket = async (
  host: string,
  port: number,
  take: (packet: Uint8Array) => boolean,
): Promise<MediaSocket> => {
  const socket = port === 0 ? await bindAny(host) : await bind(host, port);
  // ICMP "port unreachable" of a connected socket comes as an error; that nobody answers is the watchdog's to tell.
  socket.on('error', () => {});
  return attend(socket, take);
};

const bind = (host: string, port: number): Promise<Socket> =>
  new Promise((done, failed) => {
    const socket = createSocket({ type: isIP(host) === 6 ? 'udp6' : 'udp4', lookup });
    const refused = (error: Error): void => {
      socket.close();
      failed(error);
    };
    socket.once('error', refused);
    socket.bind(port, host, () => {
      socket.off('error', refused);
      done(socket);
    });
  });

const anyPortAttempts = 8;

/**
 * A port of the system's choice, bound a second time by its number: Linux forgets a port that it chose itself when a
 * socket is disconnected, which happens at each new `aim`. Somebody else may take it in between: then another one.
 */
const bindAny = async (host: string): Promise<Socket> => {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = await bind(host, 0);
    const { port } = chosen.address();
    await new Promise<void>(done => chosen.close(done));
    try {
      return await bind(host, port);
    } catch (error) {
      if (attempt === anyPortAttempts) throw error;
    }
  }
};

type Answer = (error: Error | null, address: string, family: number) => void;

/** Addresses resolve without the detour over a thread; dgram would ask the resolver even for them. */
const lookup = (host: string, options: LookupOneOptions, answer: Answer): void => {
  const family = isIP(host);
  if (family) answer(null, host, family);
  else resolveName(host, options, answer);
};

/** A far end whose SDP tells the truth sends within this many packets (5 s) of the holder; then the lock is final. */
const heldPackets = 250;

/** dgram has no question for it but this one, which throws. */
const isConnected = (socket: Socket): boolean => {
  try {
    return socket.remoteAddress().port > 0;
  } catch {
    return false;
  }
};

const attend = (socket: Socket, take: (packet: Uint8Array) => boolean): MediaSocket => {
  let aimed: Address | null = null;
  let locked: RemoteInfo | null = null;
  let connected = false;
  let open = true;
  /** Packets of a holder who is not whom the SDP named. */
  let held = 0;

  const isAim = (from: RemoteInfo): boolean => from.port === aimed?.port && from.address === aimed.host;
  const isHolder = (from: RemoteInfo): boolean => from.port === locked?.port && from.address === locked.address;

  const follow = (from: RemoteInfo): void => {
    held = isHolder(from) ? held + 1 : 1;
    locked = from;
    if (isAim(from) || held >= heldPackets) lock(from);
  };

  const lock = (from: RemoteInfo): void => {
    // At once, since the source is an address; if the system refuses, the lock holds without the kernel's help.
    socket.connect(from.port, from.address);
    connected = isConnected(socket);
  };

  const unlock = (): void => {
    if (connected) socket.disconnect();
    connected = false;
    locked = null;
    held = 0;
  };

  socket.on('message', (bytes, from) => {
    if (!aimed || (locked && !isHolder(from) && (connected || !isAim(from)))) return;
    if (take(bytes) && open && !connected) follow(from);
  });

  return {
    port: socket.address().port,
    aim: remote => {
      if (aimed && aimed.host === remote.host && aimed.port === remote.port) return;
      unlock();
      aimed = remote;
    },
    send: packet => {
      if (!open || !aimed) return;
      if (connected) socket.send(packet);
      else if (locked) socket.send(packet, locked.port, locked.address);
      // Port 0 and 0.0.0.0 are the old ways to say "hold" (RFC 3264 §8.4).
      else if (aimed.port > 0 && aimed.host !== '0.0.0.0') socket.send(packet, aimed.port, aimed.host);
    },
    close: () => {
      if (!open) return;
      open = false;
      socket.close();
    },
  };
};
