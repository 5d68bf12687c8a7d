import { after } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openFastClock } from './fast-clock.ts';

const SPEED = 200;
const CALLS = 200;

/** The event loop is kept from its timers. */
const stall = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('what is late comes in its order all the same, and nothing comes once it is closed', async () => {
  const clock = openFastClock(SPEED);
  const heard: string[] = [];
  const { promise: all, resolve: done } = Promise.withResolvers<void>();
  let begun = 0;
  let over = 0;
  /** Leaves at once, is refused two thousandths of a second later; others come meanwhile. */
  const call = (): void => {
    if (begun === CALLS) return;
    begun += 1;
    const n = begun;
    const from = clock.now();
    clock.at(from, () => heard.push(`left ${n}`));
    clock.at(after(from, 2.1 * SPEED), () => {
      heard.push(`refused ${n}`);
      over += 1;
      if (over === CALLS) done();
    });
    stall((n % 7) / 2);
    clock.at(after(clock.now(), ((n % 5) / 2) * SPEED), call);
    if (n % 3 === 0) stall(2);
  };
  call();
  call();
  await all;
  for (let n = 1; n <= CALLS; n += 1) expect(heard.indexOf(`refused ${n}`)).toBeGreaterThan(heard.indexOf(`left ${n}`));

  clock.at(clock.now(), () => heard.push('late'));
  clock.close();
  clock.at(clock.now(), () => heard.push('late'));
  await new Promise(resolve => setTimeout(resolve, 5));
  expect(heard).not.toContain('late');
});
