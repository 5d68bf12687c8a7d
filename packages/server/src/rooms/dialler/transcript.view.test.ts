import { type ConversationNote, instant } from '@lianxian/core';
import { expect, test } from 'vitest';
import { liveFactOf } from '../live/index.ts';
import { summaryOf, transcriptOf } from './transcript.view.ts';

const at = (ms: number) => instant(1_000 + ms);
const understood = { meaning: '肯定', by: 'words', matched: '方便' } as const;
const notes: ConversationNote[] = [
  { type: 'node.entered', at: at(5), node: 'n1', name: '开场白', knowledge: false },
  { type: 'robot.said', at: at(10), line: 1, text: '您好，方便吗？', node: 'n1' },
  { type: 'callee.saying', at: at(900), line: 2, text: '方' },
  { type: 'robot.interrupted', at: at(950), line: 1, heardMs: 700.4 },
  {
    type: 'callee.said',
    at: at(880),
    endAt: at(1_500),
    line: 2,
    text: '方便',
    node: 'n1',
    understood,
    missed: false,
    whileRobotSpoke: true,
  },
  { type: 'node.left', at: at(1_600), node: 'n1', by: '肯定' },
  { type: 'node.entered', at: at(1_600), node: 'n2', name: '问年级', knowledge: false },
  { type: 'callee.keyed', at: at(3_000), line: 3, keys: '3#', node: 'n2', understood: null },
  { type: 'answer.kept', at: at(3_001), line: 3, variable: 'grade', label: '年级', value: '3' },
  { type: 'callee.saying', at: at(4_000), line: 4, text: '还有' },
];

test('notes become lines, path and answers in ms since the answer, an unfinished sentence included', () => {
  expect(transcriptOf(notes, instant(1_000))).toEqual({
    lines: [
      {
        line: 1,
        speaker: 'robot',
        atMs: 10,
        endMs: 710,
        text: '您好，方便吗？',
        node: 'n1',
        understood: null,
        interruptedAfterMs: 700,
      },
      {
        line: 2,
        speaker: 'callee',
        atMs: 880,
        endMs: 1_500,
        text: '方便',
        node: 'n1',
        understood,
        interruptedAfterMs: null,
      },
      {
        line: 3,
        speaker: 'callee',
        atMs: 3_000,
        endMs: null,
        text: '按键 3#',
        node: 'n2',
        understood: null,
        missed: true,
        interruptedAfterMs: null,
      },
      {
        line: 4,
        speaker: 'callee',
        atMs: 4_000,
        endMs: null,
        text: '还有',
        node: 'n2',
        understood: null,
        interruptedAfterMs: null,
      },
    ],
    path: [
      { node: 'n1', name: '开场白', knowledge: false, atMs: 5, leftBy: '肯定' },
      { node: 'n2', name: '问年级', knowledge: false, atMs: 1_600, leftBy: '' },
    ],
    answers: [{ label: '年级', value: '3', atMs: 3_000 }],
  });
  expect(summaryOf(notes)).toBeNull();
});

test('a watcher is told words as they come and whole sentences once, not what only the record needs', () => {
  expect(
    notes
      .map(liveFactOf)
      .map(fact => fact && `${fact.kind}${fact.kind === 'line' ? ` ${fact.text} ${fact.final}` : ''}`),
  ).toEqual([
    'node',
    'line 您好，方便吗？ true',
    'line 方 false',
    'interrupted',
    'line 方便 true',
    null,
    'node',
    'line 按键 3# true',
    'answer',
    'line 还有 false',
  ]);
});
