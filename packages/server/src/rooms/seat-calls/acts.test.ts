import { CALLEE, type CallParties, instant, type PartyOrder } from '@lianxian/core';
import { expect, test } from 'vitest';
import type { CallHere } from '../seat-boxes/index.ts';
import { createActs } from './acts.ts';

/** A seat in a call; where everybody stands is written down, and nobody who is to be rung can be looked up. */
const away = () => {
  const stands: Record<string, string> = {};
  const own: CallParties['present'][number] = {
    ...{ party: '1', who: { type: 'seat', seat: 'a' }, stage: 'joined', place: 'talking', since: instant(0) },
    ...{ backTo: 'talking', leg: null, next: null },
  };
  const seen = {
    ...{ claim: { call: '7', merchantId: '1' }, kind: 'talking' },
    parties: { present: [own], callee: 'talking', heldAt: null, isRecording: true, legs: [] },
  } as unknown as CallHere;
  const failed: unknown[] = [];
  const act = createActs({
    calls: {
      find: () => seen,
      ofSeat: () => [],
      ask: (_, order: PartyOrder) => {
        if (order.type === 'place') stands[order.party] = order.place;
      },
      hangUp: () => undefined,
    },
    ring: () => Promise.reject(new Error('the database is away')),
    rejoin: async () => undefined,
    failed: error => failed.push(error),
  });
  const wish = { call: '7', seat: 'a', to: { type: 'group', id: '3' }, party: null, keys: '' } as const;
  return { stands, failed, does: (what: 'consult' | 'transfer' | 'conference') => act({ ...wish, act: what }) };
};

test.each(['consult', 'transfer', 'conference'] as const)(
  '%s to who cannot be looked up is not done and says so, and nobody is left with music',
  async what => {
    const { stands, failed, does } = away();
    expect(await does(what)).toBe('callsAway');
    expect(failed).toHaveLength(1);
    expect(Object.values(stands).filter(place => place !== 'talking')).toEqual([]);
    if (what !== 'conference') expect(stands[CALLEE]).toBe('talking');
  },
);
