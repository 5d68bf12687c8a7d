/**
 * Both ends of relayed calls, in a process of their own: a pair of sockets a call, each sends a frame every 20 ms to the
 * relay and counts what the relay brings. Started by `fork` with the number of calls; says `{ ports }` (pairs), begins
 * when told `{ relay }` (pairs of ports), and answers `{ sent, received }` when asked.
 */
import { createSocket, type Socket } from 'node:dgram';

const HOST = '127.0.0.1';
const calls = Number(process.argv[2]);
let sent = 0;
let received = 0;

const openEnd = (): Promise<Socket> =>
  new Promise(done => {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
    socket.on('error', () => undefined);
    socket.on('message', () => {
      received += 1;
    });
    socket.bind(0, HOST, () => done(socket));
  });

const ends = await Promise.all(Array.from({ length: calls * 2 }, openEnd));

const begin = (relay: readonly number[]): void => {
  const packet = Buffer.alloc(172, 0xd5);
  packet.writeUInt16BE(0x8008, 0);
  const startedAt = performance.now();
  let step = 0;
  setInterval(() => {
    for (const until = Math.floor((performance.now() - startedAt) / 5); step < until; step += 1) {
      const frame = step >> 2;
      packet.writeUInt16BE(frame & 0xffff, 2);
      packet.writeUInt32BE((frame * 160) >>> 0, 4);
      for (let end = step % 4; end < ends.length; end += 4) {
        packet.writeUInt32BE(end + 1, 8);
        ends[end]!.send(packet, relay[end]!, HOST);
        sent += 1;
      }
    }
  }, 5);
};

process.on('message', ({ relay }: { readonly relay?: readonly number[] }) => {
  if (relay === undefined) process.send?.({ sent, received });
  else begin(relay);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ports: ends.map(end => end.address().port) });
