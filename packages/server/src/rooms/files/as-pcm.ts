import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decodeAlaw, pcmWavHeader, readWavHeader } from '@lianxian/telephony';
import type { StoredFile } from '../../platform/files.ts';

/** Ours have 58 bytes before the samples. */
const HEAD_BYTES = 4_096;
/** A byte of A-law is a sample of so many. */
const SAMPLE_BYTES = 2;

/** Bytes `from` to `to` of samples that lie as A-law from `dataStart` on; a piece may begin or end within a sample. */
const linear = async function* (file: StoredFile, dataStart: number, from: number, to: number) {
  const at = (byte: number) => dataStart + Math.floor(byte / SAMPLE_BYTES);
  let [skip, left] = [from % SAMPLE_BYTES, to + 1 - from];
  for await (const piece of file.read(at(from), at(to))) {
    const { buffer: samples } = decodeAlaw(piece as Buffer);
    const bytes = Buffer.from(samples).subarray(skip, skip + left);
    yield bytes;
    skip = 0;
    left -= bytes.length;
  }
};

/**
 * A recording as it leaves the house: A-law, as it lies on the disk, becomes samples of 16 bits, which every player and
 * every other program opens. Piece by piece, so that an hour holds up nobody; any part can be asked for, for the sizes are
 * known beforehand. What is something else stays as it is.
 */
export const asPcm = async (file: StoredFile): Promise<StoredFile> => {
  if (file.bytes === 0) return file;
  const opening = await buffer(file.read(0, Math.min(HEAD_BYTES, file.bytes) - 1));
  const format = readWavHeader(opening, file.bytes);
  if (typeof format === 'string' || format.coding !== 'alaw') return file;
  const { channels, sampleRate, dataStart } = format;
  const dataBytes = format.dataBytes * SAMPLE_BYTES;
  const head = pcmWavHeader({ channels, sampleRate }, dataBytes);
  const pieces = async function* (from: number, to: number) {
    if (from < head.length) yield head.subarray(from, to + 1);
    if (to >= head.length) yield* linear(file, dataStart, Math.max(0, from - head.length), to - head.length);
  };
  return {
    bytes: head.length + dataBytes,
    read: (from, to) => Readable.from(pieces(from, to), { objectMode: false }),
  };
};
