import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFile } from './files.ts';

test('a file that retention took by the time it is copied is no copy, leaves nothing and ends nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-backup-files-'));
  const [from, to] = [join(folder, 'a.wav'), join(folder, 'archive/a.wav')];
  const { signal } = new AbortController();
  expect(await copyFile(from, to, signal)).toBe(null);
  expect(await readdir(folder)).toEqual([]);
  await writeFile(from, 'abc');
  // The digest of "abc" as FIPS 180-2, appendix B.1, gives it.
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await copyFile(from, to, signal)).toEqual({ bytes: 3, sha256 });
  expect(await readFile(to, 'utf8')).toBe('abc');
  await rm(folder, { recursive: true });
});
