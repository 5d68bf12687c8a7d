export { CSV_BOM, csvLine } from './csv-line.ts';
export { type Encoding, encodings } from './encoding.ts';
export { sheetLimits } from './limits.ts';
export { type OpenSheet, openSheet, pastedSheet, type SheetOptions, sniffSheet } from './open.ts';
export type { RowBlocks, SheetRow } from './row.ts';
export {
  type OutCell,
  type OutColumn,
  type OutRows,
  type SheetToWrite,
  writeCsv,
  writeXlsx,
  XLSX_ROWS,
} from './write.ts';
