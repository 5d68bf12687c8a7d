import { createStereoWindow, type StereoWindow } from './stereo-window.ts';
import { ALAW_HEADER_BYTES } from './wav.ts';
import { createWavFile, type WavFile } from './wav-file.ts';

/**
 * Records a call into one stereo A-law WAV: left what the callee said, right what the robot said. Sound is placed by
 * time since the start of the recording, so both sides stay aligned and the file lasts as long as the call.
 *
 *   place() ─▶ window (2 s of stereo) ──flush(), every 400 ms──▶ chunks ──one write at a time──▶ file
 *
 * The window holds back its last 600 ms, so what comes late (jitter, a stalled loop) still finds its place; later packets
 * are lost to the recording. When the disk fails or falls behind the recording ends, `onFailure` is told once, and the
 * call lives on.
 */
export interface Recorder {
  /** 0 callee, 1 robot. `at` is in samples since the start and may reach back. */
  readonly place: (side: 0 | 1, at: number, audio: Uint8Array, table?: Uint8Array) => void;
  /** Hands what is older than the hold-back to the disk. `elapsedMs`: time since the start. */
  readonly flush: (elapsedMs: number) => void;
  /** The file lasts `elapsedMs` then, unless it failed. */
  readonly close: (elapsedMs: number) => Promise<Recorded>;
  readonly recorded: () => Recorded;
}

export interface Recorded {
  readonly file: string;
  readonly durationMs: number;
  /** Bytes of the file as written, header included. */
  readonly bytes: number;
}

export const SAMPLES_PER_MS = 8;
const HOLD_BACK_SAMPLES = 600 * SAMPLES_PER_MS;

class FileRecorder implements Recorder {
  readonly #window: StereoWindow = createStereoWindow();
  readonly #path: string;
  readonly #file: WavFile;
  #open = true;

  constructor(path: string, onFailure: (because: string) => void) {
    this.#path = path;
    this.#file = createWavFile(path, onFailure);
  }

  place(side: 0 | 1, at: number, audio: Uint8Array, table?: Uint8Array): void {
    if (!this.#open) return;
    const pushedOut = this.#window.put(side, at, audio, table);
    if (pushedOut.length > 0) this.#file.append(pushedOut);
  }

  flush(elapsedMs: number): void {
    if (this.#open) this.#file.append(this.#window.take(Math.floor(elapsedMs * SAMPLES_PER_MS) - HOLD_BACK_SAMPLES));
  }

  async close(elapsedMs: number): Promise<Recorded> {
    if (this.#open) this.#file.append(this.#window.take(Math.round(elapsedMs * SAMPLES_PER_MS)));
    this.#open = false;
    await this.#file.finish();
    return this.recorded();
  }

  recorded(): Recorded {
    const bytes = this.#file.written();
    return { file: this.#path, durationMs: Math.max(0, bytes - ALAW_HEADER_BYTES) / 2 / SAMPLES_PER_MS, bytes };
  }
}

export const createRecorder = (path: string, onFailure: (because: string) => void): Recorder =>
  new FileRecorder(path, onFailure);
