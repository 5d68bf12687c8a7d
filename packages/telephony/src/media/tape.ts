import type { Instant } from '@lianxian/core/kit';
import { createRecorder, type Recorded, type Recorder, samplesPerMs } from '../audio/recorder.ts';

/** The recording of one leg, once somebody wants one: turns instants into places on the tape. */
export interface Tape {
  /** A second start changes nothing: one call, one recording. */
  readonly start: (file: string) => void;
  /** 0 what comes in (callee), 1 what we send (robot). `atMs` is on the clock of the instants. */
  readonly place: (side: 0 | 1, atMs: number, audio: Uint8Array, table?: Uint8Array) => void;
  /** Until resumed what sounds is kept as silence, so that the recording stays as long as the call. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly flush: (at: Instant) => void;
  /** What is on the tape stays, nothing is added any more; where none runs, none begins. */
  readonly stop: () => void;
  readonly recorded: () => Recorded | null;
  /** Resolves when the file is whole on disk; null where nothing was recorded. */
  readonly close: () => Promise<Recorded | null>;
}

export const createTape = (now: () => Instant, onFailure: (because: string) => void): Tape => {
  let recorder: Recorder | null = null;
  let since = 0;
  let closed = false;
  let paused = false;
  let whole: Promise<Recorded> | null = null;
  const stop = (): void => {
    closed = true;
    if (recorder) whole ??= recorder.close(now() - since);
  };
  return {
    start: file => {
      if (recorder || closed) return;
      since = now();
      recorder = createRecorder(file, onFailure);
    },
    place: (side, atMs, audio, table) => {
      if (!closed && !paused) recorder?.place(side, Math.round((atMs - since) * samplesPerMs), audio, table);
    },
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
    flush: at => {
      if (!closed) recorder?.flush(at - since);
    },
    stop,
    recorded: () => recorder?.recorded() ?? null,
    close: async () => {
      stop();
      return whole;
    },
  };
};
