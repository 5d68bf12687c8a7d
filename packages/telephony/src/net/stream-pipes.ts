import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { KEEP_ALIVE } from '../sip/grammar/parse.ts';
import type { Pipe } from './links.ts';

/** The kinds of connection as the links see them. */

export const socketPipe = (socket: Socket): Pipe => ({
  isFramed: false,
  write: (bytes, onDone) => {
    socket.write(bytes, error => onDone(error === undefined || error === null));
  },
  unsent: () => socket.writableLength,
  pause: () => void socket.pause(),
  resume: () => void socket.resume(),
  ping: () => void socket.write(KEEP_ALIVE),
  end: () => void socket.end(),
  destroy: () => void socket.destroy(),
});

/** The code of a WebSocket that ends in peace (RFC 6455 §7.4.1). */
const NORMAL_CLOSURE = 1_000;

export const webSocketPipe = (socket: WebSocket): Pipe => ({
  isFramed: true,
  // Browsers' phones expect text; SIP is UTF-8 throughout (RFC 7118 §5.1).
  write: (bytes, onDone) =>
    socket.send(bytes, { binary: false }, error => onDone(error === undefined || error === null)),
  unsent: () => socket.bufferedAmount,
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  ping: () => {
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  },
  end: () => socket.close(NORMAL_CLOSURE),
  destroy: () => socket.terminate(),
});
