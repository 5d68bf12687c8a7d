export { CSV_BOM, csvLine } from './csv-line.ts';
export { type OutCell, type OutRows, type SheetToWrite, writeCsv, writeXlsx, XLSX_ROWS } from './write.ts';
