import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instant, instant } from '../../kit/index.ts';
import {
  type Answered,
  type CompiledPlan,
  type ConversationEffect,
  type ConversationEvent,
  type ConversationKind,
  type ConversationState,
  type ConversationTimer,
  compilePlan,
  conversationKinds,
  type Plan,
  startConversation,
  stepConversation,
} from '../index.ts';
import { ask, asksOfWorld, price, smallPlan, withNode } from '../plan/small-plan.test-data.ts';

const compiled = (plan: Plan): CompiledPlan => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.compiled;
};

type Event = ConversationEvent;
const started: Event = { type: 'conversation.started', variables: {}, minuteOfDay: 600 };
const timer = (name: ConversationTimer): Event => ({ type: 'timer.fired', timer: name });
const answered = (ask: number, answer: Answered): Event => ({ type: 'ask.answered', ask, answer });
const sentence = (text: string): Event => ({ type: 'callee.sentence', text });
const finished = (prompt: number): Event => ({ type: 'prompt.finished', prompt });
const key = (pressed: string): Event => ({ type: 'callee.key', key: pressed });
const hungUp: Event = { type: 'call.ended', by: 'callee' };

/** Runs events a minute apart, so that every timer that is set is due. */
const run = (plan: CompiledPlan, events: readonly Event[]) => {
  let state = startConversation(plan);
  let at = 0;
  const effects: ConversationEffect[] = [];
  for (const event of events) {
    at += 60_000;
    const step = stepConversation(state, event, instant(at));
    if (step.kind !== 'moved') continue;
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, at };
};

/** The plan beginning at another node; its old root is reached by a question. */
const withRoot = (node: string): Plan => {
  const [main, ...others] = smallPlan.flows;
  const again = { ...price, id: 'again', name: '重来', words: ['重来'], next: { goto: 'ask' } };
  const [, look, person] = asksOfWorld;
  const asked = [
    { ...price, id: 'lookUp', name: '查一下', words: ['查一下'], next: { goto: look.id } },
    { ...price, id: 'human', name: '转人工', words: ['转人工'], next: { goto: person.id } },
  ];
  return {
    ...smallPlan,
    knowledge: [price, again, ...asked],
    flows: [{ ...main!, rootNode: node, nodes: [...main!.nodes, ...asksOfWorld] }, ...others],
  };
};
const keysFirst = compiled(withRoot('phone'));

/** A way into each state. The first prompt has number 1. */
const wayTo: Readonly<Record<ConversationKind, readonly Event[]>> = {
  fresh: [],
  greeting: [started],
  saying: [started, timer('silence')],
  listening: [started, timer('silence'), finished(1)],
  hearing: [started, timer('silence'), finished(1), { type: 'callee.speaking' }],
  keying: [started, timer('silence'), finished(1), key('1')],
  asking: [started, timer('silence'), finished(1), sentence('查一下'), finished(3)],
  handed: [
    ...[started, timer('silence'), finished(1), sentence('转人工'), finished(3), finished(4)],
    answered(1, { type: 'transferred', to: '王经理' }),
  ],
  parting: [started, timer('silence'), finished(1), timer('longest')],
  leaving: [started, timer('silence'), finished(1), timer('longest'), timer('longest')],
  ended: [started, timer('silence'), finished(1), hungUp],
};

/**
 * What each event makes of each state at a node that collects keys; `-` is ignored. Written by hand.
 * Prompt 1 is the node's question: past in `listening` and after, current in `saying`.
 */
