/**
 * A zip archive as a workbook is one (APPNOTE.TXT 6.3.10): its central directory, and parts unpacked as a stream. What
 * is unpacked is counted over all parts, so that a bomb (42.zip, a gigabyte of zeros in a megabyte) ends with a
 * sentence after some megabytes, whatever its headers claim. No encryption, no archives of several disks, no ZIP64:
 * no workbook of 50 MB needs them.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { refuse } from '../http/refusal.ts';
import { sheetLimits } from './limits.ts';

interface Entry {
  readonly crc: number;
  readonly offset: number;
  readonly packed: number;
  readonly method: number;
  readonly isLocked: boolean;
}

export interface Zip {
  readonly has: (name: string) => boolean;
  /** The bytes of a part; a part that is not there is a broken workbook. */
  readonly part: (name: string, mostBytes?: number) => AsyncIterable<Buffer>;
  /**
   * Unpacks a part to see that it is as it was packed. A damaged one unpacks to other figures as often as to an error, and
   * its checksum is known at its end only: numbers that nobody wrote would have been called by then.
   */
  readonly check: (name: string) => Promise<void>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const DIRECTORY = 0x02014b50;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A workbook has some dozens. */
const MOST_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 262_144;

const readAt = async (file: FileHandle, from: number, bytes: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, from);
  if (bytesRead < bytes) throw refuse('sheetBroken');
  return buffer;
};

const findEnd = async (file: FileHandle, size: number): Promise<{ from: number; bytes: number; entries: number }> => {
  const tailBytes = Math.min(size, END_BYTES + MOST_COMMENT);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const end = {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      from: tail.readUInt32LE(at + 16),
    };
    if (end.from + end.bytes > size || end.entries > MOST_ENTRIES) throw refuse('sheetBroken');
    return end;
  }
  throw refuse('sheetBroken');
};

const readDirectory = async (file: FileHandle, size: number): Promise<Map<string, Entry>> => {
  const end = await findEnd(file, size);
  const directory = await readAt(file, end.from, end.bytes);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < end.entries; index += 1) {
    if (at + DIRECTORY_BYTES > directory.length || directory.readUInt32LE(at) !== DIRECTORY)
      throw refuse('sheetBroken');
    const [name, extra, comment] = [28, 30, 32].map(field => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    entries.set(directory.toString('utf8', at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + name), {
      isLocked: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += DIRECTORY_BYTES + name + extra + comment;
  }
  return entries;
};

/** Counts what is unpacked of one archive. */
const openMeter = (packedBytes: number) => {
  let unpacked = 0;
  const most = Math.min(
    sheetLimits.unpackedBytes,
    Math.max(sheetLimits.unpackedFreely, packedBytes * sheetLimits.unpackedRatio),
  );
  return (bytes: number): void => {
    unpacked += bytes;
    if (unpacked > most) throw refuse('sheetBomb', { limit: Math.round(most / 1_048_576) });
  };
};

/** Opens the archive at `path`; its file is read anew for each part. Throws refusals. */
export const openZip = async (path: string): Promise<Zip> => {
  const file = await open(path);
  const { size } = await file.stat();
  const entries = await readDirectory(file, size).finally(() => file.close());
  const meterOfAll = openMeter(size);

  async function* part(
    name: string,
    mostBytes: number = sheetLimits.unpackedBytes,
    meter = meterOfAll,
  ): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) throw refuse('sheetBroken');
    if (entry.isLocked) throw refuse('sheetLocked');
    if (entry.method !== STORED && entry.method !== DEFLATED) throw refuse('sheetBroken');
    const handle = await open(path);
    const local = await readAt(handle, entry.offset, LOCAL_BYTES).finally(() => handle.close());
    const start = entry.offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (start + entry.packed > size) throw refuse('sheetBroken');
    if (entry.packed === 0) return;
    const packed = createReadStream(path, { start, end: start + entry.packed - 1, highWaterMark: CHUNK_BYTES / 4 });
    const bytes =
      entry.method === STORED
        ? packed
        : pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => undefined);
    let seen = 0;
    let crc = 0;
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        meter(chunk.length);
        seen += chunk.length;
        crc = crc32(chunk, crc);
        if (seen > mostBytes) throw refuse('sheetBomb', { limit: Math.round(mostBytes / 1_048_576) });
        yield chunk;
      }
    } catch (error) {
      // zlib's own errors (Z_DATA_ERROR, Z_BUF_ERROR): the file was cut or changed on its way.
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw refuse('sheetBroken');
      throw error;
    }
    if (crc !== entry.crc) throw refuse('sheetBroken');
  }

  return {
    has: name => entries.has(name),
    part,
    check: async name => {
      for await (const _ of part(name, sheetLimits.unpackedBytes, openMeter(size)));
    },
  };
};
