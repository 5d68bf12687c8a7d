/**
 * The parts of a workbook (ECMA-376) with one list, made as its rows come: texts stay texts, whatever they begin with. A
 * link is a HYPERLINK formula of ours, with what it shows beside it: of links that stand apart from their cells a sheet holds
 * 65,530, and they would have to be kept until its end.
 */
import { type OutCell, type OutColumn, type OutRows, XLSX_ROWS } from './out.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const BLOCK_CHARS = 65_536;
const DAY_MS = 86_400_000;
/** From the first day of a workbook's calendar to 1970. */
const DAYS_TO_1970 = 25_569;
const MOST_CELL_CHARS = 32_767;
/** Of a text in a formula. */
const MOST_LINK_CHARS = 255;
/** As {@link STYLES} has them. */
const style = { moment: 1, link: 2 } as const;

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asHex = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** What XML cannot hold is written as `_x0008_` (ECMA-376 §22.9.2.19), and what looks like that with its first figure so. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, asHex)
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, asHex)
    .replace(/[&<>"]/g, character => ENTITIES[character]!);

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const textCell = (at: string, text: string): string =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MOST_CELL_CHARS))}</t></is></c>`;

const linkCell = (at: string, link: string): string => {
  if (link.length > MOST_LINK_CHARS) return textCell(at, link);
  const formula = `HYPERLINK("${link.replaceAll('"', '""')}")`;
  return `<c r="${at}" s="${style.link}" t="str"><f>${escaped(formula)}</f><v>${escaped(link)}</v></c>`;
};

/** What is no figure is no cell. */
const figureCell = (at: string, figure: number, styled: string): string =>
  Number.isFinite(figure) ? `<c r="${at}"${styled}><v>${figure}</v></c>` : '';

const cellOf = (at: string, cell: OutCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(at, cell);
  if (typeof cell === 'number') return figureCell(at, cell, '');
  if (cell instanceof Date) return figureCell(at, cell.getTime() / DAY_MS + DAYS_TO_1970, ` s="${style.moment}"`);
  return linkCell(at, cell.link);
};

const rowOf = (cells: readonly OutCell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellOf(`${letters(column)}${row}`, cell)).join('')}</row>`;

interface WorkbookWish {
  readonly name: string;
  readonly head: readonly string[];
  readonly columns?: readonly OutColumn[];
  readonly rows: OutRows;
}

/** The first row, which stays in view, and the widths. */
const beginOf = (columns: readonly OutColumn[]): string => {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '';
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols}<sheetData>`;
};

/** Rows one by one, with a look at the next. */
interface Rows {
  next: IteratorResult<readonly OutCell[]>;
  readonly all: AsyncIterator<readonly OutCell[]>;
}

interface Most {
  readonly rows: number;
  /** Of a part, but for its last block. */
  readonly bytes: number;
}

/** As many rows as a sheet holds, in blocks. */
async function* sheetText({ head, columns = [] }: WorkbookWish, rows: Rows, most: Most): AsyncGenerator<string> {
  let block = beginOf(columns) + rowOf(head, 1);
  let bytes = 0;
  for (let at = 2; at <= most.rows && bytes < most.bytes && !rows.next.done; at += 1) {
    block += rowOf(rows.next.value, at);
    rows.next = await rows.all.next();
    if (block.length < BLOCK_CHARS) continue;
    bytes += Buffer.byteLength(block);
    yield block;
    block = '';
  }
  yield `${block}</sheetData></worksheet>`;
}

const relationships = (list: readonly (readonly [type: string, target: string])[]): string => {
  const each = list.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
};

const contentTypes = (sheets: readonly string[]): string => {
  const parts = [['workbook', 'sheet.main'], ['styles', 'styles'], ...sheets.map(sheet => [sheet, 'worksheet'])];
  const each = parts.map(([name, kind]) => `<Override PartName="/xl/${name}.xml" ContentType="${KIND}.${kind}+xml"/>`);
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${each.join('')}</Types>`;
};

const MOST_NAME_CHARS = 31;
/** Without what the name of a sheet may not hold; the second and further ones are numbered. */
const sheetName = (name: string, at: number): string => {
  const number = at === 0 ? '' : `_${at + 1}`;
  const allowed = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, MOST_NAME_CHARS - number.length);
  return escaped(allowed.replace(/[\ud800-\udbff]$/, '') + number);
};

const workbook = (name: string, sheets: readonly string[]): string => {
  const each = sheets.map((_, at) => `<sheet name="${sheetName(name, at)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each.join('')}</sheets></workbook>`;
};

/** A part of a zip is shorter than 4 GiB; a row may have some MB. */
const MOST: Most = { rows: XLSX_ROWS, bytes: 3_900_000_000 };

/** What a sheet does not hold goes on in another with the same head. */
export async function* workbookParts(wish: WorkbookWish, most: Most = MOST) {
  const sheets: string[] = [];
  const all = (async function* () {
    yield* wish.rows;
  })();
  const rows: Rows = { next: await all.next(), all };
  try {
    do {
      sheets.push(`worksheets/sheet${sheets.length + 1}`);
      yield { name: `xl/${sheets.at(-1)}.xml`, text: sheetText(wish, rows, most) };
    } while (!rows.next.done);
  } finally {
    await all.return(undefined);
  }
  const part = (name: string, text: string) => ({ name, text: [DECLARATION + text] });
  yield part('xl/styles.xml', STYLES);
  yield part('xl/workbook.xml', workbook(wish.name, sheets));
  const related = [...sheets.map(sheet => ['worksheet', `${sheet}.xml`] as const), ['styles', 'styles.xml'] as const];
  yield part('xl/_rels/workbook.xml.rels', relationships(related));
  yield part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  yield part('[Content_Types].xml', contentTypes(sheets));
}
