export { CSV_BOM, csvLine } from './csv-line.ts';
export { type Encoding, encodings } from './encoding.ts';
export { sheetLimits } from './limits.ts';
export { type OpenSheet, openSheet, pastedSheet, type SheetOptions, sniffSheet } from './open.ts';
export { type OutCell, type OutColumn, type OutRows, XLSX_ROWS } from './out.ts';
export type { RowBlocks, SheetRow } from './row.ts';
export { type SheetToWrite, writeArchive, writeCsv, writeXlsx } from './write.ts';
export { type Part, ZipTooLarge, zipOf } from './zip-out.ts';
