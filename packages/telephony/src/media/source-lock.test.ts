import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import type { Address } from '../exchange/types.ts';
import { createSourceLock, type SourceLock } from './source-lock.ts';

const said = { host: '198.51.100.7', port: 4_000 };
const stranger = { host: '203.0.113.66', port: 6_666 };
const natted = { host: '192.0.2.9', port: 1_234 };

/** Packets every 20 ms from `from`; how many were heard, and until when. */
const stream = (lock: SourceLock, from: Address, packets: number, startMs: number): number => {
  let heard = 0;
  for (let n = 0; n < packets; n += 1) {
    const at = instant(startMs + n * 20);
    if (!lock.admits(from, at)) continue;
    lock.heard(from, at);
    heard += 1;
  }
  return heard;
};

const aimed = (): SourceLock => {
  const lock = createSourceLock();
  lock.aim(said);
  return lock;
};

test('before anything was agreed nobody is heard, and nothing is sent', () => {
  const lock = createSourceLock();
  expect([lock.admits(said, instant(0)), lock.target()]).toEqual([false, null]);
});

test('the first packet of the agreed address locks at once; a stranger changes nothing, ever', () => {
  const lock = aimed();
  expect(stream(lock, said, 1, 0)).toBe(1);
  for (const startMs of [10, 1_000, 60_000]) expect(stream(lock, stranger, 500, startMs)).toBe(0);
  expect(lock.target()).toEqual(said);
});

test('one stray packet of a stranger does not deafen us for a callee behind a NAT', () => {
  const lock = aimed();
  expect(stream(lock, stranger, 1, 0)).toBe(1);
  expect(stream(lock, natted, 300, 20)).toBeGreaterThan(285);
  expect(lock.target()).toEqual(natted);
  expect(stream(lock, stranger, 300, 10_000)).toBe(0);
});

test('a stranger who streams holds the line only until the agreed address, or its host, is heard', () => {
  const lock = aimed();
  stream(lock, stranger, 20, 0);
  const rebound = { host: said.host, port: 9_999 };
  expect(stream(lock, rebound, 10, 401)).toBe(10);
  expect(stream(lock, stranger, 10, 402)).toBe(0);
  expect(stream(lock, said, 10, 601)).toBe(10);
  expect(stream(lock, rebound, 10, 801)).toBe(0);
});

test('who has held the line for five seconds of sound stays, whoever comes then', () => {
  const lock = aimed();
  expect(stream(lock, natted, 250, 0)).toBe(250);
  expect(stream(lock, stranger, 10, 5_001)).toBe(0);
  expect(stream(lock, said, 10, 5_001)).toBe(0);
});

test('after a silence the far end may come from another port of a host we know; a stranger may not', () => {
  const lock = aimed();
  stream(lock, natted, 250, 0);
  expect(lock.seek()).toBe(true);
  expect(stream(lock, stranger, 100, 8_000)).toBe(0);
  const moved = { host: natted.host, port: 4_321 };
  expect(stream(lock, moved, 10, 8_010)).toBe(10);
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
  stream(lock, stranger, 5, 0);
  expect(stream(lock, { host: '2001:db8::7', port: 4_000 }, 1, 50)).toBe(1);
  expect(stream(lock, stranger, 5, 60)).toBe(0);
});
