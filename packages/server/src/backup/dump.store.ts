import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { copyOut } from '../platform/db/copy.ts';
import { newFile } from '../platform/new-file.ts';
import { archivePaths, createTally, type TableFacts } from './archive.ts';
import {
  columnList,
  type SequenceValue,
  sequenceValues,
  type TableShape,
  tableName,
  tableShapes,
} from './catalog.store.ts';

/** Rows of file paths fetched at once. */
const PATHS_AT_ONCE = 1_000;

/** Fast before small: calls are under way beside it. */
const LEVEL = constants.Z_BEST_SPEED;

interface Dumped {
  readonly tables: readonly TableFacts[];
  readonly sequences: readonly SequenceValue[];
  readonly migrations: readonly string[];
  readonly keyMark: string | null;
}

interface DumpTarget {
  readonly folder: string;
  /** Gets the path of every file that rows name, JSON, one a line, in byte order. */
  readonly pathList: string;
  readonly signal: AbortSignal;
  /** Told before the tables, which may take hours: it may refuse. */
  readonly onKeyMark: (mark: string | null) => void;
  readonly onTable: (table: TableFacts) => void;
}

/** A file of a backup: none is written twice, and each is on the disk when it is closed. */
export const durableFile = (path: string): Promise<WriteStream> => newFile(path, { alone: true, durable: true });

const dumpTable = async (client: PoolClient, shape: TableShape, file: string, signal: AbortSignal) => {
  const tally = createTally();
  const target = await durableFile(file);
  const { stream, rows } = copyOut(client, `copy (select ${columnList(shape)} from ${tableName(shape)}) to stdout`);
  await pipeline(stream, createGzip({ level: LEVEL }), tally.stream, target, { signal });
  return { name: shape.name, columns: [...shape.columns], rows: rows(), sha256: tally.sha256() };
};

/** The list is of the same instant as the rows; the files themselves are fetched when the transaction is over. */
const listPaths = async (client: PoolClient, file: string, signal: AbortSignal): Promise<void> => {
  await client.query('declare paths cursor for select distinct path collate "C" as path from file order by 1');
  const list = await open(file, 'wx', 0o600);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ path: string }>(`fetch ${PATHS_AT_ONCE} from paths`);
      if (rows.length === 0) return;
      await list.appendFile(rows.map(({ path }) => `${JSON.stringify(path)}\n`).join(''));
    }
  } finally {
    await list.close();
  }
};

/**
 * Writes all rows as they are at one instant: one repeatable read transaction that reads table after table. Writers are not
 * held up; a migration waits.
 */
export const dumpDatabase = async (client: PoolClient, target: DumpTarget): Promise<Dumped> => {
  const { folder, pathList, signal, onKeyMark, onTable } = target;
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
  const shapes = await tableShapes(client);
  await client.query(`lock table ${shapes.map(tableName).join(', ')} in access share mode`);
  const { rows: migrated } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const { rows: keys } = await client.query<{ mark: string }>('select mark from house_key');
  const keyMark = keys[0]?.mark ?? null;
  onKeyMark(keyMark);
  const tables: TableFacts[] = [];
  for (const shape of shapes) {
    tables.push(await dumpTable(client, shape, archivePaths(folder).table(shape.name), signal));
    onTable(tables.at(-1)!);
  }
  await listPaths(client, pathList, signal);
  // Numbers given meanwhile are in none of the rows: too high does no harm.
  const sequences = await sequenceValues(client);
  await client.query('commit');
  return { tables, sequences, migrations: migrated.map(row => row.name), keyMark };
};
