import { createSocket, type Socket } from 'node:dgram';
import { parentPort } from 'node:worker_threads';
import { dice } from '@lianxian/core/kit';
import type { Losses, RelayOrder, RelayWord } from './relay.ts';

/** All relays of a test file (`relay.ts`). */
interface Wire {
  readonly near: Socket;
  readonly far: Socket;
  /** Ports on loopback, once they are known. */
  platform: number | null;
  carrier: number | null;
}

const LOOPBACK = '127.0.0.1';
const wires = new Map<number, Wire>();

const say = (word: RelayWord): void => parentPort?.postMessage(word);

/** Asked once a datagram. */
const loser = ({ first, share }: Losses): ((datagram: string, fromPlatform: boolean) => boolean) => {
  let toLose = first;
  const chance = share ? dice(share.seed) : null;
  return (datagram, fromPlatform) => {
    if (chance !== null && share && chance.between(1, 100) <= share.percent) return true;
    if (!fromPlatform || toLose === undefined || !datagram.startsWith(`${toLose} `)) return false;
    toLose = undefined;
    return true;
  };
};

const open = async (relay: number, losses: Losses): Promise<void> => {
  const [near, far] = [await bound(), await bound()];
  const wire: Wire = { near, far, platform: null, carrier: null };
  const isLost = loser(losses);
  near.on('message', (bytes, from) => {
    wire.platform = from.port;
    const datagram = bytes.toString();
    if (datagram.startsWith('OPTIONS ')) near.send(aliveTo(datagram), from.port, LOOPBACK);
    else if (isLost(datagram, true)) say({ kind: 'lost', relay });
    else if (wire.carrier !== null) far.send(bytes, wire.carrier, LOOPBACK);
  });
  far.on('message', bytes => {
    if (isLost(bytes.toString(), false)) say({ kind: 'lost', relay });
    else if (wire.platform !== null) near.send(bytes, wire.platform, LOOPBACK);
  });
  wires.set(relay, wire);
  say({ kind: 'opened', relay, port: near.address().port });
};

const close = async (relay: number): Promise<void> => {
  const wire = wires.get(relay);
  wires.delete(relay);
  if (wire) await Promise.all([wire.near, wire.far].map(socket => new Promise<void>(done => socket.close(done))));
  say({ kind: 'closed', relay });
};

/** RFC 3261 §8.2.6.2. */
const echoed = /^(?:Via|From|To|Call-ID|CSeq):.*$/gm;
const aliveTo = (request: string): string =>
  `SIP/2.0 200 OK\r\n${(request.match(echoed) ?? []).map(line => `${line.trimEnd()}\r\n`).join('')}Content-Length: 0\r\n\r\n`;

const bound = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  await new Promise<void>(done => socket.bind(0, LOOPBACK, done));
  return socket;
};

parentPort?.on('message', async (order: RelayOrder) => {
  if (order.kind === 'open') await open(order.relay, order.losses);
  else if (order.kind === 'close') await close(order.relay);
  else {
    const wire = wires.get(order.relay);
    if (wire) wire.carrier = order.port;
  }
});
