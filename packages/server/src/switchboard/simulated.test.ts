import { type HungUpBy, type Instant, instant, type SwitchboardSignal } from '@lianxian/core';
import { type Persona, practiceCallees } from '@lianxian/core/simulation';
import { courseFollowUp } from '../../seed/course-follow-up.ts';
import { type PeopleUnderTest, peopleConform } from '../../test/people-conformance.ts';
import {
  type CalleeKind,
  type FarKind,
  type SwitchboardUnderTest,
  switchboardConforms,
} from '../../test/switchboard-conformance.ts';
import { createSimulatedSwitchboard } from './simulated.ts';

const numbers = { talks: '15400000001', isBusy: '15400000004' } as const;
const phoneOf = (callee: CalleeKind): string => (callee === 'talks' || callee === 'isBusy' ? numbers[callee] : callee);

const soon = { from: 500, to: 500 };
const mute = { habits: [], asksIntoSilence: [] };
const refuses = (code: number): Persona => ({
  id: String(code),
  answering: { refuses: code, afterMs: soon },
  ...mute,
});

/** The far ends of the table, as personas: dialled by their names. */
const personas: Readonly<Record<FarKind, Persona>> = {
  hangsUp: { ...mute, id: 'hangsUp', answering: { afterMs: soon }, habits: [{ hangsUp: true }] },
  declines: refuses(603),
  isAway: refuses(480),
  isUnknown: refuses(404),
  hasMoved: refuses(410),
  ringsOut: refuses(408),
  overloaded: refuses(503),
  fails: refuses(500),
  forbids: refuses(403),
  takesNoCodec: refuses(488),
  ringsForEver: { ...mute, id: 'ringsForEver', answering: { never: true } },
};

const personaOf = (phone: string): Persona =>
  personas[phone as FarKind] ?? practiceCallees.find(({ number }) => number === phone)!.persona;

const open = (): SwitchboardUnderTest &
  Omit<PeopleUnderTest, 'until'> & { readonly holds: PeopleUnderTest['until'] } => {
  let now = instant(0);
  let calls = 0;
  const due: { at: Instant; run: () => void }[] = [];
  const offered: string[] = [];
  const heard = new Map<string, SwitchboardSignal[]>();
  const signals = (call: string) => heard.get(call) ?? [];
  const switchboard = createSimulatedSwitchboard({
    clock: { now: () => now, at: (at, run) => due.push({ at, run }) },
    seed: 1,
    personaOf,
    onSignal: (call, signal) => heard.set(call, [...signals(call), signal]),
    onOffer: ({ offer }) => offered.push(offer),
  });
  const holds = async (seen: () => boolean) => {
    while (!seen()) {
      due.sort((a, b) => a.at - b.at);
      const next = due.shift();
      if (!next) throw new Error('what is waited for will not come');
      now = next.at;
      next.run();
    }
  };
  return {
    dial: (callee, plan, ringTimeoutMs = 60_000) => {
      const call = String(++calls);
      const rest = { route: null, callerNumber: '', ringTimeoutMs, plan, variables: {} };
      switchboard.tell({ type: 'dial', call, phone: phoneOf(callee), ...rest });
      return call;
    },
    ring: async patienceMs => {
      switchboard.ring(numbers.talks, '4008', patienceMs);
      return offered.at(-1)!;
    },
    answer: (offer, plan) => {
      const call = String(++calls);
      switchboard.tell({ type: 'answer', call, offer, route: null, plan, variables: {} });
      return call;
    },
    hangUp: (call: string, by: HungUpBy = 'seat') => switchboard.tell({ type: 'hangUp', call, by }),
    signals,
    dialByHand: async () => {
      const call = String(++calls);
      const party = { party: '1', who: { type: 'seat', seat: 'ada' }, offer: 'own' } as const;
      const rest = { route: null, callerNumber: '', ringTimeoutMs: 60_000, plan: null, variables: {} };
      switchboard.tell({ type: 'dial', call, phone: '13800000001', ...rest, party });
      return call;
    },
    dialColleague: async () => {
      const call = String(++calls);
      const party = { party: '1', who: { type: 'seat', seat: 'ada' }, offer: 'own' } as const;
      const called = { party: '2', who: { type: 'seat', seat: 'bob' }, way: null } as const;
      const rest = { route: null, callerNumber: '', ringTimeoutMs: 60_000, plan: null, variables: {} };
      switchboard.tell({ type: 'dial', call, phone: '8002', ...rest, party, called });
      return call;
    },
    order: (call, order) => switchboard.tell({ ...order, call }),
    wayTo: () => null,
    hangsUp: (call, party) => switchboard.seat(call, party, 'hangsUp'),
    holds,
    until: (call, type) => holds(() => signals(call).some(signal => signal.type === type)),
  };
};

const board = open();
switchboardConforms(courseFollowUp, false, () => board);
peopleConform(() => ({ ...board, until: board.holds }));
