/**
 * The other side of every call, in a process of its own so that its work is not counted: a socket a call that sends a
 * frame every 20 ms and counts what comes. Started by `fork`; told `{ ports }` (where to send), it answers `{ ports }`
 * (where it listens), begins to measure gaps anew when told `{ restart: true }`, and says `{ received, gaps }` when told
 * `{ stop: true }`.
 */
import { createSocket, type Socket } from 'node:dgram';
import { AS_A_FAR_END, goAhead } from './ahead.ts';
import { createGaps } from './gaps.ts';

goAhead(AS_A_FAR_END);
const FRAME_BYTES = 172;
const gaps = createGaps();
let received = 0;

const openSocket = (to: number): Promise<Socket> =>
  new Promise(done => {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, answer) => answer(null, host, 4) });
    // The near end closes first; its closed port answers with an error that nobody needs.
    socket.on('error', () => {});
    let last = Number.NaN;
    socket.on('message', () => {
      received += 1;
      const now = performance.now();
      if (last > 0) gaps.note(now - last);
      last = now;
    });
    socket.bind(0, '127.0.0.1', () => socket.connect(to, '127.0.0.1', () => done(socket)));
  });

const send = (sockets: readonly Socket[]): void => {
  const packet = Buffer.alloc(FRAME_BYTES, 0xd5);
  packet.writeUInt16BE(0x8008, 0);
  const startedAt = performance.now();
  let step = 0;
  // Speech-like: half of the time loud, so that voice activity has something to do.
  const voiced = Buffer.from(Array.from({ length: 160 }, (_, n) => (n % 16 < 8 ? 0xb5 : 0x35)));
  setInterval(() => {
    for (const until = Math.floor((performance.now() - startedAt) / 5); step < until; step += 1) {
      const frame = step >> 2;
      packet.writeUInt16BE(frame & 0xffff, 2);
      packet.writeUInt32BE((frame * 160) >>> 0, 4);
      if (frame % 100 < 50) packet.set(voiced, 12);
      else packet.fill(0xd5, 12);
      for (let call = step % 4; call < sockets.length; call += 4) {
        packet.writeUInt32BE(call + 1, 8);
        sockets[call]!.send(packet);
      }
    }
  }, 5);
};

interface Told {
  readonly ports?: readonly number[];
  readonly restart?: boolean;
  readonly stop?: boolean;
}

process.on('message', async (told: Told) => {
  if (told.restart) return gaps.restart();
  if (told.stop) {
    process.send?.({ received, gaps: gaps.figures() }, () => process.exit(0));
    return;
  }
  const sockets = await Promise.all((told.ports ?? []).map(openSocket));
  process.send?.({ ports: sockets.map(socket => socket.address().port) });
  send(sockets);
});
