import { createSocket, type Socket } from 'node:dgram';
import { after, type Instant, instant } from '@lianxian/core/kit';
import type { MediaClock } from '../src/media/frame-clock.ts';
import { buildRtp, parseRtp, type RtpPacket } from '../src/rtp/packet.ts';
import type { RemoteMedia } from '../src/sdp/media.ts';

/** Things the tests of media work with: a clock that stands until moved, and a bare far end on loopback. */
export interface VirtualClock extends MediaClock {
  /** Moves on in ticks of 5 ms, as a loop that is never late. */
  readonly pass: (ms: number) => void;
  /** Moves on at once and ticks once, as a loop that stalled. */
  readonly stall: (ms: number) => void;
}

export const virtualClock = (): VirtualClock => {
  let now: Instant = instant(1_000);
  const ticks = new Set<() => void>();
  const run = (): void => {
    for (const tick of ticks) tick();
  };
  return {
    now: () => now,
    every: (_ms, tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    pass: ms => {
      for (let done = 0; done < ms; done += 5) {
        now = after(now, 5);
        run();
      }
    },
    stall: ms => {
      now = after(now, ms);
      run();
    },
  };
};

interface FarEnd {
  readonly port: number;
  readonly remote: (more?: Partial<RemoteMedia['audio']>) => RemoteMedia;
  readonly received: readonly RtpPacket[];
  /** Resolves when as many packets have come in all. */
  readonly got: (count: number) => Promise<readonly RtpPacket[]>;
  readonly send: (port: number, packet: Partial<RtpPacket> | Uint8Array) => void;
  readonly close: () => void;
}

export const openFarEnd = async (host = '127.0.0.1'): Promise<FarEnd> => {
  const socket: Socket = createSocket('udp4');
  const received: RtpPacket[] = [];
  const waiting: { readonly count: number; readonly done: (packets: readonly RtpPacket[]) => void }[] = [];
  socket.on('message', bytes => {
    const packet = parseRtp(bytes);
    if (typeof packet !== 'string') received.push(packet);
    for (const { count, done } of waiting) if (received.length >= count) done(received);
  });
  await new Promise<void>(done => socket.bind(0, host, done));
  const { port } = socket.address();
  const whole = {
    marker: false,
    payloadType: 8,
    sequence: 1,
    timestamp: 0,
    ssrc: 9,
    payload: new Uint8Array(160).fill(0xd5),
  };
  return {
    port,
    received,
    remote: more => ({
      audio: {
        address: { host: '127.0.0.1', port },
        codec: 'PCMA',
        payloadType: 8,
        telephoneEvent: 101,
        direction: 'sendrecv',
        ...more,
      },
    }),
    got: count =>
      new Promise(done => {
        if (received.length >= count) done(received);
        else waiting.push({ count, done });
      }),
    send: (to, packet) =>
      socket.send(packet instanceof Uint8Array ? packet : buildRtp({ ...whole, ...packet }), to, '127.0.0.1'),
    close: () => socket.close(),
  };
};
