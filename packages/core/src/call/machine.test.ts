import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConversationSummary, Plan } from '../conversation/index.ts';
import { type Instant, instant } from '../kit/index.ts';
import {
  type CallEffect,
  type CallEvent,
  type CallKind,
  type CallNews,
  type CallProgress,
  callKinds,
  startCall,
  stepCall,
  verdictOf,
} from './index.ts';

const at = (ms: number): Instant => instant(ms);
const plan = { name: '试听课回访' } as Plan;
const dial = {
  type: 'dial',
  call: '7',
  route: 'practice',
  phone: '15400000001',
  callerNumber: '02161234567',
  ringTimeoutMs: 60_000,
  plan,
  variables: {},
} as const;
const answer = { type: 'answer', call: '7', offer: 'leg', route: 'practice', plan, variables: {} } as const;
const who = { type: 'seat', seat: '31' } as const;
const summary = { level: 'A', turns: 3 } as ConversationSummary;
const endedSignal = {
  type: 'ended',
  at: at(90_000),
  verdict: verdictOf({ how: 'byThem', code: null }),
  by: 'callee',
  recording: null,
  media: null,
} as const;

type Event = CallEvent<string>;
const events: Readonly<Record<string, Event>> = {
  placed: { type: 'placed', dial },
  offered: { type: 'offered', answer },
  committed: { type: 'committed' },
  notCommitted: { type: 'notCommitted', because: 'databaseAway' },
  'hang-up by the user': { type: 'hangUpAsked', by: 'user' },
  'balance out': { type: 'balanceOut', leftMs: 17_000 },
  'a seat asked in': {
    type: 'partyAsked',
    order: { type: 'invite', party: '2', who, way: null, ringTimeoutMs: 8_000, announcement: '', place: 'talking' },
  },
  'a leg begins': {
    type: 'signal',
    signal: { type: 'party', party: 'hand1', at: at(20_000), news: { type: 'began', who, from: '1', to: '2' } },
  },
  dialled: { type: 'signal', signal: { type: 'dialled', at: at(10) } },
  ringing: { type: 'signal', signal: { type: 'ringing', at: at(1_000), earlyMedia: false } },
  answered: { type: 'signal', signal: { type: 'answered', at: at(5_000), dialog: { callId: 'x' } } },
  noted: { type: 'signal', signal: { type: 'noted', note: { type: 'ended', at: at(80_000), summary } } },
  ended: { type: 'signal', signal: endedSignal },
  'switchboard lost': { type: 'switchboardLost', because: 'workerDied' },
};

