import { dice, instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createAlarms } from './alarms.ts';

test('alarms fire in the order of their instants, cancelled ones never', () => {
  const throws = dice(11);
  const alarms = createAlarms();
  const fired: number[] = [];
  const set = Array.from({ length: 500 }, () => {
    const at = instant(throws.between(0, 10_000));
    return alarms.set(at, () => fired.push(at));
  });
  for (const alarm of set.filter((_, i) => i % 3 === 0)) alarms.cancel(alarm);
  const kept = set.filter((_, i) => i % 3 !== 0).map(alarm => alarm.at);
  expect(alarms.next()).toBe(Math.min(...kept));
  alarms.run(instant(5_000));
  alarms.run(instant(10_000));
  expect(fired).toEqual([...kept].sort((a, b) => a - b));
  expect(alarms.size()).toBe(0);
  expect(alarms.next()).toBeNull();
});

test('what an alarm sets for now fires in the same run; cancelling twice or after firing is harmless', () => {
  const alarms = createAlarms();
  const fired: string[] = [];
  const first = alarms.set(instant(1), at => {
    fired.push('first');
    alarms.set(at, () => fired.push('second'));
  });
  alarms.run(instant(1));
  alarms.cancel(first);
  alarms.cancel(first);
  alarms.cancel(null);
  expect(fired).toEqual(['first', 'second']);
  expect(alarms.size()).toBe(0);
});

test('cancelled alarms do not pile up', () => {
  const alarms = createAlarms();
  for (let i = 0; i < 50_000; i++) alarms.cancel(alarms.set(instant(i), () => {}));
  alarms.set(instant(7), () => {});
  expect(alarms.size()).toBe(1);
  expect(alarms.next()).toBe(7);
});
