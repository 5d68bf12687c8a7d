import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { type Clock, createWakeUps } from './wake-ups.ts';

/** Time that stands until it is moved. */
const standing = () => {
  let now = 0;
  let timer: { at: number; wake: () => void } | null = null;
  let timers = 0;
  const clock: Clock = {
    now: () => now,
    after: (ms, wake) => {
      timers += 1;
      timer = { at: now + ms, wake };
      return timer;
    },
    clear: cleared => {
      if (timer === cleared) timer = null;
    },
  };
  const move = (to: number) => {
    while (timer && timer.at <= to) {
      now = timer.at;
      const { wake } = timer;
      timer = null;
      wake();
    }
    now = to;
  };
  return { clock, move, isArmed: () => timer !== null, timers: () => timers };
};

test('wake-ups come in the order of their moments, equal ones in the order they were set', () => {
  const time = standing();
  const wakeUps = createWakeUps(time.clock);
  const heard: string[] = [];
  for (const [name, at] of [
    ['c', 30],
    ['a', 10],
    ['b1', 20],
    ['b2', 20],
    ['d', 40],
  ] as const)
    wakeUps.set(instant(at), () => heard.push(name));
  time.move(35);
  expect(heard).toEqual(['a', 'b1', 'b2', 'c']);
  time.move(40);
  expect(heard).toEqual(['a', 'b1', 'b2', 'c', 'd']);
  expect(time.isArmed()).toBe(false);
});

test('a cancelled wake-up never comes, and one set while waking comes in its turn', () => {
  const time = standing();
  const wakeUps = createWakeUps(time.clock);
  const heard: string[] = [];
  const cancel = wakeUps.set(instant(10), () => heard.push('cancelled'));
  wakeUps.set(instant(5), () => {
    heard.push('first');
    cancel();
    wakeUps.set(instant(7), () => heard.push('second'));
  });
  time.move(100);
  expect(heard).toEqual(['first', 'second']);
  expect(wakeUps.pending()).toBe(0);
});

test('a thousand wake-ups in any order cost one timer at a time and come sorted', () => {
  const time = standing();
  const wakeUps = createWakeUps(time.clock);
  const heard: number[] = [];
  const cancels = Array.from({ length: 1_000 }, (_, n) => {
    const at = (n * 7_919) % 1_000;
    return wakeUps.set(instant(at), () => heard.push(at));
  });
  for (const cancel of cancels.slice(0, 900)) cancel();
  expect(wakeUps.pending()).toBe(100);
  time.move(1_000);
  expect(heard).toHaveLength(100);
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
});
