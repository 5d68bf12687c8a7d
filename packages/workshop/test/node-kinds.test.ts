import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { words as english } from '../../web/src/text/en/studio.ts';
import { words as chinese } from '../../web/src/text/zh-CN/studio.ts';

const root = join(import.meta.dirname, '../../..');
const namesOf = (kinds: Readonly<Record<string, { readonly name: string }>>) =>
  Object.values(kinds).map(({ name }) => name);

test.each([
  ['packages/server/seed/help/plan-editor.md', namesOf(chinese.kinds).join('、')],
  ['docs/guide.md', namesOf(chinese.kinds).join('、')],
  ['docs/guide.en.md', namesOf(english.kinds).join(', ')],
])('%s calls every kind of node as the editor does', async (file, names) =>
  expect(await readFile(join(root, file), 'utf8')).toContain(names),
);
