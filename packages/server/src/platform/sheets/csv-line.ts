/** Excel takes a csv for UTF-8 only with this in front. */
export const CSV_BOM = '\ufeff';

/** Cells that begin so are run as formulas by spreadsheets; an apostrophe in front makes them text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

const csvCell = (text: string): string => {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a csv (RFC 4180) with its line end, safe to open in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
