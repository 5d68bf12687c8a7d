import { type CallKind, instant, noTalk } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { type CallHere, type CallsHere, huntsWith, openSeats, seatsAnywhere } from '../seat-boxes/index.ts';
import { handsOverWith } from './hand-over.ts';

const LI = '5';

/** A group of one free seat, and a call that comes to that while the database is asked for the group. */
const handingOver = async (kind: CallKind) => {
  const told: string[] = [];
  const seen = { claim: { call: '7', merchantId: '1' }, kind, talk: noTalk } as unknown as CallHere;
  const calls: CallsHere = { find: () => seen, ofSeat: () => [], ask: () => undefined, hangUp: () => undefined };
  const registered = Promise.withResolvers<void>();
  const seats = openSeats({
    ...{ log: openLog('silent', 'test'), now: () => instant(0), calls, rejoin: () => undefined },
    seatOf: async () => ({ merchantId: '1', wrapUpMs: 0 }),
    shows: () => registered.resolve(),
    tellElsewhere: () => undefined,
    callsOver: async () => [],
  });
  seats.registered(`seat.${LI}`, true);
  await registered.promise;
  const clock = { now: () => instant(0), toDate: () => new Date(0) };
  const next = handsOverWith({
    calls,
    phones: { wayTo: async seat => seat },
    hunt: huntsWith({
      groupOf: async () => ({ strategy: 'longestIdle', ringMs: 3_000, members: [LI] }),
      ringMsOf: async () => 3_000,
      seats: seatsAnywhere({ find: seats.find, elsewhere: async () => [], clock }),
    }),
    seenBy: async () => ({ from: '', displayName: '' }),
    offered: async (_, seat) => void told.push(seat),
  })('7', '1', { type: 'group', id: 'g' });
  return { next, told, box: seats.find(LI) };
};

test('a call that is handed over rings who is free; one that is over rings nobody, keeps no words and holds no seat', async () => {
  const live = await handingOver('talking');
  expect(await live.next()).toMatchObject([{ seat: LI }]);
  expect(live.told).toEqual([LI]);
  expect(live.box?.call()).toBe('7');

  const over = await handingOver('ended');
  expect(await over.next()).toEqual([]);
  expect(over.told).toEqual([]);
  expect(over.box?.call()).toBe(null);
  expect(over.box?.progress().being).toBe('idle');
});