const columns = [
  'fresh',
  'greeting',
  'saying',
  'listening',
  'hearing',
  'keying',
  'asking',
  'handed',
  'parting',
  'leaving',
  'ended',
] as const;
const matrix: readonly (readonly [string, Event, string])[] = [
  ['started', started, 'greeting - - - - - - - - - -'],
  ['a prompt ends', finished(1), '- - listening - - - - - - - -'],
  ['another prompt ends', finished(99), '- - - - - - - - - - -'],
  ['a prompt stops by itself', { type: 'prompt.stopped', prompt: 1, heardMs: 0 }, '- - listening - - - - - - - -'],
  ['voice begins', { type: 'callee.speaking' }, '- greeting hearing hearing hearing keying asking handed parting - -'],
  ['voice ends', { type: 'callee.quiet' }, '- - - - hearing - - - - - -'],
  [
    'words',
    { type: 'callee.words', text: '一三' },
    '- greeting saying hearing hearing hearing asking handed parting - -',
  ],
  [
    'a sentence',
    sentence('幺三八零零一三八零零零'),
    '- greeting parting parting hearing parting asking handed parting - -',
  ],
  [
    'a sentence nobody understands',
    sentence('天真热'),
    '- greeting saying saying hearing saying asking handed parting - -',
  ],
  ['an empty sentence', sentence(' '), '- - - - - - - - - - -'],
  ['a key', key('1'), '- - keying keying keying keying - - - - -'],
  ['a letter', key('A'), '- - - - - - - - - - -'],
  ['silence is over', timer('silence'), '- saying - saying - - - - - - -'],
  ['no sentence came', timer('sentenceEnd'), '- saying - - saying - - - - - -'],
  ['no more keys', timer('keys'), '- - - - - saying - - - - -'],
  ['too long', timer('longest'), '- parting parting parting parting parting parting leaving leaving - -'],
  [
    'no money is left',
    { type: 'balance.out', leftMs: 17_000 },
    '- parting parting parting parting parting parting handed - - -',
  ],
  ['the world answers', answered(1, { type: 'kept', values: {} }), '- - - - - - saying - - - -'],
  ['the world cannot', answered(1, { type: 'failed', because: 'refused' }), '- - - - - - saying - - - -'],
  ['the world answers something else', answered(9, { type: 'sent' }), '- - - - - - - - - - -'],
  ['the world is too slow', timer('ask'), '- - - - - - saying - - - -'],
  ['a pause would be too long', timer('filler'), '- - - - - - asking - - - -'],
  ['the call ends', hungUp, 'ended ended ended ended ended ended ended ended ended ended -'],
];

test.each(
  matrix.flatMap(([name, event, row]) =>
    columns.map((kind, index) => [kind, name, row.split(' ')[index]!, event] as const),
  ),
)('a conversation that is %s, when %s: %s', (kind, _, becomes, event) => {
  const { state, at } = run(keysFirst, wayTo[kind]);
  expect(state.kind).toBe(kind);
  const step = stepConversation(state, event, instant(at + 60_000));
  expect(step.kind === 'moved' ? step.state.kind : step.kind === 'ignored' ? '-' : step.because).toBe(becomes);
});

test('the matrix names every state', () => {
  expect(columns).toEqual(conversationKinds);
});

test('a timer that was set anew does not fire early; one that is a little early does', () => {
  const { state } = run(keysFirst, wayTo.listening);
  const due = state.timers.silence!;
  const fire = (at: number) => stepConversation(state, timer('silence'), instant(at)).kind;
  expect([fire(due - 1_000), fire(due - 1), fire(due)]).toEqual(['ignored', 'moved', 'moved']);
});

test('a prompt that was stopped is noted with how much was heard', () => {
  const { state } = run(compiled(smallPlan), [started, timer('silence'), { type: 'callee.speaking' }]);
  const step = stepConversation(state, { type: 'prompt.stopped', prompt: 1, heardMs: 740 }, instant(1e6));
  expect(step).toMatchObject({
    effects: [{ type: 'note', note: { type: 'robot.interrupted', line: 1, heardMs: 740 } }],
  });
});

