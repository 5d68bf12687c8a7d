import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import type { MediaHost } from '../media/host.ts';
import type { Exchange, LegSignal } from './types.ts';

const { open, clear } = createStage();
afterEach(clear);

/** Two calls from one exchange to another, where everybody answers at once. */
const twoCalls = async (media: MediaHost, onFirst: (signal: LegSignal) => void) => {
  const troubles: string[] = [];
  const alice = await open({ media, onTrouble: (kind, because) => void troubles.push(`${kind}: ${because}`) });
  const bob = await open({ media: noteMedia().host });
  const taken = [noteSignals(), noteSignals()];
  let calls = 0;
  bob.onIncoming(leg => {
    leg.answer();
    return taken[calls++]!.on;
  });
  const dial = (from: Exchange, leg: string, onSignal: (signal: LegSignal) => void) => {
    const trunk = { target: bob.localAddress, loopback: true, realTimeText: true };
    from.dial({ leg, trunk, to: '15400000001', from: '057188880000', ringTimeoutMs: 5_000 }, onSignal);
  };
  const other = noteSignals();
  dial(alice, 'other', other.on);
  await other.next('answered');
  dial(alice, 'first', onFirst);
  return { alice, taken, other, troubles };
};

const expectOtherGoesOn = async ({ alice, taken, other, troubles }: Awaited<ReturnType<typeof twoCalls>>) => {
  expect(other.seen.map(signal => signal.type)).not.toContain('ended');
  alice.hangUp('other');
  expect((await other.next('ended')).ending.how).toBe('byUs');
  expect((await taken[0]!.next('ended')).ending.how).toBe('byThem');
  expect(alice.legs()).toBe(0);
  expect(troubles).toEqual([expect.stringContaining('defect: Error: planted')]);
};

test('a handler that throws ends its own leg, which says BYE, and no other', async () => {
  const first = noteSignals();
  const scene = await twoCalls(noteMedia().host, signal => {
    first.on(signal);
    if (signal.type === 'answered') throw new Error('planted');
  });
  expect((await first.next('ended')).ending.how).toBe('defect');
  expect((await scene.taken[1]!.next('ended')).ending.how).toBe('byThem');
  await expectOtherGoesOn(scene);
});

test('media that throw for one leg end that leg alone', async () => {
  const { host } = noteMedia();
  const first = noteSignals();
  const connect: MediaHost['connect'] = (leg, remote, phase) => {
    if (leg === 'first') throw new Error('planted');
    host.connect(leg, remote, phase);
  };
  const scene = await twoCalls({ ...host, connect }, first.on);
  expect((await first.next('ended')).ending.how).toBe('defect');
  await expectOtherGoesOn(scene);
});

test('a caller whose handler throws is refused, and the next one is taken', async () => {
  const { host } = noteMedia();
  const troubles: string[] = [];
  const bob = await open({ media: host, onTrouble: (_, because) => void troubles.push(because) });
  const alice = await open({ media: noteMedia().host });
  let calls = 0;
  bob.onIncoming(leg => {
    if (calls++ === 0) throw new Error('planted');
    leg.answer();
    return () => undefined;
  });
  const [refused, answered] = [noteSignals(), noteSignals()];
  const trunk = { target: bob.localAddress, loopback: true, realTimeText: false };
  const wants = { trunk, to: '4008', from: '15400000001', ringTimeoutMs: 5_000 };
  alice.dial({ ...wants, leg: 'a' }, refused.on);
  expect((await refused.next('ended')).ending).toMatchObject({ how: 'refused', code: 500 });
  alice.dial({ ...wants, leg: 'b' }, answered.on);
  await answered.next('answered');
  expect(troubles).toEqual([expect.stringContaining('planted')]);
});
