/**
 * A zip archive (APPNOTE.TXT 6.3.10), written as its parts come: what a part comes to follows it, so nothing is held but a
 * line of the directory each. A workbook is one without ZIP64: Excel does not open what is streamed with it, so a part, and
 * all of the workbook, is shorter than 4 GiB. An archive that people unpack is as large as it becomes.
 */
import { pipeline } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

export interface Part {
  readonly name: string;
  /** Pulled as the archive is: one part after the other, the next is asked for when this one has ended. */
  readonly text: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
  /** Sound hardly shrinks: it is packed in passing. */
  readonly isSound?: boolean;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  bytes: number;
}

/** Whether places and sizes are told in eight bytes. */
type Large = boolean;
const versionOf = (large: Large): Field => [2, large ? 45 : 20];

/** Flags (sizes follow the part: bit 3, names are UTF-8: bit 11), the method, and 1 January 1980, the first a zip knows. */
const KIND = [
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x0021],
] as const;

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Figures one after the other, the lowest byte first. */
const figures = (...fields: readonly Field[]): Buffer => {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields)
    at = bytes === 8 ? out.writeBigUInt64LE(BigInt(value), at) : out.writeUIntLE(value, at, bytes);
  return out;
};

/** What ZIP64 has behind a name; in four bytes stands then that it is there. */
const extraOf = (large: Large, ...values: readonly number[]): Buffer =>
  large ? figures([2, 1], [2, values.length * 8], ...values.map(value => [8, value] as const)) : Buffer.alloc(0);
const THERE = 0xffffffff;

const headOf = ({ name }: Written, large: Large): Buffer => {
  const extra = extraOf(large, 0, 0);
  const size: Field = [4, large ? THERE : 0];
  const fixed = [[4, 0x04034b50], versionOf(large), ...KIND, [4, 0], size, size] as const;
  return Buffer.concat([figures(...fixed, [2, name.length], [2, extra.length]), name, extra]);
};

const sizesOf = ({ crc, packed, bytes }: Written, large: Large): Buffer => {
  const of = large ? 8 : 4;
  return figures([4, 0x08074b50], [4, crc], [of, packed], [of, bytes]);
};

const lineOf = ({ name, offset, crc, packed, bytes }: Written, large: Large): Buffer => {
  const extra = extraOf(large, bytes, packed, offset);
  const told = (value: number): Field => [4, large ? THERE : value];
  const beside = [[2, 0] as const, [2, 0] as const, [2, 0] as const, [4, 0] as const];
  const fixed = figures(
    ...([[4, 0x02014b50], versionOf(large), versionOf(large), ...KIND, [4, crc], told(packed), told(bytes)] as const),
    ...([[2, name.length], [2, extra.length], ...beside, told(offset)] as const),
  );
  return Buffer.concat([fixed, name, extra]);
};

/** Behind the directory, which has so many bytes and begins there. */
const endOf = (entries: number, bytes: number, offset: number, large: Large): Buffer => {
  const told = (of: 2 | 4, value: number): Field => [of, large ? (of === 2 ? 0xffff : THERE) : value];
  const counts = [told(2, entries), told(2, entries), told(4, bytes), told(4, offset)];
  const end = figures([4, 0x06054b50], [2, 0], [2, 0], ...counts, [2, 0]);
  if (!large) return end;
  const sums = [[8, entries] as const, [8, entries] as const, [8, bytes] as const, [8, offset] as const];
  const full = figures([4, 0x06064b50], [8, 44], versionOf(true), versionOf(true), [4, 0], [4, 0], ...sums);
  return Buffer.concat([full, figures([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]), end]);
};

async function* counted(text: Part['text'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    entry.crc = crc32(bytes, entry.crc);
    entry.bytes += bytes.length;
    yield bytes;
  }
}
/** What goes wrong with the text is thrown to who reads this. */
const packed = ({ text, isSound = false }: Part, entry: Written): AsyncIterable<Buffer> => {
  const level = isSound ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
  return pipeline(counted(text, entry), createDeflateRaw({ level }), () => undefined);
};

const MOST_BYTES = 0xffffffff;

/** A zip says no more than four bytes hold of where things lie in it. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

/** @throws {@link ZipTooLarge} as soon as what is written would be, where it is not `large`. */
export async function* zipOf(parts: AsyncIterable<Part>, large: Large = false): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const part of parts) {
    const entry: Written = { name: Buffer.from(part.name), offset: at, crc: 0, packed: 0, bytes: 0 };
    const head = headOf(entry, large);
    yield head;
    for await (const chunk of packed(part, entry)) {
      entry.packed += chunk.length;
      if (!large && Math.max(entry.bytes, at + entry.packed) > MOST_BYTES) throw new ZipTooLarge('beyond 4 GiB');
      yield chunk;
    }
    const sizes = sizesOf(entry, large);
    yield sizes;
    at += head.length + entry.packed + sizes.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(entry => lineOf(entry, large)));
  yield directory;
  yield endOf(written.length, directory.length, at, large);
}
