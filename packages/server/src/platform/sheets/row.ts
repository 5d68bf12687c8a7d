/** A row as it came, all cells text. */
export interface SheetRow {
  /** From 1, as a spreadsheet or an editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** It could not be read as it stands: a quote without its end, or a line without end. */
  readonly broken?: 'quote' | 'endless';
}

/** Rows come in blocks; rows without any text are left out. */
export interface RowBlocks extends AsyncIterable<readonly SheetRow[]> {
  /** Cells beyond the 100th column were left out so far. */
  readonly columnsLeftOut: () => boolean;
}

export const hasText = (cells: readonly string[]): boolean => cells.some(cell => cell.trim() !== '');
