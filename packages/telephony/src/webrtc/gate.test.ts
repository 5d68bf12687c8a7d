import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { packetAllowance } from '../rtp/allowance.ts';

interface Told {
  readonly heard: number;
  readonly errors: number;
  readonly flood: { readonly heard: number; readonly ms: number };
}

/** Ends what the library's faults would end: a process of its own. */
const underFire = async () => {
  const child = fork(new URL('../../test/gate-under-fire.ts', import.meta.url), [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', bytes => {
      said += String(bytes);
    });
  let told: unknown;
  child.on('message', message => {
    told = message;
  });
  const [code, signal] = await once(child, 'close');
  return { end: { code, signal, said }, told: told as Told };
};

test('a leg that is closed while its browser speaks ends nothing but itself; strangers who knock are some lines, not one each', async () => {
  const { end, told } = await underFire();
  expect(end).toEqual({ code: 0, signal: null, said: '' });
  expect(told.heard).toBeGreaterThan(0);
  expect(told.errors).toBeGreaterThan(0);
  expect(told.errors, 'of two hundred').toBeLessThan(100);
  // What one leg may send (`packetAllowance`), of three thousand.
  const { burst, perSecond } = packetAllowance;
  expect(told.flood.heard).toBeLessThanOrEqual(burst + (told.flood.ms / 1_000) * perSecond + 1);
});
