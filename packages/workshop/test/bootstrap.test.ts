import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** The bootstrap runs before anything is installed, so it is tested from outside, with a stand-in for npm itself. */
const bootstrap = resolve(import.meta.dirname, '../../../scripts/bootstrap.mjs');
let folder = '';

const lockfile = (version: string): string =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version: '1', optional: true } },
  });

/** Writes down how it was called; fails with the words it was given. */
const fakeNpm = (complaint: string): string => {
  const file = join(folder, 'npm.js');
  writeFileSync(
    file,
    `const fs = require('node:fs');
     fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
     ${complaint === '' ? "fs.mkdirSync('node_modules', { recursive: true });" : `console.error(${JSON.stringify(complaint)}); process.exit(1);`}`,
  );
  return file;
};

const run = (complaint = ''): Promise<{ code: number | null; said: string }> =>
  new Promise(done => {
    const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs')], {
      env: { ...process.env, npm_execpath: fakeNpm(complaint) },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        said += chunk;
      });
    child.once('close', code => done({ code, said }));
  });

const calls = (): string[] => {
  try {
    return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-bootstrap-'));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(bootstrap, join(folder, 'scripts/bootstrap.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), lockfile('1.0.0'));
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a bare clone gets its dependencies without install scripts, once; a changed lockfile brings them again', async () => {
  expect(await run()).toMatchObject({ code: 0, said: expect.stringContaining('首次运行') });
  expect(calls()).toEqual(['ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund']);
  expect(await run()).toEqual({ code: 0, said: '' });
  expect(calls()).toHaveLength(1);
  writeFileSync(join(folder, 'package-lock.json'), lockfile('1.0.1'));
  await run();
  expect(calls()).toHaveLength(2);
});

test('what somebody installed by hand is taken as it is when it fits the lockfile', async () => {
  mkdirSync(join(folder, 'node_modules'));
  const hidden = join(folder, 'node_modules/.package-lock.json');
  writeFileSync(hidden, JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
  expect((await run()).code).toBe(0);
  expect(calls()).toEqual([]);
  writeFileSync(join(folder, 'package-lock.json'), lockfile('2.0.0'));
  expect((await run()).code).toBe(0);
  expect(calls()).toHaveLength(1);
});

test('two starts of one fresh clone install once', async () => {
  const both = await Promise.all([run(), run()]);
  expect(both.map(each => each.code)).toEqual([0, 0]);
  expect(calls()).toHaveLength(1);
});

test.each([
  ['getaddrinfo ENOTFOUND registry', '连不上 npm 仓库'],
  ['EACCES: permission denied, mkdir', '没有权限写入'],
  ['EROFS: read-only file system', '没有权限写入'],
  ['ENOSPC: no space left on device', '磁盘已满'],
  ['something else', '原因见上面 npm 的输出'],
])('npm that fails with %j is explained in a sentence', async (complaint, sentence) => {
  const { code, said } = await run(complaint);
  expect(code).toBe(1);
  expect(said).toContain(sentence);
});
