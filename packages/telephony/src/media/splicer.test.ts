import { expect, test } from 'vitest';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { createSpeaker } from './speaker.ts';
import type { SoundSource } from './types.ts';

/** A source that counts its own frames: the frame `n` says `base + n`. */
const counted = (base: number): SoundSource => {
  let n = 0;
  return {
    frame: (target, at) => {
      target.fill(base + n, at, at + 160);
      n += 1;
      return true;
    },
  };
};

const splicer = () => {
  const packets: RtpPacket[] = [];
  const speaker = createSpeaker(bytes => {
    const packet = parseRtp(Buffer.from(bytes));
    if (typeof packet !== 'string') packets.push(packet);
  });
  const address = { host: '127.0.0.1', port: 9 };
  speaker.use({ address, codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' });
  let frame = 0;
  const pass = (frames: number): void => {
    for (let n = 0; n < frames; n += 1) {
      speaker.playout.finished();
      speaker.frame(frame++);
    }
  };
  return { speaker, packets, pass };
};

test('from prompt to music to a voice to silence: one stream, and no frame is missing or doubled', () => {
  const { speaker, packets, pass } = splicer();
  speaker.playout.play(1, new Uint8Array(3 * 160).fill(1));
  pass(2);
  speaker.splice(counted(10));
  pass(3);
  const release = speaker.splice(counted(40));
  pass(2);
  release();
  pass(1);
  expect(packets.map(({ payload }) => payload[0])).toEqual([1, 1, 1, 11, 12, 40, 41, 0xd5]);
  const [first] = packets;
  for (const [n, packet] of packets.entries())
    expect(packet).toMatchObject({
      ssrc: first!.ssrc,
      sequence: (first!.sequence + n) & 0xffff,
      timestamp: (first!.timestamp + n * 160) >>> 0,
      marker: n === 0,
    });
});

test('a source runs on behind a prompt and behind keys, so that a voice is not late after them', () => {
  const { speaker, packets, pass } = splicer();
  speaker.splice(counted(10));
  pass(1);
  speaker.playout.play(1, new Uint8Array(2 * 160).fill(1));
  pass(3);
  speaker.keys.queue('5');
  pass(10);
  const sounds = packets.filter(({ payloadType }) => payloadType === 8);
  expect(sounds.map(({ payload }) => payload[0])).toEqual([10, 1, 1, 13, 19, 20, 21, 22, 23]);
  expect(packets.filter(({ payloadType }) => payloadType === 101)).toHaveLength(7);
});

test('who takes his source out after it was replaced takes nothing away', () => {
  const { speaker, packets, pass } = splicer();
  const release = speaker.splice(counted(10));
  speaker.splice(counted(40));
  release();
  pass(2);
  expect(packets.map(({ payload }) => payload[0])).toEqual([40, 41]);
});
