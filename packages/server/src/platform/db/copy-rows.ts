/**
 * Rows written by PostgreSQL's COPY inside a transaction of kysely's: the quickest way in for many rows that are new. It is
 * all or nothing, as any statement is; a row that is there already fails it ({@link isTaken}).
 */
import { CompiledQuery } from 'kysely';
import { CopyData } from './copy.ts';
import type { UnscopedDb } from './pool.ts';

type Field = string | number | Uint8Array;
type Row = readonly Field[];

const signs: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** As COPY's text format has it. */
const fieldOf = (field: Field): string => {
  if (typeof field === 'number') return String(field);
  if (typeof field === 'string')
    return /[\\\t\n\r]/.test(field) ? field.replace(/[\\\t\n\r]/g, sign => signs[sign]!) : field;
  return `\\\\x${Buffer.from(field).toString('hex')}`;
};

/** So much goes at once: the server takes in one block while the next is written. */
const BLOCK_CHARS = 32_768;

function* blocksOf(rows: readonly Row[]): Generator<string> {
  let block = '';
  for (const row of rows) {
    block += `${row.map(fieldOf).join('\t')}\n`;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** @param into table and columns, as SQL writes them: `callee (phone, name)`. */
export const copyRows = async (db: UnscopedDb, into: string, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.executeQuery(CompiledQuery.raw(`copy ${into} from stdin`, [new CopyData(blocksOf(rows))]));
};

/** unique_violation: a key of these rows is another's. */
export const isTaken = (error: unknown): boolean => (error as { readonly code?: unknown }).code === '23505';
