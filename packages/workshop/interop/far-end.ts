import { createSocket, type RemoteInfo } from 'node:dgram';

/**
 * The sound of a sipp call: a UDP socket of the test's own at the port sipp's SDP names. Every packet is written here
 * by hand after RFC 3550 and RFC 4733, so what the platform understands is what the network says and not our own code.
 */
export interface FarEnd {
  readonly port: number;
  /** Audio packets that came. */
  readonly received: () => number;
  /** Resolves with the address the platform's sound comes from. */
  readonly heardFrom: Promise<{ address: string; port: number }>;
  readonly close: () => Promise<void>;
}

const PACKET_MS = 20;
const SAMPLES = 160;
const ALAW_SILENCE = 0xd5;

export interface FarEndHabits {
  /** What is sent once the platform's first packet has come: silence, a tone, or nothing at all. */
  readonly sends: 'silence' | 'tone' | 'nothing';
  /** Keys pressed so long after the platform's first packet. */
  readonly keys?: readonly { readonly key: string; readonly afterMs: number }[];
  /** Bytes that are no RTP, thrown in between. */
  readonly garbage?: readonly Uint8Array[];
}

export const openFarEnd = async (habits: FarEndHabits): Promise<FarEnd> => {
  const socket = createSocket('udp4');
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  let received = 0;
  let timer: NodeJS.Timeout | undefined;
  const heard = Promise.withResolvers<{ address: string; port: number }>();
  socket.on('error', () => {});
  socket.on('message', (_packet: Buffer, from: RemoteInfo) => {
    received++;
    if (timer) return;
    heard.resolve({ address: from.address, port: from.port });
    const next = packets(habits);
    const started = performance.now();
    let sent = 0;
    timer = setInterval(() => {
      while (sent * PACKET_MS <= performance.now() - started) {
        for (const packet of next(sent)) socket.send(packet, from.port, from.address);
        sent++;
      }
    }, PACKET_MS);
  });
  return {
    port: socket.address().port,
    received: () => received,
    heardFrom: heard.promise,
    close: () => {
      clearInterval(timer);
      return new Promise(resolve => socket.close(() => resolve()));
    },
  };
};

/** The packets of the n-th 20 ms. While a key is down its event packets replace the sound (RFC 4733 section 2.5.1). */
const packets = (habits: FarEndHabits): ((n: number) => readonly Buffer[]) => {
  const replay = (habits.keys ?? []).map(press => ({ from: Math.round(press.afterMs / PACKET_MS), key: press.key }));
  let sequence = 4711;
  return n => {
    const out: Buffer[] = [];
    const press = replay.find(({ from }) => n >= from && n < from + KEY_PACKETS);
    if (press)
      out.push(...keyPackets(press.key, press.from * SAMPLES, n - press.from).map(p => rtp(101, sequence++, p)));
    else if (habits.sends !== 'nothing') {
      out.push(rtp(8, sequence++, { payload: sound(habits.sends, n), timestamp: n * SAMPLES, marker: n === 0 }));
    }
    const garbage = habits.garbage;
    if (garbage?.length && n % 5 === 0) out.push(Buffer.from(garbage[(n / 5) % garbage.length]!));
    return out;
  };
};

interface Payload {
  readonly payload: Buffer;
  readonly timestamp: number;
  readonly marker: boolean;
}

const KEY_PACKETS = 6;

/**
 * One key as a telephone sends it: five packets of growing duration, the end packet three times; all carry the
 * timestamp of the beginning. The fourth is left out and the fifth doubled, as a poor network would have it.
 */
const keyPackets = (key: string, timestamp: number, n: number): readonly Payload[] => {
  const event = '0123456789*#ABCD'.indexOf(key);
  const packet = (ended: boolean): Payload => {
    const payload = Buffer.from([event, (ended ? 0x80 : 0) | 10, 0, 0]);
    payload.writeUInt16BE((n + 1) * SAMPLES, 2);
    return { payload, timestamp, marker: n === 0 };
  };
  if (n === 3) return [];
  if (n === 4) return [packet(false), packet(false)];
  return n === KEY_PACKETS - 1 ? [packet(true), packet(true), packet(true)] : [packet(false)];
};

const SSRC = 0x1a2b3c4d;

const rtp = (payloadType: number, sequence: number, { payload, timestamp, marker }: Payload): Buffer => {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = (marker ? 0x80 : 0) | payloadType;
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(SSRC, 8);
  return Buffer.concat([header, payload]);
};

/** Silence, or a square wave of 400 Hz, which no decoder can mistake. */
const sound = (what: 'silence' | 'tone', n: number): Buffer =>
  Buffer.from(
    Uint8Array.from({ length: SAMPLES }, (_, i) => {
      if (what === 'silence') return ALAW_SILENCE;
      return (n * SAMPLES + i) % 20 < 10 ? 0xa5 : 0x25;
    }),
  );
