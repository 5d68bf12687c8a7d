import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { namesOf } from './names.ts';
import { toRegister } from './register.ts';
import { roomFiles } from './room-files.ts';

/** `npm run new <room>`: a room of the server with contract, migration, routes, store and a slice test with two merchants. */
const usage = 'npm run new -- <room>   small letters, words joined by hyphens: call-notes';

const clone = resolve(import.meta.dirname, '../../../..');

/** Where a line is broken depends on how long the name is. */
const format = (paths: readonly string[]) =>
  promisify(execFile)(join(clone, 'node_modules/.bin/biome'), ['check', '--write', ...paths], {
    cwd: clone,
    timeout: FORMAT_LIMIT_MS,
  });
const FORMAT_LIMIT_MS = 60_000;

/** The number after the newest migration, four digits. */
const nextMigration = async (): Promise<string> => {
  const names = await readdir(join(clone, 'packages/server/migrations'));
  const newest = Math.max(0, ...names.map(name => Number.parseInt(name, 10)).filter(Number.isInteger));
  return String(newest + 1).padStart(4, '0');
};

const run = async (name: string): Promise<void> => {
  const names = namesOf(name);
  if (names === null) throw new Error(usage);
  const files = roomFiles(names, await nextMigration());
  const folder = join(clone, 'packages/server/src/rooms', names.room);
  const taken = [folder, ...files.map(({ path }) => join(clone, path))].find(path => existsSync(path));
  if (taken !== undefined) throw new Error(`${taken} is there already: choose another name`);
  for (const { path, text } of files) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await writeFile(join(clone, path), text, { flag: 'wx' });
  }
  await format(files.map(({ path }) => path));
  const made = files.map(({ path }) => `  ${path}`);
  process.stdout.write(`${['Made:', ...made, '', ...toRegister(names)].join('\n')}\n`);
};

run(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
