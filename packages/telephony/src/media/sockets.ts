import { randomInt } from 'node:crypto';
import type { MediaClock } from './frame-clock.ts';
import { createPorts, type PortRange } from './ports.ts';
import { type MediaSocket, type MediaTakes, openMediaSocket } from './socket.ts';

/** No port of the range is free: a refusal of this one call, not a defect. */
export class NoPortLeft extends Error {
  override readonly name = 'NoPortLeft';
}

/** Sockets on ports of a range, each given back to rest; without a range the system chooses. */
export interface MediaSockets {
  /** Rejects with `NoPortLeft`, or the system's error where the address itself is refused. */
  readonly open: (host: string, takes: MediaTakes) => Promise<MediaSocket>;
  readonly close: (socket: MediaSocket) => void;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

export const createMediaSockets = (range: PortRange | null, clock: MediaClock): MediaSockets => {
  const ports = range && createPorts(range, undefined, randomInt(32_768));
  return {
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
      ports?.giveBack(socket.port, clock.now());
    },
  };
};
