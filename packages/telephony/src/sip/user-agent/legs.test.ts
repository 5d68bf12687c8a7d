import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { type IncomingEvent, type IncomingLegState, stepIncoming } from './incoming-leg.ts';
import { type OutgoingEvent, type OutgoingLeg, stepOutgoing } from './outgoing-leg.ts';

const zero = instant(0);

interface Cell {
  readonly kind: string;
  readonly state?: { readonly is: string };
  readonly effects?: readonly { readonly type: string; readonly ending?: { readonly how: string } }[];
}

/** One cell as text: the state, the effects, and how it ended. */
const cell = (step: Cell): string =>
  step.state === undefined || step.effects === undefined
    ? step.kind
    : [step.state.is, ...step.effects.map(each => (each.ending ? `${each.type}:${each.ending.how}` : each.type))].join(
        ' ',
      );

describe('a call we make', () => {
  const states: Readonly<Record<string, OutgoingLeg>> = {
    calling: { is: 'calling' },
    proceeding: { is: 'proceeding' },
    leaving: { is: 'leaving', how: 'cancelled' },
    'leaving at the ring limit': { is: 'leaving', how: 'ringTimeout' },
    cancelling: { is: 'cancelling', how: 'ringTimeout' },
    talking: { is: 'talking', fork: 'f' },
    closing: { is: 'closing', fork: 'f', how: 'byUs' },
    ended: { is: 'ended', fork: 'f' },
  };
  const events: Readonly<Record<string, OutgoingEvent>> = {
    '100': { type: 'provisional', status: 100 },
    '180': { type: 'provisional', status: 180 },
    '200': { type: 'success', fork: 'f' },
    '200 of another fork': { type: 'success', fork: 'g' },
    '486': { type: 'refused', status: 486, reason: 'Busy Here', canRetry: false },
    '407 we can answer': { type: 'refused', status: 407, reason: '', canRetry: true },
    '401 less safe than before': {
      type: 'refused',
      status: 401,
      reason: '',
      canRetry: false,
      isWeakened: true,
    },
    '401 we cannot': { type: 'refused', status: 401, reason: '', canRetry: false },
    'no reply': { type: 'noReply' },
    lost: { type: 'transportFailed', because: 'unreachable', canRetry: false },
    'lost, another server left': { type: 'transportFailed', because: 'cut', canRetry: true },
    '503, another server left': { type: 'refused', status: 503, reason: '', canRetry: true },
    'hang up': { type: 'hangUp', how: null },
    'ring limit': { type: 'ringTimeout' },
    'their BYE': { type: 'byeReceived' },
    'BYE done': { type: 'byeDone' },
    patience: { type: 'patience' },
  };
  const calling = {
    '100': 'proceeding',
    '180': 'proceeding',
    '200': 'talking acknowledge tellAnswered',
    '200 of another fork': 'talking acknowledge tellAnswered',
    '486': 'ended tellEnded:refused',
    '407 we can answer': 'calling retry',
    '401 less safe than before': 'ended tellEnded:weakChallenge',
    '401 we cannot': 'ended tellEnded:credentialsRefused',
    'no reply': 'ended tellEnded:noReply',
    lost: 'ended tellEnded:transportError',
    'lost, another server left': 'calling retry',
    '503, another server left': 'calling retry',
  };
  const leaving = (how: string) => ({
    '200': 'closing acknowledge bye',
    '200 of another fork': 'closing acknowledge bye',
    '486': `ended tellEnded:${how}`,
    '407 we can answer': `ended tellEnded:${how}`,
    '401 less safe than before': `ended tellEnded:${how}`,
    '401 we cannot': `ended tellEnded:${how}`,
    'no reply': `ended tellEnded:${how}`,
    lost: `ended tellEnded:${how}`,
    'lost, another server left': `ended tellEnded:${how}`,
    '503, another server left': `ended tellEnded:${how}`,
    patience: `ended tellEnded:${how}`,
  });
  const answered = (is: string) => ({ '200': `${is} acknowledge`, '200 of another fork': `${is} acknowledge bye` });
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    calling: { ...calling, 'hang up': 'leaving', 'ring limit': 'leaving' },
    proceeding: { ...calling, 'hang up': 'cancelling cancel', 'ring limit': 'cancelling cancel' },
    leaving: { ...leaving('cancelled'), '100': 'cancelling cancel', '180': 'cancelling cancel' },
    'leaving at the ring limit': {
      ...leaving('ringTimeout'),
      '100': 'cancelling cancel',
      '180': 'cancelling cancel',
      'no reply': 'ended tellEnded:noReply',
      lost: 'ended tellEnded:transportError',
      'lost, another server left': 'ended tellEnded:transportError',
    },
    cancelling: leaving('ringTimeout'),
    talking: { ...answered('talking'), 'hang up': 'closing bye', 'their BYE': 'ended tellEnded:byThem' },
    closing: { ...answered('closing'), 'their BYE': 'ended tellEnded:byUs', 'BYE done': 'ended tellEnded:byUs' },
    ended: answered('ended'),
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(events))(`${name} on %s`, (key, event) => {
      expect(cell(stepOutgoing(state, event, zero))).toBe(table[name]![key] ?? 'ignored');
    });
  }
});