const run = (names: readonly string[]) => {
  let state: CallProgress<string> = startCall();
  const effects: CallEffect<string>[] = [];
  for (const name of names) {
    const step = stepCall(state, events[name]!, at(95_000));
    if (step.kind !== 'moved') continue;
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
};

const wayTo: Readonly<Record<CallKind, readonly string[]>> = {
  fresh: [],
  placed: ['placed'],
  dialling: ['placed', 'committed', 'dialled'],
  ringing: ['placed', 'committed', 'dialled', 'ringing'],
  talking: ['placed', 'committed', 'dialled', 'ringing', 'answered'],
  ended: ['placed', 'committed', 'dialled', 'ringing', 'answered', 'ended'],
};

/** What each event makes of each state; `-` is ignored. Written by hand. */
const matrix: Readonly<Record<string, readonly (CallKind | '-')[]>> = {
  //                      fresh     placed      dialling    ringing    talking    ended
  placed: ['placed', '-', '-', '-', '-', '-'],
  offered: ['ringing', '-', '-', '-', '-', '-'],
  committed: ['-', 'dialling', '-', '-', '-', '-'],
  notCommitted: ['-', 'ended', '-', '-', '-', '-'],
  'hang-up by the user': ['-', 'ended', 'dialling', 'ringing', 'talking', '-'],
  'balance out': ['-', '-', '-', '-', 'talking', '-'],
  'a seat asked in': ['-', '-', '-', '-', 'talking', '-'],
  'a leg begins': ['-', '-', 'dialling', 'ringing', 'talking', '-'],
  dialled: ['-', '-', 'dialling', '-', '-', '-'],
  ringing: ['-', '-', 'ringing', '-', '-', '-'],
  answered: ['-', '-', 'talking', 'talking', '-', '-'],
  noted: ['-', '-', 'dialling', 'ringing', 'talking', '-'],
  ended: ['-', '-', 'ended', 'ended', 'ended', '-'],
  'switchboard lost': ['-', 'ended', 'ended', 'ended', 'ended', '-'],
};

test.each(
  callKinds.flatMap((kind, index) => Object.keys(matrix).map(name => [kind, name, matrix[name]![index]!] as const)),
)('a call that is %s, on %s: %s', (kind, name, becomes) => {
  const { state } = run(wayTo[kind]);
  expect(state.kind).toBe(kind);
  const step = stepCall(state, events[name]!, at(95_000));
  expect(step.kind === 'moved' ? step.state.kind : '-').toBe(becomes);
});

test('a call is dialled once, and only after its row is committed', () => {
  const told = (names: readonly string[]) => run(names).effects.filter(effect => effect.type === 'tell');
  expect(told(['placed'])).toEqual([]);
  expect(told(['placed', 'committed', 'committed'])).toEqual([{ type: 'tell', command: dial }]);
  expect(told(['placed', 'notCommitted', 'committed'])).toEqual([]);
  expect(told(['placed', 'hang-up by the user', 'committed'])).toEqual([]);
});

test('a call to us is answered at once, for its row was written with the offer; its end is one record', () => {
  const { effects } = run(['offered', 'offered', 'committed', 'answered', 'noted', 'ended']);
  expect(effects.filter(effect => effect.type === 'tell')).toEqual([{ type: 'tell', command: answer }]);
  const outcomes = effects.flatMap(effect =>
    effect.type === 'record' && effect.fact.type === 'ended' ? [effect.fact.outcome] : [],
  );
  expect(outcomes).toMatchObject([{ dialledAt: null, ringingAt: 95_000, answeredAt: 5_000, summary }]);
  const { effects: hungUp } = run(['offered', 'hang-up by the user', 'hang-up by the user']);
  expect(hungUp.filter(effect => effect.type === 'tell')).toEqual([
    { type: 'tell', command: answer },
    { type: 'tell', command: { type: 'hangUp', call: '7', by: 'user' } },
  ]);
});

test('a talk that nothing is left to pay for is told once, and its record says why the robot hung up', () => {
  const { state, effects } = run([...wayTo.talking, 'balance out', 'balance out']);
  expect(effects.filter(effect => effect.type === 'tell').slice(1)).toEqual([
    { type: 'tell', command: { type: 'runOut', call: '7', leftMs: 17_000 } },
  ]);
  const endedBy = (by: 'robot' | 'callee') => {
    const verdict = verdictOf({ how: by === 'robot' ? 'byUs' : 'byThem', code: null });
    const step = stepCall(state, { type: 'signal', signal: { ...endedSignal, verdict, by } }, at(95_000));
    if (step.kind !== 'moved') return null;
    return step.effects.find(effect => effect.type === 'record')?.fact;
  };
  expect(endedBy('robot')).toMatchObject({ outcome: { verdict: { state: 'answered', because: 'balanceOut' } } });
  expect(endedBy('callee')).toMatchObject({ outcome: { verdict: { state: 'answered', because: 'calleeHungUp' } } });
});

test('sound before the answer is told, also when it comes after the first ringing', () => {
  const rings = (earlyMedia: boolean) =>
    ({ type: 'signal', signal: { type: 'ringing', at: at(1_000), earlyMedia } }) as const;
  const told = (...signals: readonly ReturnType<typeof rings>[]) => {
    let { state } = run(['placed', 'committed', 'dialled']);
    return signals.flatMap((event): readonly (CallNews | string)[] => {
      const step = stepCall(state, event, at(1_000));
      if (step.kind !== 'moved') return [step.kind];
      state = step.state;
      return step.effects.flatMap(effect => (effect.type === 'publish' ? [effect.news] : []));
    });
  };
  const ringing = { type: 'moved', to: 'ringing', at: at(1_000) };
  expect(told(rings(false), rings(true), rings(false))).toEqual([ringing, { ...ringing, earlyMedia: true }, 'ignored']);
});

test('a talk that ended is one record with level, times and who hung up', () => {
  const { effects } = run(['placed', 'committed', 'dialled', 'ringing', 'answered', 'noted', 'ended', 'ended']);
  const ended = effects.flatMap(effect =>
    effect.type === 'record' && effect.fact.type === 'ended' ? [effect.fact] : [],
  );
  expect(ended).toEqual([
    {
      type: 'ended',
      outcome: {
        verdict: endedSignal.verdict,
        hungUpBy: 'callee',
        dialledAt: 10,
        ringingAt: 1_000,
        answeredAt: 5_000,
        endedAt: 90_000,
        talkMs: 85_000,
        summary,
        recording: null,
        media: null,
        reason: '',
        legs: [],
      },
    },
  ]);
});

test('whoever asked to hang up is on the record, unless the callee was quicker', () => {
  const who = (by: 'callee' | 'nobody') => {
    const { state } = run(['placed', 'committed', 'answered', 'hang-up by the user']);
    const step = stepCall(state, { type: 'signal', signal: { ...endedSignal, by } }, at(95_000));
    const effect = step.kind === 'moved' ? step.effects[0] : undefined;
    return effect?.type === 'record' && effect.fact.type === 'ended' ? effect.fact.outcome.hungUpBy : null;
  };
  expect(who('nobody')).toBe('user');
  expect(who('callee')).toBe('callee');
});

test('in every order of events a placed call is dialled at most once and ends at most once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(events)), { maxLength: 40 }), names => {
      const { effects } = run(names);
      const dials = effects.filter(effect => effect.type === 'tell' && 'plan' in effect.command);
      const ends = effects.filter(effect => effect.type === 'record' && effect.fact.type === 'ended');
      expect(dials.length).toBeLessThanOrEqual(1);
      expect(ends.length).toBeLessThanOrEqual(1);
    }),
  );
});
