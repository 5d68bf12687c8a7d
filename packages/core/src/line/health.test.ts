import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, type Instant, instant } from '../kit/index.ts';
import { knownHealth, type LineHealthEvent, nextMoment, stepLineHealth, usualHealthRules } from './health.ts';

const rules = { ...usualHealthRules, callsPerSecond: 8, asksOptions: true };
const start = instant(1_000);
const unknown = knownHealth({ state: 'unknown', because: '', slowedTo: null, ignoresOptions: false }, start, rules);

const answered: LineHealthEvent = { type: 'alive', chance: 0.5 };
const silent: LineHealthEvent = { type: 'missed', because: 'noReply', certain: false, chance: 0.5 };
const nobodyListens: LineHealthEvent = { type: 'missed', because: 'unreachable', certain: true, chance: 0 };
const refused: LineHealthEvent = { type: 'missed', because: 'credentialsRefused', certain: true, chance: 1 };
const changed: LineHealthEvent = { type: 'changed' };
const passes: LineHealthEvent = { type: 'timePassed' };
const calls = (ok: number, busy = 0): LineHealthEvent => ({
  type: 'callsEnded',
  calls: ok + busy,
  busy,
  unanswered: 0,
  anyAnswered: true,
  heard: false,
});
const rings: LineHealthEvent = {
  type: 'callsEnded',
  calls: 0,
  busy: 0,
  unanswered: 0,
  anyAnswered: true,
  heard: true,
};
const nobodyAnswered = (calls: number): LineHealthEvent => ({
  type: 'callsEnded',
  calls,
  busy: 0,
  unanswered: calls,
  anyAnswered: false,
  heard: false,
});

/** Of a text like `0 answered, 30 silent`: what happens at which second. `calls 7+3`: seven answered, three with 503. */
const eventOf = (what: string, count = ''): LineHealthEvent => {
  const [ok = 0, full = 0] = count.split('+').map(Number);
  const events: Readonly<Record<string, LineHealthEvent>> = {
    answered,
    silent,
    nobodyListens,
    refused,
    changed,
    passes,
    rings,
    calls: calls(ok, full),
    nobodyAnswered: nobodyAnswered(ok),
  };
  const event = events[what];
  if (!event) throw new Error(what);
  return event;
};

/** What became of it, and how often it was to be looked at out of turn. */
const lived = (moments: string) => {
  let health = unknown;
  let checks = 0;
  let at: Instant = start;
  for (const moment of moments.split(', ').filter(text => text !== '')) {
    const [atS, what = '', count] = moment.split(' ');
    at = after(start, Number(atS) * 1_000);
    const step = stepLineHealth(health, eventOf(what, count), at, rules);
    if (step.kind !== 'moved') continue;
    health = step.state;
    checks += step.effects.length;
  }
  const { state, because, slowedTo } = health;
  return {
    says: [state, because, slowedTo].filter(said => said !== '' && said !== null).join(' '),
    checks,
    health,
    at,
  };
};

