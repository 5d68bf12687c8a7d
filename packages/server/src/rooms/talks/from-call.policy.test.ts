import type { TestConversationOnWire } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { expectable, maskedTest, testOfCall, unmaskedTest } from './from-call.policy.ts';

const line = (n: number, speaker: 'robot' | 'callee', text: string) => ({
  line: n,
  speaker,
  atMs: n * 1_000,
  endMs: n * 1_000 + 500,
  text,
  node: 'ask',
  understood: null,
  interruptedAfterMs: null,
});
/** A callee who told a number in three breaths, and keyed another. */
const call = {
  variables: { phone: '13812345678' },
  date: '2026-11-20',
  minuteOfDay: 605,
  level: null,
  hungUpBy: 'callee',
  transcript: [
    line(0, 'robot', '怎么找您？'),
    line(1, 'callee', '一三九'),
    line(2, 'callee', '八七六五'),
    line(3, 'callee', '四三二一'),
    line(4, 'robot', '请按号码'),
    line(5, 'callee', '按键 13700001111'),
  ],
  path: [],
  answers: [{ label: '回电', value: '13700001111' }],
  variableOf: () => 'back',
};
const whole = testOfCall(call);

test('a test of a call is talked on its day, at its hour', () => {
  expect(whole).toMatchObject({ date: '2026-11-20', minuteOfDay: 605 });
});

test('a number that was said in breaths, or keyed, is masked in a test as it is in the call', () => {
  expect(whole.moves).toMatchObject([
    { does: 'say', text: '一三九' },
    { does: 'say', text: '八七六五' },
    { does: 'say', text: '四三二一' },
    { does: 'press', keys: '13700001111' },
    { does: 'hangUp' },
  ]);
  const masked = maskedTest(whole);
  const seen = JSON.stringify(masked);
  for (const piece of ['13812345678', '13700001111', '八七六五', '1370000']) expect(seen).not.toContain(piece);
  expect(masked.moves.map(({ does }) => does)).toEqual(whole.moves.map(({ does }) => does));
  expect(masked.expects.answers).toEqual({ back: '137****1111' });
});

test('what the world answers, and what the robot is to say, is masked too', () => {
  const told: TestConversationOnWire = {
    ...whole,
    moves: [
      { does: 'answer', answer: { type: 'kept', values: { mobile: '13912345678' } } },
      { does: 'answer', answer: { type: 'transferred', to: '13912345678' } },
      { does: 'answer', answer: { type: 'said', text: '打 13912345678' } },
      { does: 'answer', answer: { type: 'means', choice: 'n13912345678' } },
    ],
    expects: { says: [{ text: '号码是 13912345678' }], path: ['n13912345678'] },
  };
  expect(maskedTest(told)).toMatchObject({
    moves: [
      { answer: { values: { mobile: '139****5678' } } },
      { answer: { to: '139****5678' } },
      { answer: { text: '打 139****5678' } },
      { answer: { choice: 'n13912345678' } },
    ],
    expects: { says: [{ text: '号码是 139****5678' }], path: ['n13912345678'] },
  });
});

test('what comes back as it was shown stays as it was; what was typed instead is kept', () => {
  const masked = maskedTest(whole);
  expect(unmaskedTest(masked, whole)).toEqual(whole);
  const moves = [{ does: 'say', text: '喂' } as const, ...masked.moves.slice(1)];
  expect(unmaskedTest({ ...masked, moves, variables: { phone: '10086' } }, whole)).toEqual({
    ...whole,
    moves: [moves[0], ...whole.moves.slice(1)],
    variables: { phone: '10086' },
  });
});

test('what is longer than a test may expect is left out; of a way and of sentences the beginning is taken', () => {
  const long = { back: '好'.repeat(501), short: '好' };
  const expects = expectable({
    ...{ answers: long, tags: ['长'.repeat(51)], withinMs: 60_001, level: 'A' },
    path: Array.from({ length: 201 }, () => 'n'),
    says: [{ text: '好'.repeat(501) }],
  });
  expect(expects).toEqual({
    ...{ answers: { short: '好' }, level: 'A' },
    ...{ path: Array.from({ length: 200 }, () => 'n'), says: [{ text: '好'.repeat(500) }] },
  });
  const answers = [{ label: '回电', value: long.back }];
  expect(testOfCall({ ...call, answers }).expects).toEqual({ path: [], answers: {}, endedBy: 'callee' });
});
