import { createSocket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { openParcels, type Parcels } from './parcels.ts';

/** Packets of many legs between two processes, which here are one. */
const open: Parcels[] = [];
const parcels = async (): Promise<Parcels> => {
  const opened = await openParcels();
  open.push(opened);
  return opened;
};
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const packetOf = (n: number, length = 172): Buffer => Buffer.alloc(length, n);

/** A leg that both know; what the other end heard of it. */
const legBetween = (one: Parcels, other: Parcels, leg: number) => {
  const heard: Buffer[] = [];
  const waiting = new Map<number, () => void>();
  one.join(other.address, leg, () => undefined);
  other.join(one.address, leg, packet => {
    heard.push(Buffer.from(packet));
    waiting.get(heard.length)?.();
  });
  const times = (count: number): Promise<void> =>
    new Promise(settle => (heard.length >= count ? settle() : void waiting.set(count, settle)));
  return { heard, times };
};

test('each leg hears what is its own, in order, also beyond what one datagram holds', async () => {
  const [one, other] = [await parcels(), await parcels()];
  const legs = [7, 4_000_000_000].map(leg => ({ leg, ...legBetween(one, other, leg) }));
  const reused = Buffer.alloc(172);
  for (let n = 0; n < 200; n += 1)
    for (const { leg } of legs) one.send(other.address, leg, reused.fill((n + (leg === 7 ? 0 : 1)) & 0xff));
  await Promise.all(legs.map(({ times }) => times(200)));
  for (const [index, { heard }] of legs.entries())
    expect(heard.map(packet => [packet.length, packet[0]])).toEqual(
      Array.from({ length: 200 }, (_, n) => [172, (n + index) & 0xff]),
    );
});

test('a leg hears its own peer alone, and nothing once it has left', async () => {
  const [one, other, stranger] = [await parcels(), await parcels(), await parcels()];
  const leg = legBetween(one, other, 1);
  const beside = legBetween(one, other, 2);
  stranger.join(other.address, 1, () => undefined);
  stranger.send(other.address, 1, packetOf(9));
  one.send(other.address, 1, packetOf(1));
  await leg.times(1);
  other.leave(one.address, 1);
  one.send(other.address, 1, packetOf(2));
  one.send(other.address, 2, packetOf(3));
  await beside.times(1);
  expect(leg.heard).toEqual([packetOf(1)]);
});

test('what was given before the last leg left goes out; to who has no legs here nothing does', async () => {
  const [one, other] = [await parcels(), await parcels()];
  const leg = legBetween(one, other, 1);
  one.send(other.address, 1, packetOf(1));
  one.leave(other.address, 1);
  one.send(other.address, 1, packetOf(2));
  await leg.times(1);
  const again = legBetween(one, other, 2);
  one.send(other.address, 2, packetOf(3));
  await again.times(1);
  expect(leg.heard).toEqual([packetOf(1)]);
});

test('a datagram that is cut short, or says more than it has, is taken as far as it is whole', async () => {
  const other = await parcels();
  const socket = createSocket('udp4');
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done));
  const from = { host: '127.0.0.1', port: socket.address().port };
  const heard: string[] = [];
  const last = Promise.withResolvers<void>();
  other.join(from, 1, packet => {
    heard.push(packet.toString());
    if (packet.toString() === 'last') last.resolve();
  });
  const framed = (text: string, length = text.length): Buffer => {
    const head = Buffer.alloc(6);
    head.writeUInt32BE(1);
    head.writeUInt16BE(length, 4);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(5),
    Buffer.concat([framed('a'), framed('b', 900)]),
    framed('last'),
  ])
    socket.send(bytes, other.address.port, '127.0.0.1');
  await last.promise;
  socket.close();
  expect(heard).toEqual(['a', 'last']);
});
