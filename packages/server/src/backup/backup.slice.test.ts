import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { storedText } from '@lianxian/contract';
import { sql as kyselySql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredEnding } from '../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sealedColumns } from '../composition/sealed-columns.ts';
import { loadSettings, type Settings } from '../config.ts';
import { type Database, migrate, openDatabase } from '../platform/db/index.ts';
import { openHouseSecrets } from '../platform/keys/house-key.ts';
import { openLog } from '../platform/log.ts';
import { takeOrphans } from '../rooms/dialler/dialler.store.ts';
import { createFiling } from '../rooms/dialler/index.ts';
import { openJournal } from '../rooms/dialler/journal.ts';
import { keepSecretKey, keyFileOf, makeSecretKey } from '../supervisor/key-file.ts';
import { makeBackup } from './backup.ts';
import { type Restored, type RestoreWish, restoreBackup } from './restore.ts';

let ground: TestDatabase;
let target: string;
let settings: Settings;
let folder: string;
const root = mkdtempSync(join(tmpdir(), 'lianxian-backup-'));
const never = new AbortController().signal;

const settingsIn = (dataDir: string): Settings => ({ ...loadSettings({ DATA_DIR: dataDir }), version: 'test' });
const sql = async (text: string, ...values: unknown[]) => (await ground.database.pool.query(text, values)).rows;
const write = (dataDir: string, path: string, bytes: string | Buffer): void => {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), bytes);
};

