import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../kit/index.ts';
import { startCallee, stepCallee } from './callee.ts';
import { type CalleeEffect, type CalleeEvent, type CalleeKind, type CalleeTimer, calleeKinds } from './callee-state.ts';
import type { Persona } from './persona.ts';
import { practiceCallees } from './town.ts';

const persona: Persona = {
  id: 'test',
  answering: { afterMs: { from: 1_000, to: 1_000 } },
  asksIntoSilence: ['喂？'],
  habits: [{ says: ['你好。'] }, { says: ['好的。'] }, { presses: '1' }, { says: ['谢谢。'] }],
};
const timer = (name: CalleeTimer): CalleeEvent => ({ type: 'timer.fired', timer: name });
const called: CalleeEvent = { type: 'called' };
const speaking: CalleeEvent = { type: 'robot.speaking' };
const quiet: CalleeEvent = { type: 'robot.quiet' };
const asks: CalleeEvent = {
  type: 'robot.asks',
  question: {
    ...{ node: 'day', plan: '', day: '2026-11-24', about: '日期', ways: [], mayAsk: [] },
    wants: { type: 'date' },
  },
};
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
    if (effect.type === 'press') return [`#${effect.keys}`];
    if (effect.type === 'announce') return [`(${effect.sentence})`];
    return effect.type === 'setTimer' || effect.type === 'clearTimer' ? [] : [effect.type];
  });

const wayTo: Readonly<Record<Exclude<CalleeKind, 'announcing'>, readonly CalleeEvent[]>> = {
  idle: [],
  ringing: [called],
  breathing: [called, timer('pickUp')],
  speaking: [called, timer('pickUp'), timer('breath')],
  waiting: [called, timer('pickUp'), timer('breath'), spoken],
  listening: [called, timer('pickUp'), timer('breath'), spoken, speaking],
  gone: [called, over],
};

const switchedOff: Persona = { ...persona, answering: { refuses: 480, announces: '已关机' } };

/** What each event makes of each state; `-` is ignored. Written by hand. */
const matrix: readonly (readonly [string, CalleeEvent, string])[] = [
  //                    idle ringing announcing breathing speaking waiting listening gone
  ['called', called, 'ringing - - - - - - -'],
  ['the robot speaks', speaking, 'idle ringing announcing listening speaking listening listening -'],
  ['the robot is quiet', quiet, 'idle ringing announcing breathing speaking waiting breathing -'],
  ['the robot asks', asks, 'idle ringing announcing breathing speaking waiting listening -'],
  ['its sentence is out', spoken, '- - announcing - waiting - - -'],
  ['it has rung long enough', timer('pickUp'), '- breathing gone - - - - -'],
  ['its breath is over', timer('breath'), '- - gone speaking - - - -'],
  ['it will not wait', timer('urge'), '- - - - - - speaking -'],
  ['its patience is over', timer('patience'), '- - - - - speaking - -'],
  ['the call is over', over, 'gone gone gone gone gone gone gone -'],
];

test.each(
  matrix.flatMap(([name, event, row]) =>
    calleeKinds.map((kind, index) => [kind, name, row.split(' ')[index]!, event] as const),
  ),
)('a callee that is %s, when %s: %s', (kind, _, becomes, event) => {
  const { state } = kind === 'announcing' ? run([called], switchedOff) : run(wayTo[kind]);
  expect(state.kind).toBe(kind);
  const step = stepCallee(state, event, instant(0));
  expect(step.kind === 'moved' ? step.state.kind : '-').toBe(becomes);
});

const turn = [speaking, quiet, timer('breath'), spoken];

