import { describe, expect, test } from 'vitest';
import {
  hearReliable,
  holdsAnswer,
  type ProvisionalEvent,
  type Provisionals,
  parseRAck,
  parseRSeq,
  stepProvisionals,
} from './reliable.ts';

describe('an RSeq', () => {
  test.each([
    ['the first may be any', null, 988_789, 'acknowledge'],
    ['the next one', 5, 6, 'acknowledge'],
    ['the same again', 5, 5, 'repeated'],
    ['an older one', 5, 4, 'repeated'],
    ['one too far', 5, 7, 'gap'],
  ] as const)('%s', (_what, last, rseq, wanted) => {
    expect(hearReliable(last, rseq)).toBe(wanted);
  });

  test.each([
    ['988789', 988_789],
    [' 1 ', 1],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['0', null],
    ['-1', null],
    ['1 INVITE', null],
    ['', null],
    [null, null],
  ])('"%s" is read as %s', (text, wanted) => expect(parseRSeq(text)).toBe(wanted));

  test.each([
    ['776656 1 INVITE', { rseq: 776_656, cseq: 1, method: 'INVITE' }],
    ['776656\t1\tINVITE', { rseq: 776_656, cseq: 1, method: 'INVITE' }],
    ['776656 INVITE', null],
    ['776656 1 INVITE more', null],
    ['0 1 INVITE', null],
    [null, null],
  ])('RAck "%s" is read', (text, wanted) => expect(parseRAck(text)).toEqual(wanted));
});

const ring = { message: 'ring', hasSdp: false };
const media = { message: 'media', hasSdp: true };
const states: Readonly<Record<string, Provisionals<string>>> = {
  idle: { is: 'idle', next: 7 },
  waiting: { is: 'waiting', next: 8, sent: { ...ring, rseq: 7 }, queue: [] },
  'waiting with another': { is: 'waiting', next: 8, sent: { ...ring, rseq: 7 }, queue: [media] },
  'waiting with eight': { is: 'waiting', next: 8, sent: { ...ring, rseq: 7 }, queue: Array(8).fill(ring) },
  over: { is: 'over', rseq: null },
  'over, one unacknowledged': { is: 'over', rseq: 7 },
};
const events: Readonly<Record<string, ProvisionalEvent<string>>> = {
  provisional: { type: 'provisional', provisional: media },
  PRACK: { type: 'prack', rseq: 7 },
  'another PRACK': { type: 'prack', rseq: 9 },
  patience: { type: 'patience' },
  final: { type: 'final' },
};
/** What is not listed is ignored. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  idle: {
    provisional: 'waiting send:7',
    PRACK: 'idle reject',
    'another PRACK': 'idle reject',
    final: 'over stopRepeating',
  },
  waiting: {
    provisional: 'waiting',
    PRACK: 'idle stopRepeating accept',
    'another PRACK': 'waiting reject',
    patience: 'over stopRepeating giveUp',
    final: 'over stopRepeating',
  },
  'waiting with another': {
    provisional: 'waiting',
    PRACK: 'waiting stopRepeating accept send:8',
    'another PRACK': 'waiting reject',
    patience: 'over stopRepeating giveUp',
    final: 'over stopRepeating',
  },
  'waiting with eight': {
    PRACK: 'waiting stopRepeating accept send:8',
    'another PRACK': 'waiting reject',
    patience: 'over stopRepeating giveUp',
    final: 'over stopRepeating',
  },
  over: { PRACK: 'over reject', 'another PRACK': 'over reject' },
  'over, one unacknowledged': { PRACK: 'over accept', 'another PRACK': 'over reject' },
};

describe.each(Object.entries(states))('reliable provisional answers, %s', (name, state) => {
  test.each(Object.entries(events))('on %s', (key, event) => {
    const step = stepProvisionals(state, event);
    const effects =
      step.kind === 'moved' ? step.effects.map(each => (each.type === 'send' ? `send:${each.rseq}` : each.type)) : [];
    expect(step.kind === 'moved' ? [step.state.is, ...effects].join(' ') : step.kind).toBe(
      TABLE[name]![key] ?? 'ignored',
    );
  });
});

test('a 2xx waits for the PRACK of an answer with SDP, and of no other', () => {
  expect(
    Object.entries(states)
      .filter(([, state]) => holdsAnswer(state))
      .map(([name]) => name),
  ).toEqual(['waiting with another']);
});
