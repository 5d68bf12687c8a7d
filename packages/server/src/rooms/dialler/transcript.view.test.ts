import { type ConversationNote, instant, talkOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { transcriptOf } from './transcript.view.ts';

const at = (ms: number) => instant(1_000 + ms);
const understood = { meaning: 'intent:yes', name: '愿意', by: 'words', matched: '方便' } as const;
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
  { type: 'node.left', at: at(1_600), node: 'n1', by: 'yes', name: '' },
  { type: 'node.entered', at: at(1_600), node: 'n2', name: '问年级', knowledge: false },
  { type: 'callee.keyed', at: at(3_000), line: 3, keys: '3#', node: 'n2', understood: null },
  { type: 'answer.kept', at: at(3_001), line: 3, variable: 'grade', label: '年级', value: '3' },
  { type: 'callee.saying', at: at(4_000), line: 4, text: '还有' },
];

test('notes become lines, path and answers in ms since the answer, an unfinished sentence included', () => {
  expect(transcriptOf(talkOf(notes), instant(1_000))).toEqual({
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
      { node: 'n1', name: '开场白', knowledge: false, atMs: 5, leftBy: 'yes', leftName: '' },
      { node: 'n2', name: '问年级', knowledge: false, atMs: 1_600, leftBy: '', leftName: '' },
    ],
    answers: [{ variable: 'grade', label: '年级', value: '3', atMs: 3_000 }],
  });
  expect(talkOf(notes).summary).toBeNull();
});

test('what was asked of the world stands at its node, with what came of it', () => {
  const entered = (node: string, name: string, ms: number): ConversationNote => ({
    type: 'node.entered',
    at: at(ms),
    node,
    name,
    knowledge: false,
  });
  const asked = (node: string, kind: 'webhook' | 'transfer', outcome: 'asked' | 'failed' | 'kept', detail: string) =>
    ({ type: 'asked', at: at(0), node, kind, outcome, detail }) as const;
  const { path } = transcriptOf(
    talkOf([
      entered('look', '查订单', 1_010),
      asked('look', 'webhook', 'asked', 'https://shop.example/'),
      asked('look', 'webhook', 'kept', ''),
      entered('person', '转人工', 2_000),
      asked('person', 'transfer', 'asked', '13800138000'),
      asked('person', 'transfer', 'failed', 'nobody'),
      asked('person', 'transfer', 'asked', '13900139000'),
    ]),
    at(1_000),
  );
  expect(path.map(step => step.asked)).toEqual([
    [{ kind: 'webhook', target: 'https://shop.example/', outcome: 'kept', because: '' }],
    [
      { kind: 'transfer', target: '13800138000', outcome: 'failed', because: 'nobody' },
      { kind: 'transfer', target: '13900139000', outcome: 'waiting', because: '' },
    ],
  ]);
});
