import { createSocket } from 'node:dgram';
import { type Address, isLoopback } from '../net/address.ts';
import type { Parcels } from '../net/parcels.ts';

/** The plain half of a browser's leg: where its media engine is. Whatever comes is that engine's; nothing does once it is closed. */
export interface NearSide {
  /** Where the media engine sends to. */
  readonly plain: Address;
  readonly send: (packet: Uint8Array) => void;
  readonly hear: (take: (packet: Buffer) => void) => void;
  readonly close: () => void;
}

const LOOPBACK = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';

/**
 * A media engine of this machine shares one socket with us for all its legs (`parcels.ts`), one of another node (decision 109)
 * has one for the leg. Rejects with the system's error.
 */
export const openNearSide = async (parcels: Parcels, near: Address, bind: string | null): Promise<NearSide> =>
  near.leg === undefined ? ofAnotherNode(near, bind ?? EVERYWHERE) : ofThisMachine(parcels, near, near.leg);

const ofThisMachine = (parcels: Parcels, near: Address, leg: number): NearSide => ({
  plain: { ...parcels.address, leg },
  send: packet => parcels.send(near, leg, packet),
  hear: take => parcels.join(near, leg, take),
  close: () => parcels.leave(near, leg),
});

const ofAnotherNode = (near: Address, bind: string): Promise<NearSide> =>
  new Promise((settle, reject) => {
    const socket = createSocket('udp4');
    let isOpen = true;
    socket.once('error', error => {
      socket.close();
      reject(error);
    });
    // Nodes may share a machine, and then loopback.
    socket.bind({ address: isLoopback(near.host) ? LOOPBACK : bind, port: 0, exclusive: true }, () => {
      socket.connect(near.port, near.host, () => {
        // "Port unreachable" of an engine whose leg has just ended.
        socket.removeAllListeners('error').on('error', () => undefined);
        const { address: host, port } = socket.address();
        settle({
          plain: { host, port },
          send: packet => {
            if (isOpen) socket.send(packet);
          },
          hear: take => void socket.on('message', take),
          close: () => {
            if (!isOpen) return;
            isOpen = false;
            socket.close();
          },
        });
      });
    });
  });
