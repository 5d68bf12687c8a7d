import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of these parts, as other people's programs write it: sizes in the headers, deflated. */
export const makeZip = (parts: Readonly<Record<string, string | Buffer>>): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), made, head, tail, Buffer.from(name));
    offset += 4 + head.length + Buffer.byteLength(name) + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 4);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
};

const relationships = (...list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

interface MadeWorkbook {
  /** Inside `<sheetData>`. */
  readonly rows: string;
  /** Inside `<sst>`. */
  readonly strings?: string;
  /** Formats of the cell styles 0, 1, …. */
  readonly formats?: readonly number[];
  readonly is1904?: boolean;
}

/** A workbook with the sheets 名单 and 说明, its parts written by hand as Excel lays them out. */
export const makeWorkbook = ({ rows, strings, formats = [0], is1904 = false }: MadeWorkbook): Buffer =>
  makeZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="名单" sheetId="1" r:id="rId1"/><sheet name="说明 &amp; 备注" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/other.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ),
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="180" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="181" formatCode="[Red]0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map(id => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/other.xml':
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>看我</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
  });
