import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notDialled } from '@lianxian/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ending } from './filing.store.ts';
import { openJournal } from './journal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-journal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ending = (call: string): Ending => ({
  merchantId: '1',
  call,
  fence: 1,
  verdict: notDialled('lineGone'),
  hungUpBy: 'nobody',
  mayHaveRung: false,
  dialledAt: null,
  answeredAt: null,
  endedAt: '2026-01-01T00:00:00.000Z',
  ringMs: null,
  talkMs: 0,
  turns: 0,
  level: null,
  levelRule: null,
  lastNode: null,
  wantsNoMoreCalls: false,
  transcript: null,
  recording: null,
  media: null,
});

test('endings come back in the order of their calls, also to the next process, until they are done', async () => {
  const journal = await openJournal(folder);
  for (const call of ['10', '9', '11']) await journal.keep(ending(call));
  const next = await openJournal(folder);
  expect((await next.waiting()).map(kept => kept.call)).toEqual(['9', '10', '11']);
  expect((await next.waiting())[0]).toEqual(ending('9'));
  await next.done(ending('9'));
  await next.setAside(ending('10'));
  expect((await next.waiting()).map(kept => kept.call)).toEqual(['11']);
  expect((await readdir(folder)).sort()).toEqual(['10.refused', '11.json']);
});

test('a file that is no ending does not hold up the others', async () => {
  const journal = await openJournal(folder);
  await writeFile(join(folder, '1.json'), '{"call":');
  await writeFile(join(folder, '2.json.part'), '');
  await journal.keep(ending('3'));
  expect((await journal.waiting()).map(kept => kept.call)).toEqual(['3']);
  expect(await readdir(folder)).toContain('1.json.unreadable');
});

test('an ending that a release before ids has journalled comes back in ids; a name nobody can place is kept as a word', async () => {
  const journal = await openJournal(folder);
  const step = { node: 'n1', name: '开场', knowledge: false, atMs: 0 };
  const line = {
    line: 1,
    speaker: 'callee',
    atMs: 900,
    endMs: 1_400,
    text: '可以',
    node: 'n1',
    interruptedAfterMs: null,
  };
  const before = {
    ...ending('12'),
    facts: { passed: [{ node: 'n1', by: '愿意' }] },
    transcript: {
      lines: [{ ...line, understood: { meaning: '否定', by: 'words', matched: '不可以' } }],
      path: [
        { ...step, leftBy: '愿意' },
        { ...step, leftBy: '客户挂断' },
      ],
      answers: [],
    },
  };
  await writeFile(join(folder, '12.json'), JSON.stringify(before));
  expect((await journal.waiting())[0]).toEqual({
    ...before,
    facts: { passed: [{ node: 'n1', by: 'word:愿意' }] },
    transcript: {
      lines: [{ ...line, understood: { meaning: 'no', name: '', by: 'words', matched: '不可以' } }],
      path: [
        { ...step, leftBy: 'word:愿意', leftName: '愿意' },
        { ...step, leftBy: 'calleeHungUp', leftName: '' },
      ],
      answers: [],
    },
  });
});
