import type { LiveCallEvent } from '@lianxian/contract';
import { instant } from '@lianxian/core';
import { expect, test } from 'vitest';
import { createLiveCalls } from './live.ts';

const live = () => {
  const published: (readonly LiveCallEvent[])[] = [];
  const forgets: (() => void)[] = [];
  const calls = createLiveCalls({
    publish: (_merchant, _call, events) => published.push([...events]),
    later: forget => forgets.push(forget),
  });
  return { calls, published, forgets };
};
const state = (to: 'placed' | 'dialling' | 'ringing') => ({ kind: 'state', state: to }) as const;

test('nothing is sent while nobody watches; a late watcher gets all from the start, then each as it comes', () => {
  const { calls, published } = live();
  calls.begin('7', '1', instant(100));
  calls.tell('7', state('placed'), instant(100));
  calls.tell('7', state('dialling'), instant(150));
  expect(published).toEqual([]);
  calls.watch('7', true, instant(200));
  calls.tell('7', state('ringing'), instant(300));
  expect(published.map(events => events.map(event => [event.seq, event.atMs]))).toEqual([
    [
      [1, 0],
      [2, 50],
    ],
    [[3, 200]],
  ]);
});

test('a watch that is not renewed runs out; a renewal repeats nothing', () => {
  const { calls, published } = live();
  calls.begin('7', '1', instant(0));
  calls.tell('7', state('placed'), instant(0));
  calls.watch('7', true, instant(0));
  calls.watch('7', false, instant(10_000));
  expect(published).toHaveLength(1);
  calls.tell('7', state('dialling'), instant(34_000));
  calls.tell('7', state('ringing'), instant(36_000));
  expect(published).toHaveLength(2);
});

test('an ended call is forgotten a little later, and an unknown one is nobody’s', () => {
  const { calls, published, forgets } = live();
  calls.begin('7', '1', instant(0));
  calls.tell('7', state('placed'), instant(0));
  calls.end('7');
  calls.watch('7', true, instant(10));
  expect(published).toHaveLength(1);
  forgets[0]!();
  calls.watch('7', true, instant(20));
  calls.watch('8', true, instant(20));
  expect(published).toHaveLength(1);
});
