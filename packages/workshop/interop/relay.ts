import { createSocket, type Socket } from 'node:dgram';

/**
 * A wire that loses what it is told to: UDP between the platform and one far end, both ways. OPTIONS it answers itself, as
 * a carrier's border does: a far end that plays one call by its book must not mistake a look at the line's health for it.
 */
export interface Relay {
  readonly port: number;
  /** Sends on to the far end from now on. */
  readonly connect: (port: number) => void;
  readonly lost: () => number;
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** `loses` is asked for each datagram of the platform; without it none is lost. */
export const openRelay = async (loses: (datagram: string) => boolean = () => false): Promise<Relay> => {
  const [near, far] = [await bound(), await bound()];
  let platform: number | null = null;
  let carrier: number | null = null;
  let lost = 0;
  near.on('message', (bytes, from) => {
    platform = from.port;
    const datagram = bytes.toString();
    if (datagram.startsWith('OPTIONS ')) near.send(aliveTo(datagram), from.port, LOOPBACK);
    else if (loses(datagram)) lost++;
    else if (carrier !== null) far.send(bytes, carrier, LOOPBACK);
  });
  far.on('message', bytes => {
    if (platform !== null) near.send(bytes, platform, LOOPBACK);
  });
  return {
    port: near.address().port,
    connect: port => {
      carrier = port;
    },
    lost: () => lost,
    close: async () => {
      await Promise.all([near, far].map(socket => new Promise<void>(resolve => socket.close(() => resolve()))));
    },
  };
};

/** RFC 3261 §8.2.6.2. */
const echoed = /^(?:Via|From|To|Call-ID|CSeq):.*$/gm;
const aliveTo = (request: string): string =>
  `SIP/2.0 200 OK\r\n${(request.match(echoed) ?? []).map(line => `${line.trimEnd()}\r\n`).join('')}Content-Length: 0\r\n\r\n`;

const bound = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  await new Promise<void>(resolve => socket.bind(0, LOOPBACK, resolve));
  return socket;
};