describe('a call made to us', () => {
  const states: Readonly<Record<string, IncomingLegState>> = {
    ringing: { is: 'ringing' },
    held: { is: 'held' },
    answering: { is: 'answering', wants: null },
    'answering, hung up': { is: 'answering', wants: 'byUs' },
    talking: { is: 'talking' },
    closing: { is: 'closing', how: 'byUs' },
    ended: { is: 'ended' },
  };
  const events: Readonly<Record<string, IncomingEvent>> = {
    progress: { type: 'progress' },
    answer: { type: 'answer', isHeld: false },
    'answer before the PRACK': { type: 'answer', isHeld: true },
    PRACK: { type: 'acknowledged' },
    'no PRACK': { type: 'unacknowledged' },
    'refuse 486': { type: 'refuse', status: 486 },
    CANCEL: { type: 'cancelReceived' },
    ACK: { type: 'ack' },
    repeat: { type: 'repeat' },
    patience: { type: 'patience' },
    'hang up': { type: 'hangUp', how: null },
    'their BYE': { type: 'byeReceived' },
    'BYE done': { type: 'byeDone' },
    lost: { type: 'transportFailed' },
  };
  const unanswered = {
    CANCEL: 'ended sendRefusal tellEnded:cancelled',
    'their BYE': 'ended sendRefusal tellEnded:cancelled',
    'hang up': 'ended sendRefusal tellEnded:byUs',
    'no PRACK': 'ended sendRefusal tellEnded:ackMissing',
    lost: 'ended tellEnded:transportError',
  };
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ringing: {
      ...unanswered,
      progress: 'ringing sendProvisional',
      answer: 'answering sendSuccess',
      'answer before the PRACK': 'held',
      'refuse 486': 'ended sendRefusal tellEnded:refused',
    },
    held: { ...unanswered, PRACK: 'answering sendSuccess' },
    answering: {
      ACK: 'talking stopRepeating tellAnswered',
      repeat: 'answering sendSuccess',
      patience: 'closing stopRepeating bye',
      'hang up': 'answering',
      'their BYE': 'ended stopRepeating tellEnded:byThem',
    },
    'answering, hung up': {
      ACK: 'closing stopRepeating bye',
      repeat: 'answering sendSuccess',
      patience: 'closing stopRepeating bye',
      'their BYE': 'ended stopRepeating tellEnded:byThem',
    },
    talking: { 'hang up': 'closing bye', 'their BYE': 'ended tellEnded:byThem' },
    closing: { 'their BYE': 'ended tellEnded:byUs', 'BYE done': 'ended tellEnded:byUs' },
    ended: {},
  };
  for (const [name, state] of Object.entries(states)) {
    test.each(Object.entries(events))(`${name} on %s`, (key, event) => {
      expect(cell(stepIncoming(state, event, zero))).toBe(table[name]![key] ?? 'ignored');
    });
  }

  test('whose 200 is never acknowledged ends as ackMissing', () => {
    const step = stepIncoming({ is: 'answering', wants: null }, { type: 'patience' }, zero);
    expect(step).toMatchObject({ state: { is: 'closing', how: 'ackMissing' } });
  });
});
