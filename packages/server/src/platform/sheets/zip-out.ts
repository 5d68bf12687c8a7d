/**
 * A zip archive as a workbook is one (APPNOTE.TXT 6.3.10), written as its parts come: what a part comes to follows it, so
 * nothing is held but a line of the directory each. Without ZIP64: Excel does not open what is streamed with it, so a part,
 * and all of the archive, is shorter than 4 GiB.
 */
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

interface Part {
  readonly name: string;
  /** Pulled as the archive is: one part after the other, the next is asked for when this one has ended. */
  readonly text: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  bytes: number;
}

/** Version, flags (sizes follow the part: bit 3, names are UTF-8: bit 11), the method, and 1 January 1980, the first a zip knows. */
const KIND = [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x0021],
] as const;

type Field = readonly [bytes: 2 | 4, value: number];

/** Figures one after the other, the lowest byte first. */
const figures = (...fields: readonly Field[]): Buffer => {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = out.writeUIntLE(value, at, bytes);
  return out;
};

const headOf = ({ name }: Written): Buffer =>
  Buffer.concat([figures([4, 0x04034b50], ...KIND, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]), name]);

const sizesOf = ({ crc, packed, bytes }: Written): Buffer =>
  figures([4, 0x08074b50], [4, crc], [4, packed], [4, bytes]);

const lineOf = ({ name, offset, crc, packed, bytes }: Written): Buffer => {
  const sizes = [[4, crc] as const, [4, packed] as const, [4, bytes] as const];
  const beside = [[2, 0] as const, [2, 0] as const, [2, 0] as const, [2, 0] as const, [4, 0] as const];
  const fixed = figures([4, 0x02014b50], [2, 20], ...KIND, ...sizes, [2, name.length], ...beside, [4, offset]);
  return Buffer.concat([fixed, name]);
};

/** Behind the directory, which has so many bytes and begins there. */
const endOf = (entries: number, bytes: number, offset: number): Buffer =>
  figures([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, offset], [2, 0]);

async function* counted(text: Part['text'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    entry.crc = crc32(bytes, entry.crc);
    entry.bytes += bytes.length;
    yield bytes;
  }
}
/** What goes wrong with the text is thrown to who reads this. */
const packed = (text: Part['text'], entry: Written): AsyncIterable<Buffer> =>
  pipeline(counted(text, entry), createDeflateRaw(), () => undefined);

const MOST_BYTES = 0xffffffff;

/** A zip says no more than four bytes hold of where things lie in it. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

/** @throws {@link ZipTooLarge} as soon as what is written would be. */
export async function* zipOf(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, text } of parts) {
    const entry: Written = { name: Buffer.from(name), offset: at, crc: 0, packed: 0, bytes: 0 };
    const head = headOf(entry);
    yield head;
    for await (const chunk of packed(text, entry)) {
      entry.packed += chunk.length;
      if (Math.max(entry.bytes, at + entry.packed) > MOST_BYTES) throw new ZipTooLarge('beyond 4 GiB');
      yield chunk;
    }
    const sizes = sizesOf(entry);
    yield sizes;
    at += head.length + entry.packed + sizes.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(lineOf));
  yield directory;
  yield endOf(written.length, directory.length, at);
}