test('a call with too many turns is ended politely', () => {
  const plan = compiled({ ...smallPlan, defaults: { ...smallPlan.defaults, mostTurns: 2 } });
  const { state, effects } = run(plan, [
    started,
    timer('silence'),
    finished(1),
    sentence('天真热'),
    sentence('多少钱'),
  ]);
  expect(state.kind).toBe('parting');
  expect(effects.findLast(effect => effect.type === 'say')?.sentence.text).toBe('那先这样，再见。');
});

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constant<Event>(started),
  fc.integer({ min: 0, max: 30 }).map(finished),
  fc.record({ type: fc.constant('prompt.stopped' as const), prompt: fc.nat(30), heardMs: fc.nat(9_000) }),
  fc.constantFrom<Event>({ type: 'callee.speaking' }, { type: 'callee.quiet' }),
  fc
    .constantFrom(
      '好',
      '重来',
      '查一下',
      '转人工',
      '不需要',
      '晚点再说',
      '多少钱',
      '十二',
      '幺三八零零一三八零零零',
      '天真热',
      '嗯',
      '',
    )
    .map(sentence),
  fc.string({ maxLength: 20 }).map(sentence),
  fc.string({ maxLength: 20 }).map(text => ({ type: 'callee.words' as const, text })),
  fc.constantFrom('1', '2', '#', '9', 'A').map(key),
  fc.nat(30_000).map(leftMs => ({ type: 'balance.out' as const, leftMs })),
  fc.constantFrom<ConversationTimer>('silence', 'sentenceEnd', 'keys', 'longest', 'ask', 'filler').map(timer),
  fc
    .tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom<Answered>(
        { type: 'kept', values: { age: '7' } },
        { type: 'sent' },
        { type: 'transferred', to: '' },
        { type: 'said', text: '好的，您说。' },
        { type: 'exit', exit: 'done', text: '好的。' },
        { type: 'exit', exit: 'nowhere', text: '' },
        { type: 'means', choice: 'yes' },
        { type: 'means', choice: 'nothing of the plan' },
        { type: 'failed', because: 'timeout' },
      ),
    )
    .map(([number, answer]) => answered(number, answer)),
);

/** Something will come that makes the robot act: it speaks, it waits for a timer, or it hangs up. */
const isAlive = (state: ConversationState): boolean => {
  const { kind, queue, timers } = state;
  if (kind === 'fresh' || kind === 'leaving' || kind === 'ended') return true;
  // A person has the call, and not for ever.
  if (kind === 'handed') return timers.longest !== undefined;
  if (kind === 'saying' || kind === 'parting') return queue.length > 0;
  if (kind === 'asking') return timers.ask !== undefined || queue.length > 0;
  return timers.silence !== undefined || timers.sentenceEnd !== undefined || timers.keys !== undefined;
};

const plans = [
  smallPlan,
  withRoot('menu'),
  withRoot('phone'),
  withRoot('age'),
  withNode({ ...ask, interruption: { when: 'never' } }),
  withRoot('free'),
  withRoot('look'),
  { ...withRoot('ask'), defaults: { ...smallPlan.defaults, modelMs: 2_000 } },
].map(compiled);

test('no order of events is impossible, leaves dead air, or makes the robot speak after it hung up', () => {
  fc.assert(
    fc.property(
      fc.nat(plans.length - 1),
      fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 20_000 })), { maxLength: 60 }),
      (plan, happened) => {
        let state = startConversation(plans[plan]!);
        let at = 0;
        let over = false;
        for (const [event, later] of [[started, 0] as const, ...happened]) {
          at += later;
          const step = stepConversation(state, event, instant(at) as Instant);
          expect(step.kind).not.toBe('impossible');
          if (step.kind !== 'moved') continue;
          state = step.state;
          for (const effect of step.effects) {
            if (effect.type === 'say') expect(over).toBe(false);
            if (effect.type === 'hangUp') over = true;
          }
          expect(isAlive(state)).toBe(true);
        }
        const end = stepConversation(state, hungUp, instant(at));
        const summaries =
          end.kind === 'moved'
            ? end.effects.filter(effect => effect.type === 'note' && effect.note.type === 'ended')
            : [];
        expect(summaries.length).toBe(1);
      },
    ),
    { numRuns: 400 },
  );
});

test('the same events give the same talk: a log can be replayed', () => {
  const events = [...wayTo.hearing, sentence('一三八'), { type: 'callee.quiet' } as const, key('2'), hungUp];
  expect(run(keysFirst, events)).toEqual(run(keysFirst, events));
});
