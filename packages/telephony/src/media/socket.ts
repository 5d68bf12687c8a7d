import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { type LookupOneOptions, lookup as resolveName } from 'node:dns';
import { isIP } from 'node:net';
import type { Address } from '../exchange/types.ts';

/**
 * One UDP port of a leg. Symmetric RTP with a locked source: before `aim` nothing is heard; after it the first valid
 * packet's source becomes the other side, whatever its SDP claimed (it may sit behind a NAT), and nobody else is heard or
 * sent to until it is aimed elsewhere. Once locked the socket is connected, so the kernel drops strangers.
 *
 *   deaf ──aim──▶ aimed at the SDP's address ──first valid packet──▶ locked ──aim (another address)──▶ aimed …
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
  const socket = createSocket({ type: isIP(host) === 6 ? 'udp6' : 'udp4', lookup });
  await new Promise<void>((done, failed) => {
    socket.once('error', failed);
    socket.bind(port, host, () => {
      socket.off('error', failed);
      done();
    });
  });
  // ICMP "port unreachable" of a connected socket comes as an error; that nobody answers is the watchdog's to tell.
  socket.on('error', () => {});
  return attend(socket, take);
};

type Answer = (error: Error | null, address: string, family: number) => void;

/** Addresses resolve without the detour over a thread; dgram would ask the resolver even for them. */
const lookup = (host: string, options: LookupOneOptions, answer: Answer): void => {
  const family = isIP(host);
  if (family) answer(null, host, family);
  else resolveName(host, options, answer);
};

const attend = (socket: Socket, take: (packet: Uint8Array) => boolean): MediaSocket => {
  let aimed: Address | null = null;
  let locked: RemoteInfo | null = null;
  let connected = false;
  let open = true;

  const lock = (from: RemoteInfo): void => {
    locked = from;
    socket.connect(from.port, from.address, () => {
      connected = true;
    });
  };

  const unlock = (): void => {
    if (connected) socket.disconnect();
    connected = false;
    locked = null;
  };

  socket.on('message', (bytes, from) => {
    if (!aimed || (locked && (locked.port !== from.port || locked.address !== from.address))) return;
    if (take(bytes) && !locked && open) lock(from);
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
      else if (!locked && aimed.port > 0 && aimed.host !== '0.0.0.0') socket.send(packet, aimed.port, aimed.host);
    },
    close: () => {
      if (!open) return;
      open = false;
      socket.close();
    },
  };
};