test('a callee plays its part turn by turn and hangs up when it has no more to say', () => {
  const { effects } = run([...wayTo.waiting, ...turn, ...turn, ...turn, ...turn]);
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

const known = (id: string): Persona => practiceCallees.find(({ persona }) => persona.id === id)!.persona;

test('who rejects lets it ring first; who never answers rings until the caller gives up', () => {
  expect(did(run([called, timer('pickUp')], known('rejects')).effects)).toEqual(['ring', 'refuse']);
  expect(did(run([called, speaking, over], known('neverAnswers')).effects)).toEqual(['ring']);
});

test('a switched-off phone is refused when the network has said so, or could not say it', () => {
  const off = known('poweredOff');
  const said = ['(您好，您拨打的电话已关机，请稍后再拨)', 'refuse'];
  expect(did(run([called, spoken, timer('breath')], off).effects)).toEqual(said);
  expect(did(run([called, timer('pickUp')], off).effects)).toEqual(said);
  expect(run([called, spoken, timer('breath')], off).effects).toContainEqual({ type: 'refuse', code: 480 });
});

test('behind a ringback one hears music until the answer', () => {
  expect(run([called], known('hasRingback')).effects[0]).toEqual({ type: 'ring', ringback: true });
  expect(run([called], known('agrees')).effects[0]).toEqual({ type: 'ring', ringback: false });
});

test('a mailbox speaks, beeps and then only listens', () => {
  const { effects, state } = run([...wayTo.waiting, ...turn, ...turn, ...turn], known('voiceMail'));
  expect(effects.filter(({ type }) => type === 'say')).toMatchObject([{ thenBeeps: true }]);
  expect(state.kind).toBe('waiting');
});

test('who says nothing never asks either, and gives up in the end', () => {
  const nobody = known('saysNothing');
  const greeted = [called, timer('pickUp'), timer('breath')];
  expect(did(run([...greeted, speaking, quiet, timer('breath')], nobody).effects)).toEqual(['ring', 'pickUp']);
  expect(did(run([...greeted, timer('patience')], nobody).effects)).toEqual(['ring', 'pickUp', 'hangUp']);
});

test('who interrupts speaks while the robot does; where the robot is quiet first it is an ordinary turn', () => {
  const rude: Persona = { ...persona, habits: [{ says: ['喂'] }, { says: ['慢着'], overMs: { from: 900, to: 900 } }] };
  const { effects, state } = run([...wayTo.waiting, speaking, timer('urge'), spoken], rude);
  expect(effects).toContainEqual({ type: 'setTimer', timer: 'urge', at: 900 });
  expect(did(effects)).toEqual(['ring', 'pickUp', '喂', '慢着']);
  expect(state.kind).toBe('listening');
  const polite = run([...wayTo.waiting, speaking, quiet, timer('urge'), timer('breath'), spoken], rude);
  expect(polite.effects).toContainEqual({ type: 'clearTimer', timer: 'urge' });
  expect(did(polite.effects)).toEqual(['ring', 'pickUp', '喂', '慢着']);
});

test('who hangs up on it does so in mid-sentence', () => {
  const heard = did(run([...wayTo.waiting, speaking, timer('urge')], known('hangsUpOnIt')).effects);
  expect(heard.slice(-1)).toEqual(['hangUp']);
});

test('an assistant leaves with its last word', () => {
  const { effects, state } = run(
    [...wayTo.waiting, ...turn, ...turn, speaking, timer('breath')],
    known('callAssistant'),
  );
  expect(did(effects).slice(-1)).toEqual(['hangUp']);
  expect(state.kind).toBe('gone');
});

test('who has a mind answers what is asked, but for the plan it knows; who has none says its part', () => {
  const willing: Persona = { ...persona, temper: 'willing', knows: '回访' };
  const answers = (who: Persona, plan: string) => {
    const question: CalleeEvent = { ...asks, question: { ...asks.question, plan } };
    return did(run([...wayTo.waiting, question, ...turn], who).effects).at(-1);
  };
  expect(answers(willing, '回访')).toBe('好的。');
  expect(answers(persona, '预约')).toBe('好的。');
  expect(answers(willing, '预约')).toMatch(/[天号日儿].*(午|早上|头晌|半天|后半晌)|(礼拜|星期|周)/);
});

test('while it types keys nothing the robot does makes it speak', () => {
  const types: Persona = { ...persona, habits: [{ presses: '139#' }, { says: ['谢谢。'] }] };
  const { effects } = run([called, timer('pickUp'), timer('breath'), speaking, quiet, timer('breath')], types);
  expect(did(effects)).toEqual(['ring', 'pickUp', '#139#']);
});

test('who wants a person asks the robot for one, lets the music pass, and talks with whoever is there as long as that one does', () => {
  const asks = known('asksForPerson');
  const said = (turns: number) =>
    did(run([...wayTo.waiting, ...Array.from({ length: turns }, () => turn).flat()], asks).effects).slice(2);
  expect(said(1)[1]).toContain('转人工');
  // What the robot says to that, or the music, is let pass.
  expect(said(2)).toHaveLength(2);
  expect(said(3)[2]).toMatch(/是老师吗|是真人吧/);
  expect(said(40)).toHaveLength(40);
  expect(said(40)).not.toContain('hangUp');
});

test('who is called by hand answers whatever is said, and ends nothing by itself', () => {
  const turns = Array.from({ length: 30 }, () => turn).flat();
  const done = did(run([...wayTo.waiting, ...turns], known('talksBack')).effects);
  expect(done).toHaveLength(33);
  expect(done).not.toContain('hangUp');
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
      const who = practiceCallees[seed % practiceCallees.length]!.persona;
      const done = run(happened, who, seed).effects.map(({ type }) => type);
      const first = done.findIndex(type => type === 'say' || type === 'press');
      if (first >= 0) expect(done.slice(0, first)).toContain('pickUp');
      expect(done.filter(type => type === 'hangUp').length).toBeLessThanOrEqual(1);
      const gone = done.indexOf('hangUp');
      if (gone >= 0) expect(done.slice(gone + 1)).not.toContain('say');
    }),
  );
});
