import { expect, test } from 'vitest';
import type { CallFacts, When } from '../conversation/index.ts';
import { appointmentIn, minutesUntil } from './appointment.ts';
import { type CalleeEvent, type CalleeProgress, freshCallee, type RetryRules, stepAttempt } from './index.ts';

/** Friday, 27 November 2026, 16:20. */
const now = { date: '2026-11-27', weekday: 4, minute: 980 };
const named = (days: readonly string[], over: Partial<When> = {}): When => ({
  days: days.map(day => ({ from: day, to: day })),
  except: [],
  part: null,
  time: null,
  open: null,
  ...over,
});
const facts = (when: When | null, over: Partial<CallFacts> = {}): CallFacts => ({
  ...{ talkMs: 20_000, turns: 3, positives: 0, negatives: 0, refusals: 0, notUnderstood: 0, silences: 0 },
  ...{ interruptions: 0, questions: 0, transferred: false, met: {}, passed: [], answers: {}, hungUpBy: 'robot' },
  ...(when && { dated: { calledOn: now.date, answers: { callbackTime: when } } }),
  ...over,
});
const at = (hours: number, minutes = 0) => hours * 60 + minutes;
const hour = (from: number, to = from) => ({ time: { from, to } });

/** What was kept, and when one is called. Written by hand. */
test.each([
  ['明天下午三点', named(['2026-11-28'], { ...hour(at(15)), part: 'afternoon' }), '2026-11-28 900'],
  ['明天上午', named(['2026-11-28'], { part: 'morning' }), '2026-11-28 600'],
  ['周一晚上', named(['2026-11-30'], { part: 'evening' }), '2026-11-30 1140'],
  ['后天', named(['2026-11-29']), '2026-11-29 600'],
  ['明天三点到五点', named(['2026-11-28'], hour(at(15), at(17))), '2026-11-28 900'],
  ['今天五点', named(['2026-11-27'], hour(at(17))), '2026-11-27 1020'],
  ['今天下午, said in the afternoon', named(['2026-11-27'], { part: 'afternoon' }), '2026-11-27 1040'],
  ['今天四点到六点, said at twenty past four', named(['2026-11-27'], hour(at(16), at(18))), '2026-11-27 981'],
  ['今天上午, which is over', named(['2026-11-27'], { part: 'morning' }), null],
  ['今天上午 or 周六上午', named(['2026-11-27', '2026-11-28'], { part: 'morning' }), '2026-11-28 600'],
  ['三点, nobody knows of which day', named([], { ...hour(at(15)), open: 'day' }), null],
  ['明天三点, nobody knows of which half', named(['2026-11-28'], { ...hour(at(3)), open: 'half' }), null],
  ['a day that was over when it was said', named(['2026-11-20']), null],
  ['nothing', null, null],
] as const)('told to call %s', (_said, when, expected) => {
  const found = appointmentIn(facts(when), now);
  expect(found && `${found.date} ${found.minute}`).toBe(expected);
});

test('who asked for a person is promised one; who said last that he is busy, the robot; who was put through, nothing', () => {
  const passed = (...nodes: readonly string[]) => nodes.map(node => ({ node, by: 'collected' }));
  const by = (...nodes: readonly string[]) =>
    appointmentIn(facts(named(['2026-11-28']), { passed: passed(...nodes) }), now)?.by;
  expect(by('welcome')).toBe('robot');
  expect(by('welcome', 'common-wantsPerson-ask', 'common-wantsPerson-kept')).toBe('person');
  expect(by('common-wantsPerson-ask', 'common-busy-ask', 'common-busy-kept')).toBe('robot');
  expect(appointmentIn(facts(named(['2026-11-28']), { transferred: true }), now)).toBeNull();
});

test('an answer that a plan keeps under another name is no appointment', () => {
  const kept = facts(null, { dated: { calledOn: now.date, answers: { visit: named(['2026-11-28']) } } });
  expect(appointmentIn(kept, now)).toBeNull();
});

