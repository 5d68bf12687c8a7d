import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { stored } from '@lianxian/contract';
import type { PoolClient } from 'pg';
import { StartRefused } from '../config.ts';
import { copyIn } from '../platform/db/copy.ts';
import { keepMonths } from '../platform/db/index.ts';
import { archivePaths, createTally, type ListedFile, type Manifest, type TableFacts } from './archive.ts';
import { columnList, foreignKeys, setSequence, tableName, tableShapes } from './catalog.store.ts';

const damaged = (file: string): StartRefused =>
  new StartRefused(
    `备份已损坏：${file} 和它的校验值不符。`,
    `The backup is damaged: ${file} is not as it was written.`,
  );

const loadTable = async (client: PoolClient, table: TableFacts, folder: string, signal: AbortSignal): Promise<void> => {
  const file = archivePaths(folder).table(table.name);
  const tally = createTally();
  const target = copyIn(client, `copy ${tableName(table)} (${columnList(table)}) from stdin`);
  try {
    await pipeline(createReadStream(file), tally.stream, createGunzip(), target, { signal });
  } catch (error) {
    if (signal.aborted || (error as { severity?: string }).severity !== undefined) throw error;
    throw damaged(file);
  }
  if (tally.sha256() !== table.sha256) throw damaged(file);
};

/** Tables of the archive that this schema does not know would be lost without a word. */
const refuseUnknown = async (client: PoolClient, { tables }: Manifest): Promise<void> => {
  const known = new Set((await tableShapes(client)).map(({ name }) => name));
  const unknown = tables.find(({ name }) => !known.has(name));
  if (unknown !== undefined)
    throw new StartRefused(`备份里有不认识的表 ${unknown.name}。`, `The backup has an unknown table ${unknown.name}.`);
};

/**
 * Fills a database that has the archive's own migrations and no rows of ours: all or nothing. What the migrations themselves
 * wrote gives way. Rows arrive in any order, so what points from one to another is taken off meanwhile and checked at the end.
 */
export const loadDatabase = async (
  client: PoolClient,
  { folder, manifest, signal }: { readonly folder: string; readonly manifest: Manifest; readonly signal: AbortSignal },
  onTable: (table: TableFacts) => void,
): Promise<void> => {
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
  await refuseUnknown(client, manifest);
  await keepMonths(client, manifest.madeAt);
  const shapes = await tableShapes(client);
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  // The audit's rows refuse to be changed or emptied; these are put where there are none.
  for (const shape of shapes) await client.query(`alter table ${tableName(shape)} disable trigger user`);
  await client.query(`truncate ${shapes.map(tableName).join(', ')}`);
  for (const table of manifest.tables) {
    signal.throwIfAborted();
    await loadTable(client, table, folder, signal);
    onTable(table);
  }
  for (const shape of shapes) await client.query(`alter table ${tableName(shape)} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
  await client.query('commit');
};

/** Why a task stands still after a restore: a key of core's `taskBecauses`. */
const BECAUSE = 'restored';

/**
 * Puts the copy to rest. Tasks are paused, for they know nothing of whom the lost hours called; people resume them. Calls
 * that lived belong to a node that is none, with nothing to hang up: the first start settles them as interrupted, those
 * that only waited to be dialled as well; but for whose true ending lies in the journal, under the fence it was made with. Leases are nobody's. Jobs were not brought along: batches under way end.
 */
export const putToRest = async (client: PoolClient): Promise<{ tasks: number; calls: number; batches: number }> => {
  await client.query('begin');
  const { rowCount: tasks } = await client.query(
    `with paused as (
       update task set state = 'paused', because = $1, owner = null, leased_until = null
       where state in ('running', 'waiting', 'paused') and removed_at is null returning merchant_id, id)
     insert into task_event (merchant_id, task_id, kind, detail)
     select merchant_id, id, 'paused', jsonb_build_object('because', $1::text) from paused`,
    [BECAUSE],
  );
  const { rowCount: calls } = await client.query(
    `update call set stage = case stage when 'placed' then 'dialling' else stage end, owner = 'restored',
       leased_until = 'epoch', dialog = null, hang_up_wanted_at = null
     where stage <> 'ended'`,
  );
  await client.query(`update line_health set state = 'unknown', because = '', owner = null, leased_until = null`);
  await client.query(`update back_test set state = 'failed', ended_at = now() where state = 'running'`);
  const { rowCount: batches } = await client.query(
    `update batch set state = 'failed', remark = $1, modified_at = now() where state = 'running'`,
    [stored([BECAUSE])],
  );
  await client.query('commit');
  return { tasks: tasks ?? 0, calls: calls ?? 0, batches: batches ?? 0 };
};

const PATHS_AT_ONCE = 1_000;

async function* pathsOfRows(client: PoolClient): AsyncGenerator<string> {
  await client.query('begin');
  await client.query('declare paths cursor for select distinct path collate "C" as path from file order by 1');
  for (;;) {
    const { rows } = await client.query<{ path: string }>(`fetch ${PATHS_AT_ONCE} from paths`);
    if (rows.length === 0) break;
    for (const { path } of rows) yield path;
  }
  await client.query('commit');
}

/** Compares two lists in byte order as they go by: what rows name and the archive lacks, and the other way round. */
export async function* unlikeRows(
  client: PoolClient,
  listed: AsyncIterable<ListedFile>,
): AsyncGenerator<{ readonly path: string; readonly lack: 'file' | 'row' }> {
  const files = listed[Symbol.asyncIterator]();
  let file = await files.next();
  for await (const path of pathsOfRows(client)) {
    const place = Buffer.from(path);
    while (file.done !== true && Buffer.compare(Buffer.from(file.value.path), place) < 0) {
      yield { path: file.value.path, lack: 'row' };
      file = await files.next();
    }
    if (file.done !== true && file.value.path === path) file = await files.next();
    else yield { path, lack: 'file' };
  }
  for (; file.done !== true; file = await files.next()) yield { path: file.value.path, lack: 'row' };
}
