import { posix } from 'node:path';
import { refuse } from '../http/refusal.ts';
import { isDateFormat } from './cell-text.ts';
import { sheetLimits } from './limits.ts';
import { attributeOf, scanXml, type XmlEvents } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/** A workbook's parts as its relationships name them (ECMA-376 part 2 §9, part 1 §18.2). */
export interface Workbook {
  readonly zip: Zip;
  /** In the order of their tabs. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly strings: string | null;
  /** Style of a cell to: is its number a date? */
  readonly isDate: (style: number) => boolean;
  readonly is1904: boolean;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const MOST_SHEETS = 255;

/** Walks the tags of a part that tells of the sheets. */
const walk = (zip: Zip, part: string, open: XmlEvents['open']): Promise<void> =>
  scanXml(zip.part(part, sheetLimits.partBytes), { open });

const relationsOf = async (zip: Zip, part: string): Promise<Relation[]> => {
  const name = `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`.replace(/^\.\//, '');
  if (!zip.has(name)) return [];
  const relations: Relation[] = [];
  await walk(zip, name, (tag, attributes) => {
    if (tag !== 'Relationship') return;
    if (relations.length >= sheetLimits.relations) throw refuse('sheetBroken');
    const target = attributeOf(attributes, 'Target') ?? '';
    relations.push({
      id: attributeOf(attributes, 'Id') ?? '',
      type: posix.basename(attributeOf(attributes, 'Type') ?? ''),
      target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
    });
  });
  return relations;
};

const readDateStyles = async (zip: Zip, part: string | null): Promise<Workbook['isDate']> => {
  if (part === null || !zip.has(part)) return () => false;
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let inCells = false;
  await walk(zip, part, (tag, attributes) => {
    if (tag === 'numFmt')
      formats.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
    else if (tag === 'cellXfs') inCells = true;
    else if (tag === 'cellStyles' || tag === 'dxfs') inCells = false;
    else if (tag === 'xf' && inCells) styles.push(Number(attributeOf(attributes, 'numFmtId') ?? 0));
  });
  const dates = styles.map(id => isDateFormat(id, formats.get(id)));
  return style => dates[style] ?? false;
};

export const openWorkbook = async (path: string): Promise<Workbook> => {
  const zip = await openZip(path);
  const book = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!zip.has(book) || !book.endsWith('.xml')) throw refuse('sheetBroken');
  const relations = await relationsOf(zip, book);
  const partOf = (kind: string): string | null => relations.find(({ type }) => type === kind)?.target ?? null;
  const sheets: { name: string; part: string }[] = [];
  let is1904 = false;
  await walk(zip, book, (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
    if (tag !== 'sheet' || sheets.length >= MOST_SHEETS) return;
    const id = /(?:^|\s)\w+:id=["']([^"']*)/.exec(attributes)?.[1];
    const relation = relations.find(one => one.id === id && one.type === 'worksheet');
    if (relation && zip.has(relation.target))
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', part: relation.target });
  });
  if (sheets.length === 0) throw refuse('sheetBroken');
  return { zip, sheets, strings: partOf('sharedStrings'), is1904, isDate: await readDateStyles(zip, partOf('styles')) };
};
