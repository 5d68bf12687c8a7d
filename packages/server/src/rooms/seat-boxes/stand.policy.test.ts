import { type CallParties, instant, noParties } from '@lianxian/core';
import { expect, test } from 'vitest';
import { movesOf, standOf } from './stand.policy.ts';

type Party = CallParties['present'][number];

const party = (seat: string, more: Partial<Party> = {}): Party => ({
  party: seat,
  who: { type: 'seat', seat },
  stage: 'joined',
  place: 'talking',
  since: instant(0),
  backTo: 'talking',
  leg: null,
  next: null,
  ...more,
});

const withParties = (present: readonly Party[], callee: CallParties['callee'] = 'talking'): CallParties => ({
  ...noParties,
  present,
  callee,
});

/** A call among seats. */
const ours = (...present: readonly Party[]): CallParties => withParties(present, null);

test.each([
  ['dials', 'ringing', withParties([party('7', { stage: 'dialling' })]), 'dialling'],
  ['talks', 'talking', withParties([party('7')]), 'inCall'],
  ['is called', 'ringing', ours(party('8', { stage: 'dialling' }), party('7', { stage: 'ringing' })), 'ringing'],
  ['talks with a colleague', 'talking', ours(party('8'), party('7')), 'inCall'],
  ['has a colleague wait', 'talking', ours(party('8', { place: 'held' }), party('7')), 'held'],
  ['waits for a colleague', 'talking', ours(party('8'), party('7', { place: 'held' })), 'held'],
  ['has a colleague who is away', 'talking', ours(party('8', { place: 'away' }), party('7')), 'inCall'],
  ['is rung', 'talking', withParties([party('7', { stage: 'ringing' })]), 'ringing'],
  ['has its callee wait', 'talking', withParties([party('7')], 'held'), 'held'],
  ['waits itself', 'talking', withParties([party('7', { place: 'held' })]), 'held'],
  ['is asked by a colleague', 'talking', withParties([party('7', { place: 'aside' })], 'held'), 'inCall'],
  ['is away', 'talking', withParties([party('7', { place: 'away' })]), 'inCall'],
  ['has left', 'talking', withParties([party('8')]), 'none'],
  ['has a call that is over', 'ended', withParties([party('7')]), 'none'],
] as const)('a seat that %s', (_what, kind, parties, stand) => {
  expect(standOf('7', { kind, parties })).toBe(stand);
});

test.each([
  ['none', 'dialling', ['dialled']],
  ['dialling', 'inCall', ['answered']],
  ['none', 'ringing', ['rang']],
  ['ringing', 'inCall', ['answered']],
  ['inCall', 'held', ['held']],
  ['held', 'inCall', ['resumed']],
  ['ringing', 'held', ['answered', 'held']],
  ['none', 'inCall', ['rang', 'answered']],
  ['held', 'none', ['ended']],
  ['inCall', 'inCall', []],
] as const)('from %s to %s a seat is told %j', (was, is, types) => {
  expect(movesOf(was, is, false).map(({ type }) => type)).toEqual(types);
});
