import { alawSilence } from '../audio/g711.ts';

/**
 * The prompts of one leg, in order, cut into 20 ms frames. A prompt is over when the frame after its last one is due:
 * only then has its end been heard. Stopping says of each prompt how much of it had left.
 */
export const frameSamples = 160;

export interface Played {
  /** Null: sound of our own (in-band keys) that nobody waits for. */
  readonly id: number | null;
  readonly heardMs: number;
  readonly complete: boolean;
}

export interface Playout {
  readonly play: (id: number | null, audio: Uint8Array) => void;
  /** Drops everything; what was queued and never started has heardMs 0. */
  readonly stop: () => readonly Played[];
  /** Tells the prompt whose end has just been heard; asked before each frame. */
  readonly finished: () => Played | null;
  /** Writes the next 160 A-law bytes at `at`; false (and nothing written) when nothing plays. */
  readonly frame: (target: Uint8Array, at: number) => boolean;
}

interface Prompt {
  readonly id: number | null;
  readonly audio: Uint8Array;
}

/** A-law at 8 kHz: eight bytes a millisecond. */
const bytesPerMs = 8;

/** Prompts that may wait on one leg; a caller that queues more has lost its way, and the newest are refused. */
const maxQueued = 256;

export const createPlayout = (): Playout => {
  const queue: Prompt[] = [];
  let position = 0;

  const finished = (): Played | null => {
    const current = queue[0];
    if (!current || position < current.audio.length) return null;
    queue.shift();
    position = 0;
    return { id: current.id, heardMs: current.audio.length / bytesPerMs, complete: true };
  };

  return {
    finished,
    play: (id, audio) => {
      if (queue.length >= maxQueued) throw new RangeError(`more than ${maxQueued} prompts queued`);
      queue.push({ id, audio });
    },
    stop: () => {
      const dropped = queue.map((prompt, index) => {
        const heard = index === 0 ? Math.min(position, prompt.audio.length) : 0;
        return { id: prompt.id, heardMs: heard / bytesPerMs, complete: heard === prompt.audio.length && index === 0 };
      });
      queue.length = 0;
      position = 0;
      return dropped;
    },
    frame: (target, at) => {
      const current = queue[0];
      if (!current) return false;
      const { audio } = current;
      const end = Math.min(position + frameSamples, audio.length);
      for (let i = position; i < end; i += 1) target[at + i - position] = audio[i]!;
      target.fill(alawSilence, at + end - position, at + frameSamples);
      position = end;
      return true;
    },
  };
};
