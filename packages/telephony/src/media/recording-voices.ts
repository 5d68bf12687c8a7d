import { open } from 'node:fs/promises';
import { readWavHeader, type WavRefusal } from '../audio/wav.ts';
import { createVoiceActivity, frameEnergy } from './voice-activity.ts';

/** When the callee spoke in a recording of ours, ms from its beginning. */
export interface RecordedVoice {
  readonly fromMs: number;
  readonly toMs: number;
}

const FRAME_MS = 20;
/** Both sides of 20 ms at 8 kHz. */
const FRAME_BYTES = 320;
const pieceBytes = FRAME_BYTES * 200;
const HEAD_BYTES = 4_096;
/** Voice is told so late by the detector: four frames of onset, 23 of hangover. */
const ONSET_MS = 80;
const HANGOVER_MS = 460;

/**
 * Voice activity of a stored call (stereo A-law, left the callee), by the ear a call has. Read in pieces, so that an hour
 * costs no more memory than a minute. Rejects with the system's error when it cannot be read.
 */
export const recordedVoices = async (file: string): Promise<readonly RecordedVoice[] | WavRefusal | 'notRecording'> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const piece = Buffer.alloc(pieceBytes);
    const { bytesRead } = await handle.read(piece, 0, HEAD_BYTES, 0);
    const format = readWavHeader(piece.subarray(0, bytesRead), size);
    if (typeof format === 'string') return format;
    if (format.coding !== 'alaw' || format.channels !== 2) return 'notRecording';
    const ear = createEar();
    for (let at = 0; at < format.dataBytes; ) {
      const wanted = Math.min(pieceBytes, format.dataBytes - at);
      const { bytesRead: got } = await handle.read(piece, 0, wanted, format.dataStart + at);
      if (got < FRAME_BYTES) break;
      ear.take(piece.subarray(0, got - (got % FRAME_BYTES)));
      at += got;
    }
    return ear.voices();
  } finally {
    await handle.close();
  }
};

const createEar = () => {
  const activity = createVoiceActivity();
  const voices: RecordedVoice[] = [];
  const sides = [Buffer.alloc(FRAME_BYTES / 2), Buffer.alloc(FRAME_BYTES / 2)] as const;
  let atMs = 0;
  let since: number | null = null;
  const hear = (frame: Buffer): void => {
    for (let index = 0; index < FRAME_BYTES; index += 2) {
      sides[0][index / 2] = frame[index]!;
      sides[1][index / 2] = frame[index + 1]!;
    }
    const [callee, robot] = sides.map(side => frameEnergy(side, 'PCMA', 0, side.length));
    atMs += FRAME_MS;
    const heard = activity.frame(callee!, robot!);
    if (heard === 'speaking') since = Math.max(0, atMs - ONSET_MS);
    if (heard === 'quiet' && since !== null) {
      voices.push({ fromMs: since, toMs: Math.max(since, atMs - HANGOVER_MS) });
      since = null;
    }
  };
  return {
    take: (piece: Buffer): void => {
      for (let at = 0; at < piece.length; at += FRAME_BYTES) hear(piece.subarray(at, at + FRAME_BYTES));
    },
    voices: (): readonly RecordedVoice[] => (since === null ? voices : [...voices, { fromMs: since, toMs: atMs }]),
  };
};
