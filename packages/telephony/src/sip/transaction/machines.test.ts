import { after, type Instant, instant, type Step } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { responseTo } from '../grammar/build.ts';
import type { ReceivedResponse, SipResponse } from '../grammar/message.ts';
import { type ClientEvent, startClientInvite, stepClientInvite } from './client-invite.ts';
import { startClientOther, stepClientOther } from './client-other.ts';
import { type ServerEvent, startServerInvite, stepServerInvite } from './server-invite.ts';
import { startServerOther, stepServerOther } from './server-other.ts';

const zero = instant(0);
const answer = (status: number): SipResponse => responseTo({ headers: [] }, { status, toTag: null });
// The machines look at nothing but the status.
const received = (status: number) => answer(status) as ReceivedResponse;

type Machine<State, Event, Effect> = (state: State, event: Event, at: Instant) => Step<State, Effect>;

/** Follows events from the start; the state reached. */
const reach = <State, Event, Effect>(
  step: Machine<State, Event, Effect>,
  start: State,
  events: readonly Event[],
): State =>
  events.reduce((state, event) => {
    const next = step(state, event, zero);
    if (next.kind !== 'moved') throw new Error(`not reached: ${next.because}`);
    return next.state;
  }, start);

/** One cell as text: `state: effects`, `ignored` or `impossible`. */
const cell = <State extends { readonly is: string }, Effect extends { readonly type: string }>(
  step: Step<State, Effect>,
): string => {
  if (step.kind !== 'moved') return step.kind;
  return [step.state.is, ...step.effects.map(effect => effect.type)].join(' ');
};

const clientEvents: Readonly<Record<string, ClientEvent>> = {
  '1xx': { type: 'response', response: received(180) },
  '2xx': { type: 'response', response: received(200) },
  '4xx': { type: 'response', response: received(486) },
  A: { type: 'timer', timer: 'A' },
  B: { type: 'timer', timer: 'B' },
  D: { type: 'timer', timer: 'D' },
  M: { type: 'timer', timer: 'M' },
  E: { type: 'timer', timer: 'E' },
  F: { type: 'timer', timer: 'F' },
  K: { type: 'timer', timer: 'K' },
  lost: { type: 'transportFailed', because: 'unreachable' },
  cut: { type: 'transportFailed', because: 'cut' },
  closed: { type: 'portClosed' },
  abandon: { type: 'abandon' },
};
const { A, B, E, F, cut } = clientEvents as Record<'A' | 'B' | 'E' | 'F' | 'cut', ClientEvent>;
const [p1, p2, p4] = [clientEvents['1xx']!, clientEvents['2xx']!, clientEvents['4xx']!];

describe('the INVITE client transaction', () => {
  const start = startClientInvite(zero, false);
  const states = {
    calling: start,
    proceeding: reach(stepClientInvite, start, [p1]),
    completed: reach(stepClientInvite, start, [p4]),
    accepted: reach(stepClientInvite, start, [p2]),
    terminated: reach(stepClientInvite, start, [B]),
  };
  // RFC 3261 figure 5 with RFC 6026 figure 8, by hand.
  const table: Readonly<Record<keyof typeof states, Readonly<Record<string, string>>>> = {
    calling: {
      '1xx': 'proceeding pass',
      '2xx': 'accepted pass',
      '4xx': 'completed sendAck pass',
      A: 'calling sendRequest',
      B: 'terminated timedOut',
      lost: 'terminated transportFailed',
      cut: 'terminated transportFailed',
      closed: 'terminated transportFailed',
      abandon: 'terminated',
    },
    proceeding: {
      '1xx': 'proceeding pass',
      '2xx': 'accepted pass',
      '4xx': 'completed sendAck pass',
      lost: 'terminated transportFailed',
      cut: 'terminated transportFailed',
      abandon: 'terminated',
    },
    completed: {
      '4xx': 'completed sendAck',
      D: 'terminated',
      lost: 'terminated',
      cut: 'terminated',
      abandon: 'terminated',
    },
    accepted: { '2xx': 'accepted pass', M: 'terminated', abandon: 'terminated' },
    terminated: {},
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(clientEvents))(`${name} on %s`, (key, event) => {
      const wanted = table[name as keyof typeof states][key] ?? 'ignored';
      expect(cell(stepClientInvite(state, event, zero))).toBe(wanted);
    });
  }

  test('sends again after 0.5, 1, 2, 4 … s and gives up after 32 s', () => {
    expect(start.timers).toEqual({ A: 500, B: 32_000 });
    expect(reach(stepClientInvite, start, [A]).timers).toEqual({ A: 1_000, B: 32_000 });
    expect(reach(stepClientInvite, start, [A, A, A]).interval).toBe(4_000);
    expect(startClientInvite(zero, true).timers).toEqual({ B: 32_000 });
    expect(states.completed.timers).toEqual({ D: 32_000 });
    expect(states.accepted.timers).toEqual({ M: 32_000 });
    expect(states.proceeding.timers).toEqual({});
  });
});

