import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Address } from '../exchange/types.ts';
import { mapped, unmapped } from './address.ts';

/** A bound UDP socket whose errors are heard: an error event without a listener would end the process. */
export interface UdpSocket {
  readonly address: Address;
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
  const socket = createSocket({ type: isV6 ? 'udp6' : 'udp4' });
  await bound(socket, bind);
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // The system grants what it grants; a smaller buffer only loses datagrams that SIP repeats.
  }
  socket.on('message', (bytes, info) => onDatagram(bytes, { host: unmapped(info.address), port: info.port }));
  // ICMP of earlier datagrams may surface here without saying whose they were; transactions notice by their timers.
  socket.on('error', () => {});
  const { port } = socket.address();
  let isOpen = true;
  /** An IPv6 socket carries IPv4 too, one of IPv4 nothing else. */
  const isOurs = (host: string) => (isV6 ? isIP(host) !== 0 : isIP(host) === 4);
  return {
    address: { host: bind.host, port },
    send: (bytes, to, onFailure) => {
      if (!isOpen || to.port <= 0 || to.port > 65_535 || !isOurs(to.host)) return onFailure();
      socket.send(bytes, to.port, isV6 ? mapped(to.host) : to.host, error => {
        if (error !== null) onFailure();
      });
    },
    close: () =>
      new Promise(settle => {
        if (!isOpen) return settle();
        isOpen = false;
        socket.close(() => settle());
      }),
  };
};

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
