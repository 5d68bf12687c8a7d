import { type CallParties, instant, type PartyOrder } from '@lianxian/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallHere } from '../seat-boxes/index.ts';
import { createAway } from './away.ts';

/** A call whose seat is gone; what is asked of it is written down. `takes`: the groups where somebody takes it; `failing`: how often they cannot be looked up. */
const LIMIT_MS = 600_000;
type Present = CallParties['present'][number];
const seat = (id: string, place: Present['place']): Present => ({
  ...{ party: id, who: { type: 'seat', seat: id }, stage: 'joined', place, since: instant(Date.now()) },
  ...{ backTo: 'talking', leg: null, next: null },
});
const gone = (takes: readonly string[] = [], callee: CallParties['callee'] = 'talking', failing = 0) => {
  let fails = failing;
  const done: string[] = [];
  const rung: string[] = [];
  let present: readonly Present[] = [];
  const seen = () =>
    ({ claim: { call: '7', merchantId: '1' }, kind: 'talking', parties: { present, callee } }) as unknown as CallHere;
  const away = createAway({
    calls: {
      find: seen,
      ofSeat: () => [],
      ask: (_, order: PartyOrder) =>
        done.push(
          'party' in order ? `${order.type} ${order.party}${'place' in order ? ` ${order.place}` : ''}` : order.type,
        ),
      hangUp: (_, by, because) => done.push(`hang up by ${by}: ${because}`),
    },
    ring: async (_, to) => {
      if (to.type === 'group') done.push(`ring ${to.id}`);
      const isThere = to.type === 'group' && takes.includes(to.id);
      return isThere ? { isThere } : { isThere, because: null };
    },
    now: () => instant(Date.now()),
    limitMsOf: async () => LIMIT_MS,
    groupsOf: async () => {
      if (fails-- > 0) throw new Error('away');
      return ['one', 'two'];
    },
    rejoin: who => rung.push(who),
    failed: error => done.push(String(error)),
  });
  const stand = (...people: readonly Present[]) => {
    present = people;
    away.onCall(seen());
  };
  return { done, rung, stand };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('of two seats who are both gone nobody waits: no group is rung', async () => {
  const both = gone(['one'], null);
  both.stand(seat('a', 'away'), seat('b', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(both.done[0]).toBe('hang up by platform: seatGone');
});

test('a seat that is gone for as long as its merchant waits: its groups, one after the other, else a goodbye', async () => {
  const nobody = gone();
  nobody.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(nobody.done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(nobody.done).toEqual(['ring one', 'ring two', 'hang up by platform: seatGone']);

  const taken = gone(['two']);
  taken.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(taken.done).toEqual(['ring one', 'ring two', 'place callee talking', 'part a']);
});

test('whose telephone may be there all the same is rung anew as often as it is gone, and nobody else', () => {
  const { rung, stand } = gone();
  stand(seat('a', 'away'), seat('b', 'talking'));
  stand(seat('a', 'away'), seat('b', 'held'));
  expect(rung).toEqual(['a']);
  stand(seat('a', 'talking'), seat('b', 'held'));
  stand(seat('a', 'away'), seat('b', 'held'));
  expect(rung).toEqual(['a', 'a']);
});

test('who is back in time keeps the call, and gone again has all the time again; where others talk on it is let go', async () => {
  const back = gone();
  back.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  back.stand(seat('a', 'talking'));
  back.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(back.done).toEqual([]);

  const others = gone(['one']);
  others.stand(seat('a', 'away'), seat('b', 'talking'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(others.done).toEqual(['place callee talking', 'part a']);
});

test('a database that is away: asked again until it is back, and after half a minute nobody takes the call', async () => {
  const back = gone(['one'], 'talking', 3);
  back.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  await vi.advanceTimersByTimeAsync(10_000);
  const away = Array<string>(3).fill('Error: away');
  expect(back.done).toEqual([...away, 'ring one', 'place callee talking', 'part a']);

  const never = gone(['one'], 'talking', 1_000);
  never.stand(seat('a', 'away'));
  await vi.advanceTimersByTimeAsync(LIMIT_MS + 60_000);
  expect(never.done.at(-1)).toBe('hang up by platform: seatGone');
});