/** An empty database on the same server, for as long as the work takes. */
const inNewDatabase = async <R>(work: (database: Database) => Promise<R>): Promise<R> => {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await sql(`create database ${name}`);
  const url = Object.assign(new URL(ground.url), { pathname: `/${name}` }).href;
  const database = openDatabase(url, openLog('silent', 'test'), { most: 3, statementLimitMs: 0 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await sql(`drop database ${name} with (force)`);
  }
};

/** Restores into a new folder and database, and looks at what came of it. */
const restoring = (
  wish: Partial<RestoreWish>,
  look: (pool: Pool, dataDir: string, restored: Restored, database: Database) => Promise<void>,
  signal = never,
  inDatabase: (work: (database: Database) => Promise<void>) => Promise<void> = inNewDatabase,
) =>
  inDatabase(async database => {
    const dataDir = mkdtempSync(join(root, 'restored-'));
    const restored = await restoreBackup(
      settingsIn(dataDir),
      { folder, keyFile: null, withoutKey: false, ...wish },
      work => work(database),
      { sealed: sealedColumns, signal },
    );
    await look(database.pool, dataDir, restored, database);
  });

/** What no text form may bend. */
const oddText = 'tab\t back\\slash \\N \\. line\nend “引号” 😀';

/** While the database said nothing a call ended: its journal knows how; of another the database wanted no ending. */
const journalled = (merchantId: string, call: string): void => {
  const recording = { file: '2026/02/journalled.wav', durationMs: 5_000, bytes: 40_000 };
  const ending = answeredEnding({ merchantId, call, fence: 0 }, { recording });
  write(settings.dataDir, `journal/${call}.json`, JSON.stringify(ending));
  write(settings.dataDir, 'journal/999.refused', '{}');
  write(settings.dataDir, 'journal/998.json.part', '{');
  write(settings.dataDir, `recordings/${recording.file}`, randomBytes(40_000));
};

/** As the first start does it, before it settles orphans. */
const expectJournalFiled = async ({ db }: Database, dataDir: string): Promise<void> => {
  expect(readdirSync(join(dataDir, 'journal')).filter(name => !name.endsWith('.json'))).toEqual(['999.refused']);
  const journal = await openJournal(join(dataDir, 'journal'));
  const filed: string[] = [];
  await createFiling({
    ...{ db, journal, log: openLog('silent', 'test'), within: [] },
    onFiled: ending => void filed.push(ending.call),
  }).fileJournal();
  const { rows } =
    await kyselySql`select call.id::text, file.path from call join call_recording r on r.call_id = call.id
    join file on file.id = r.file_id where call.because = 'calleeHungUp' and file.path like '%journalled.wav'`.execute(
      db,
    );
  expect(rows).toEqual([{ id: filed[0], path: 'recordings/2026/02/journalled.wav' }]);
  const sound = (from: string): Buffer => readFileSync(join(from, 'recordings/2026/02/journalled.wav'));
  expect(sound(dataDir).equals(sound(settings.dataDir))).toBe(true);
};

/** One running task of each merchant with a number that is being called, one that waits; calls that live; sound; a secret. */
const provisionMerchant = async (): Promise<void> => {
  const { seal } = await openHouseSecrets(
    ground.database.db,
    keepSecretKey(settings.dataDir, makeSecretKey()),
    sealedColumns,
  );
  for (const { id, owner } of ground.merchants) {
    const [{ id: plan }] = await sql(
      `insert into plan (merchant_id, name, draft) values ($1, '话术', '{}') returning id`,
      id,
    );
    await sql(
      `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at) values ($1, $2, 1, '{}', 1, now())`,
      id,
      plan,
    );
    const [{ id: line }] = await sql(
      `insert into line (merchant_id, name, address) values ($1, '线路', '203.0.113.5') returning id`,
      id,
    );
    await sql('update line set password_sealed = $2 where id = $1', line, seal('line password', `line ${id} ${line}`));
    const [{ id: task }] = await sql(
      `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries, state, created_by, owner, leased_until)
       values ($1, '任务', $2, 1, '话术', 5, 30, '[]', '{}', 'running', $3, 'node', now()) returning id`,
      ...[id, plan, owner.id],
    );
    const callees = await sql(
      `insert into callee (merchant_id, task_id, phone, state) values ($1, $2, '13800138000', 'calling'), ($1, $2, '13800138001', 'fresh') returning id`,
      ...[id, task],
    );
    await sql(
      `insert into task_count (merchant_id, task_id, total, fresh, calling) values ($1, $2, 2, 1, 1)`,
      id,
      task,
    );
    const call = `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, placed_by, stage, state, owner, task_id, callee_id, attempt, dialog, ended_at)
       values ($1, $2, 1, '话术', $3, '线路', '13800138000', $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`;
    const common = [id, plan, line, owner.id];
    await sql(call, ...common, 'placed', null, null, task, callees[0].id, 1, null, null);
    const [talking] = await sql(call, ...common, 'talking', null, 'node', null, null, null, '{"callId": "x"}', null);
    if (id === ground.merchants[0].id) journalled(id, talking.id);
    const [ended] = await sql(call, ...common, 'ended', 'answered', null, null, null, null, null, new Date());
    const path = `recordings/2026/01/${id}.wav`;
    write(settings.dataDir, path, randomBytes(40_000));
    const [file] = await sql(
      `insert into file (merchant_id, path, name, mime, bytes, kind) values ($1, $2, $3, 'audio/wav', 40000, 'recording') returning id`,
      id,
      path,
      oddText,
    );
    await sql(
      `insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes) values ($1, $2, $3, 1000, 40000)`,
      id,
      ended.id,
      file.id,
    );
    await sql(
      `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[]')`,
      id,
      ended.id,
      JSON.stringify([{ text: oddText }]),
    );
    await sql(
      `insert into audit (merchant_id, employee_id, at, action, target_name) values ($1, $2, now(), 'x', $3)`,
      id,
      owner.id,
      oddText,
    );
    await sql(
      `insert into batch (merchant_id, kind, title, type, input, created_by) values ($1, 'k', 't', 1, '{}', $2)`,
      id,
      owner.id,
    );
    await sql(
      `insert into session (merchant_id, employee_id, token_hash, created_at, seen_at, expires_at) values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
      ...[id, owner.id, randomBytes(8)],
    );
  }
  const [{ id }] = ground.merchants;
  await sql(
    `insert into file (merchant_id, path, name, mime, kind) values ($1, 'recordings/gone.wav', 'x', 'audio/wav', 'recording')`,
    id,
  );
  write(settings.dataDir, 'recordings/unknown.wav', 'of a call that lives');
  await sql(`insert into calls_node (id, address) values ('node', 'x')`);
};

/** Every row of a table as text; generated columns included. */
const rowsOf = async (pool: Pool, table: string, columns = `${table}`): Promise<string[]> =>
  (await pool.query(`select (${columns})::text as row from ${table} order by 1`)).rows.map(({ row }) => row);

beforeAll(async () => {
  ground = await startTestDatabase();
  settings = settingsIn(join(root, 'data'));
  target = join(root, 'backups');
  mkdirSync(settings.dataDir);
  await provisionMerchant();
  folder = await makeBackup(ground.database, settings, target, never);
});
afterAll(async () => {
  await ground?.close();
  rmSync(root, { recursive: true, force: true });
});

/** Put to rest, of this moment, or the migrator's. */
const changed = [
  'task',
  'task_event',
  'call',
  'batch',
  'session',
  'calls_node',
  'kysely_migration',
  'kysely_migration_lock',
];

/** Nobody is called by a copy: tasks stand still with their reason, what lived is settled by the next start, nobody is signed in. */
const expectAtRest: Parameters<typeof restoring>[1] = async (pool, dataDir, restored, database) => {
  const { rows: tasks } = await pool.query('select state, because, owner, leased_until from task');
  expect(tasks).toEqual(
    ground.merchants.map(() => ({ state: 'paused', because: 'restored', owner: null, leased_until: null })),
  );
  const { rows: events } = await pool.query('select kind, detail from task_event');
  expect(events).toEqual(ground.merchants.map(() => ({ kind: 'paused', detail: { because: 'restored' } })));
  expect(restored).toMatchObject({ tasks: 2, calls: 4, batches: 2 });
  const { rows: batches } = await pool.query<{ remark: string }>(`select remark from batch where state = 'failed'`);
  expect(batches.map(({ remark }) => storedText(remark, 'en'))).toEqual(
    ground.merchants.map(() => 'Restored from a backup, unfinished; submit it again'),
  );
  expect((await pool.query(`select from call where stage = 'placed'`)).rowCount).toBe(0);
  await expectJournalFiled(database, dataDir);
  const orphans = await takeOrphans(database.db, 'a new node', null);
  expect(orphans).toHaveLength(3);
  expect(orphans.filter(orphan => orphan.dialog !== null)).toEqual([]);
  expect((await pool.query('select from session union all select from calls_node')).rowCount).toBe(0);
  // The sound that the journal brought is drawn.
  expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(1);
  const secrets = await openHouseSecrets(database.db, keepSecretKey(dataDir, makeSecretKey()), sealedColumns);
  const { rows: lines } = await pool.query('select merchant_id, id, password_sealed from line');
  for (const line of lines)
    expect(secrets.open(line.password_sealed, `line ${line.merchant_id} ${line.id}`)).toBe('line password');
};

test('what is restored is what was there, row by row and file by file; at rest; it names what is missing, never the key', async () => {
  await restoring({}, async (pool, dataDir, restored, database) => {
    const tables = (
      await sql(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      )
    ).map(({ name }) => name);
    for (const table of tables.filter(name => !changed.includes(name)))
      expect([table, await rowsOf(pool, table)]).toEqual([table, await rowsOf(ground.database.pool, table)]);
    const kept = 'merchant_id, id, phone, plan_id, line_id, placed_at, state, listed_at, task_id, callee_id, attempt';
    expect(await rowsOf(pool, 'call', `(${kept})`)).toEqual(await rowsOf(ground.database.pool, 'call', `(${kept})`));
    for (const { id } of ground.merchants) {
      const path = `recordings/2026/01/${id}.wav`;
      expect(readFileSync(join(dataDir, path)).equals(readFileSync(join(settings.dataDir, path)))).toBe(true);
    }
    expect(restored.lacks).toEqual([{ path: 'recordings/gone.wav', lack: 'file' }]);
    expect(existsSync(join(dataDir, 'recordings/unknown.wav'))).toBe(false);
    // The next number is one nobody has, and pointing at nothing is refused as before.
    const [{ id }] = ground.merchants;
    await expect(
      pool.query(`insert into callee (merchant_id, task_id, phone) values ($1, 0, '1')`, [id]),
    ).rejects.toThrow('foreign key');
    await pool.query(`insert into plan (merchant_id, name, draft) values ($1, 'new', '{}')`, [id]);
    await expect(pool.query('delete from audit')).rejects.toThrow('never changed');
    await expectAtRest(pool, dataDir, restored, database);
  });
  const key = readFileSync(join(settings.dataDir, 'secret-key'), 'utf8');
  expect(readFileSync(`${folder}.key`, 'utf8')).toBe(key);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(key))).toEqual([]);
  expect(files.filter(({ name }) => /^(session|captcha|calls_node)\.|secret-key|\.log$/.test(name))).toEqual([]);
});

test('a backup is of one instant, whatever is written meanwhile', async () => {
  const [{ id }] = ground.merchants;
  let writing = true;
  let written = 0;
  // The first table and the last one of the archive, always together.
  const writer = (async () => {
    for (; writing; written += 1)
      await sql(
        `with a as (insert into blacklist (merchant_id, phone) values ($1, $2)) insert into voice_sound (merchant_id, hash, audio, peaks) values ($1, $3, '', '')`,
        ...[id, `139${String(written).padStart(8, '0')}`, randomBytes(20).toString('hex')],
      );
  })();
  await expect.poll(() => written).toBeGreaterThan(3);
  const at = await makeBackup(ground.database, settings, join(root, 'meanwhile'), never);
  const during = written;
  writing = false;
  await writer;
  await sql('delete from blacklist');
  await sql('delete from voice_sound');
  await restoring({ folder: at }, async pool => {
    const { rows } = await pool.query(
      'select (select count(*)::int from blacklist) as first, (select count(*)::int from voice_sound) as last',
    );
    expect(rows[0].last).toBe(rows[0].first);
    expect(rows[0].first).toBeLessThanOrEqual(during);
  });
});

test('one that is cancelled leaves nothing, neither half an archive nor half an installation', async () => {
  const cancelled = AbortSignal.abort();
  const empty = join(root, 'cancelled');
  await expect(makeBackup(ground.database, settings, empty, cancelled)).rejects.toThrow();
  expect(readdirSync(empty)).toEqual([]);
  const before = readdirSync(root);
  await expect(restoring({}, async () => undefined, cancelled)).rejects.toThrow();
  const [made = ''] = readdirSync(root).filter(name => !before.includes(name));
  expect(readdirSync(join(root, made))).toEqual([]);
});

test('without the database’s key there is no backup, and none is made in its place', async () => {
  const [file, aside] = [keyFileOf(settings.dataDir), join(root, 'key-aside')];
  const empty = join(root, 'without-key');
  renameSync(file, aside);
  await expect(makeBackup(ground.database, settings, empty, never)).rejects.toThrow('找不到数据库的密钥');
  expect(existsSync(file)).toBe(false);
  renameSync(aside, file);
  expect(readdirSync(empty)).toEqual([]);
});

test('what breaks off halfway leaves the database empty: the next try into the same one succeeds', async () => {
  await inNewDatabase(async database => {
    const dataDir = join(root, 'again');
    const again = (signal = never) =>
      restoreBackup(settingsIn(dataDir), { folder, keyFile: null, withoutKey: false }, work => work(database), {
        sealed: sealedColumns,
        signal,
      });
    /** Cancelled when it is asked for this time: before each table, then before each group of files. */
    const cancelledAt = (asked: number): AbortSignal => {
      const cancelling = new AbortController();
      let left = asked;
      return Object.assign(cancelling.signal, {
        throwIfAborted: () => {
          left -= 1;
          if (left === 0) cancelling.abort();
          AbortSignal.prototype.throwIfAborted.call(cancelling.signal);
        },
      });
    };
    const leftovers = async () =>
      (
        await database.pool.query(
          `select relname as name from pg_class where relnamespace = 'public'::regnamespace
           union all select proname from pg_proc where pronamespace = 'public'::regnamespace
           union all select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname not in ('public', 'information_schema')`,
        )
      ).rows;
    const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    for (const asked of [tables.length / 2, tables.length + 2].map(Math.round)) {
      await expect(again(cancelledAt(asked))).rejects.toThrow();
      expect([readdirSync(dataDir), await leftovers()]).toEqual([[], []]);
    }
    // One that was killed took nothing away.
    await database.pool.query(
      'create schema lianxian_restore; create table line (id serial); insert into line default values',
    );
    await expect(migrate(database)).rejects.toThrow('没有做完的恢复');
    expect((await again()).tasks).toBe(2);
    await migrate(database);
    await expect(
      restoring(
        {},
        async () => undefined,
        never,
        work => work(database),
      ),
    ).rejects.toThrow('数据库不是空的');
    expect((await database.pool.query('select from line')).rowCount).toBe(2);
  });
});

test('what must not be restored is refused in a sentence', async () => {
  const nothing = async () => undefined;
  await expect(restoring({ keyFile: join(root, 'nowhere') }, nothing)).rejects.toThrow(
    '没有备份的密钥：线路密码、语音服务的密钥',
  );
  writeFileSync(join(root, 'other.key'), randomBytes(32).toString('base64'));
  await expect(restoring({ keyFile: join(root, 'other.key') }, nothing)).rejects.toThrow('密钥不是这个备份的');
  const full = restoreBackup(settings, { folder, keyFile: null, withoutKey: false }, inNewDatabase, {
    sealed: sealedColumns,
    signal: never,
  });
  await expect(full).rejects.toThrow('不是空的');
  expect(existsSync(join(settings.dataDir, 'secret-key'))).toBe(true);
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
  writeFileSync(join(folder, 'manifest.json'), manifest.replace('"0001_ground"', '"0001_ground", "9999_future"'));
  await expect(restoring({}, nothing)).rejects.toThrow('备份是更新的版本做的（9999_future）');
  writeFileSync(join(folder, 'manifest.json'), manifest);
  const list = readFileSync(join(folder, 'files.jsonl'));
  appendFileSync(join(folder, 'files.jsonl'), '\n');
  await expect(restoring({}, nothing)).rejects.toThrow('文件清单');
  writeFileSync(join(folder, 'files.jsonl'), list);
});

test('without the key what it opened is left out; a file that was changed is named and left out', async () => {
  const [{ id }] = ground.merchants;
  const path = `recordings/2026/01/${id}.wav`;
  appendFileSync(join(folder, 'files', path), 'x');
  await restoring({ keyFile: join(root, 'nowhere'), withoutKey: true }, async (pool, dataDir, restored, database) => {
    expect(restored.lacks).toContainEqual({ path, lack: 'file' });
    expect(existsSync(join(dataDir, path))).toBe(false);
    expect((await pool.query('select from line where password_sealed is not null')).rowCount).toBe(0);
    await openHouseSecrets(database.db, keepSecretKey(dataDir, makeSecretKey()), sealedColumns);
  });
});
