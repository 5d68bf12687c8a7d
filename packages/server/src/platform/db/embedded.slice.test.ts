import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from './index.ts';

let root = '';
const running: EmbeddedDatabase[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lianxian-embedded-'));
  await chmod(root, 0o711);
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(root, { recursive: true, force: true });
});

const start = async (name: string, onChange?: (what: 'died' | 'back') => void): Promise<EmbeddedDatabase> => {
  const server = await startEmbedded({ folder: join(root, name), volatile: true, ...(onChange && { onChange }) });
  running.push(server);
  return server;
};
const ask = async (url: string, sql: string): Promise<unknown> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return Object.values(rows[0] ?? {})[0];
};

test('a killed server is restarted at the same address, with its data, whatever it was in the middle of', async () => {
  const changes: string[] = [];
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const server = await start('killed', what => {
    changes.push(what);
    if (what === 'back') resolve();
  });
  await ask(server.url, 'create table kept as select 42 as n');
  await ask(server.url, 'checkpoint');
  // What it works at without an end goes on when the server is dead, and none starts beside it.
  const busy = new Client({ connectionString: server.url });
  busy.on('error', () => undefined);
  await busy.connect();
  const working = busy.query('do $$ begin loop end loop; end $$').catch(() => undefined);
  while ((await ask(server.url, "select count(*)::int from pg_stat_activity where query like 'do %'")) === 0);
  const before = server.pid();
  process.kill(before ?? 0, 'SIGKILL');
  await back;
  await working;
  expect(changes).toEqual(['died', 'back']);
  expect(server.pid()).not.toBe(before);
  expect(await ask(server.url, 'select n from kept')).toBe(42);
  await server.stop();
});

test('whoever starts beside a running house attaches to its server and leaves it running', async () => {
  const first = await start('shared');
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const server = await startEmbedded({ folder: ${JSON.stringify(join(root, 'shared'))} });
    console.log(server.attached, server.pid());
    await server.stop();
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', chunk => {
    said += chunk;
  });
  await once(child, 'close');
  expect(said.trim()).toBe(`true ${first.pid()}`);
  expect(await ask(first.url, 'select 1')).toBe(1);
  await first.stop();
});

test('a server of another folder is never taken for ours, whatever the pid file says', async () => {
  const foreign = await start('foreign');
  const ours = await start('ours');
  await ours.stop();
  const lock = join(root, 'ours/data/postmaster.pid');
  await copyFile(join(root, 'foreign/data/postmaster.pid'), lock);
  const again = await start('ours');
  expect(again.attached).toBe(false);
  expect(again.pid()).not.toBe(foreign.pid());
  expect(await ask(again.url, 'show data_directory')).toBe(join(root, 'ours/data'));
  expect(await ask(foreign.url, 'select 1')).toBe(1);
  await again.stop();
  await foreign.stop();
});

test('a pid file left by a dead server, or naming somebody else’s process, is no hindrance', async () => {
  const server = await start('stale');
  await server.stop();
  const lock = join(root, 'stale/data/postmaster.pid');
  for (const pid of [2 ** 22 - 1, process.pid]) {
    await writeFile(lock, `${pid}\n${join(root, 'stale/data')}\n0\n1\n\n127.0.0.1\n\nready\n`);
    const again = await start('stale');
    expect(again.attached).toBe(false);
    await again.stop();
  }
});

test('the password is for its owner alone, and the server listens on loopback alone', async () => {
  const server = await start('stale');
  expect((await stat(join(root, 'stale/password'))).mode & 0o777).toBe(0o600);
  expect(await ask(server.url, 'show listen_addresses')).toBe('127.0.0.1');
  expect(await ask(server.url, 'show server_encoding')).toBe('UTF8');
  const stranger = Object.assign(new URL(server.url), { password: 'guess' }).href;
  await expect(ask(stranger, 'select 1')).rejects.toThrow(/password/);
  expect(await readFile(join(root, 'stale/server.log'), 'utf8')).not.toContain(new URL(server.url).password);
  await server.stop();
});

test.runIf(process.getuid?.() === 0)('below a closed home it says what to do', async () => {
  const home = join(root, 'home');
  await mkdir(home, { mode: 0o700 });
  await expect(startEmbedded({ folder: join(home, 'db') })).rejects.toThrow(/DATA_DIR/);
});

test.runIf(process.platform === 'linux')(
  'where no folder can be made it says so, and does not try for ever',
  async () => {
    await expect(startEmbedded({ folder: '/proc/lianxian/postgres' })).rejects.toThrow('建不起来（ENOENT）');
  },
);
