import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { testConfig } from '../../../test/house.ts';
import { sealedColumns } from '../../composition/sealed-columns.ts';
import { loadSettings } from '../../config.ts';
import { openDatabaseRole } from '../../supervisor/database.ts';
import { keys } from '../../supervisor/keys.ts';
import { openSecrets } from '../secrets.ts';
import { changeKey, openHouseSecrets } from './house-key.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [first, second] = [openSecrets(keyOf(1)), openSecrets(keyOf(2))];

let ground: TestDatabase;
/** More lines than are changed at once. */
const LINES = 501;

const sql = async (text: string, ...values: unknown[]) => (await ground.database.pool.query(text, values)).rows;

/** One of every sealed column for both merchants, and many lines of the first. */
const sealAll = async (): Promise<void> => {
  const { seal } = first;
  for (const { id, owner } of ground.merchants) {
    await sql(
      'insert into webhook_secret (merchant_id, secret_sealed) values ($1, $2)',
      id,
      seal('hook', `webhook ${id}`),
    );
    await sql(
      'insert into second_factor (merchant_id, employee_id, secret_sealed, created_at) values ($1, $2, $3, now())',
      ...[id, owner.id, seal('totp', `totp ${id} ${owner.id}`)],
    );
    const [{ id: service }] = await sql(
      `insert into speech_service (merchant_id, purpose, kind, name, settings) values ($1, 'model', 'openaiChat', 'm', '{}') returning id`,
      id,
    );
    const sealed = [seal('key', `speech ${id} ${service}`), seal('query', `speech ${id} ${service}`)];
    await sql('update speech_service set key_sealed = $2, query_sealed = $3 where id = $1', service, ...sealed);
  }
  const [{ id }] = ground.merchants;
  const lines = await sql(
    `insert into line (merchant_id, name, address) select $1, 'l' || n, 'h' from generate_series(1, ${LINES}) n returning id`,
    id,
  );
  for (const line of lines)
    await sql(
      'update line set password_sealed = $2 where id = $1',
      line.id,
      seal(`p${line.id}`, `line ${id} ${line.id}`),
    );
};

/** What every sealed value says to this key, by table and column; it throws where one does not open. */
const openedWith = async ({ open }: typeof first) => {
  const said: Record<string, string[]> = {};
  for (const { table, column, key, contextOf } of sealedColumns) {
    const rows = await sql(
      `select ${key.join(', ')}, ${column} as sealed from ${table} where ${column} is not null order by ${key.join(', ')}`,
    );
    said[`${table}.${column}`] = rows.map(row => open(row.sealed, contextOf(...key.map(name => row[name]))));
  }
  return said;
};

const change = () => changeKey(ground.database.db, { present: keyOf(1), next: keyOf(2), columns: sealedColumns });

beforeEach(async () => {
  await ground?.close();
  ground = await startTestDatabase();
});
afterAll(() => ground.close());

test('every column that ends in _sealed is known to who changes the key', async () => {
  const rows = await sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_sealed' and table_name <> 'house_key' order by 1`,
  );
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(row => row.name));
});

test('a database learns its key once; a node with another is refused, also where an earlier release left no mark', async () => {
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await expect(openHouseSecrets(ground.database.db, keyOf(2), sealedColumns)).rejects.toThrow(
    `密钥不是这个数据库的：手上的是 ${second.keyId}，库里的秘密是用 ${first.keyId} 加密的`,
  );
  await sealAll();
  await sql('delete from house_key');
  await expect(openHouseSecrets(ground.database.db, keyOf(2), sealedColumns)).rejects.toThrow('密钥不是这个数据库的');
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  expect(await sql('select mark from house_key')).toEqual([{ mark: first.mark }]);
});

test('a changed key opens everything, the former one nothing; codes kept as hashes stay true; damaged values stay', async () => {
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await sealAll();
  const before = await openedWith(first);
  expect(before['line.password_sealed']).toHaveLength(LINES);
  const [{ id }] = ground.merchants;
  await sql(
    `insert into line (merchant_id, name, address, password_sealed) values ($1, 'damaged', 'h', 'v1.AAAA')`,
    id,
  );
  expect(await change()).toEqual({ values: LINES + 8, damaged: 1 });
  expect(await sql(`delete from line where name = 'damaged' returning password_sealed`)).toEqual([
    { password_sealed: 'v1.AAAA' },
  ]);
  const now = await openHouseSecrets(ground.database.db, keyOf(2), sealedColumns);
  expect(await openedWith(now)).toEqual(before);
  await expect(openedWith(first)).rejects.toThrow(`sealed by the key ${second.keyId}`);
  await expect(openHouseSecrets(ground.database.db, keyOf(1), sealedColumns)).rejects.toThrow('密钥不是');
  expect(now.digest('ABCDE23456')).toBe(first.digest('ABCDE23456'));
});

