import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTranscriptFile } from './transcript-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-words-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the words of a call that an upgrade cut off are read in ids, a half line left out', async () => {
  const said = {
    type: 'callee.said',
    at: 5,
    endAt: 6,
    line: 1,
    text: '1',
    node: 'n',
    missed: false,
    whileRobotSpoke: false,
  };
  const ended = {
    type: 'ended',
    at: 9,
    summary: { path: [{ node: 'n', leftBy: '无应答' }], facts: { passed: [{ node: 'n', by: '无应答' }] } },
  };
  const notes = [
    { type: 'node.left', at: 4, node: 'n', by: '按键 1' },
    { ...said, understood: { meaning: '回电', by: 'key', matched: '1' } },
    ended,
    { type: 'node.left', at: 9, node: 'n', by: 'intent:later', name: '晚点' },
  ];
  const lines = [{ call: '7', answeredAt: 1, answeredOn: '2026-11-22T08:00:00Z' }, ...notes.map(note => ({ note }))];
  const file = join(folder, '7.jsonl');
  await writeFile(file, `${lines.map(line => JSON.stringify(line)).join('\n')}\n{"note":{"ty`);
  expect((await readTranscriptFile(file))?.notes).toEqual([
    { type: 'node.left', at: 4, node: 'n', by: 'key:1', name: '' },
    { ...said, understood: { meaning: 'key:1', name: '回电', by: 'key', matched: '1' } },
    {
      ...ended,
      summary: {
        path: [{ node: 'n', leftBy: 'silence', leftName: '' }],
        facts: { passed: [{ node: 'n', by: 'silence' }] },
      },
    },
    notes[3],
  ]);
});
