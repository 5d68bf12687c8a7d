import type { LiveCallEvent } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { fold, insert, type LiveCall, showsGap } from './live-call.ts';

const said = (seq: number, line: number, text: string, final: boolean): LiveCallEvent => ({
  seq,
  atMs: seq * 100,
  kind: 'line',
  line,
  speaker: 'callee',
  text,
  final,
  node: '',
  understood: null,
});
const state = (seq: number, word: 'talking' | 'ended'): LiveCallEvent => ({
  seq,
  atMs: seq * 100,
  kind: 'state',
  state: word,
});
const after = (...events: LiveCallEvent[]): LiveCall => fold(events.reduce(insert, [] as readonly LiveCallEvent[]));

test('the words of an unfinished sentence grow in one line', () => {
  const call = after(said(1, 4, '多', false), said(2, 4, '多少', false), said(3, 4, '多少钱？', true));
  expect(call.talk.lines).toMatchObject([{ line: 4, by: 'callee', text: '多少钱？', isWhole: true }]);
  expect(after(said(1, 4, '多', false)).talk.lines).toMatchObject([{ line: 4, text: '多', isWhole: false }]);
});

test('a replay after a reconnect doubles nothing', () => {
  const events = [state(0, 'talking'), said(1, 0, '喂', true), said(2, 1, '您好', true)];
  expect(after(...events, ...events)).toEqual(after(...events));
});

test('an event that was lost finds its place when it comes after all', () => {
  const [talking, hello, answer] = [state(0, 'talking'), said(1, 1, '喂', true), said(2, 2, '您好', true)];
  expect(after(talking, answer, hello)).toEqual(after(talking, hello, answer));
});

test('a gap shows only between events, not before the first', () => {
  expect(showsGap([], said(7, 1, '喂', true))).toBe(false);
  expect(showsGap([state(0, 'talking')], said(1, 1, '喂', true))).toBe(false);
  expect(showsGap([state(0, 'talking')], said(2, 1, '喂', true))).toBe(true);
});

test('lines stand in the order they were said, however they come', () => {
  expect(after(said(1, 2, '二', true), said(2, 1, '一', true)).talk.lines.map(line => line.text)).toEqual(['一', '二']);
});

test('an interruption stands with the line of the robot that it stopped, also when that line comes late', () => {
  const whole = { line: 1, speaker: 'robot', text: '您好', final: true, node: 'open', understood: null } as const;
  const robot: LiveCallEvent = { seq: 1, atMs: 100, kind: 'line', ...whole };
  const interrupted: LiveCallEvent = { seq: 2, atMs: 200, kind: 'interrupted', line: 1, heardMs: 840 };
  for (const call of [after(robot, interrupted), after(interrupted, robot)])
    expect(call.talk.lines).toMatchObject([{ by: 'robot', text: '您好', interrupted: { heardMs: 840 } }]);
});

test('the same question answered again keeps the last answer', () => {
  const answer = (seq: number, value: string): LiveCallEvent => ({
    seq,
    atMs: 0,
    kind: 'answer',
    label: '年级',
    value,
    line: 1,
  });
  expect(after(answer(1, '二年级'), answer(2, '三年级')).talk.answers).toMatchObject([
    { label: '年级', value: '三年级' },
  ]);
});

test('the timer runs from the answer to the end', () => {
  const call = after(state(10, 'talking'), state(310, 'ended'));
  expect([call.talkingAtMs, call.endedAtMs]).toEqual([1_000, 31_000]);
});
