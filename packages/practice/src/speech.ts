import { digitsAloud } from '@lianxian/telephony';

/**
 * A sentence as the callee sends it: its sound, and its text in small pieces with the moment at which each is voiced.
 * The voice gives no moments of words, so the text is spread over the sound by its characters; a listener cannot tell.
 */
interface Spoken {
  readonly audio: Uint8Array;
  readonly pieces: readonly TextPiece[];
}

interface TextPiece {
  /** After the beginning of the sound. */
  readonly atMs: number;
  readonly text: string;
}

/** A line separator ends a sentence (RFC 4103, T.140 section 8). */
export const SENTENCE_END = '\u2028';
const CHARACTERS_A_PIECE = 2;
const BYTES_PER_MS = 8;

/** `audio` is A-law at 8 kHz; a piece appears when its last character has been said, the separator with the last sound. */
export const spread = (text: string, audio: Uint8Array): Spoken => {
  const characters = [...text];
  const durationMs = audio.length / BYTES_PER_MS;
  const pieces: TextPiece[] = [];
  for (let i = 0; i < characters.length; i += CHARACTERS_A_PIECE) {
    const end = Math.min(characters.length, i + CHARACTERS_A_PIECE);
    pieces.push({ atMs: (end / characters.length) * durationMs, text: characters.slice(i, end).join('') });
  }
  pieces.push({ atMs: durationMs, text: SENTENCE_END });
  return { audio, pieces };
};

/** What the voice is given: phones and codes (four digits and more in a row) digit by digit, as people read them out. */
export const asVoiced = (text: string): string => text.replace(/\d{4,}/g, digitsAloud);
