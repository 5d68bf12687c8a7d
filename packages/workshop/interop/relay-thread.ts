import { createSocket, type Socket } from 'node:dgram';
import { parentPort } from 'node:worker_threads';
import { dice } from '@lianxian/core/kit';
import type { Losses, RelayOrder, RelayWord } from './relay.ts';

/** All relays of a test file (`relay.ts`). */
interface Relayed {
  readonly near: Socket;
  readonly far: Socket;
  /** The last answer to each INVITE that the carrier has answered. */
  readonly answered: Map<string, Buffer>;
  /** Ports on loopback, once they are known. */
  platform: number | null;
  carrier: number | null;
}

const LOOPBACK = '127.0.0.1';
const all = new Map<number, Relayed>();

const say = (word: RelayWord): void => parentPort?.postMessage(word);

/** Asked once a datagram. */
const loser = ({ first, share }: Losses): ((datagram: string, fromPlatform: boolean) => boolean) => {
  let toLose = first;
  const chance = share ? dice(share.seed) : null;
  /** Calls and ways whose last datagram was lost. */
  const hit = new Set<string>();
  return (datagram, fromPlatform) => {
    if (chance !== null && share) {
      const call = `${fromPlatform} ${/^Call-ID:.*$/im.exec(datagram)?.[0]}`;
      // Where 180 and 200 were lost one after the other, an INVITE is repeated that crosses the next 200: sipp takes it for
      // an error of ours once it has had the ACK, and leaves the call without a BYE.
      const isHit = !hit.delete(call) && chance.between(1, 100) <= share.percent;
      if (isHit) hit.add(call);
      if (isHit) return true;
    }
    if (!fromPlatform || toLose === undefined || !datagram.startsWith(`${toLose} `)) return false;
    toLose = undefined;
    return true;
  };
};

const open = async (relay: number, losses: Losses): Promise<void> => {
  const [near, far] = [await bound(), await bound()];
  const relayed: Relayed = { near, far, answered: new Map(), platform: null, carrier: null };
  const isLost = loser(losses);
  near.on('message', (bytes, from) => {
    relayed.platform = from.port;
    const datagram = bytes.toString();
    const answer = datagram.startsWith('INVITE ') ? relayed.answered.get(nameOf(datagram)) : undefined;
    if (datagram.startsWith('OPTIONS ')) near.send(aliveTo(datagram), from.port, LOOPBACK);
    else if (isLost(datagram, true)) say({ kind: 'lost', relay });
    else if (answer !== undefined) repeat(relayed, answer);
    else if (relayed.carrier !== null) far.send(bytes, relayed.carrier, LOOPBACK);
  });
  far.on('message', bytes => {
    if (/^CSeq:.*INVITE/im.test(bytes.toString())) relayed.answered.set(nameOf(bytes.toString()), bytes);
    if (isLost(bytes.toString(), false)) say({ kind: 'lost', relay });
    else if (relayed.platform !== null) near.send(bytes, relayed.platform, LOOPBACK);
  });
  all.set(relay, relayed);
  say({ kind: 'opened', relay, port: near.address().port });
};

/** By its transaction. */
const nameOf = (datagram: string): string =>
  `${/^Call-ID:.*$/im.exec(datagram)?.[0].trim()} ${/branch=([^;\s,]+)/.exec(datagram)?.[1]}`;

/**
 * An INVITE again that the carrier has answered: its border says what it was told last (RFC 3261 §16.2, §17.2.1), and nothing where
 * that was final, which the far end repeats by itself. A busy machine reads an answer late, and sipp, once it has had the
 * ACK, takes a repetition for an error of ours and hangs up.
 */
const repeat = ({ near, platform }: Relayed, answer: Buffer): void => {
  if (platform !== null && answer.toString().startsWith('SIP/2.0 1')) near.send(answer, platform, LOOPBACK);
};

const close = async (relay: number): Promise<void> => {
  const relayed = all.get(relay);
  all.delete(relay);
  if (relayed)
    await Promise.all([relayed.near, relayed.far].map(socket => new Promise<void>(done => socket.close(done))));
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
    const relayed = all.get(order.relay);
    if (relayed) relayed.carrier = order.port;
  }
});