test('minutes until it go over midnight and over the end of a month', () => {
  expect(minutesUntil({ date: '2026-11-28', minute: 900, by: 'robot' }, now)).toBe(1_440 - 80);
  expect(minutesUntil({ date: '2026-12-01', minute: 980, by: 'robot' }, now)).toBe(4 * 1_440);
});

const rules: RetryRules = { noAnswer: { times: 1, afterMinutes: 120 } };
const ended = (
  state: 'answered' | 'noAnswer' | 'rejected' | 'interrupted' | 'cancelled',
  callBackIn?: number,
): CalleeEvent => ({
  type: 'ended',
  verdict: { state, fault: 'nobody', mayRetry: true, because: state, sipCode: null } as never,
  level: null,
  hungUpBy: 'nobody',
  minute: 600,
  ...(callBackIn !== undefined && { callBackIn }),
});
const claimed: CalleeEvent = { type: 'claimed' };
const appointed: CalleeEvent = { type: 'appointed', inMinutes: 90 };
const after = (...events: readonly CalleeEvent[]): CalleeProgress =>
  events.reduce((callee, event) => {
    const step = stepAttempt(callee, event, rules);
    return step.kind === 'moved' ? step.state : callee;
  }, freshCallee);
const waits = { state: 'retry', because: 'appointed', isAppointed: true } as const;

test('who says in the talk when to call is answered, and called then', () => {
  expect(after(claimed, ended('answered', 1_360))).toMatchObject({
    ...waits,
    dueInMinutes: 1_360,
    lastState: 'answered',
  });
});

test.each([
  ['nobody called yet', []],
  ['a redial is due for', [claimed, ended('noAnswer')]],
  ['was reached', [claimed, ended('answered')]],
  ['has no try left', [claimed, ended('noAnswer'), claimed, ended('noAnswer')]],
  ['refused', [claimed, ended('rejected')]],
] as const)('a person promises a call to a number that %s; taken back, it stands as before', (_, before) => {
  expect(after(...before, appointed)).toMatchObject({ ...waits, dueInMinutes: 90 });
  const stands = after(...before, appointed, { type: 'letGo' });
  const { state, because, retryOf } = after(...before);
  expect(stands).toMatchObject({ state, because, retryOf, isAppointed: false });
});

test('while it is called nothing can be promised', () => {
  expect(stepAttempt(after(claimed), appointed, rules).kind).toBe('ignored');
});

test('a promise stands until a call was made: taken back undialled it comes again, rung it does not', () => {
  const claim = after(appointed, claimed);
  const then = (event: CalleeEvent) => {
    const step = stepAttempt(claim, event, rules);
    return step.kind === 'moved' ? step.state : claim;
  };
  expect(then({ type: 'notDialled', held: true })).toMatchObject({ ...waits, dueInMinutes: 0 });
  expect(then({ type: 'notDialled', held: false })).toMatchObject({ ...waits, dueInMinutes: 1 });
  expect(then(ended('cancelled'))).toMatchObject({ state: 'retry', because: 'givenBack', isAppointed: true });
  expect(then(ended('interrupted'))).toMatchObject({ state: 'settled', because: 'interrupted', isAppointed: false });
  expect(then(ended('noAnswer'))).toMatchObject({ state: 'retry', because: '', isAppointed: false, dueInMinutes: 120 });
});

test('what may not be kept at its time is settled, and a person’s from then on', () => {
  const settled = { state: 'settled', isAppointed: false, dueInMinutes: null } as const;
  expect(after(appointed, { type: 'putOff', because: 'cappedDay', afterMinutes: 300 })).toMatchObject({
    ...settled,
    because: 'cappedDay',
  });
  expect(after(appointed, { type: 'leftOut', because: 'blacklisted' })).toMatchObject({
    ...settled,
    because: 'blacklisted',
  });
  expect(after(appointed, { type: 'missed' })).toMatchObject({ ...settled, because: 'appointmentMissed' });
  expect(after(claimed, ended('noAnswer'), { type: 'missed' })).toMatchObject({ state: 'retry' });
});
