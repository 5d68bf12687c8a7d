import { instant, type PartyOrder } from '@lianxian/core';
import { expect, test } from 'vitest';
import { type CallHere, huntsWith, type RingTarget, ringsWith } from './index.ts';

const PRESENT = { party: '1', who: { type: 'seat', seat: '0' }, stage: 'joined', place: 'away' };

/** A call with one seat in it, and a group of which all are rung at once; `takes`: the seat that answers. */
const ringing = (members: readonly string[], takes: string | null) => {
  const rung: string[] = [];
  const asked: PartyOrder[] = [];
  const seen = {
    claim: { call: '7', merchantId: '1' },
    kind: 'talking',
    parties: { present: [PRESENT], legs: [] },
  } as unknown as CallHere;
  const ring: RingTarget = ringsWith({
    calls: { find: () => seen, ofSeat: () => [], ask: (_, order) => void asked.push(order), hangUp: () => undefined },
    inviting: {
      ring: (_, { who }) => {
        const id = who.type === 'seat' ? who.seat : '';
        rung.push(id);
        return { party: `p${id}`, joined: Promise.resolve(id === takes), stop: () => undefined };
      },
      onCall: () => undefined,
    },
    hunt: huntsWith({
      groupOf: async () => ({ strategy: 'all', ringMs: 3_000, members }),
      ringMsOf: async () => 3_000,
      seats: {
        free: async () => new Map(members.map(seat => [seat, instant(0)])),
        reserve: seat => ({ seat, release: () => undefined }),
      },
    }),
    phones: { wayTo: async seat => seat, forget: () => undefined },
    outside: async () => ({ because: 'lineFull' }),
    seenBy: async () => ({ from: '', displayName: '' }),
    offered: async () => undefined,
  });
  return { ring, rung, asked };
};

test('of a group that is rung all at once no more ring than may take part; the others are next', async () => {
  const members = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const { ring, rung } = ringing(members, 'i');
  const wish = { kind: 'transfer', place: 'talking', except: [] } as const;
  expect(await ring('7', { type: 'group', id: 'g' }, wish)).toEqual({ isThere: true });
  expect(rung).toEqual(members);
});

test('who answers for a seat that is back by then is let go, and nobody else is rung', async () => {
  const { ring, rung, asked } = ringing(['a', 'b'], 'a');
  let looks = 0;
  const wish = { kind: 'transfer', place: 'talking', except: [], isWanted: () => looks++ === 0 } as const;
  expect(await ring('7', { type: 'group', id: 'g' }, wish)).toEqual({ isThere: false, because: null });
  expect(rung).toEqual(['a', 'b']);
  expect(asked).toContainEqual({ type: 'part', party: 'pa', by: 'platform', last: 'stay' });
});
