import { type OutCell, openSheet, writeXlsx } from '../../../server/src/platform/sheets/index.ts';

/** A workbook as a merchant keeps one: titles, then rows. */
export const writeSheet = async (path: string, [head, ...rows]: readonly (readonly OutCell[])[]): Promise<void> => {
  await writeXlsx({ path, name: '名单', head: (head ?? []).map(String), rows });
};

/** All cells of a workbook, titles included, as text. */
export const readSheet = async (path: string): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = [];
  for await (const block of (await openSheet(path)).rows) rows.push(...block.map(({ cells }) => cells));
  return rows;
};