test('a change of keys whose connection is cut half-way leaves the former key in force', async () => {
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await sealAll();
  const before = await openedWith(first);
  const holder = await ground.database.pool.connect();
  const waiting = 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  try {
    // The last column of the list waits behind this one; the lines before it are changed by then.
    await holder.query('begin; select * from webhook_secret for update');
    const [held] = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    const changing = change().catch(error => error);
    await expect.poll(() => sql(waiting, held!.pid)).toHaveLength(1);
    await sql(`select pg_terminate_backend(pid) from (${waiting}) as blocked`, held!.pid);
    expect(await changing).toBeInstanceOf(Error);
  } finally {
    // Ended, not given back: a row still held would keep the database from closing.
    holder.release(true);
  }
  expect(await openedWith(await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns))).toEqual(before);
  expect(await change()).toMatchObject({ damaged: 0 });
});

test('a key that is lost for good: the refusal names the way, what is dropped is named, and a typed word is asked for', async () => {
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await sealAll();
  const start = () => openHouseSecrets(ground.database.db, keyOf(2), sealedColumns);
  await expect(start()).rejects.toThrow('npm run keys -- forget');
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-keys-'));
  const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_URL: ground.url, SECRET_KEY: keyOf(2) });
  const before = await openedWith(first);

  expect(await keys(settings, 'forget', async () => 'yes')).toBe(1);
  expect(await openedWith(first)).toEqual(before);
  await expect(start()).rejects.toThrow('密钥不是这个数据库的');

  const asked: string[] = [];
  const type = async (question: string) => {
    asked.push(question);
    return 'forget';
  };
  const said = vi.spyOn(process.stdout, 'write');
  expect(await keys(settings, 'forget', type)).toBe(0);
  expect(String(said.mock.calls.at(-1)?.[0]), 'what is to be set anew').toContain('两步验证');
  said.mockRestore();
  expect(asked).toHaveLength(1);
  expect(Object.values(await openedWith(second)).flat()).toEqual([]);
  expect(await sql('select count(*)::int as lines from line')).toEqual([{ lines: LINES }]);
  expect((await start()).keyId).toBe(second.keyId);
  expect(await keys(settings, 'forget', type), 'nothing is sealed with another').toBe(0);
  expect(asked).toHaveLength(1);
  await rm(dataDir, { recursive: true });
});

test('a key that lies in the data folder is not lost: with another SECRET_KEY nothing is forgotten, and start and rotate name the file', async () => {
  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await sealAll();
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-keys-'));
  const file = join(dataDir, 'secret-key');
  const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_URL: ground.url, SECRET_KEY: keyOf(1) });
  expect(await keys(settings, 'rotate')).toBe(0);
  const promoted = await readFile(file, 'utf8');
  const before = await openedWith(openSecrets(promoted));

  const type = async () => 'forget';
  const start = () => openDatabaseRole(testConfig({ dataDir, databaseUrl: ground.url, secretKey: keyOf(1) }));
  const refused: readonly (() => Promise<unknown>)[] = [
    () => keys(settings, 'forget', type),
    () => keys(settings, 'rotate'),
    () => keys(settings, undefined),
    start,
  ];
  for (const [n, work] of refused.entries()) {
    const said = await work().then(() => 'went on', String);
    expect(said, `${n}`).toContain(`就在文件 ${file} 里`);
    expect(said, `${n}`).not.toMatch(/keys -- (?:rotate|forget)/);
  }
  expect(await openedWith(openSecrets(promoted))).toEqual(before);
  expect(await readdir(dataDir)).not.toContain('secret-key.next');

  await sql('delete from house_key');
  await expect(
    keys(settings, 'forget', async () => 'forget'),
    'no mark',
  ).rejects.toThrow(`就在文件 ${file} 里`);
  await rm(dataDir, { recursive: true });
});

test('a key that is missing is said to be: neither start nor show nor rotate makes another, only who forgets it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-keys-'));
  const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_URL: ground.url });
  expect(await keys(settings, undefined), 'there is none yet').toBe(0);
  await expect(keys(settings, 'rotate')).rejects.toThrow('还没有密钥');
  const ask = async () => 'forget';
  expect(await keys(settings, 'forget', ask), 'nothing is sealed').toBe(0);
  expect(await readdir(dataDir)).toEqual([]);

  await openHouseSecrets(ground.database.db, keyOf(1), sealedColumns);
  await sealAll();
  const made = { dataDir, databaseUrl: ground.url, secretKey: keyOf(2), isKeyNew: true };
  const refused: readonly (() => Promise<unknown>)[] = [
    () => openDatabaseRole(testConfig(made)),
    () => keys(settings, undefined),
    () => keys(settings, 'rotate'),
  ];
  const says = [
    `找不到数据库的密钥 ${first.keyId}：数据文件夹 ${dataDir} 里没有 secret-key 文件`,
    '找不到数据库的密钥：',
  ];
  for (const [n, work] of refused.entries()) await expect(work(), `${n}`).rejects.toThrow(says[0]);
  await sql('delete from house_key');
  for (const [n, work] of refused.entries())
    await expect(work(), `${n} of an earlier release`).rejects.toThrow(says[1]);
  expect(await readdir(dataDir)).toEqual([]);
  expect((await openedWith(first))['line.password_sealed']).toHaveLength(LINES);

  expect(await keys(settings, 'forget', async () => 'no')).toBe(1);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await keys(settings, 'forget', ask)).toBe(0);
  const now = openSecrets(await readFile(join(dataDir, 'secret-key'), 'utf8'));
  expect(await sql('select mark from house_key')).toEqual([{ mark: now.mark }]);
  await rm(dataDir, { recursive: true });
});
