import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../server/src/config.ts';

const clone = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(clone, file), 'utf8');

test.each(['README.md', 'README.en.md'])('%s names every setting, and no other', file => {
  const named = [...read(file).matchAll(/^\| (`[A-Z_` ]+`) \|/gm)].flatMap(([, cell]) => cell!.match(/[A-Z_]+/g) ?? []);
  expect(named.toSorted()).toEqual(settingNames.toSorted());
});

test.each(['README.md', 'README.en.md'])('the commands that %s names exist', file => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = [...read(file).matchAll(/`npm run (\w+)/g)].map(([, name]) => name);
  expect(named.filter(name => !scripts.includes(name!))).toEqual([]);
});
