import type { SentenceSegment } from '@lianxian/core';

/**
 * What makes a voice: a port, so that other voices can come (product.md §4). An adapter gives telephone audio (A-law,
 * 8 kHz, one byte a sample) for a piece of a sentence, or rejects; who asks keeps the time limit.
 */
export interface Synthesiser {
  /** Names the voice with all its settings: audio made under one name is never used under another. */
  readonly voice: string;
  readonly speak: (segment: SentenceSegment) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
