import { randomInt } from 'node:crypto';
import { openParcels, type Parcels } from '../net/parcels.ts';
import type { MediaClock } from './frame-clock.ts';
import { createParcelSocket } from './parcel-socket.ts';
import { createPorts, type PortRange } from './ports.ts';
import { type MediaSocket, type MediaTakes, openMediaSocket } from './socket.ts';

/** No port of the range is free: a refusal of this one call, not a defect. */
export class NoPortLeft extends Error {
  override readonly name = 'NoPortLeft';
}

/**
 * Sockets on ports of a range, each given back to rest; without a range the system chooses. Those whose far end is a process
 * of this machine may share one port, which is there while somebody has it.
 */
export interface MediaSockets {
  /** Rejects with `NoPortLeft`, or the system's error where the address itself is refused. */
  readonly open: (host: string, takes: MediaTakes) => Promise<MediaSocket>;
  /** Rejects with the system's error. */
  readonly share: (takes: MediaTakes) => Promise<MediaSocket>;
  readonly close: (socket: MediaSocket) => void;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

export const createMediaSockets = (range: PortRange | null, clock: MediaClock): MediaSockets => {
  const ports = range && createPorts(range, undefined, randomInt(32_768));
  const shared = createSharing();
  return {
    share: shared.open,
    open: async (host, takes) => {
      if (!ports) return openMediaSocket(host, 0, clock.now, takes);
      for (let tried = 0; tried < ports.size; tried += 1) {
        const port = ports.take(clock.now());
        if (port === null) break;
        try {
          return await openMediaSocket(host, port, clock.now, takes);
        } catch (error) {
          ports.giveBack(port, clock.now());
          // Somebody else's socket sits there: the next one. Anything else (no such address) holds for all ports.
          if (codeOf(error) !== 'EADDRINUSE') throw error;
        }
      }
      throw new NoPortLeft('no RTP port left');
    },
    close: socket => {
      socket.close();
      if (socket.leg !== undefined) return shared.left();
      ports?.giveBack(socket.port, clock.now());
    },
  };
};

const createSharing = () => {
  let parcels: Promise<Parcels> | null = null;
  let sharers = 0;
  let serial = 0;
  const left = (): void => {
    sharers -= 1;
    if (sharers > 0) return;
    parcels?.then(
      opened => opened.close(),
      () => undefined,
    );
    parcels = null;
  };
  return {
    left,
    open: async (takes: MediaTakes): Promise<MediaSocket> => {
      sharers += 1;
      serial += 1;
      const leg = serial;
      parcels ??= openParcels();
      try {
        return createParcelSocket(await parcels, leg, takes);
      } catch (error) {
        left();
        throw error;
      }
    },
  };
};
