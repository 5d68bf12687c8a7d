import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { loadSettings } from '../../../server/src/config.ts';
import { readPostmaster } from '../../../server/src/platform/db/embedded/postmaster.ts';
import { readCall } from './read.ts';
import { ladderOf } from './rungs.ts';

/** `npm run ladder <call>`: SIP, machine events and pushes of one call as one ladder, from the data of a running house. */
const usage = `npm run ladder -- <call> [--full]
  The house is found as it was started: DATA_DIR, DATABASE_URL.
  --full  phones as they are, and the messages of the wire as they were kept`;

const STATEMENT_LIMIT_MS = 10_000;

/** The house's own PostgreSQL, unless it was given another. */
const databaseUrl = async (): Promise<{ readonly url: string; readonly dataDir: string }> => {
  const { dataDir, databaseUrl: given } = loadSettings(process.env);
  if (given !== null) return { url: given, dataDir };
  const folder = join(dataDir, 'postgres');
  const running = await readPostmaster(join(folder, 'data'));
  if (running === null) throw new Error(`no house runs with the data in ${dataDir}: start it, or set DATA_DIR`);
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  return { url: `postgres://lianxian:${password}@127.0.0.1:${running.port}/postgres`, dataDir };
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  const id = positionals[0] ?? '';
  if (values.help || !/^[1-9]\d{0,17}$/.test(id)) throw new Error(usage);
  const { url, dataDir } = await databaseUrl();
  const db = new Client({ connectionString: url, statement_timeout: STATEMENT_LIMIT_MS });
  await db.connect();
  try {
    await db.query('begin read only');
    const call = await readCall(db, dataDir, id);
    if (call === null) throw new Error(`the house has no call ${id}`);
    process.stdout.write(`${ladderOf(call, values.full).join('\n')}\n`);
  } finally {
    await db.end();
  }
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
