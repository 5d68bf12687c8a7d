/**
 * Ports of one installation. A port the operator set is used or refused; one nobody set moves on to the next free
 * number, so that two clones run side by side. Whoever binds it later may still lose it: the supervisor then asks again.
 */
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';
import { StartRefused } from '../config.ts';

/** `both`: SIP takes the same number on UDP and TCP. */
export type Transport = 'tcp' | 'udp' | 'both';

/** How far a port moves before we say that something else is wrong. */
const NEXT_PORTS = 200;

const bindUdp = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' });
    socket.once('error', error => {
      socket.close();
      reject(error);
    });
    socket.bind({ address, port, exclusive: true }, () => resolve(socket));
  });

const bindTcp = (address: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => server.close(() => resolve()));
  });

/** null = free; else the system's code (EADDRINUSE, EACCES, EADDRNOTAVAIL …). */
export const whyTaken = async (transport: Transport, address: string, port: number): Promise<string | null> => {
  if (transport === 'both') return (await whyTaken('udp', address, port)) ?? (await whyTaken('tcp', address, port));
  try {
    if (transport === 'tcp') await bindTcp(address, port);
    else await new Promise<void>((done, failed) => bindUdp(address, port).then(s => s.close(() => done()), failed));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

const reasons: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  EADDRINUSE: ['已被占用', 'is taken'],
  EACCES: ['没有权限使用（小于 1024 的端口需要管理员）', 'may not be used (ports below 1024 need an administrator)'],
  EADDRNOTAVAIL: ['所在的地址不属于本机', 'is on an address that this machine does not have'],
};

const refusePort = (setting: string, address: string, port: number, why: string): never => {
  const [zh, en] = reasons[why] ?? [`打不开（${why}）`, `cannot be opened (${why})`];
  throw new StartRefused(
    `${setting}：${address}:${port} ${zh}，请换一个端口或地址。`,
    `${setting}: ${address}:${port} ${en}; choose another port or address.`,
  );
};

/**
 * The port to use: the set one when it is free, else the first free one from `otherwise` on.
 * @throws {StartRefused} when a set port is taken, or none is free, or the address is not ours.
 */
export const pickPort = async (
  setting: string,
  { transport, address }: { readonly transport: Transport; readonly address: string },
  set: number | null,
  otherwise: number,
): Promise<number> => {
  const last = set ?? Math.min(otherwise + NEXT_PORTS, 65_535);
  let why = '';
  for (let port = set ?? otherwise; port <= last; port += 1) {
    const taken = await whyTaken(transport, address, port);
    if (taken === null) return port;
    why = taken;
    if (why === 'EADDRNOTAVAIL') break;
  }
  return refusePort(setting, address, set ?? otherwise, why);
};

export interface RtpRange {
  readonly from: number;
  readonly to: number;
  /** Lets the next installation have the range; the system does so too when we are killed. */
  readonly release: () => void;
}

/**
 * The usual range carries 5,000 calls, those of further installations on the machine 1,000 each. Below 32768 first,
 * where Linux begins to hand out ports of its own.
 */
const usualRange = { from: 20_000, size: 10_000 } as const;
const furtherRanges = [
  10_000,
  12_000,
  14_000,
  16_000,
  18_000,
  30_000,
  ...Array.from({ length: 16 }, (_, n) => 32_000 + n * 2_000),
];
const rtpRanges = [usualRange, ...furtherRanges.map(from => ({ from, size: 2_000 }))];

/** What is said of media ports that are not the usual ones, for who lets them through; null: they are, or were set. */
export const movedRange = (
  set: { readonly from: number; readonly to: number } | null,
  { from, to }: { readonly from: number; readonly to: number },
): string | null =>
  set === null && from !== usualRange.from
    ? `  RTP_PORTS ${usualRange.from}-${usualRange.from + usualRange.size - 1} 已被占用，改用 ${from}-${to}；防火墙和线路商放行的也要改成这一段。`
    : null;

/**
 * A range of media ports of our own. The last port of a range is bound for as long as we live: the sign for other
 * installations on this machine that the range is in use.
 */
export const pickRtpRange = async (address: string, set: { from: number; to: number } | null): Promise<RtpRange> => {
  if (set !== null) return { ...set, release: () => undefined };
  for (const { from, size } of rtpRanges) {
    const sign = from + size - 1;
    const socket = await bindUdp(address, sign).catch(() => null);
    if (socket === null) continue;
    socket.unref();
    socket.on('error', () => undefined);
    return { from, to: sign - 1, release: () => socket.close() };
  }
  return refusePort('RTP_PORTS', address, usualRange.from, 'EADDRINUSE');
};