/** By hand: what happens at which second, and how the line is then. */
test.each([
  ['nobody has looked yet', '', 'unknown'],
  ['a check is answered', '0 answered', 'up'],
  ['one check is not answered', '0 answered, 30 silent', 'up'],
  ['one of a line that nobody knows is not', '0 silent', 'unknown'],
  ['two in a row are not', '0 answered, 30 silent, 32 silent', 'down noReply'],
  ['two that are not in a row', '0 silent, 2 answered, 32 silent', 'up'],
  ['nobody listens there', '0 answered, 30 nobodyListens', 'down unreachable'],
  ['the credentials are refused', '0 refused', 'down credentialsRefused'],
  ['a dead line answers', '0 nobodyListens, 10 answered', 'up'],
  ['a dead line is dead for another reason', '0 nobodyListens, 10 silent', 'down noReply'],
  ['a dead line gets another address', '0 nobodyListens, 5 changed', 'unknown'],
  ['a dead line of another address is silent once', '0 nobodyListens, 5 changed, 5 silent', 'unknown'],

  ['three calls in a row get no answer', '0 answered, 1 nobodyAnswered 1, 2 nobodyAnswered 2', 'up failing'],
  ['two do', '0 answered, 1 nobodyAnswered 2', 'up'],
  ['and the check is answered', '0 answered, 1 nobodyAnswered 3, 2 answered', 'up failing'],
  ['and a call gets through', '0 answered, 1 nobodyAnswered 3, 2 calls 1', 'up'],
  ['and the check is not answered', '0 answered, 1 nobodyAnswered 3, 1 silent, 3 silent', 'down noReply'],
  ['calls of a dead line end', '0 nobodyListens, 1 nobodyAnswered 5, 1 calls 1+20', 'down unreachable'],

  ['two of ten calls are busy', '0 answered, 1 calls 8+2', 'up'],
  ['three of ten are: too many for the carrier', '0 answered, 1 calls 7+3', 'congested busyAnswers 4'],
  ['three of nine: too few to say', '0 answered, 1 calls 6+3', 'up'],
  ['three of ten in a minute', '0 answered, 1 calls 3+1, 30 calls 2+1, 59 calls 2+1', 'congested busyAnswers 4'],
  ['three of ten in two minutes', '0 answered, 1 calls 3+1, 61 calls 2+1, 119 calls 2+1', 'up'],
  ['it goes on', '0 answered, 1 calls 7+3, 5 calls 5+5', 'congested busyAnswers 2'],
  ['and on', '0 answered, 1 calls 7+3, 5 calls 5+5, 9 calls 5+5, 12 calls 5+5', 'congested busyAnswers 1'],
  ['what slowed it once does not slow it twice', '0 answered, 1 calls 7+3, 2 calls 1', 'congested busyAnswers 4'],
  ['a check is answered meanwhile', '0 answered, 1 calls 7+3, 9 answered', 'congested busyAnswers 4'],
  ['half a minute is not over', '0 answered, 1 calls 7+3, 30 passes', 'congested busyAnswers 4'],
  ['half a minute is over', '0 answered, 1 calls 7+3, 31 passes', 'congested busyAnswers 5'],
  ['a halving begins it anew', '0 answered, 1 calls 7+3, 20 calls 5+5, 49 passes', 'congested busyAnswers 2'],
  ['two minutes are over', '0 answered, 1 calls 7+3, 31 passes, 61 passes, 91 passes, 121 passes', 'up'],
  ['a new line answers no OPTIONS', '0 silent, 7 silent', 'down noReply'],
  ['and a call by hand rings over it', '0 silent, 7 silent, 20 rings', 'up optionsIgnored'],
  ['and checks go on meeting silence', '0 silent, 7 silent, 20 rings, 50 silent, 52 silent', 'up optionsIgnored'],
  ['a call rings before any check came back', '0 rings, 5 silent, 7 silent', 'up optionsIgnored'],
  ['and a check comes back after it', '0 rings, 5 answered', 'up'],
  ['a call rings between two checks', '0 answered, 30 silent, 31 rings, 32 silent', 'up optionsIgnored'],
  ['a check is answered after all', '0 silent, 7 silent, 20 rings, 50 answered', 'up'],
  ['a call rings while checks are answered', '0 answered, 9 rings', 'up'],
  ['and then all is silent', '0 answered, 9 rings, 30 silent, 32 silent', 'down noReply'],
  ['calls are not answered any more either', '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3', 'up failing'],
  ['and no check is', '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3, 60 silent', 'down noReply'],
  ['and so it stays', '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3, 60 silent, 350 silent', 'down noReply'],
  [
    'and is tried after',
    '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3, 60 silent, 361 silent',
    'congested failing 1',
  ],
  [
    'and found dead',
    '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3, 60 silent, 361 silent, 394 nobodyAnswered 1, 399 silent',
    'down noReply',
  ],
  [
    'or alive',
    '0 silent, 7 silent, 20 rings, 60 nobodyAnswered 3, 60 silent, 361 silent, 365 rings, 366 calls 1',
    'congested failing 1',
  ],
  ['nobody listens there any more', '0 silent, 7 silent, 20 rings, 50 nobodyListens', 'down unreachable'],
  ['it is there again', '0 silent, 7 silent, 20 rings, 50 nobodyListens, 400 silent', 'congested failing 1'],
  ['the credentials are refused and a call rings', '0 refused, 5 rings', 'down credentialsRefused'],
  ['it dies while congested', '0 answered, 1 calls 7+3, 2 nobodyListens', 'down unreachable'],
  ['and comes back as if nothing had been', '0 answered, 1 calls 7+3, 2 nobodyListens, 12 answered', 'up'],
])('when %s (%s), it is %s', (_what, moments, says) => {
  expect(lived(moments).says).toBe(says);
});