describe('the client transaction of other requests', () => {
  const start = startClientOther(zero, false);
  const states = {
    trying: start,
    'sent again': reach(stepClientOther, start, [cut]),
    proceeding: reach(stepClientOther, start, [p1]),
    completed: reach(stepClientOther, start, [p2]),
    terminated: reach(stepClientOther, start, [F]),
  };
  // RFC 3261 figure 6, by hand.
  const open = {
    '1xx': 'proceeding pass',
    '2xx': 'completed pass',
    '4xx': 'completed pass',
    F: 'terminated timedOut',
    lost: 'terminated transportFailed',
    abandon: 'terminated',
  };
  const table: Readonly<Record<keyof typeof states, Readonly<Record<string, string>>>> = {
    trying: { ...open, E: 'trying sendRequest', cut: 'trying sendRequest', closed: 'terminated transportFailed' },
    'sent again': {
      ...open,
      E: 'trying sendRequest',
      cut: 'terminated transportFailed',
      closed: 'terminated transportFailed',
    },
    proceeding: { ...open, E: 'proceeding sendRequest', cut: 'proceeding sendRequest' },
    completed: { K: 'terminated', abandon: 'terminated' },
    terminated: {},
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(clientEvents))(`${name} on %s`, (key, event) => {
      const wanted = table[name as keyof typeof states][key] ?? 'ignored';
      expect(cell(stepClientOther(state, event, zero))).toBe(wanted);
    });
  }

  test('sends again doubling up to 4 s; every 4 s once something was heard', () => {
    expect(start.timers).toEqual({ E: 500, F: 32_000 });
    expect(reach(stepClientOther, start, [E, E, E, E, E]).interval).toBe(4_000);
    expect(reach(stepClientOther, start, [p1, E]).interval).toBe(4_000);
    expect(states.completed.timers).toEqual({ K: 5_000 });
  });

  test('over a stream is sent once, waits as long, and lingers for nobody', () => {
    const reliable = startClientOther(zero, true);
    expect(reliable.timers).toEqual({ F: 32_000 });
    expect(reach(stepClientOther, reliable, [p2]).timers).toEqual({ K: 0 });
    const invite = startClientInvite(zero, true);
    expect(reach(stepClientInvite, invite, [p4]).timers).toEqual({ D: 0 });
    expect(reach(stepClientInvite, invite, [p2]).timers, 'forks answer over streams too').toEqual({ M: 32_000 });
  });
});

const serverEvents: Readonly<Record<string, ServerEvent>> = {
  request: { type: 'request' },
  ack: { type: 'ack' },
  'respond 1xx': { type: 'respond', response: answer(180) },
  'respond 2xx': { type: 'respond', response: answer(200) },
  'respond 4xx': { type: 'respond', response: answer(486) },
  G: { type: 'timer', timer: 'G' },
  H: { type: 'timer', timer: 'H' },
  I: { type: 'timer', timer: 'I' },
  J: { type: 'timer', timer: 'J' },
  L: { type: 'timer', timer: 'L' },
  lost: { type: 'transportFailed' },
};
const [r1, r2, r4] = [serverEvents['respond 1xx']!, serverEvents['respond 2xx']!, serverEvents['respond 4xx']!];

