import { expect, test } from 'vitest';
import { instant } from '../../kit/index.ts';
import type { ConversationNote } from '../events/events.ts';
import { followTalk, noTalk, talkOf } from './talk-view.ts';

const at = instant;
const yes = { meaning: 'yes', name: '', by: 'words', matched: '好' } as const;
const entered = (ms: number, node: string, knowledge = false): ConversationNote => ({
  type: 'node.entered',
  at: at(ms),
  node,
  name: node.toUpperCase(),
  knowledge,
});
const robot = (ms: number, line: number, text: string): ConversationNote => ({
  type: 'robot.said',
  at: at(ms),
  line,
  text,
  node: 'a',
});
const said = (ms: number, line: number, text: string): ConversationNote => ({
  type: 'callee.said',
  at: at(ms),
  endAt: at(ms + 500),
  line,
  text,
  node: 'a',
  understood: yes,
  missed: false,
  whileRobotSpoke: false,
});
const saying = (ms: number, line: number, text: string): ConversationNote => ({
  type: 'callee.saying',
  at: at(ms),
  line,
  text,
});
const left = (ms: number, node: string, by: 'yes' | 'silence'): ConversationNote => ({
  type: 'node.left',
  at: at(ms),
  node,
  by,
  name: '',
});
const asked = (ms: number, outcome: 'asked' | 'failed' | 'transferred', detail: string): ConversationNote => ({
  type: 'asked',
  at: at(ms),
  node: 'a',
  kind: 'transfer',
  outcome,
  detail,
});

test('words of a sentence grow in one line, which keeps its place when the robot speaks meanwhile', () => {
  const { lines, newest } = talkOf([saying(10, 1, '我'), robot(20, 2, '您好'), saying(10, 1, '我想')]);
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [1, '我想'],
    [2, '您好'],
  ]);
  expect(lines[0]).toMatchObject({ by: 'callee', isWhole: false, node: '', nth: 2 });
  expect(newest).toBe(1);
});

test('a talk is a value: what follows makes another and leaves it as it was', () => {
  const before = talkOf([entered(0, 'a'), robot(10, 1, '您好')]);
  const kept = structuredClone(before);
  const after = followTalk(before, { type: 'robot.interrupted', at: at(400), line: 1, heardMs: 300 });
  expect(before).toEqual(kept);
  expect(after.lines[0]).toMatchObject({ interrupted: { nth: 2, at: 400, heardMs: 300 } });
});

test('an answer stands with the line it came of and once in the list; the way taken next with the callee’s last word', () => {
  const kept = (value: string, line: number): ConversationNote => ({
    type: 'answer.kept',
    at: at(700),
    line,
    variable: 'grade',
    label: '年级',
    value,
  });
  const talk = talkOf([
    entered(0, 'a'),
    said(100, 1, '二年级'),
    kept('2', 1),
    left(800, 'a', 'yes'),
    entered(800, 'b'),
    left(9_000, 'b', 'silence'),
    said(9_500, 2, '三年级'),
    kept('3', 2),
  ]);
  expect(talk.lines).toMatchObject([
    { kept: [{ value: '2' }], way: { by: 'yes', nth: 3 } },
    { kept: [{ value: '3' }], way: null },
  ]);
  expect(talk.answers).toMatchObject([{ variable: 'grade', value: '3', line: 2 }]);
});

test('a node that is entered twice is left where it was entered last', () => {
  const { path } = talkOf([entered(0, 'a'), left(1, 'a', 'yes'), entered(2, 'a'), left(3, 'a', 'silence')]);
  expect(path.map(({ leftBy, enteredAt }) => [enteredAt, leftBy])).toEqual([
    [0, 'yes'],
    [2, 'silence'],
  ]);
});

test('what the world was asked stands at its step with what came of it, and tells since when a person has the call', () => {
  const talk = talkOf([
    entered(0, 'a'),
    asked(10, 'asked', '1380'),
    asked(20, 'failed', 'nobody'),
    asked(30, 'asked', '1390'),
  ]);
  expect(talk.path[0]?.asked).toMatchObject([
    { target: '1380', nth: 1, answer: { outcome: 'failed', because: 'nobody', nth: 2 } },
    { target: '1390', nth: 3, answer: null },
  ]);
  expect(talk.handedAt).toBeNull();
  const handed = followTalk(talk, asked(5_000, 'transferred', ''));
  expect(handed).toMatchObject({ handedAt: 5_000, path: [{ asked: [{}, { answer: { outcome: 'transferred' } }] }] });
});

test('what belongs to nothing that is known changes nothing', () => {
  const strange: readonly ConversationNote[] = [
    { type: 'robot.interrupted', at: at(0), line: 9, heardMs: 1 },
    left(0, 'nowhere', 'yes'),
    asked(0, 'failed', ''),
  ];
  expect(talkOf(strange)).toEqual({ ...noTalk, notes: strange.length });
});
