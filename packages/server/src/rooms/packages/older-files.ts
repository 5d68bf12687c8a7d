import { gunzipSync } from 'node:zlib';
import { namesIn, planBefore, testBefore } from '@lianxian/core';
import { refuse } from '../../platform/http/index.ts';
import { hasUnstorable } from '../plans/index.ts';

/**
 * Plan files of formats 1 to 4, which nobody writes any more: gzip of
 *
 *   "LXPLAN" | length of the header, 4 bytes, big-endian | header, JSON | the bytes of its voices, one after the other
 *
 * The header says how many bytes each voice has. What comes is unpacked no further than {@link UNPACKED_BYTES}, and nothing in
 * it is believed: the rooms plans, talks and voices check what is theirs.
 */
interface OlderFile {
  readonly plan: unknown;
  /** Common meanings are taken by name. */
  readonly namesMeanings: boolean;
  readonly tests: unknown;
  readonly voices: readonly VoiceInFile[];
}

/** What a voice says and how it was made, as room voices writes and reads it; its sound, and that sound's SHA-256 where it was checked. */
export interface VoiceInFile {
  readonly about: unknown;
  readonly sound: Uint8Array;
  readonly sha256?: string;
}

const MAGIC = Buffer.from('LXPLAN', 'latin1');
/** 1: meanings and exits by their words. 2: common meanings were taken by likeness. 3: dates were not bounded, nor compared. */
const FORMAT = 4;
const NAMES_MEANINGS = 3;
const LENGTH_BYTES = 4;
const MEGABYTE = 1_048_576;
/** Voices of at most 64 MB, and the header. */
const UNPACKED_BYTES = 96 * MEGABYTE;
const HEADER_BYTES = 16 * MEGABYTE;
const MOST_VOICES = 20_000;

const unpack = (bytes: Uint8Array): Buffer => {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw refuse('planFileBomb', { limit: UNPACKED_BYTES / MEGABYTE });
    throw refuse('planFileBad');
  }
};

/** Of a reader of JSON: a file of ours holds neither NUL nor half a character, nothing could keep them. */
export const keepable = (key: string, value: unknown): unknown => {
  if (hasUnstorable(key) || (typeof value === 'string' && hasUnstorable(value))) throw new Error('not to be kept');
  return value;
};

const readJson = (text: string): unknown => {
  try {
    // Nested deeper than the stack is refused here as well.
    return JSON.parse(text, keepable);
  } catch {
    throw refuse('planFileBad');
  }
};

interface Header {
  readonly format?: unknown;
  readonly plan?: unknown;
  readonly tests?: unknown;
  readonly voices?: unknown;
}

const headerOf = (unpacked: Buffer): { readonly header: Header; readonly end: number } => {
  const from = MAGIC.length + LENGTH_BYTES;
  if (unpacked.length < from || !unpacked.subarray(0, MAGIC.length).equals(MAGIC)) throw refuse('planFileBad');
  const length = unpacked.readUInt32BE(MAGIC.length);
  if (length > HEADER_BYTES || from + length > unpacked.length) throw refuse('planFileBad');
  const header = readJson(unpacked.toString('utf8', from, from + length));
  if (typeof header !== 'object' || header === null) throw refuse('planFileBad');
  return { header, end: from + length };
};

/** Sounds in the order of the header; together they are all that follows it. */
const voicesOf = (unpacked: Buffer, start: number, listed: unknown): readonly VoiceInFile[] => {
  if (!Array.isArray(listed) || listed.length > MOST_VOICES) throw refuse('planFileBad');
  let at = start;
  const voices = listed.map((one: unknown): VoiceInFile => {
    const { about, bytes } = (one ?? {}) as { readonly about?: unknown; readonly bytes?: unknown };
    if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 0 || at + bytes > unpacked.length)
      throw refuse('planFileBad');
    at += bytes;
    return { about, sound: unpacked.subarray(at - bytes, at) };
  });
  if (at !== unpacked.length) throw refuse('planFileBad');
  return voices;
};

/**
 * Refuses what is no plan file, what is damaged or unpacks to too much, and what a later release wrote. Heavy: some seconds
 * of a header made for it.
 */
export const readOlderFile = (bytes: Uint8Array): OlderFile => {
  const unpacked = unpack(bytes);
  const { header, end } = headerOf(unpacked);
  const { format, plan, tests, voices } = header;
  if (typeof format !== 'number') throw refuse('planFileBad');
  if (format > FORMAT) throw refuse('planFileNewer');
  return {
    ...(format < 2 ? ofBefore(plan, tests) : { plan, tests }),
    namesMeanings: format >= NAMES_MEANINGS,
    voices: voicesOf(unpacked, end, voices),
  };
};

const ofBefore = (was: unknown, tests: unknown): Pick<OlderFile, 'plan' | 'tests'> => {
  const plan = planBefore(was);
  const names = namesIn(plan);
  const testIn = (one: unknown): unknown => {
    const { test, ...about } = (one ?? {}) as { readonly test?: unknown };
    return test === undefined ? one : { ...about, test: testBefore(names, test) };
  };
  return { plan, tests: Array.isArray(tests) ? tests.map(testIn) : tests };
};
