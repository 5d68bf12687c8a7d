import { expect, test } from 'vitest';
import { type Instant, instant } from '../kit/index.ts';
import {
  type CallEvent,
  type CallParties,
  type CallProgress,
  farSideOf,
  MOST_PAST_LEGS,
  type PartyNews,
  type PartyOrder,
  startCall,
  stepCall,
  verdictOf,
} from './index.ts';

const at = (ms: number): Instant => instant(ms);
const seat = (id: string) => ({ type: 'seat', seat: id }) as const;
const dial = {
  type: 'dial',
  ...{ call: '7', route: 'line', phone: '13800000001', callerNumber: '4008', ringTimeoutMs: 60_000 },
  ...{ plan: null, variables: {}, party: { party: '1', who: seat('31'), offer: 'invite' } },
} as const;

type Event = CallEvent<string>;
const asked = (order: PartyOrder): Event => ({ type: 'partyAsked', order });
const told = (party: string, ms: number, news: PartyNews): Event => ({
  type: 'signal',
  signal: { type: 'party', party, at: at(ms), news },
});
const began = (who: ReturnType<typeof seat>): PartyNews => ({ type: 'began', who, from: '13800000001', to: who.seat });
const answered: PartyNews = { type: 'answered', dialog: { callId: 'x' } };
const invite = (party: string, who: ReturnType<typeof seat>, place: 'talking' | 'aside' = 'talking'): Event =>
  asked({ type: 'invite', party, who, way: null, ringTimeoutMs: 8_000, announcement: '', place });
const place = (party: string, where: 'talking' | 'held' | 'aside'): Event =>
  asked({ type: 'place', party, place: where });
const ended = (by: 'seat' | 'callee' = 'seat'): PartyNews => ({
  ...{ type: 'ended', by, media: null },
  verdict: { ...verdictOf({ how: 'byUs', code: null }), because: 'seatHungUp' },
});

/** A call that a seat made by hand: it talks with the callee since 5 s. */
const talking: readonly Event[] = [
  { type: 'placed', dial },
  { type: 'committed' },
  told('1', 10, began(seat('31'))),
  { type: 'signal', signal: { type: 'answered', at: at(5_000), dialog: null } },
  told('1', 5_000, answered),
  told('1', 5_010, { type: 'joined' }),
];

const run = (events: readonly Event[], from: CallProgress<string> = startCall()) => {
  let state = from;
  const outcomes = events.map((event, n) => {
    const step = stepCall(state, event, at(10_000 + n));
    if (step.kind !== 'moved') return step.because;
    state = step.state;
    return step.effects;
  });
  return { state, last: outcomes.at(-1)!, outcomes };
};
const who = ({ present }: CallParties) =>
  present.map(({ party, stage, place: where }) => `${party} ${stage === 'joined' ? where : stage}`);
const standing = (...more: readonly Event[]): readonly string[] => who(run([...talking, ...more]).state.parties);

const second: readonly Event[] = [
  invite('2', seat('32'), 'aside'),
  told('2', 11_000, began(seat('32'))),
  told('2', 12_000, answered),
  told('2', 12_010, { type: 'joined' }),
];

test('who dials by hand takes part from the beginning, and talks when the callee answers', () => {
  const { state } = run(talking.slice(0, 2));
  expect(who(state.parties)).toEqual(['1 dialling']);
  expect(standing()).toEqual(['1 talking']);
});

test('one of ours who is called is a party as any other, and the call has no callee: either is the other side of the other', () => {
  const called = { party: '2', who: seat('32'), way: null };
  const rung = run([{ type: 'placed', dial: { ...dial, called } }, { type: 'committed' }]);
  expect(rung.last).toMatchObject([{ type: 'tell', command: { called } }]);
  expect(who(rung.state.parties)).toEqual(['1 dialling', '2 rung']);
  expect(farSideOf(rung.state.parties, '1')).toBe(null);
  const { state } = run([...talking.slice(2), ...second.slice(1)], rung.state);
  expect(who(state.parties)).toEqual(['1 talking', '2 talking']);
  expect([farSideOf(state.parties, '1'), farSideOf(state.parties, '2')]).toMatchObject([
    { party: '2' },
    { party: '1' },
  ]);
  expect(run([place('callee', 'held')], state).last).toBe('who was called is one of ours');
  expect(who(run([place('1', 'held')], state).state.parties)).toEqual(['1 held', '2 talking']);
  expect(farSideOf(run(talking).state.parties, '1')).toEqual({ party: 'callee', place: 'talking' });
});

test('a telephone that is rung anew without end makes no record without end', () => {
  const again: readonly Event[] = [
    asked({ type: 'attach', party: '1', from: { way: null }, ringTimeoutMs: 10_000 }),
    told('1', 13_000, began(seat('31'))),
    told('1', 13_100, { type: 'notBack', because: 'noReply' }),
  ];
  const { state } = run([...talking, ...Array.from({ length: MOST_PAST_LEGS }, () => again).flat()]);
  expect(state.parties.legs).toHaveLength(MOST_PAST_LEGS);
  expect(run(again.slice(0, 1), state).last).toBe('it has had too many legs');
  expect(run([invite('2', seat('32'))], state).last).toBe('it has had too many legs');
  expect(who(state.parties)).toEqual(['1 talking']);
});

