import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPart, refusalOfFull } from './target.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-target-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (target: string) => openPart(target, join(target, 'lianxian-20260131-235959.7.part'));

test('a folder that is not there is made for its owner alone, with those above it', async () => {
  const target = join(folder, 'a/b');
  await open(target);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(readdirSync(target)).toEqual(['lianxian-20260131-235959.7.part']);
});

test.runIf(process.platform === 'linux').each(['/proc', '/proc/lianxian', '/proc/lianxian/backups', '/sys/lianxian'])(
  'where nothing can be made (%s) it is refused by name, not tried for ever',
  async target => {
    await expect(open(target)).rejects.toThrow(`备份文件夹 ${target} 不能写（`);
  },
);

test('a file in its place, a path below a file and a folder one may not write are refused by name', async () => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'closed'));
  chmodSync(join(folder, 'closed'), 0o500);
  const refused = [join(folder, 'file'), join(folder, 'file/backups')];
  // Root may write everywhere.
  if (process.getuid?.() !== 0) refused.push(join(folder, 'closed'), join(folder, 'closed/backups'));
  for (const target of refused) await expect(open(target)).rejects.toThrow(`备份文件夹 ${target} 不能写（`);
});

test('a disk that fills up below it has a sentence; what else breaks off has none of it', () => {
  expect(refusalOfFull('/backups', { code: 'ENOSPC' })?.message).toContain('磁盘已满：备份文件夹 /backups 放不下');
  expect(refusalOfFull('/backups', new Error('cut'))).toBeNull();
});
