import type { MediaClock } from './metronome.ts';
import { createPorts, type PortRange } from './ports.ts';
import { type MediaSocket, openMediaSocket } from './socket.ts';

/** No port of the range is free: a refusal of this one call, not a defect. */
export class NoPortLeft extends Error {
  override readonly name = 'NoPortLeft';
}

/** Sockets on ports of a range, each given back to rest; without a range the system chooses. */
export interface MediaSockets {
  /** Rejects with `NoPortLeft`, or the system's error where the address itself is refused. */
  readonly open: (host: string, take: (packet: Uint8Array) => boolean) => Promise<MediaSocket>;
  readonly close: (socket: MediaSocket) => void;
}

export const createMediaSockets = (range: PortRange | null, clock: MediaClock): MediaSockets => {
  const ports = range && createPorts(range);
  return {
    open: async (host, take) => {
      if (!ports) return openMediaSocket(host, 0, take);
      for (let tried = 0; tried < ports.size; tried += 1) {
        const port = ports.take(clock.now());
        if (port === null) break;
        try {
          return await openMediaSocket(host, port, take);
        } catch (error) {
          ports.giveBack(port, clock.now());
          // Somebody else's socket sits there: the next one. Anything else (no such address) holds for all ports.
          if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
        }
      }
      throw new NoPortLeft('no RTP port left');
    },
    close: socket => {
      socket.close();
      ports?.giveBack(socket.port, clock.now());
    },
  };
};
