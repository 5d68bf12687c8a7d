import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { type Address, mapped, unmapped } from './address.ts';

/** A bound UDP socket whose errors are heard: an error event without a listener would end the process. */
export interface UdpSocket {
  readonly address: Address;
  /**
   * Listens at another address of ours, on the same port; rejects with the system's error, and then listens where it did.
   * What comes in the moment between is lost, and SIP repeats it; what is to leave waits.
   */
  readonly move: (host: string) => Promise<void>;
  /** `onFailure` hears what the system says at once (no route, no buffer, not permitted). */
  readonly send: (bytes: Uint8Array, to: Address, onFailure: () => void) => void;
  readonly close: () => Promise<void>;
}

/** Signalling comes in bursts; the usual 208 kB overflow at some hundred calls a second. */
const RECEIVE_BUFFER_BYTES = 4 * 1_024 * 1_024;

export const openUdpSocket = async (
  bind: Address,
  onDatagram: (bytes: Buffer, source: Address) => void,
): Promise<UdpSocket> => {
  const isV6 = isIP(bind.host) === 6;
  const listen = (at: Address) => listenAt(isV6, at, onDatagram);
  /** Null: it was moved away and could not come back. */
  let socket: Socket | null = await listen(bind);
  const { port } = socket.address();
  let { host } = bind;
  let moving: Promise<void> | null = null;
  let isOpen = true;
  /** An IPv6 socket carries IPv4 too, one of IPv4 nothing else. */
  const isOurs = (to: string) => (isV6 ? isIP(to) !== 0 : isIP(to) === 4);
  const rebind = async (to: string): Promise<void> => {
    // What lies in the socket by now is heard first.
    await immediate();
    if (socket !== null) await closed(socket);
    socket = null;
    try {
      socket = await listen({ host: to, port });
      host = to;
    } catch (error) {
      socket = await listen({ host, port });
      throw error;
    }
  };
  const send: UdpSocket['send'] = (bytes, to, onFailure) => {
    if (moving !== null) return void moving.catch(() => undefined).then(() => send(bytes, to, onFailure));
    if (!isOpen || socket === null || to.port <= 0 || to.port > 65_535 || !isOurs(to.host)) return onFailure();
    socket.send(bytes, to.port, isV6 ? mapped(to.host) : to.host, error => {
      if (error !== null) onFailure();
    });
  };
  return {
    get address() {
      return { host, port };
    },
    send,
    move: async to => {
      if (!isOpen || to === host) return;
      moving = rebind(to).finally(() => {
        moving = null;
      });
      await moving;
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await moving?.catch(() => undefined);
      if (socket !== null) await closed(socket);
    },
  };
};

const listenAt = async (
  isV6: boolean,
  at: Address,
  onDatagram: (bytes: Buffer, source: Address) => void,
): Promise<Socket> => {
  const socket = createSocket({ type: isV6 ? 'udp6' : 'udp4' });
  await bound(socket, at);
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // The system grants what it grants; a smaller buffer only loses datagrams that SIP repeats.
  }
  socket.on('message', (bytes, info) => onDatagram(bytes, { host: unmapped(info.address), port: info.port }));
  // ICMP of earlier datagrams may surface here without saying whose they were; transactions notice by their timers.
  socket.on('error', () => {});
  return socket;
};

const closed = (socket: Socket): Promise<void> => new Promise(settle => socket.close(() => settle()));

/** Rejects with the system's error (EADDRINUSE, EACCES …) when the address cannot be had. */
const bound = (socket: Socket, bind: Address): Promise<void> =>
  new Promise((settle, fail) => {
    const onError = (error: Error) => {
      socket.close();
      fail(error);
    };
    socket.once('error', onError);
    socket.bind({ port: bind.port, address: bind.host, exclusive: true }, () => {
      socket.off('error', onError);
      settle();
    });
  });
