/**
 * Rows with the names of code. The driver hands each row over as a list, and the object is made of it here, once: no row is
 * made with SQL's names first. What makes it is written for each list of names as a literal (`{placedAt: values[0], …}`),
 * which takes less than half the time of setting fields by name, as the driver and a loop would.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BoundedMap } from '@lianxian/core';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { FieldDef, PoolClient } from 'pg';
import { CopyData, copyIn } from './copy.ts';
import { codeName } from './names.ts';

type MakeRow = (values: readonly unknown[]) => unknown;

/** A statement of the code has one list of names, an export one a choice of columns: all there are in a day find room. */
const LISTS_OF_NAMES = 2_000;
const makers = new BoundedMap<string, MakeRow>(LISTS_OF_NAMES);

const makerOf = (fields: readonly FieldDef[]): MakeRow => {
  const names = fields.map(({ name }) => name);
  // No name of PostgreSQL holds a NUL.
  const list = names.join('\0');
  const known = makers.get(list);
  if (known !== undefined) return known;
  const literal = names.map((name, n) => `${JSON.stringify(codeName(name))}: values[${n}]`);
  const made = new Function('values', `return { ${literal.join(', ')} };`) as MakeRow;
  makers.set(list, made);
  return made;
};

const copy = async (client: PoolClient, text: string, { blocks }: CopyData) => {
  await pipeline(Readable.from(blocks, { objectMode: true, highWaterMark: 1 }), copyIn(client, text));
  return { command: 'COPY' as const, rowCount: null, rows: [] };
};

/** As kysely asks a connection for a statement; several in one text give no rows, as with any of its drivers. */
const ask = async (client: PoolClient, text: string, values: readonly unknown[]) => {
  const [first] = values;
  if (first instanceof CopyData) return copy(client, text, first);
  const result = await client.query({ text, values: values as unknown[], rowMode: 'array' });
  const { command, rowCount, rows, fields } = result;
  return { command, rowCount, rows: rows === undefined || rows.length === 0 ? [] : rows.map(makerOf(fields)) };
};

/** What lends connections: a pool of `pg`. */
export interface Connections {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  readonly options: object;
}

/** The same connections; what kysely asks over them comes back with the names of code. */
export const withNamesOfCode = (pool: Connections): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect();
    const lent = {
      query: (text: string, values: readonly unknown[]) => ask(client, text, values),
      release: (destroy?: boolean) => client.release(destroy),
    };
    return lent as PostgresPoolClient;
  },
});
