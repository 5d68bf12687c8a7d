import { alawSilence } from '../audio/g711.ts';

/**
 * The prompts of one leg, in order, cut into 20 ms frames. A prompt is one sound or several that follow each other without
 * a seam, from `startMs` on. It is over when the frame after its last one is due: only then has its end been heard.
 * Stopping says of each prompt how much of it had left. Sounds are read where they lie: a prompt that plays on a hundred
 * legs is in memory once.
 */
export const FRAME_SAMPLES = 160;

export interface Played {
  /** Null: sound of our own (in-band keys) that nobody waits for. */
  readonly id: number | null;
  /** Where in the prompt it ended: `startMs` is in it. */
  readonly heardMs: number;
  readonly complete: boolean;
}

export interface Playout {
  readonly play: (id: number | null, sound: Uint8Array | readonly Uint8Array[], startMs?: number) => void;
  /** Drops everything; what was queued and never started has heardMs 0 (or its `startMs`). */
  readonly stop: () => readonly Played[];
  /** Tells the prompt whose end has just been heard; asked before each frame. */
  readonly finished: () => Played | null;
  readonly isPlaying: () => boolean;
  /** Writes the next 160 A-law bytes at `at`; false (and nothing written) when nothing plays. */
  readonly frame: (target: Uint8Array, at: number) => boolean;
}

interface Prompt {
  readonly id: number | null;
  readonly sounds: readonly Uint8Array[];
  readonly length: number;
  /** Bytes of the whole that have left. */
  position: number;
  /** The sound that plays, and the place in it. */
  index: number;
  offset: number;
}

/** A-law at 8 kHz: eight bytes a millisecond. */
const BYTES_PER_MS = 8;

/** Prompts that may wait on one leg; a caller that queues more has lost its way, and the newest are refused. */
const MAX_QUEUED = 256;

const promptOf = (id: number | null, sound: Uint8Array | readonly Uint8Array[], startMs: number): Prompt => {
  const sounds = sound instanceof Uint8Array ? [sound] : sound;
  const length = sounds.reduce((sum, { length }) => sum + length, 0);
  const prompt: Prompt = { id, sounds, length, position: 0, index: 0, offset: 0 };
  advance(prompt, Math.min(length, Math.max(0, Math.round(startMs * BYTES_PER_MS))));
  return prompt;
};

const advance = (prompt: Prompt, bytes: number): void => {
  prompt.position += bytes;
  prompt.offset += bytes;
  while (prompt.index < prompt.sounds.length && prompt.offset >= prompt.sounds[prompt.index]!.length) {
    prompt.offset -= prompt.sounds[prompt.index]!.length;
    prompt.index += 1;
  }
};

const playedOf = ({ id, position, length }: Prompt, isCurrent: boolean): Played => ({
  id,
  heardMs: position / BYTES_PER_MS,
  complete: isCurrent && position >= length,
});

class PromptQueue implements Playout {
  readonly #queue: Prompt[] = [];

  finished(): Played | null {
    const current = this.#queue[0];
    if (!current || current.position < current.length) return null;
    this.#queue.shift();
    return playedOf(current, true);
  }

  isPlaying(): boolean {
    return this.#queue.length > 0;
  }

  play(id: number | null, sound: Uint8Array | readonly Uint8Array[], startMs = 0): void {
    if (this.#queue.length >= MAX_QUEUED) throw new RangeError(`more than ${MAX_QUEUED} prompts queued`);
    this.#queue.push(promptOf(id, sound, startMs));
  }

  stop(): readonly Played[] {
    const dropped = this.#queue.map((prompt, index) => playedOf(prompt, index === 0));
    this.#queue.length = 0;
    return dropped;
  }

  frame(target: Uint8Array, at: number): boolean {
    const current = this.#queue[0];
    if (!current) return false;
    let filled = 0;
    while (filled < FRAME_SAMPLES && current.position < current.length) {
      const sound = current.sounds[current.index]!;
      const bytes = Math.min(FRAME_SAMPLES - filled, sound.length - current.offset);
      for (let i = 0; i < bytes; i += 1) target[at + filled + i] = sound[current.offset + i]!;
      filled += bytes;
      advance(current, bytes);
    }
    if (filled < FRAME_SAMPLES) target.fill(alawSilence, at + filled, at + FRAME_SAMPLES);
    return true;
  }
}

export const createPlayout = (): Playout => new PromptQueue();
