import { close, open, write } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { alawSilence } from './g711.ts';
import { alawHeaderBytes, alawWavHeader } from './wav.ts';

/**
 * Records a call into one stereo A-law WAV: left what the callee said, right what the robot said. Sound is placed by
 * time since the start of the recording, so both sides stay aligned and the file lasts as long as the call; where nobody
 * put anything there is silence.
 *
 *   place() ─▶ window (2 s of stereo) ──flush(), every 400 ms──▶ queue of chunks ──one write at a time──▶ file
 *
 * The window holds back its last 600 ms, so what comes late (jitter, a stalled loop) still finds its place; later packets
 * are lost to the recording. Until closed, the header claims the greatest size (as streamers write it): a reader takes what the
 * file holds, so a crash leaves a file that plays. Closing writes the true sizes. When the disk fails or falls behind
 * the recording ends, `onFailure` is told once (the system's code, `diskTooSlow` or `diskFull`), and the call lives on.
 */
export interface Recorder {
  /** 0 callee, 1 robot. `at` is in samples since the start and may reach back; what lies before the window is dropped. */
  readonly place: (side: 0 | 1, at: number, audio: Uint8Array, table?: Uint8Array) => void;
  /** Hands what is older than the hold-back to the disk. `elapsedMs`: time since the start. */
  readonly flush: (elapsedMs: number) => void;
  readonly close: (elapsedMs: number) => Promise<Recorded>;
  readonly recorded: () => Recorded;
}

export interface Recorded {
  readonly file: string;
  readonly durationMs: number;
  /** Bytes of the file as written, header included. */
  readonly bytes: number;
}

export const samplesPerMs = 8;
const windowSamples = 16_384;
const windowMask = windowSamples - 1;
const holdBackSamples = 600 * samplesPerMs;
/** Chunks that may wait for the disk: with one chunk each 400 ms, ten seconds. */
const maxWaiting = 25;

export const createRecorder = (file: string, onFailure: (because: string) => void): Recorder => {
  const ring = Buffer.alloc(windowSamples * 2, alawSilence);
  const waiting: Buffer[] = [];
  /** First sample of the window: all before it has been handed on. */
  let base = 0;
  let written = 0;
  let state: 'open' | 'closing' | 'failed' = 'open';
  let descriptor: number | null = null;
  let draining: Promise<void> | null = null;

  const fail = (error: unknown): void => {
    if (state === 'failed') return;
    state = 'failed';
    waiting.length = 0;
    onFailure(error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error));
  };

  const drain = async (): Promise<void> => {
    try {
      if (descriptor === null) {
        await mkdir(dirname(file), { recursive: true });
        descriptor = await openFile(file, 'w');
        await writeWhole(descriptor, alawWavHeader(2, 0xffffffff), 0);
        written = alawHeaderBytes;
      }
      for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
        await writeWhole(descriptor, chunk, written);
        written += chunk.length;
      }
    } catch (error) {
      fail(error);
    }
    draining = null;
  };

  const handOn = (upTo: number): void => {
    while (base < upTo && state !== 'failed') {
      const from = (base % windowSamples) * 2;
      const length = Math.min((upTo - base) * 2, ring.length - from);
      waiting.push(Buffer.from(ring.subarray(from, from + length)));
      ring.fill(alawSilence, from, from + length);
      base += length / 2;
    }
    if (waiting.length > maxWaiting) fail(new Error('diskTooSlow'));
    else if (waiting.length > 0) draining ??= drain();
  };

  const durationMs = (): number => Math.max(0, written - alawHeaderBytes) / 2 / samplesPerMs;

  return {
    place: (side, at, audio, table) => {
      if (state !== 'open') return;
      if (at + audio.length > base + windowSamples) handOn(at + audio.length - windowSamples);
      for (let i = Math.max(0, base - at); i < audio.length; i += 1) {
        const byte = audio[i]!;
        ring[((at + i) & windowMask) * 2 + side] = table ? table[byte]! : byte;
      }
    },
    flush: elapsedMs => {
      if (state === 'open') handOn(Math.floor(elapsedMs * samplesPerMs) - holdBackSamples);
    },
    close: async elapsedMs => {
      if (state === 'open') {
        handOn(Math.round(elapsedMs * samplesPerMs));
        if (state === 'open') state = 'closing';
      }
      if (state === 'closing' && descriptor === null) draining ??= drain();
      await draining;
      await finish(descriptor, written, fail);
      descriptor = null;
      return { file, durationMs: durationMs(), bytes: written };
    },
    recorded: () => ({ file, durationMs: durationMs(), bytes: written }),
  };
};

// The plain calls, not file handles: at 200 calls a handle's write costs twice the CPU.
const openFile = promisify(open);
const closeFile = promisify(close);

const writeSome = (descriptor: number, chunk: Buffer, from: number, at: number): Promise<number> =>
  new Promise((done, failed) => {
    write(descriptor, chunk, from, chunk.length - from, at, (error, count) => (error ? failed(error) : done(count)));
  });

const writeWhole = async (descriptor: number, chunk: Buffer, at: number): Promise<void> => {
  for (let done = 0; done < chunk.length; ) {
    const count = await writeSome(descriptor, chunk, done, at + done);
    if (count === 0) throw new Error('diskFull');
    done += count;
  }
};

/** Writes the true sizes and closes; a header that cannot be written leaves a file that still plays. */
const finish = async (descriptor: number | null, written: number, fail: (error: unknown) => void): Promise<void> => {
  if (descriptor === null) return;
  try {
    if (written >= alawHeaderBytes) await writeWhole(descriptor, alawWavHeader(2, written - alawHeaderBytes), 0);
  } catch (error) {
    fail(error);
  }
  await closeFile(descriptor).catch(fail);
};
