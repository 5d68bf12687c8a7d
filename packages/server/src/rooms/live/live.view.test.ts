import { type ConversationNote, instant, noTalk, talkOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { liveFactOf, newestWord } from './live.view.ts';

const at = instant(0);
const said = { at, endAt: at, node: 'n1', understood: null, missed: false, whileRobotSpoke: false } as const;
const notes: readonly ConversationNote[] = [
  { type: 'node.entered', at, node: 'n1', name: '开场白', knowledge: false },
  { type: 'robot.said', at, line: 1, text: '您好，方便吗？', node: 'n1' },
  { type: 'callee.saying', at, line: 2, text: '方' },
  { type: 'robot.interrupted', at, line: 1, heardMs: 700 },
  { type: 'callee.said', line: 2, text: '方便', ...said },
  { type: 'node.left', at, node: 'n1', by: 'yes', name: '' },
  { type: 'node.entered', at, node: 'n2', name: '问年级', knowledge: false },
  { type: 'callee.keyed', at, line: 3, keys: '3#', node: 'n2', understood: null },
  { type: 'answer.kept', at, line: 3, variable: 'grade', label: '年级', value: '3' },
];

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
  ]);
});

test('a line says the node it belongs to, once it is whole', () => {
  const nodes = notes.map(liveFactOf).flatMap(fact => (fact?.kind === 'line' ? [[fact.text, fact.node]] : []));
  expect(nodes).toEqual([
    ['您好，方便吗？', 'n1'],
    ['方', ''],
    ['方便', 'n1'],
    ['按键 3#', 'n2'],
  ]);
});

test('a board shows who spoke last, though an earlier line grew or was cut short after it', () => {
  const shown = (upTo: number) => newestWord(talkOf(notes.slice(0, upTo)));
  expect(newestWord(noTalk)).toEqual({ node: '', speaker: null, text: '', level: null, wants: [] });
  expect(shown(1)).toEqual({ node: '开场白', speaker: null, text: '', level: null, wants: [] });
  expect(shown(4)).toEqual({ node: '开场白', speaker: 'callee', text: '方', level: null, wants: [] });
  expect(shown(notes.length)).toEqual({ node: '问年级', speaker: 'callee', text: '按键 3#', level: null, wants: [] });
  const late: ConversationNote = { type: 'robot.said', at, line: 5, text: '好的', node: 'n2' };
  const grew: ConversationNote = { type: 'callee.saying', at, line: 4, text: '等等' };
  expect(newestWord(talkOf([...notes, late, grew]))).toMatchObject({ speaker: 'callee', text: '等等', level: null });
});

test('a board shows what the callee wants until he has it; that he speaks of an authority is a complaint', () => {
  const wants = (...told: readonly ConversationNote[]) => newestWord(talkOf(told)).wants;
  const asks: ConversationNote = { type: 'callee.said', line: 2, text: '转人工', ...said, wants: 'person' };
  const transfer = { type: 'asked', at, node: 'n1', kind: 'transfer', detail: '' } as const;
  expect(wants(asks)).toEqual(['person']);
  expect(wants(asks, { ...transfer, outcome: 'asked' })).toEqual(['person']);
  expect(wants(asks, { ...transfer, outcome: 'transferred' })).toEqual([]);
  expect(wants({ type: 'callee.namesAuthority', at }, asks)).toEqual(['person', 'complaint']);
});
