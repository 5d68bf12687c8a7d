import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import type { Address } from '../net/address.ts';
import { createSourceLock, type SourceLock } from './source-lock.ts';

const said = { host: '198.51.100.7', port: 4_000 };
const stranger = { host: '203.0.113.66', port: 6_666 };
/** Behind a translation: its signalling comes from the same net. */
const signalling = '192.0.2.80';
const natted = { host: '192.0.2.9', port: 1_234 };
const rebound = { host: said.host, port: 9_999 };

interface Manner {
  readonly ssrc?: number;
  /** Each packet's number after the one before; 1 in a run. */
  readonly every?: number;
}

/** Packets every 20 ms from `from`; how many were heard. */
const stream = (lock: SourceLock, from: Address, packets: number, startMs: number, manner: Manner = {}): number => {
  const { ssrc = from.port, every = 1 } = manner;
  let heard = 0;
  for (let n = 0; n < packets; n += 1) {
    const at = instant(startMs + n * 20);
    if (!lock.admits(from, { ssrc, sequence: (65_530 + n * every) & 0xff_ff }, at)) continue;
    lock.heard(from, at);
    heard += 1;
  }
  return heard;
};

const aimed = (near: readonly string[] = []): SourceLock => {
  const lock = createSourceLock();
  lock.aim(said, near);
  return lock;
};

test('before anything was agreed nobody is heard, and nothing is sent', () => {
  const lock = createSourceLock();
  expect([lock.admits(said, { ssrc: 1, sequence: 1 }, instant(0)), lock.target()]).toEqual([false, null]);
});

test('sound goes where the SDP says, whoever sends first and however long', () => {
  const lock = aimed([signalling]);
  expect(lock.target()).toEqual(said);
  expect(stream(lock, stranger, 500, 0)).toBe(0);
  expect(lock.target()).toEqual(said);
  expect(stream(lock, said, 1, 10_000), 'whom the SDP named is heard at once').toBe(1);
});

test('the first packet of the agreed address locks at once; a stranger changes nothing, ever', () => {
  const lock = aimed([signalling]);
  expect(stream(lock, said, 1, 0)).toBe(1);
  for (const startMs of [10, 1_000, 60_000]) {
    expect(stream(lock, stranger, 500, startMs)).toBe(0);
    expect(stream(lock, natted, 500, startMs)).toBe(0);
  }
  expect(lock.target()).toEqual(said);
});

test('a callee behind a NAT is learnt in the net its signalling comes from, after five packets', () => {
  const lock = aimed([signalling]);
  expect(stream(lock, natted, 4, 0)).toBe(0);
  expect(lock.target()).toEqual(said);
  expect(stream(lock, natted, 300, 80)).toBe(296);
  expect(lock.target()).toEqual(natted);
  expect(stream(lock, stranger, 300, 10_000)).toBe(0);
});

test('where the line is not behind a NAT, the net of its signalling is a stranger’s', () => {
  const lock = aimed();
  expect(stream(lock, natted, 300, 0)).toBe(0);
  expect(stream(lock, rebound, 10, 6_000), 'its own host may send from another port').toBe(6);
  expect(lock.target()).toEqual(rebound);
});

test.each<[string, Manner]>([
  ['that leave some out', { every: 2 }],
  ['that repeat one', { every: 0 }],
])('packets %s are no run', (_what, manner) => {
  expect(stream(aimed([signalling]), natted, 100, 0, manner)).toBe(0);
});

test('two sources that take turns are no run, and one that changes its name begins anew', () => {
  const lock = aimed([signalling]);
  for (let n = 0; n < 50; n += 1) {
    expect(lock.admits(natted, { ssrc: n % 2, sequence: n }, instant(n))).toBe(false);
    expect(lock.admits({ ...natted, port: 9 }, { ssrc: 7, sequence: n }, instant(n))).toBe(false);
  }
});

test('in IPv6 the net is a /64', () => {
  const lock = createSourceLock();
  lock.aim({ host: 'fd00::7', port: 4_000 }, ['2001:db8:1:2::80']);
  expect(stream(lock, { host: '2001:db8:1:3::9', port: 5 }, 100, 0)).toBe(0);
  expect(stream(lock, { host: '2001:db8:1:2:aaaa::9', port: 5 }, 100, 3_000)).toBe(96);
});

test('who was learnt holds the line only until the agreed address is heard', () => {
  const lock = aimed([signalling]);
  stream(lock, natted, 20, 0);
  expect(stream(lock, rebound, 9, 401), 'he has not rested').toBe(0);
  stream(lock, natted, 1, 600);
  expect(stream(lock, said, 10, 601)).toBe(10);
  expect(stream(lock, natted, 10, 801)).toBe(0);
});

test('who has held the line for five seconds of sound stays, whoever comes then', () => {
  const lock = aimed([signalling]);
  expect(stream(lock, natted, 254, 0)).toBe(250);
  expect(stream(lock, stranger, 10, 5_101)).toBe(0);
  expect(stream(lock, said, 10, 5_101)).toBe(0);
});

test('after a silence the far end may come from another port of where it may be; a stranger may not', () => {
  const lock = aimed([signalling]);
  stream(lock, natted, 254, 0);
  expect(lock.seek()).toBe(true);
  expect(stream(lock, stranger, 100, 8_000)).toBe(0);
  const moved = { host: natted.host, port: 4_321 };
  expect(stream(lock, moved, 10, 8_010)).toBe(6);
  expect(lock.target()).toEqual(moved);
  // Found again: what it was before is a stranger now.
  expect(stream(lock, natted, 10, 9_000)).toBe(0);
  expect(lock.seek()).toBe(true);
  expect(stream(lock, said, 1, 12_000)).toBe(1);
});

test('who merely paused goes on where it was', () => {
  const lock = aimed();
  stream(lock, said, 10, 0);
  lock.seek();
  expect(stream(lock, said, 10, 5_000)).toBe(10);
  expect(stream(lock, { ...said, port: 9 }, 10, 5_200)).toBe(0);
});

test('a new address by re-INVITE is the only one; the same one again changes nothing', () => {
  const lock = aimed();
  stream(lock, said, 10, 0);
  expect(lock.aim(said)).toBe('same');
  expect(stream(lock, stranger, 10, 1_000)).toBe(0);
  expect(lock.aim({ host: '198.51.100.8', port: 5_000 })).toBe('moved');
  expect(lock.target()).toEqual({ host: '198.51.100.8', port: 5_000 });
  stream(lock, { host: '198.51.100.8', port: 5_000 }, 1, 2_000);
  expect(stream(lock, said, 10, 2_001)).toBe(0);
});

test.each([
  ['0.0.0.0', 4_000],
  ['::', 4_000],
  ['198.51.100.7', 0],
])('nothing is sent to %s port %i, the old ways to say hold', (host, port) => {
  const lock = createSourceLock();
  lock.aim({ host, port });
  expect(lock.target()).toBeNull();
});

test('an IPv6 address is the same however it is spelled', () => {
  const lock = createSourceLock();
  lock.aim({ host: '2001:DB8:0:0::7', port: 4_000 });
  expect(stream(lock, { host: '2001:db8::7', port: 4_000 }, 1, 50)).toBe(1);
  expect(stream(lock, stranger, 5, 60)).toBe(0);
});
