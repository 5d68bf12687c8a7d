export { CSV_BOM, csvLine } from './csv-line.ts';
export { type Encoding, encodings } from './encoding.ts';
export { type OpenSheet, openSheet, pastedSheet, sniffSheet } from './open.ts';
export type { RowBlocks, SheetRow } from './row.ts';
export { type OutCell, writeCsv, writeXlsx, XLSX_ROWS } from './write.ts';
