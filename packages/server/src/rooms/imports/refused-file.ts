import { open, truncate } from 'node:fs/promises';
import { importReasonText, type Language, type RowReason, refusedFileWords, wordsIn } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { CSV_BOM, csvLine } from '../../platform/sheets/index.ts';

/** A row that was not taken. */
export interface RefusedRow {
  readonly line: number;
  readonly reason: RowReason;
  readonly cells: readonly string[];
}

/**
 * The file of refused rows: line, reason, cells as they came. How long it is is part of the import's cursor: before a
 * chunk is written, what a killed process left behind is cut off, so each row is in it once.
 */
export interface RefusedFile {
  /** Its path below the data folder. */
  readonly path: string;
  /** Writes from byte `at` on, to the disk itself, and answers where the next rows go. */
  readonly append: (at: number, rows: readonly RefusedRow[]) => Promise<number>;
  /** What was written from byte `at` on is not part of it. */
  readonly endAt: (at: number) => Promise<void>;
}

interface Wanted {
  readonly path: string;
  /** Of the sheet's own columns. */
  readonly titles: readonly string[];
  /** Of who imports. */
  readonly language: Language;
}

export const openRefusedFile = (files: FileStore, { path, titles, language }: Wanted): RefusedFile => ({
  path,
  append: async (at, rows) => {
    if (rows.length === 0) return at;
    const words = wordsIn(refusedFileWords, language);
    const head = at === 0 ? CSV_BOM + csvLine([words.line, words.reason, ...titles]) : '';
    const text =
      head +
      rows
        .map(({ line, reason, cells }) => csvLine([String(line), importReasonText(reason, language), ...cells]))
        .join('');
    const file = await open(await files.placeFor(path), at === 0 ? 'w' : 'r+', 0o600);
    try {
      await file.truncate(at);
      const bytes = Buffer.from(text);
      // A disk that is nearly full takes a part, and says so only when it is given the rest.
      for (let done = 0; done < bytes.length; )
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      await file.datasync();
      return at + bytes.length;
    } finally {
      await file.close();
    }
  },
  endAt: async at => {
    if (await files.find(path)) await truncate(files.pathOf(path), at);
  },
});
