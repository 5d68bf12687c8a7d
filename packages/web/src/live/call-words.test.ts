import type { CallWord } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { createCallWords } from './call-words.ts';

const word = (call: string, speaker: CallWord['speaker'], text: string): CallWord => ({
  call,
  state: 'talking',
  node: '开场白',
  speaker,
  text,
  level: null,
  wants: [],
  heardMs: null,
});

const paper = () => {
  const frames: (() => void)[] = [];
  const words = createCallWords(work => frames.push(work));
  const paint = () => {
    for (const work of frames.splice(0)) work();
  };
  return { words, frames, paint };
};

test('pieces that come within one frame are told once, the newest of each call', () => {
  const { words, frames, paint } = paper();
  const told: string[] = [];
  words.watch('1', () => told.push(words.of('1')!.text));
  words.take([word('1', 'robot', '您好')]);
  words.take([word('1', 'robot', '您好，请问'), word('2', 'robot', '喂')]);
  expect([told, frames.length]).toEqual([[], 1]);
  paint();
  expect(told).toEqual(['您好，请问']);
});

test('a row hears of its own call alone', () => {
  const { words, paint } = paper();
  let told = 0;
  words.watch('1', () => told++);
  words.take([word('2', 'callee', '喂')]);
  paint();
  expect(told).toBe(0);
});

test('who speaks is told when it changes, not with every word', () => {
  const { words, paint } = paper();
  let told = 0;
  words.watchPicks(() => told++);
  for (const text of ['三', '三年', '三年级']) {
    words.take([word('1', 'callee', text)]);
    paint();
  }
  expect([told, [...words.picked('callee')]]).toEqual([1, ['1']]);
  words.take([word('1', 'robot', '好的')]);
  paint();
  expect([told, [...words.picked('callee')]]).toEqual([2, []]);
});

test('calls that are over are forgotten', () => {
  const { words, paint } = paper();
  words.take([word('1', 'callee', '喂'), word('2', 'callee', '喂')]);
  paint();
  words.keep(new Set(['2']));
  expect([words.of('1'), [...words.picked('callee')]]).toEqual([undefined, ['2']]);
});

test('calls with a good level so far are a pick of their own', () => {
  const { words, paint } = paper();
  words.take([{ ...word('1', 'robot', '您好'), level: 'B' }, word('2', 'callee', '喂')]);
  paint();
  expect([[...words.picked('wanted')], [...words.picked('callee')]]).toEqual([['1'], ['2']]);
  const before = words.picked('wanted');
  words.take([{ ...word('1', 'robot', '您好，请问'), level: 'A' }]);
  paint();
  expect(words.picked('wanted')).toBe(before);
});
