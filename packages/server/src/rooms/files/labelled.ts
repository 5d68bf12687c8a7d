import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { labelChunk, readWavHeader, type SynthesisLabel } from '@lianxian/telephony';
import type { StoredFile } from '../../platform/files.ts';
import { asPcm } from './as-pcm.ts';

/** Ours have 58 bytes before the samples. */
const HEAD_BYTES = 4_096;
/** Sizes in a RIFF file count what follows them. */
const RIFF_HEAD_BYTES = 8;

/** The head with true sizes: of the samples, and of the whole as it leaves. */
const sized = (head: Buffer, dataBytes: number, bytes: number): Buffer => {
  const own = Buffer.from(head);
  own.writeUInt32LE(bytes - RIFF_HEAD_BYTES, 4);
  own.writeUInt32LE(dataBytes, own.length - 4);
  return own;
};

/**
 * A WAV with synthesised sound, as it leaves the house: the file as it lies on the disk, with its label (GB 45438-2025)
 * behind the samples, where players that know nothing of it do not look. What is no WAV stays as it is.
 */
const labelled = async (file: StoredFile, label: SynthesisLabel): Promise<StoredFile> => {
  if (file.bytes === 0) return file;
  const opening = await buffer(file.read(0, Math.min(HEAD_BYTES, file.bytes) - 1));
  const format = readWavHeader(opening, file.bytes);
  if (typeof format === 'string') return file;
  const { dataStart, dataBytes } = format;
  const dataEnd = dataStart + dataBytes;
  const tail = Buffer.concat([Buffer.alloc(dataBytes % 2), labelChunk(label)]);
  const bytes = dataEnd + tail.length;
  const head = sized(opening.subarray(0, dataStart), dataBytes, bytes);
  const pieces = async function* (from: number, to: number) {
    if (from < dataStart) yield head.subarray(from, to + 1);
    const last = Math.min(to, dataEnd - 1);
    if (last >= dataStart && from <= last) yield* file.read(Math.max(from, dataStart), last);
    if (to >= dataEnd) yield tail.subarray(Math.max(0, from - dataEnd), to + 1 - dataEnd);
  };
  return { bytes, read: (from, to) => Readable.from(pieces(from, to), { objectMode: false }) };
};

/** The recording of a call as it leaves the house; `synthesisedCall`: that call, where a machine speaks in it. */
export const takenAlong = async (
  file: StoredFile,
  synthesisedCall: string | null,
  producer: () => Promise<string>,
): Promise<StoredFile> => {
  const sound = await asPcm(file);
  if (synthesisedCall === null) return sound;
  return await labelled(sound, { producer: await producer(), produceId: `call-${synthesisedCall}` });
};
