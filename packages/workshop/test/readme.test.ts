import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../server/src/config.ts';

const clone = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(clone, file), 'utf8');

const readmes = ['README.md', 'README.en.md'];
const pages = ['docs/guide.md', 'docs/guide.en.md', 'docs/operations.md', 'docs/operations.en.md'];

const settingsIn = (file: string): string[] =>
  [...read(file).matchAll(/^\| (`[A-Z_` ]+`) \|/gm)].flatMap(([, cell]) => cell!.match(/[A-Z_]+/g) ?? []);

test.each(['docs/operations.md', 'docs/operations.en.md'])('%s names every setting, and no other', file => {
  expect(settingsIn(file).toSorted()).toEqual(settingNames.toSorted());
});

test.each(readmes)(
  '%s names some of them, says of each what the whole list says, and fits on a screen or two',
  file => {
    const [row, all] = [/^\| `[A-Z_` ]+` \|.*$/gm, read(`docs/operations${file.slice('README'.length)}`)];
    const shown = read(file).match(row) ?? [];
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.filter(each => !all.includes(each))).toEqual([]);
    expect(read(file).split('\n').length).toBeLessThan(140);
  },
);

test.each([...readmes, ...pages])('the commands that %s names exist', file => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = [...read(file).matchAll(/`npm run (\w+)/g)].map(([, name]) => name);
  expect(named.filter(name => !scripts.includes(name!))).toEqual([]);
});

test.each([...readmes, ...pages])('what %s links to is there', file => {
  const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => join(clone, dirname(file), to!));
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter(to => !existsSync(to))).toEqual([]);
});
