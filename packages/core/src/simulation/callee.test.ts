import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../kit/index.ts';
import {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeKind,
  calleeKinds,
  startCallee,
  stepCallee,
} from './callee.ts';
import { type Persona, practiceCallees } from './personas.ts';

const persona: Persona = {
  id: 'test',
  answering: { afterMs: { from: 1_000, to: 1_000 } },
  asksIntoSilence: ['喂？'],
  habits: [{ says: ['你好。'] }, { says: ['好的。'] }, { presses: '1' }, { says: ['谢谢。'] }],
};
const timer = (name: 'pickUp' | 'breath' | 'patience'): CalleeEvent => ({ type: 'timer.fired', timer: name });
const called: CalleeEvent = { type: 'called' };
const speaking: CalleeEvent = { type: 'robot.speaking' };
const quiet: CalleeEvent = { type: 'robot.quiet' };
const spoken: CalleeEvent = { type: 'spoken' };
const over: CalleeEvent = { type: 'ended' };

const run = (events: readonly CalleeEvent[], who = persona, seed = 1) => {
  let state = startCallee(who, seed);
  const effects: CalleeEffect[] = [];
  for (const event of events) {
    const step = stepCallee(state, event, instant(0));
    if (step.kind !== 'moved') continue;
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
};
const did = (effects: readonly CalleeEffect[]) =>
  effects.flatMap(effect => {
    if (effect.type === 'say') return [effect.sentence];
    if (effect.type === 'press') return [`#${effect.key}`];
    return effect.type === 'setTimer' || effect.type === 'clearTimer' ? [] : [effect.type];
  });

const wayTo: Readonly<Record<CalleeKind, readonly CalleeEvent[]>> = {
  idle: [],
  ringing: [called],
  breathing: [called, timer('pickUp')],
  speaking: [called, timer('pickUp'), timer('breath')],
  waiting: [called, timer('pickUp'), timer('breath'), spoken],
  listening: [called, timer('pickUp'), timer('breath'), spoken, speaking],
  gone: [called, over],
};

/** What each event makes of each state; `-` is ignored. Written by hand. */
const matrix: readonly (readonly [string, CalleeEvent, string])[] = [
  //                    idle ringing waiting listening breathing speaking gone
  ['called', called, 'ringing - - - - - -'],
  ['the robot speaks', speaking, 'idle ringing listening listening listening speaking -'],
  ['the robot is quiet', quiet, 'idle ringing waiting breathing breathing speaking -'],
  ['its sentence is out', spoken, '- - - - - waiting -'],
  ['it picks up', timer('pickUp'), '- breathing - - - - -'],
  ['its breath is over', timer('breath'), '- - - - speaking - -'],
  ['its patience is over', timer('patience'), '- - speaking - - - -'],
  ['the call is over', over, 'gone gone gone gone gone gone -'],
];

test.each(
  matrix.flatMap(([name, event, row]) =>
    calleeKinds.map((kind, index) => [kind, name, row.split(' ')[index]!, event] as const),
  ),
)('a callee that is %s, when %s: %s', (kind, _, becomes, event) => {
  const { state } = run(wayTo[kind]);
  expect(state.kind).toBe(kind);
  const step = stepCallee(state, event, instant(0));
  expect(step.kind === 'moved' ? step.state.kind : '-').toBe(becomes);
});

const turn = [speaking, quiet, timer('breath'), spoken];

test('a callee plays its part turn by turn and hangs up when it has no more to say', () => {
  const { effects } = run([called, timer('pickUp'), timer('breath'), spoken, ...turn, ...turn, ...turn, ...turn]);
  expect(did(effects)).toEqual(['ring', 'pickUp', '你好。', '好的。', '#1', '谢谢。', 'hangUp']);
});

test('a pause inside the robot’s speech is not its turn', () => {
  const { effects } = run([...wayTo.waiting, speaking, quiet, speaking, timer('breath'), quiet, timer('breath')]);
  expect(did(effects)).toEqual(['ring', 'pickUp', '你好。', '好的。']);
});

test('into silence it asks twice, then hangs up', () => {
  const patience = timer('patience');
  expect(did(run([...wayTo.waiting, patience, spoken, patience, spoken, patience]).effects)).toEqual([
    'ring',
    'pickUp',
    '你好。',
    '喂？',
    '喂？',
    'hangUp',
  ]);
});

test('a busy callee refuses with 486 and does nothing else', () => {
  const busy = practiceCallees.find(callee => callee.number === '15400000004')!.persona;
  const { effects, state } = run([called, timer('pickUp'), speaking], busy);
  expect(effects).toEqual([{ type: 'refuse', code: 486 }]);
  expect(state.kind).toBe('gone');
});

test('the same seed says the same, other seeds say it differently', () => {
  const agrees = practiceCallees[0]!.persona;
  const words = (seed: number) =>
    did(run([...wayTo.waiting, ...turn, ...turn, ...turn, ...turn], agrees, seed).effects).join();
  expect(words(3)).toBe(words(3));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => words(seed))).size).toBeGreaterThan(5);
});

test('in no order of events does a callee speak before it picked up or after it is gone', () => {
  const events = [...matrix.map(([, event]) => event)];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), fc.nat(99), (happened, seed) => {
      const done = run(happened, persona, seed).effects.map(({ type }) => type);
      const first = done.findIndex(type => type === 'say' || type === 'press');
      if (first >= 0) expect(done.slice(0, first)).toContain('pickUp');
      expect(done.filter(type => type === 'hangUp').length).toBeLessThanOrEqual(1);
      const gone = done.indexOf('hangUp');
      if (gone >= 0) expect(done.slice(gone + 1)).not.toContain('say');
    }),
  );
});
