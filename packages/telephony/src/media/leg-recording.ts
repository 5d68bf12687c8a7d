import type { Instant } from '@lianxian/core/kit';
import { createRecorder, type Recorded, type Recorder, SAMPLES_PER_MS } from '../audio/recorder.ts';

/** The recording of one leg, once somebody wants one: turns instants into places in it. */
export interface LegRecording {
  /** A second start changes nothing: one call, one recording. */
  readonly start: (file: string) => void;
  /** 0 what comes in (callee), 1 what we send (robot). `atMs` is on the clock of the instants. */
  readonly place: (side: 0 | 1, atMs: number, audio: Uint8Array, table?: Uint8Array) => void;
  /** Until resumed what sounds is kept as silence, so that the recording stays as long as the call. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly flush: (at: Instant) => void;
  /** What is recorded stays, nothing is added any more; where none runs, none begins. */
  readonly stop: () => void;
  readonly recorded: () => Recorded | null;
  /** Resolves when the file is whole on disk; null where nothing was recorded. */
  readonly close: () => Promise<Recorded | null>;
}

class WavRecording implements LegRecording {
  readonly #now: () => Instant;
  readonly #onFailure: (because: string) => void;
  #recorder: Recorder | null = null;
  #since = 0;
  #closed = false;
  #paused = false;
  #whole: Promise<Recorded> | null = null;

  constructor(now: () => Instant, onFailure: (because: string) => void) {
    this.#now = now;
    this.#onFailure = onFailure;
  }

  start(file: string): void {
    if (this.#recorder || this.#closed) return;
    this.#since = this.#now();
    this.#recorder = createRecorder(file, this.#onFailure);
  }

  place(side: 0 | 1, atMs: number, audio: Uint8Array, table?: Uint8Array): void {
    if (this.#recorder === null || this.#closed || this.#paused) return;
    this.#recorder.place(side, Math.round((atMs - this.#since) * SAMPLES_PER_MS), audio, table);
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  flush(at: Instant): void {
    if (!this.#closed) this.#recorder?.flush(at - this.#since);
  }

  stop(): void {
    this.#closed = true;
    if (this.#recorder) this.#whole ??= this.#recorder.close(this.#now() - this.#since);
  }

  recorded(): Recorded | null {
    return this.#recorder?.recorded() ?? null;
  }

  async close(): Promise<Recorded | null> {
    this.stop();
    return this.#whole;
  }
}

export const createLegRecording = (now: () => Instant, onFailure: (because: string) => void): LegRecording =>
  new WavRecording(now, onFailure);
