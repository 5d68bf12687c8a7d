import { expect, test } from 'vitest';
import { instant } from '../kit/index.ts';
import { isFree, type SeatEvent, type SeatProgress, seatAt, seatStateOf, stepSeat } from './index.ts';

const at = instant;
const taken = { type: 'breakTaken', reason: '就餐' } as const;
const over = { type: 'ended', wrapUpMs: 30_000 } as const;
const plain = (type: Exclude<SeatEvent['type'], 'ended' | 'breakTaken'>) => ({ type }) as const;

const events: readonly SeatEvent[] = [
  plain('goOnline'),
  plain('registered'),
  plain('lost'),
  plain('goOffline'),
  plain('dialled'),
  plain('rang'),
  plain('answered'),
  plain('held'),
  plain('resumed'),
  over,
  plain('wrapUpOver'),
  taken,
  plain('breakEnded'),
];

const being = (of: SeatProgress['being'], isLost = false): SeatProgress => ({
  being: of,
  isLost,
  reason: of === 'break' ? '小休' : '',
  next: 'idle',
  since: at(0),
});

/** What it shows as afterwards; `·`: the event is ignored, `=`: it shows as before, and something was noted. */
const matrix: readonly (readonly [SeatProgress['being'], boolean, string])[] = [
  //                 goOnline registered lost goOffline dialled rang answered held resumed ended wrapUpOver breakTaken breakEnded
  ['offline', false, 'connecting idle · · · · · · · · · · ·'],
  ['idle', false, '· · connecting offline dialling ringing · · · · · break ·'],
  ['dialling', false, '· · connecting = · · inCall · · idle · = ·'],
  ['ringing', false, '· · connecting = · · inCall · · idle · = ·'],
  ['inCall', false, '· · connecting = · · · held · wrapUp · = ·'],
  ['held', false, '· · connecting = · · · · inCall wrapUp · = ·'],
  ['wrapUp', false, '· · connecting offline dialling · · · · · idle break ·'],
  ['break', false, '· · connecting offline · · · · · · · break idle'],
  ['idle', true, '· idle · offline · · · · · · · = ·'],
  ['dialling', true, '· dialling · = · · = · · = · = ·'],
  ['ringing', true, '· ringing · = · · = · · = · = ·'],
  ['inCall', true, '· inCall · = · · · = · = · = ·'],
  ['held', true, '· held · = · · · · = = · = ·'],
  ['wrapUp', true, '· wrapUp · offline · · · · · · = = ·'],
  ['break', true, '· break · offline · · · · · · · = ='],
];

test.each(matrix)('every event at a seat that is %s (lost: %s)', (of, isLost, row) => {
  const cells = row.split(' ');
  expect(cells).toHaveLength(events.length);
  const before = being(of, isLost);
  const seen = events.map(event => {
    const step = stepSeat(before, event, at(5_000));
    if (step.kind !== 'moved') return '·';
    const told = step.effects.find(effect => effect.type === 'publish');
    if (told === undefined) return '=';
    expect([told.state, step.state.since]).toEqual([seatStateOf(step.state), at(5_000)]);
    return told.state;
  });
  expect(seen).toEqual(cells);
});

const walk = (...happened: readonly SeatEvent[]): SeatProgress =>
  happened.reduce(
    (seat, event, n) => {
      const step = stepSeat(seat, event, at(n * 1_000));
      return step.kind === 'impossible' ? seat : step.state;
    },
    seatAt(at(0)),
  );
const inCall = [plain('goOnline'), plain('registered'), plain('rang'), plain('answered')] as const;

test('a socket that is lost in a call changes nothing of the call: the seat comes back to it, and wraps it up', () => {
  expect(seatStateOf(walk(...inCall, plain('lost')))).toBe('connecting');
  expect(seatStateOf(walk(...inCall, plain('lost'), plain('registered')))).toBe('inCall');
  expect(seatStateOf(walk(...inCall, plain('lost'), over, plain('registered')))).toBe('wrapUp');
});

test('what is wished in a call comes after it: a break behind the wrap-up, offline at once; the last wish counts', () => {
  expect(walk(...inCall, taken, over, plain('wrapUpOver'))).toMatchObject({ being: 'break', reason: '就餐' });
  expect(walk(...inCall, taken, plain('breakEnded'), over, plain('wrapUpOver'))).toMatchObject({ being: 'idle' });
  expect(walk(...inCall, taken, plain('goOffline'), over)).toMatchObject({ being: 'offline', isLost: false });
  expect(walk(...inCall, plain('goOffline'), plain('goOnline'), over)).toMatchObject({ being: 'wrapUp' });
});

test('wrap-up has its time, and none after a call that nobody talked in or where there is none', () => {
  const talked = walk(...inCall);
  expect(stepSeat(talked, over, at(9_000))).toMatchObject({
    effects: [{ type: 'setTimer', name: 'wrapUp', afterMs: 30_000 }, { type: 'publish' }],
  });
  expect(stepSeat(talked, { type: 'ended', wrapUpMs: 0 }, at(9_000))).toMatchObject({ state: { being: 'idle' } });
  expect(walk(plain('goOnline'), plain('registered'), plain('dialled'), over)).toMatchObject({ being: 'idle' });
  const wrapping = walk(...inCall, over);
  for (const event of [plain('wrapUpOver'), plain('dialled'), plain('goOffline'), taken])
    expect(stepSeat(wrapping, event, at(9_500))).toMatchObject({
      effects: [{ type: 'clearTimer' }, { type: 'publish' }],
    });
});

test('only an idle seat that is connected is free', () => {
  const free = matrix.filter(([of, isLost]) => isFree(being(of, isLost)));
  expect(free.map(([of, isLost]) => [of, isLost])).toEqual([['idle', false]]);
});
