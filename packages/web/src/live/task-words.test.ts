import type { TaskWord } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { createTaskWords } from './task-words.ts';

const word = (call: string, speaker: TaskWord['speaker'], text: string): TaskWord => ({
  call,
  state: 'talking',
  node: '开场白',
  speaker,
  text,
});

const paper = () => {
  const frames: (() => void)[] = [];
  const words = createTaskWords(work => frames.push(work));
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
  words.watchSpeaking(() => told++);
  for (const text of ['三', '三年', '三年级']) {
    words.take([word('1', 'callee', text)]);
    paint();
  }
  expect([told, [...words.calleesSpeaking()]]).toEqual([1, ['1']]);
  words.take([word('1', 'robot', '好的')]);
  paint();
  expect([told, [...words.calleesSpeaking()]]).toEqual([2, []]);
});

test('calls that are over are forgotten', () => {
  const { words, paint } = paper();
  words.take([word('1', 'callee', '喂'), word('2', 'callee', '喂')]);
  paint();
  words.keep(new Set(['2']));
  expect([words.of('1'), [...words.calleesSpeaking()]]).toEqual([undefined, ['2']]);
});
