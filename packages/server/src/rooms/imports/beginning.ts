import type { OpenSheet, SheetRow } from '../../platform/sheets/index.ts';

/** What the columns are is judged by so many. */
const SEEN_ROWS = 200;
const PREVIEW_CHARS = 100;

/** What is seen of a sheet before its numbers are taken: plain data, for a thread may have read it. */
export interface Beginning extends Pick<OpenSheet, 'kind' | 'sheets' | 'encoding'> {
  /** The first 200 rows, cells cut at 100 characters. */
  readonly rows: readonly (readonly string[])[];
  readonly columnsLeftOut: boolean;
}

/** @throws what reading throws. */
export const beginningOf = async ({ kind, sheets, encoding, rows }: OpenSheet): Promise<Beginning> => {
  const first: SheetRow[] = [];
  for await (const block of rows) {
    first.push(...block.slice(0, SEEN_ROWS - first.length));
    if (first.length === SEEN_ROWS) break;
  }
  return {
    kind,
    sheets,
    encoding,
    rows: first.map(({ cells }) => cells.map(cell => cell.slice(0, PREVIEW_CHARS))),
    columnsLeftOut: rows.columnsLeftOut(),
  };
};
