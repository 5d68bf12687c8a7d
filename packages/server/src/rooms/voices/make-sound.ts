import { createHash } from 'node:crypto';
import { voiceLimits } from '@lianxian/contract';
import { decodeWav, encodeAlaw, type GivenSound, readWavHeader, soundPeaks, telephoneSound } from '@lianxian/telephony';
import wavefile from 'wavefile';

/** A sound as it is kept and spoken. */
export interface MadeSound {
  /** Hash of the A-law bytes: the name of the sound, and of its prompt. */
  readonly sound: string;
  readonly audio: Uint8Array;
  readonly peaks: Uint8Array;
}
export type SoundFault =
  | 'soundEmpty'
  | 'soundTooLong'
  | 'soundSilent'
  | 'soundNotAudio'
  | 'soundCut'
  | 'soundCompressed';

/** A-law at 8 kHz. */
const BYTES_PER_MS = 8;
/** Less than this is a click, not speech; the rest at both ends (80 ms) comes on top. */
const SHORTEST_MS = 30;
const REST_MS = 80;

const NAME_CHARS = 40;
export const soundName = (audio: Uint8Array): string =>
  createHash('sha256').update(audio).digest('hex').slice(0, NAME_CHARS);

/** A-law bytes whose hash and wave are known. */
export const madeSound = (audio: Uint8Array, sha256: string, peaks: Uint8Array): MadeSound => ({
  sound: sha256.slice(0, NAME_CHARS),
  audio,
  peaks,
});

/** Any file somebody calls a recording → telephone sound, or what is wrong with it. Heavy: 0.2 s for a minute at 48 kHz. */
export const makeSound = (bytes: Uint8Array): MadeSound | SoundFault => {
  if (bytes.length === 0) return 'soundEmpty';
  const given = decode(bytes);
  if (typeof given === 'string') return given;
  const frames = given.channels[0]?.length ?? 0;
  if (frames === 0) return 'soundEmpty';
  if (frames / given.sampleRate > voiceLimits.soundMinutes * 60) return 'soundTooLong';
  const samples = telephoneSound(given);
  if (samples.length === 0) return 'soundSilent';
  if (samples.length < (SHORTEST_MS + REST_MS) * BYTES_PER_MS) return 'soundEmpty';
  return soundOfSamples(samples);
};

export const soundOfSamples = (samples: Int16Array): MadeSound => {
  const audio = encodeAlaw(samples);
  return { sound: soundName(audio), audio, peaks: soundPeaks(samples, voiceLimits.peaks) };
};

const decode = (bytes: Uint8Array): GivenSound | SoundFault => {
  const format = readWavHeader(bytes);
  if (typeof format !== 'string') {
    if (format.isCut) return 'soundCut';
    const sound = decodeWav(bytes);
    return typeof sound === 'string' ? 'soundNotAudio' : sound;
  }
  if (format === 'notWav') return compressed(bytes) ? 'soundCompressed' : 'soundNotAudio';
  // A header alone: what was to follow never came.
  return format === 'unsupportedCoding' ? decodeOdd(bytes) : 'soundCut';
};

/** Floats and ADPCM. */
const decodeOdd = (bytes: Uint8Array): GivenSound | SoundFault => {
  try {
    const file = new wavefile.WaveFile(bytes);
    if (file.bitDepth === '4') file.fromIMAADPCM('16');
    file.toBitDepth('16');
    const { sampleRate, numChannels } = file.fmt as { sampleRate: number; numChannels: number };
    if (!(sampleRate >= 1_000 && sampleRate <= 384_000)) return 'soundNotAudio';
    const samples = file.getSamples(false, Int16Array) as unknown as Int16Array | Int16Array[];
    return { sampleRate, channels: numChannels === 1 ? [samples as Int16Array] : (samples as Int16Array[]) };
  } catch {
    return 'soundNotAudio';
  }
};

/** How files of the usual kinds begin: MP3, AAC, Ogg, FLAC, WebM; MP4 has its word at byte 4. */
const openings = ['494433', 'fffb', 'fff3', 'fff2', 'fffa', 'fff1', 'fff9', '4f676753', '664c6143', '1a45dfa3'];
const compressed = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 12));
  return openings.some(opening => head.toString('hex').startsWith(opening)) || head.toString('latin1', 4, 8) === 'ftyp';
};