describe('the INVITE server transaction', () => {
  const start = startServerInvite(false);
  const states = {
    fresh: start,
    proceeding: reach(stepServerInvite, start, [r1]),
    completed: reach(stepServerInvite, start, [r4]),
    confirmed: reach(stepServerInvite, start, [r4, { type: 'ack' }]),
    accepted: reach(stepServerInvite, start, [r2]),
    terminated: reach(stepServerInvite, start, [{ type: 'transportFailed' }]),
  };
  // RFC 3261 figure 7 with RFC 6026 figure 7, by hand. `fresh` is proceeding before its first answer.
  const table: Readonly<Record<keyof typeof states, Readonly<Record<string, string>>>> = {
    fresh: {
      'respond 1xx': 'proceeding send',
      'respond 2xx': 'accepted send',
      'respond 4xx': 'completed send',
      lost: 'terminated transportFailed',
    },
    proceeding: {
      request: 'proceeding send',
      'respond 1xx': 'proceeding send',
      'respond 2xx': 'accepted send',
      'respond 4xx': 'completed send',
      lost: 'terminated transportFailed',
    },
    completed: {
      request: 'completed send',
      ack: 'confirmed',
      'respond 1xx': 'impossible',
      'respond 2xx': 'impossible',
      'respond 4xx': 'impossible',
      G: 'completed send',
      H: 'terminated timedOut',
      lost: 'terminated transportFailed',
    },
    confirmed: {
      'respond 1xx': 'impossible',
      'respond 2xx': 'impossible',
      'respond 4xx': 'impossible',
      I: 'terminated',
    },
    accepted: {
      ack: 'accepted passAck',
      'respond 1xx': 'impossible',
      'respond 2xx': 'accepted send',
      'respond 4xx': 'impossible',
      L: 'terminated',
    },
    terminated: {},
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(serverEvents))(`${name} on %s`, (key, event) => {
      const wanted = table[name as keyof typeof states][key] ?? 'ignored';
      expect(cell(stepServerInvite(state, event, zero))).toBe(wanted);
    });
  }

  test('repeats a refusal doubling up to 4 s for 32 s', () => {
    expect(states.completed.timers).toEqual({ G: 500, H: 32_000 });
    const G = serverEvents.G!;
    expect(reach(stepServerInvite, states.completed, [G, G, G, G, G]).interval).toBe(4_000);
    expect(states.confirmed.timers).toEqual({ I: after(zero, 5_000) });
    expect(states.accepted.timers).toEqual({ L: 32_000 });
    const reliable = reach(stepServerInvite, startServerInvite(true), [r4]);
    expect(reliable.timers, 'over a stream the refusal leaves once and waits for its ACK').toEqual({ H: 32_000 });
    expect(reach(stepServerInvite, reliable, [{ type: 'ack' }]).timers).toEqual({ I: 0 });
    expect(reach(stepServerOther, startServerOther(true), [r2]).timers).toEqual({ J: 0 });
  });
});

describe('the server transaction of other requests', () => {
  const start = startServerOther(false);
  const states = {
    trying: start,
    proceeding: reach(stepServerOther, start, [r1]),
    completed: reach(stepServerOther, start, [r2]),
    terminated: reach(stepServerOther, start, [{ type: 'transportFailed' }]),
  };
  // RFC 3261 figure 8, by hand.
  const open = {
    'respond 1xx': 'proceeding send',
    'respond 2xx': 'completed send',
    'respond 4xx': 'completed send',
    lost: 'terminated transportFailed',
  };
  const impossible = { 'respond 1xx': 'impossible', 'respond 2xx': 'impossible', 'respond 4xx': 'impossible' };
  const table: Readonly<Record<keyof typeof states, Readonly<Record<string, string>>>> = {
    trying: open,
    proceeding: { ...open, request: 'proceeding send' },
    completed: { ...impossible, request: 'completed send', J: 'terminated', lost: 'terminated transportFailed' },
    terminated: {},
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(serverEvents))(`${name} on %s`, (key, event) => {
      const wanted = table[name as keyof typeof states][key] ?? 'ignored';
      expect(cell(stepServerOther(state, event, zero))).toBe(wanted);
    });
  }
});