/** What becomes of seats 1 (made the call) and 2; a reason where nothing does. Written by hand. */
test.each<[string, readonly Event[], readonly string[] | string]>([
  ['a consulted seat comes aside', second, ['1 talking', '2 aside']],
  ['the callee is held', [place('callee', 'held')], ['1 talking']],
  ['held twice', [place('callee', 'held'), place('callee', 'held')], 'it stands there already'],
  ['a consultation becomes a conference', [...second, place('2', 'talking')], ['1 talking', '2 talking']],
  ['one who only rings cannot be held', [...second.slice(0, 2), place('2', 'held')], 'it is not there yet'],
  ['nobody of that name', [place('9', 'held')], 'nobody of that name takes part'],
  ['a name twice', [...second, invite('2', seat('33'))], 'that name is taken'],
  ['the callee’s name', [invite('callee', seat('33'))], 'that name is taken'],
  [
    'a name of who has left',
    [...second, told('2', 13_000, ended()), invite('2', seat('33'))],
    'that name was taken before',
  ],
  ['lost', [told('1', 13_000, { type: 'away', because: 'transportError', media: null })], ['1 away']],
  [
    'back where it stood',
    [
      place('1', 'held'),
      told('1', 13_000, { type: 'away', because: 'transportError', media: null }),
      asked({ type: 'attach', party: '1', from: { way: null }, ringTimeoutMs: 8_000 }),
      told('1', 14_000, began(seat('31'))),
      told('1', 14_100, answered),
      told('1', 14_200, { type: 'back', media: null }),
    ],
    ['1 held'],
  ],
  [
    'placed while it is away: it comes back there',
    [
      told('1', 13_000, { type: 'away', because: 'transportError', media: null }),
      place('1', 'aside'),
      told('1', 14_000, began(seat('31'))),
      told('1', 14_200, { type: 'back', media: null }),
    ],
    ['1 aside'],
  ],
  [
    'a new leg that does not come leaves all as it was',
    [told('1', 14_000, began(seat('31'))), told('1', 15_000, { type: 'notBack', because: 'noReply' })],
    ['1 talking'],
  ],
  ['whom the talk itself rings', [told('hand1', 13_000, began(seat('40')))], ['1 talking', 'hand1 rung']],
  [
    'news of who has left',
    [...second, told('2', 13_000, ended()), told('2', 13_001, answered)],
    'it takes no part any more',
  ],
  ['recording that runs', [asked({ type: 'record', on: true })], 'it is so already'],
  ['keys that are none', [asked({ type: 'keys', keys: 'x' })], 'these are no keys'],
])('%s', (_, events, becomes) => {
  const { state, last } = run([...talking, ...events]);
  expect(typeof becomes === 'string' ? last : who(state.parties)).toEqual(becomes);
});

test('eight legs at most, the callee’s among them', () => {
  const many = ['2', '3', '4', '5', '6', '7'].map(name => invite(name, seat(name)));
  const { outcomes } = run([...talking, ...many, invite('8', seat('8'))]);
  expect(outcomes.slice(-2).map(outcome => typeof outcome)).toEqual(['object', 'string']);
});

test('an order is told to the switchboard, its trace to the transcript, and a leg that lives to the database', () => {
  const { last } = run([...talking, place('callee', 'held')]);
  expect(last).toMatchObject([
    { type: 'tell', command: { type: 'place', call: '7', party: 'callee', place: 'held' } },
    { type: 'publish', news: { type: 'noted', note: { type: 'party', what: 'held', who: { type: 'callee' } } } },
    { type: 'publish', news: { type: 'party', party: 'callee', parties: { callee: 'held' } } },
  ]);
  const { last: kept } = run([...talking, ...second.slice(0, 2)]);
  expect(kept).toMatchObject([{ type: 'record', fact: { type: 'parties' } }, { type: 'publish' }]);
});

test('the record has every leg once, whoever lost it and whatever was still open; a call without a plan has no summary', () => {
  const { last } = run([
    ...talking,
    told('1', 13_000, { type: 'away', because: 'transportError', media: null }),
    told('1', 14_000, began(seat('31'))),
    told('1', 14_100, answered),
    told('1', 14_200, { type: 'back', media: null }),
    ...second.slice(0, 2),
    { type: 'hangUpAsked', by: 'seat' },
    {
      type: 'signal',
      signal: {
        ...{ type: 'ended', at: at(20_000), by: 'seat', recording: null, media: null },
        verdict: verdictOf({ how: 'byUs', code: null }),
      },
    },
  ]);
  expect(last).toMatchObject([
    {
      fact: {
        outcome: {
          ...{ hungUpBy: 'seat', summary: null },
          legs: [
            { party: '1', beganAt: 10, joinedAt: 5_010, endedAt: 13_000, endedBy: 'nobody', because: 'transportError' },
            { party: '2', joinedAt: null, endedAt: 20_000, because: 'callOver' },
            { party: '1', beganAt: 14_000, joinedAt: 14_200, endedAt: 20_000, endedBy: 'seat', because: 'callOver' },
          ],
        },
      },
    },
    { type: 'publish' },
  ]);
});

test('nothing is asked of a call that is not answered, or is being hung up', () => {
  expect(run([...talking.slice(0, 3), place('callee', 'held')]).last).toBe('nobody talks');
  expect(run([...talking, { type: 'hangUpAsked', by: 'seat' }, place('callee', 'held')]).last).toBe(
    'it is being hung up',
  );
});
