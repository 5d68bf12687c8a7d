import type { SeatEvent } from '@lianxian/core';
import { expect, test } from 'vitest';
import { newPageSeat, type PageEvent, type PageSeat, stepPage, viewOf } from './page-seat.ts';
import type { SeatCall } from './seat-store.ts';

const facts = {
  ...{ account: 'seat.7', extension: 8001, outline: '4008', outlineId: '3', plans: [], autoAnswer: true },
  ...{ wrapUpS: 30, breakReasons: ['就餐'], url: 'ws://h:5443', stun: null },
};
const phone = (news: (PageEvent & { type: 'phone' })['news']): PageEvent => ({ type: 'phone', news });
const run = (events: readonly (readonly [number, PageEvent])[], from: PageSeat = newPageSeat(null, '1', 0)) =>
  events.reduce((page, [at, event]) => stepPage(page, event, at), from);

const online: readonly (readonly [number, PageEvent])[] = [
  [0, { type: 'set', part: { isOn: true, facts } }],
  [0, { type: 'seat', event: { type: 'goOnline' } }],
  [10, phone({ type: 'registered' })],
];
const dialled: SeatCall = {
  ...{ callId: null, direction: 'out', kind: 'manual', phone: '13800138000', name: null, planId: '1', todoId: null },
  ...{ status: 'dialling', startedAt: 20, answeredAt: null, endedAt: null, endedBy: null, because: null },
  ...{ isHeld: false, isMuted: false, isAway: false },
};
const talking = [
  ...online,
  [20, { type: 'dialled', call: dialled }],
  [30, phone({ type: 'progress', callId: '42', warning: null })],
  [50, phone({ type: 'answered', callId: '42' })],
] as const;

test('it is online when it is registered, and not before', () => {
  expect(viewOf(run(online.slice(0, 2))).state).toBe('connecting');
  expect(viewOf(run(online)).state).toBe('idle');
});

test('a call that loses its socket is away and not over; on the new leg it is the same call with the same timer', () => {
  const away = run([...talking, [60, phone({ type: 'lost', because: 'socket' })]]);
  expect([viewOf(away).state, away.call?.isAway, away.call?.status]).toEqual(['connecting', true, 'answered']);
  const back = run(
    [
      [70, phone({ type: 'registered' })],
      [80, phone({ type: 'rang', callId: '42', kind: 'resume', from: '13800138000', name: null })],
      [90, phone({ type: 'answered', callId: null })],
    ],
    away,
  );
  expect([viewOf(back).state, back.call]).toEqual(['inCall', { ...run(talking).call, isAway: false }]);
});

test('after a reload the call kept in the browser is there before its leg', () => {
  const kept = run(talking).call;
  const page = newPageSeat(kept, '1', 100);
  expect([viewOf(page).state, page.call]).toEqual(['connecting', { ...kept, isAway: true }]);
  const over = run([[110, { type: 'found', call: null }]], page);
  expect(over.call).toMatchObject({ status: 'ended', endedBy: 'peer' });
});

test('a leg that ended is brought back by the server: what seemed over goes on', () => {
  const seemed = run([...talking, [60, phone({ type: 'ended', by: 'peer', because: null, code: 0 })]]);
  expect([viewOf(seemed).state, seemed.call?.status]).toEqual(['wrapUp', 'ended']);
  const back = run(
    [
      [65, phone({ type: 'rang', callId: '42', kind: 'resume', from: '13800138000', name: null })],
      [70, phone({ type: 'answered', callId: null })],
    ],
    seemed,
  );
  expect([viewOf(back).state, back.call?.status, back.call?.answeredAt, back.wrapUpEndsAt]).toEqual([
    ...['inCall', 'answered', 50, null],
  ]);
});

test('a call is wrapped up when it was talked in; the wrap-up has its end', () => {
  const over = run([...talking, [1_000, phone({ type: 'ended', by: 'me', because: null, code: 0 })]]);
  expect([viewOf(over).state, over.wrapUpEndsAt, over.call?.endedBy]).toEqual(['wrapUp', 31_000, 'me']);
  const refused = run([
    ...online,
    [20, { type: 'dialled', call: dialled }],
    [30, phone({ type: 'ended', by: 'peer', because: 'numberBlacklisted', code: 403 })],
  ]);
  expect([viewOf(refused).state, refused.call?.because]).toEqual(['idle', 'numberBlacklisted']);
});

test('who may not see numbers sees what stands for one; a colleague has his name', () => {
  const rings = (kind: 'handover' | 'internal', from: string, name: string | null) => {
    const { call } = run([...online, [20, phone({ type: 'rang', callId: '5', kind, from, name })]]);
    return [call?.phone, call?.name];
  };
  expect(rings('handover', 'n1.opaque', '138****8000')).toEqual(['138****8000', null]);
  expect(rings('handover', '13800138000', null)).toEqual(['13800138000', null]);
  expect(rings('internal', '8002', '李雷')).toEqual(['8002', '李雷']);
});

test('hold, break and wrap-up are the server’s word', () => {
  const told = (state: 'held' | 'inCall' | 'break' | 'idle', from: PageSeat) =>
    stepPage(from, { type: 'told', state, reason: state === 'break' ? '就餐' : '' }, 900);
  const held = told('held', run(talking));
  expect([viewOf(held).state, held.call?.isHeld]).toEqual(['held', true]);
  expect(viewOf(told('inCall', held)).state).toBe('inCall');
  const resting = told('break', run(online));
  expect([viewOf(resting).state, viewOf(resting).reason]).toEqual(['break', '就餐']);
  expect(viewOf(told('idle', resting)).state).toBe('idle');
});

test('a break that is asked for in a call shows, and can be dropped', () => {
  const seat = (event: SeatEvent, from: PageSeat) => stepPage(from, { type: 'seat', event }, 900);
  const wished = seat({ type: 'breakTaken', reason: '就餐' }, run(talking));
  expect([viewOf(wished).state, viewOf(wished).restsAfter]).toEqual(['inCall', '就餐']);
  const dropped = seat({ type: 'breakEnded' }, wished);
  expect([viewOf(dropped).state, viewOf(dropped).restsAfter]).toEqual(['inCall', null]);
});
