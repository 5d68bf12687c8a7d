import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeline, drive, type Happened, type Instant, instant } from './index.ts';

const at = (ms: number): Instant => instant(ms);
const all = <E>(timeline: { next: (until: Instant) => Happened<E> | null }) => {
  const seen: Happened<E>[] = [];
  for (let next = timeline.next(at(1e9)); next; next = timeline.next(at(1e9))) seen.push(next);
  return seen;
};

test('what is posted happens by instant, first posted first among equals', () => {
  const timeline = createTimeline<string>();
  timeline.post('b', at(20));
  timeline.post('a', at(10));
  timeline.post('c', at(20));
  expect(all(timeline).map(({ event }) => event)).toEqual(['a', 'b', 'c']);
});

test('a timer set again replaces itself, a cleared one never fires', () => {
  const timeline = createTimeline<string>();
  timeline.setTimer('silence', 'early', at(10));
  timeline.setTimer('silence', 'late', at(30));
  timeline.setTimer('keys', 'keys', at(20));
  timeline.clearTimer('keys');
  expect(all(timeline)).toEqual([{ event: 'late', at: 30 }]);
});

test('nothing happens in the past: what is late happens now', () => {
  const timeline = createTimeline<string>();
  timeline.post('now', at(50));
  timeline.next(at(100));
  timeline.post('late', at(10));
  expect(timeline.next(at(100))).toEqual({ event: 'late', at: 50 });
});

test('a run ends when it is quiet, too late, or when too much happens', () => {
  const chain = (ms: number) => ({
    begin: [{ event: 'tick', at: at(0) }],
    handle: (_: string, now: Instant, stage: { post: (event: string, at: Instant) => void }) =>
      now < 100 ? stage.post('tick', at(now + ms)) : undefined,
  });
  expect(drive({ ...chain(10), until: at(1_000), mostEvents: 1_000 }).ended).toBe('quiet');
  expect(drive({ ...chain(10), until: at(45), mostEvents: 1_000 })).toMatchObject({ ended: 'tooLate', at: 40 });
  expect(drive({ ...chain(0), until: at(45), mostEvents: 7 })).toMatchObject({ ended: 'tooMany' });
});

test('whatever is posted, the log never goes back in time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1_000), fc.nat(200)), { maxLength: 30 }), wishes => {
      const { log } = drive<number>({
        begin: wishes.map(([ms], index) => ({ event: index, at: at(ms) })),
        until: at(5_000),
        mostEvents: 200,
        handle: (event, now, stage) => stage.post(event, at(now + (wishes[event]?.[1] ?? 0))),
      });
      for (const [index, { at: when }] of log.entries()) expect(when).toBeGreaterThanOrEqual(log[index - 1]?.at ?? 0);
    }),
    { numRuns: 50 },
  );
});
