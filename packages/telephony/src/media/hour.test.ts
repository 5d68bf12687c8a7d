import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dice, instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { alawSilence } from '../audio/g711.ts';
import { ALAW_HEADER_BYTES } from '../audio/wav.ts';
import { buildRtp } from '../rtp/packet.ts';
import { createLegRecording, type LegRecording } from './leg-recording.ts';
import { createListener } from './listener.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const BASE_DELAY_MS = 5;
const mark = new Uint8Array(160).fill(0x2a);
const quiet = new Uint8Array(160).fill(alawSilence);

/** Minutes in which the far end sends nothing for ten seconds; when it goes on from other timestamps, as a new source. */
const restMinutes = [7, 23, 41];
const JUMP_MS = 30.5 * MINUTE_MS;
const NEW_SOURCE_MS = 45.5 * MINUTE_MS;

/** The disk keeps up with virtual time. */
const written = async (recording: LegRecording, bytes: number): Promise<void> => {
  while ((recording.recorded()?.bytes ?? 0) < bytes) await new Promise(done => setImmediate(done));
};

/** Records an hour of a far end whose clock is `ppm` off; answers the file and when each of its marks was spoken. */
const recordHour = async (file: string, ppm: number, seed: number): Promise<readonly number[]> => {
  const chance = dice(seed);
  let now = instant(0);
  const recording = createLegRecording(
    () => now,
    because => {
      throw new Error(because);
    },
  );
  const listener = createListener(
    {
      firstPacket: () => {},
      key: () => {},
      keyLasts: () => {},
      voice: () => {},
      sound: (atMs, packet, table) => recording.place(0, atMs, packet.payload, table),
    },
    { voiceActivity: false, inBandKeys: false },
  );
  listener.use({
    address: { host: '127.0.0.1', port: 9 },
    codec: 'PCMA',
    payloadType: 8,
    telephoneEvent: 101,
    direction: 'sendrecv',
  });
  recording.start(file);
  const spoken: number[] = [];
  const late: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let sequence = 0;
  for (let n = 0; n * 20 < HOUR_MS; n += 1) {
    // Our slot and theirs: theirs drifts away, and comes with jitter.
    now = instant(n * 20);
    recording.place(1, now, (n * 20) % MINUTE_MS === 0 ? mark : quiet);
    const sentAt = n * 20 * (1 + ppm / 1e6);
    const theirMinute = Math.floor(sentAt / MINUTE_MS);
    const isMark = n > 0 && theirMinute > Math.floor(((n - 1) * 20 * (1 + ppm / 1e6)) / MINUTE_MS);
    if (isMark) spoken.push(sentAt);
    const inMinute = sentAt % MINUTE_MS;
    const rests = restMinutes.includes(theirMinute) && inMinute > 20_000 && inMinute < 30_000;
    const timestamp = (n * 160 + (now >= JUMP_MS ? 1_000_000 : 0)) >>> 0;
    const header = { marker: false, payloadType: 8, sequence: sequence & 0xffff, timestamp };
    if (!rests && chance.next() > 0.01)
      late.push({
        at: sentAt + BASE_DELAY_MS + chance.next() ** 3 * 60,
        bytes: buildRtp({ ...header, ssrc: now >= NEW_SOURCE_MS ? 2 : 1, payload: isMark ? mark : quiet }),
      });
    if (!rests) sequence += 1;
    late.sort((a, b) => a.at - b.at);
    while (late[0] && late[0].at <= now) {
      const { at, bytes } = late.shift()!;
      listener.take(bytes, instant(at));
    }
    if (n % 20 !== 0) continue;
    recording.flush(now);
    if (n % 200 === 0) await written(recording, (now - 2_000) * 16);
  }
  now = instant(HOUR_MS);
  await recording.close();
  return spoken;
};

/** Where marks begin in one channel, in ms. */
const marksOf = (sound: Buffer, side: 0 | 1): number[] => {
  const found: number[] = [];
  for (let at = ALAW_HEADER_BYTES + side, n = 0; at < sound.length; at += 2, n += 1)
    if (sound[at] === 0x2a && (n === 0 || sound[at - 2] !== 0x2a)) found.push(n / 8);
  return found;
};

test.each([100, -100])(
  'an hour with a far end whose clock is %i ppm off: what was said together lies together',
  async ppm => {
    const folder = await mkdtemp(join(tmpdir(), 'hour-'));
    try {
      const file = join(folder, 'hour.wav');
      const seed = 3_600;
      const spoken = await recordHour(file, ppm, seed);
      const sound = await readFile(file);
      expect((sound.length - ALAW_HEADER_BYTES) / 16).toBe(HOUR_MS);
      expect(marksOf(sound, 1)).toEqual(Array.from({ length: 60 }, (_, n) => n * MINUTE_MS));
      const left = marksOf(sound, 0);
      // One in a hundred packets is lost, so a mark may be; every one that came is where it was said.
      expect(left.length).toBeGreaterThanOrEqual(spoken.length - 5);
      const offs = left.map(at => Math.min(...spoken.map(said => Math.abs(at - said - BASE_DELAY_MS))));
      expect(Math.max(...offs), `seed ${seed}`).toBeLessThan(20);
      expect(offs.at(-1)).toBeLessThan(12);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
