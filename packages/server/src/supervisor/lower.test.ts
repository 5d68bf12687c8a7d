import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testConfig } from '../../test/house.ts';
import { keepChild } from './child.ts';
import { openDataDir } from './data-dir.ts';
import { keepSecretKey, makeSecretKey } from './key-file.ts';
import { type Lowered, lowerParts } from './lower.ts';

const isRoot = process.getuid?.() === 0;
const silent = { write: () => undefined, close: () => undefined };
let folder = '';
let dataDir = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-lower-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  openDataDir(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ask = async (lowered: Lowered | null, script: string) => {
  const entry = join(folder, 'part.mjs');
  writeFileSync(entry, script, { mode: 0o644 });
  const plan = {
    name: 'part',
    entry,
    args: [dataDir],
    flags: [],
    env: () => ({}),
    told: () => null,
    readyWithinMs: { first: 20_000, again: 20_000 },
    lowered,
  };
  const child = keepChild(plan, silent, { onDied: () => undefined, onGivenUp: () => undefined });
  try {
    return await child.start();
  } finally {
    await child.stop(0);
  }
};

describe.runIf(isRoot)('started as root, a part', () => {
  test('works as an account of its own: it keeps its files, what an earlier release left too, and takes none of root’s', async () => {
    keepSecretKey(dataDir, makeSecretKey());
    mkdirSync(join(dataDir, 'recordings/2026'), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, 'recordings/2026/1.wav'), 'x', { mode: 0o600 });
    writeFileSync(join(folder, 'outside'), 'x', { mode: 0o600 });
    symlinkSync(join(folder, 'outside'), join(dataDir, 'recordings/link'));
    const { lowered } = await lowerParts(testConfig({ dataDir }), () => undefined);
    // A command (create-admin, keys) beside the running house.
    openDataDir(dataDir);
    const seen = await ask(
      lowered,
      `import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
       const may = work => { try { work(); return true; } catch (error) { return error.code; } };
       const data = process.argv[2];
       process.send({ type: 'ready', uid: process.getuid(), gid: process.getgid(), groups: process.getgroups().filter(id => id !== process.getgid()),
         old: may(() => appendFileSync(data + '/recordings/2026/1.wav', 'y')), own: may(() => mkdirSync(data + '/uploads')),
         key: may(() => readFileSync(data + '/secret-key')), rename: may(() => renameSync(data + '/secret-key', data + '/x')),
         remove: may(() => rmSync(data + '/secret-key')), outside: may(() => readFileSync(data + '/recordings/link')) });
       process.on('message', () => process.exit(0));`,
    );
    expect(seen).toMatchObject({
      groups: [],
      old: true,
      own: true,
      key: 'EACCES',
      rename: 'EPERM',
      remove: 'EPERM',
      outside: 'EACCES',
    });
    expect(seen.uid).toBe(lowered?.account.uid);
    expect(seen.uid).not.toBe(0);
    expect(seen.gid).not.toBe(0);
    expect(lstatSync(join(folder, 'outside')).uid).toBe(0);
    expect(existsSync(join(dataDir, 'secret-key'))).toBe(true);
  });

  test('is handed what every earlier release wrote as root, and nothing of the operator’s own', async () => {
    const written = 'recordings uploads exports plans prompts voice journal cache security practice'.split(' ');
    const own = [
      'secret-key-old',
      'backup.tar',
      'notes/money.txt',
      'recordings.old/1.wav',
      'secret-key',
      'postgres/password',
    ];
    const put = (path: string): void => {
      mkdirSync(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(dataDir, path), 'x', { mode: 0o600 });
    };
    for (const path of [...written.map(name => `${name}/2026/1`), 'node-id', 'node-id.part', ...own]) put(path);
    const { lowered } = await lowerParts(testConfig({ dataDir }), () => undefined);
    const ownerOf = (path: string) => statSync(join(dataDir, path)).uid;
    for (const name of written) {
      const owners = [name, `${name}/2026`, `${name}/2026/1`].map(ownerOf);
      expect(owners, name).toEqual(Array(3).fill(lowered?.account.uid));
    }
    expect(['node-id', 'node-id.part'].map(ownerOf)).toEqual(Array(2).fill(lowered?.account.uid));
    for (const path of [...own, 'notes']) expect(ownerOf(path), path).toBe(0);
  });

  test('reads a certificate that is root’s alone, by a copy of its own', async () => {
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    for (const file of Object.values(files)) writeFileSync(file, 'pem', { mode: 0o600 });
    const { config, lowered } = await lowerParts(testConfig({ dataDir, tls: files }), () => undefined);
    expect(statSync(config.tls?.keyFile ?? '')).toMatchObject({ uid: lowered?.account.uid });
    expect(statSync(config.tls?.keyFile ?? '').mode & 0o777).toBe(0o400);
  });

  test('stays root, and is said to, where the account cannot reach the data', async () => {
    chmodSync(folder, 0o700);
    let said = '';
    const { lowered } = await lowerParts(testConfig({ dataDir }), line => {
      said = line;
    });
    expect(lowered).toBeNull();
    expect(said).toContain('仍以 root 运行');
  });
});

test.skipIf(isRoot)('started by anybody else it changes nothing', async () => {
  const config = testConfig({ dataDir });
  expect(await lowerParts(config, () => undefined)).toEqual({ lowered: null, config });
});