test('a line is looked at each half minute, sooner when a check failed, and every 10 to 30 s while it is down', () => {
  const checkIn = (moments: string): number => {
    const { health, at } = lived(moments);
    return (health.checkAt - at) / 1_000;
  };
  expect(checkIn('0 answered')).toBe(30);
  expect(checkIn('0 answered, 30 silent')).toBe(2);
  expect(checkIn('0 nobodyListens')).toBe(10);
  expect(checkIn('0 silent, 2 silent')).toBe(20);
  expect(checkIn('0 refused')).toBe(30);
  expect(checkIn('0 answered, 1 nobodyAnswered 3')).toBe(0);
});

test('a line whose calls are not answered is looked at once, at once; one that was changed as well', () => {
  expect(lived('0 answered, 1 nobodyAnswered 2').checks).toBe(0);
  expect(lived('0 answered, 1 nobodyAnswered 3, 2 nobodyAnswered 1').checks).toBe(1);
  expect(lived('0 answered, 1 changed').checks).toBe(1);
});

test('a line that registers is not up because a call is answered', () => {
  const registers = { ...rules, asksOptions: false };
  const dead = lived('0 silent, 2 silent').health;
  expect(stepLineHealth(dead, rings, after(start, 5_000), registers)).toMatchObject({ kind: 'ignored' });
});

test('a rate of one a second is not slowed below it, and is whole again after half a minute', () => {
  const slow = { ...rules, callsPerSecond: 1 };
  const one = stepLineHealth(unknown, calls(0, 20), start, slow);
  expect(one).toMatchObject({ state: { state: 'congested', slowedTo: 1 } });
  if (one.kind !== 'moved') throw new Error('not moved');
  expect(stepLineHealth(one.state, passes, after(start, 30_000), slow)).toMatchObject({
    state: { state: 'up', slowedTo: null },
  });
});

const anyEvent: fc.Arbitrary<LineHealthEvent> = fc.oneof(
  fc.record({ type: fc.constant('alive' as const), chance: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
  fc.record({
    type: fc.constant('missed' as const),
    because: fc.constantFrom('noReply', 'unresolved', 'unreachable', 'credentialsRefused'),
    certain: fc.boolean(),
    chance: fc.double({ min: 0, max: 0.99, noNaN: true }),
  }),
  fc.record({
    type: fc.constant('callsEnded' as const),
    calls: fc.integer({ min: 1, max: 40 }),
    busy: fc.integer({ min: 0, max: 40 }),
    unanswered: fc.integer({ min: 0, max: 5 }),
    anyAnswered: fc.boolean(),
    heard: fc.boolean(),
  }),
  fc.constant(changed),
  fc.constant(passes),
);

test('whatever happens: a slowed rate means congested, at most the line’s own; there is always a next check; memory is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 40_000 })), { maxLength: 60 }), happenings => {
      let health = unknown;
      let at = start;
      for (const [event, waitMs] of happenings) {
        at = after(at, waitMs);
        const step = stepLineHealth(health, event, at, rules);
        expect(step.kind).not.toBe('impossible');
        if (step.kind === 'moved') health = step.state;
        expect(health.slowedTo !== null).toBe(health.state === 'congested');
        expect(health.slowedTo ?? 1).toBeGreaterThanOrEqual(1);
        expect(health.slowedTo ?? 1).toBeLessThanOrEqual(rules.callsPerSecond);
        const isPlainlyUp = health.state === 'up' && health.unanswered < 3 && !health.ignoresOptions;
        expect(health.because === '').toBe(health.state === 'unknown' || isPlainlyUp);
        expect(nextMoment(health)).toBeLessThanOrEqual(after(at, 33_000));
        expect(health.recent.length).toBeLessThanOrEqual(7);
      }
    }),
    { seed: 4, numRuns: 1_000 },
  );
});
