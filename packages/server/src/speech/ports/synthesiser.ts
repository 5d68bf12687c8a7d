import type { SentenceSegment } from '@lianxian/core';

/**
 * What makes a voice: a port, so that other voices can come (docs/speech.md#services). An adapter gives telephone audio
 * (A-law, 8 kHz, one byte a sample) for a piece of a sentence, or rejects; who asks keeps the time limit.
 */
export interface Synthesiser {
  /** Names the voice with all its settings: audio made under one name is never used under another. */
  readonly voice: string;
  /** `dueMs`: so long from now it is needed; a voice that has others to speak first may take those that are due before. */
  readonly speak: (segment: SentenceSegment, dueMs?: number) => Promise<Uint8Array>;
  /** Somebody waits for what was asked before: it is due now. */
  readonly hurry?: (segment: SentenceSegment) => void;
  readonly close: () => Promise<void>;
}

/** The voice that is always there, at any speed. */
export interface UsualVoice extends Synthesiser {
  readonly at: (speed: number) => Synthesiser;
}

/** Who speaks for a plan. */
export interface PlanSpeaker {
  /** A service of its merchant; null: the usual voice. */
  readonly own: Synthesiser | null;
  /** Of the usual voice, which speaks or stands in. */
  readonly speed: number;
}
