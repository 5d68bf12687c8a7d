import { refuse } from '../http/refusal.ts';
import { unescaped } from './cell-text.ts';
import { sheetLimits } from './limits.ts';
import { scanXml } from './xml.ts';
import type { Zip } from './zip.ts';

/**
 * The texts that a workbook shares among its cells. A list of a million numbers kept as text is two million of them:
 * they lie as bytes in one buffer, a twentieth of what a tree of elements takes (measured: 2.0 GB).
 */
export interface StringTable {
  /** '' where there is none. */
  readonly at: (index: number) => string;
}

/** Texts lie in blocks, each whole in one: a table that grows is never copied. */
const BLOCK_BYTES = 1_048_576;
const MOST_UTF8 = 3;

const openTable = () => {
  const blocks: Buffer[] = [];
  let ends = new Uint32Array(4_096);
  let used = 0;
  let count = 0;
  const write = (text: string): void => {
    const most = text.length * MOST_UTF8;
    if (used + most > blocks.length * BLOCK_BYTES) {
      used = blocks.length * BLOCK_BYTES;
      if (used >= sheetLimits.stringBytes) throw refuse('sheetBomb', { limit: sheetLimits.stringBytes >> 20 });
      blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
    }
    used += blocks.at(-1)?.write(text, used - (blocks.length - 1) * BLOCK_BYTES) ?? 0;
  };
  return {
    add: (text: string): void => {
      if (text !== '') write(text.slice(0, sheetLimits.cellChars));
      if (count === ends.length) {
        const longer = new Uint32Array(ends.length * 2);
        longer.set(ends);
        ends = longer;
      }
      ends[count] = used;
      count += 1;
    },
    at: (index: number): string => {
      const end = index >= 0 && index < count ? (ends[index] ?? 0) : 0;
      const before = index > 0 ? (ends[index - 1] ?? 0) : 0;
      if (end <= before) return '';
      const block = Math.floor((end - 1) / BLOCK_BYTES);
      const from = block * BLOCK_BYTES;
      return blocks[block]?.toString('utf8', Math.max(before, from) - from, end - from) ?? '';
    },
  };
};

/** Reads the part of shared texts; a workbook without one has none. Phonetic runs (rPh) are no text of the cell. */
export const readStrings = async (zip: Zip, name: string | null): Promise<StringTable> => {
  const table = openTable();
  if (name === null || !zip.has(name)) return table;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await scanXml(zip.part(name), {
    open: tag => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') inPhonetic = true;
      else if (tag === 't') inText = !inPhonetic;
    },
    close: tag => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 'si') table.add(unescaped(text));
    },
    text: piece => {
      if (inText && text.length < sheetLimits.cellChars) text += piece.slice(0, sheetLimits.cellChars);
    },
  });
  return table;
};
