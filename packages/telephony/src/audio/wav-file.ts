import { close, open, write } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ALAW_HEADER_BYTES, alawWavHeader } from './wav.ts';

/**
 * A stereo A-law WAV that grows. It is made, with the folders it lies in, at the first `append`; chunks are written one
 * after the other. Until finished, the header claims the greatest size (as streamers write it): a reader takes what the
 * file holds, so a crash leaves a file that plays. Finishing writes the true sizes.
 *
 * The first failure ends the file: it is told once (the system's code, `diskTooSlow` or `diskFull`), later chunks fall away.
 */
export interface WavFile {
  readonly append: (chunks: readonly Buffer[]) => void;
  /** Resolves when all is written and closed; never rejects. */
  readonly finish: () => Promise<void>;
  /** Bytes written so far, header included. */
  readonly written: () => number;
}

/** Chunks that may wait for the disk: with one each 400 ms, ten seconds. */
const MAX_WAITING = 25;

export const createWavFile = (file: string, onFailure: (because: string) => void): WavFile => {
  const waiting: Buffer[] = [];
  let written = 0;
  let failed = false;
  let descriptor: number | null = null;
  let draining: Promise<void> | null = null;

  const fail = (error: unknown): void => {
    waiting.length = 0;
    if (failed) return;
    failed = true;
    onFailure(error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error));
  };

  const drain = async (): Promise<void> => {
    try {
      if (descriptor === null) {
        await mkdir(dirname(file), { recursive: true });
        descriptor = await openFile(file, 'w');
        await writeWhole(descriptor, alawWavHeader(2, 0xffffffff), 0);
        written = ALAW_HEADER_BYTES;
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

  return {
    append: chunks => {
      if (failed || chunks.length === 0) return;
      waiting.push(...chunks);
      if (waiting.length > MAX_WAITING) fail(new Error('diskTooSlow'));
      else draining ??= drain();
    },
    finish: async () => {
      if (!failed && descriptor === null) draining ??= drain();
      await draining;
      if (descriptor !== null) await closeWhole(descriptor, written, fail);
      descriptor = null;
    },
    written: () => written,
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

/** The true sizes, then closed; a header that cannot be written leaves a file that still plays. */
const closeWhole = async (descriptor: number, written: number, fail: (error: unknown) => void): Promise<void> => {
  try {
    if (written >= ALAW_HEADER_BYTES) await writeWhole(descriptor, alawWavHeader(2, written - ALAW_HEADER_BYTES), 0);
  } catch (error) {
    fail(error);
  }
  await closeFile(descriptor).catch(fail);
};
