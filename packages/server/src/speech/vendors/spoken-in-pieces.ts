import { ServiceFailed } from '../http-failure.ts';
import { MOST_CHARACTERS, MOST_SOUND_BYTES, SPEECH_LIMIT_MS } from '../openai-speech.ts';
import { telephoneSound } from '../telephone-sound.ts';
import { samplesOf } from '../upsample.ts';

/** Twice the telephone's: every vendor here speaks it, also where a voice knows no 8,000. */
export const VENDOR_HZ = 16_000;

/** Where a sentence may be cut, the better place first. */
const cuts = [/[。！？；!?;\n]/gu, /[，、,：:\s]/gu] as const;
const highSurrogate = /[\ud800-\udbff]$/;

/** A text as pieces of at most so many characters (UTF-16 units): cut behind a mark, else where it must be. */
export const piecesOf = (text: string, most: number): readonly string[] => {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const ends = cuts.map(marks => [...head.matchAll(marks)].at(-1)?.index);
    const end = ends.find(at => at !== undefined && at > 0);
    const cut = end === undefined ? most - (highSurrogate.test(head) ? 1 : 0) : end + 1;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return rest === '' ? pieces : [...pieces, rest];
};

interface Speaking {
  /** Characters a request may have. */
  readonly mostCharacters: number;
  /** 16-bit PCM at `VENDOR_HZ`. */
  readonly speakPiece: (text: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly timeLimitMs?: number;
}

/** Speaks a text of any length by a service that takes little at once: piece after piece, as one sound of the telephone. */
export const spokenInPieces = async (
  text: string,
  { mostCharacters, speakPiece, timeLimitMs = SPEECH_LIMIT_MS }: Speaking,
): Promise<Uint8Array> => {
  const signal = AbortSignal.timeout(timeLimitMs);
  const sounds: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of piecesOf(text.slice(0, MOST_CHARACTERS), mostCharacters)) {
    const sound = await speakPiece(piece, signal);
    bytes += sound.length;
    if (bytes > MOST_SOUND_BYTES) throw new ServiceFailed('tooLong');
    sounds.push(sound);
  }
  return telephoneSound(samplesOf(Buffer.concat(sounds)), VENDOR_HZ);
};

/** Of an answer that holds its sound as base64 in JSON. */
export const MOST_JSON_BYTES = Math.ceil((MOST_SOUND_BYTES * 4) / 3) + 64 * 1024;
