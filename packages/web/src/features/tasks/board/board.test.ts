import { expect, test } from 'vitest';
import { type Board, type LiveCall, outcomesOf, percent, talkingOf, waitingOf } from './board.ts';

const call = (id: string, stage: LiveCall['stage'], placedAt: string, answeredAt: string | null = null): LiveCall => ({
  id,
  phone: '15400000001',
  name: '',
  stage,
  placedAt: `2026-11-18T08:00:${placedAt}Z`,
  answeredAt: answeredAt && `2026-11-18T08:00:${answeredAt}Z`,
});

test('who talks longest stands first, so that a new call moves no row', () => {
  const live = [call('3', 'dialling', '40'), call('2', 'talking', '10', '30'), call('1', 'talking', '20', '25')];
  expect(talkingOf(live).map(each => each.id)).toEqual(['1', '2']);
  expect(waitingOf([call('5', 'dialling', '09'), call('4', 'placed', '03')]).map(each => each.id)).toEqual(['4', '5']);
});

test('causes of not reached are told by how common they are, without the answered', () => {
  const outcomes = [
    { state: 'busy', calls: 2 },
    { state: 'answered', calls: 9 },
    { state: 'noAnswer', calls: 7 },
    { state: 'emptyNumber', calls: 0 },
  ] as const;
  expect(outcomesOf({ outcomes } as unknown as Board)).toEqual({
    answered: 9,
    missed: 9,
    causes: [outcomes[2], outcomes[0]],
  });
});

test('a rate has one decimal, and none without calls', () => {
  expect([percent(436, 1_000), percent(0, 0)]).toEqual(['43.6%', null]);
});
