import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { refuse } from '../http/refusal.ts';

/**
 * In what a text file is written. A BOM says it; without one it is UTF-8 if every byte of it is, else
 * GB18030, which Chinese Excel writes. Big5 and UTF-16 without BOM look like anything: a person chooses them.
 */
export const encodings = ['utf-8', 'gb18030', 'big5', 'utf-16le'] as const;
export type Encoding = (typeof encodings)[number];

const LOOK_BYTES = 65_536;

const bomOf = (head: Buffer): Encoding | null => {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le';
  return null;
};

const isUtf8 = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: LOOK_BYTES * 4 }))
      decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
};

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  const head = Buffer.alloc(LOOK_BYTES);
  const { bytesRead } = await file.read(head, 0, LOOK_BYTES, 0).finally(() => file.close());
  return head.subarray(0, bytesRead);
};

/** Throws a refusal when the file is no text at all. */
export const findEncoding = async (path: string): Promise<Encoding> => {
  const head = await readHead(path);
  const bom = bomOf(head);
  if (bom !== null) return bom;
  if (head.includes(0)) throw refuse('sheetNotText');
  return (await isUtf8(path)) ? 'utf-8' : 'gb18030';
};

/** Text of a file in chunks, without its BOM; what cannot be read becomes U+FFFD. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: LOOK_BYTES * 2 }))
    yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}
