import { type CallOf, endpoints } from '@lianxian/contract';
import type { CallState, HungUpBy, Level } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MarketPlan, marketPlans } from '../../server/seed/market/index.ts';
import { callAtAnyHour } from './house/any-hour.ts';
import { type Api, signIn } from './house/api.ts';
import { type CallDetail, finishedCall, practiceGround } from './house/calls.ts';
import { type House, startHouse } from './house/house.ts';
import { publishPlan } from './house/plans.ts';

/**
 * What must come of a real call of each of our plans to somebody of the practice town, written by hand from the plan's
 * drawing and from how that callee is: a call over SIP, in the built-in voice. Who agrees to everything is called with the
 * plans that come to their end within a minute; the whole ways of the others are walked in virtual time.
 */
interface Expected {
  readonly slug: MarketPlan['slug'];
  readonly number: string;
  readonly callee: string;
  readonly state: CallState;
  readonly level: Level | null;
  /** Labels of what is kept, whatever was said. */
  readonly answers: readonly string[];
  readonly hungUpBy: HungUpBy;
}

const row = (
  slug: Expected['slug'],
  [number, callee]: readonly [string, string],
  level: Level,
  rest: Partial<Pick<Expected, 'answers' | 'hungUpBy'>> = {},
): Expected => ({ slug, number, callee, state: 'answered', level, answers: [], hungUpBy: 'robot', ...rest });
const unanswered = (
  slug: Expected['slug'],
  [number, callee]: readonly [string, string],
  state: CallState,
): Expected => ({
  ...{ slug, number, callee, state, level: null, answers: [], hungUpBy: 'nobody' },
});

const hearsHalf = { hungUpBy: 'callee' } as const;

const table: readonly Expected[] = [
  row('invitation', ['15400000001', '好说话'], 'A', { answers: ['到场日期', '到场人数'] }),
  row('invitation', ['15400000012', '听一半'], 'F', hearsHalf),
  row('reminder', ['15400000076', '好说话'], 'A'),
  row('reminder', ['15400000009', '不说话'], 'F'),
  row('survey', ['15400000003', '不需要'], 'E'),
  row('survey', ['15400000025', '听一半'], 'F', hearsHalf),
  row('trialClass', ['15400000039', '不需要'], 'E'),
  row('trialClass', ['15400000016', '来电助理'], 'D', { hungUpBy: 'callee' }),
  row('loanReminder', ['15400000135', '好说话'], 'A', { answers: ['还款方式'] }),
  row('loanReminder', ['15400000026', '听一半'], 'F', hearsHalf),
  row('insuranceRenewal', ['15400000044', '不需要'], 'E'),
  unanswered('insuranceRenewal', ['15400000004', '占线'], 'busy'),
  row('carService', ['15400000060', '不需要'], 'E'),
  unanswered('carService', ['15400000017', '空号'], 'emptyNumber'),
  row('homeViewing', ['15400000064', '不需要'], 'E'),
  row('homeViewing', ['15400000196', '不说话'], 'F'),
  row('beautyFollowUp', ['15400000065', '听一半'], 'F', hearsHalf),
  row('beautyFollowUp', ['15400000008', '语音信箱'], 'F'),
  row('delivery', ['15400000020', '聊得来'], 'A'),
  row('delivery', ['15400000096', '不需要'], 'E'),
  row('meetingNotice', ['15400000112', '不需要'], 'E'),
  unanswered('meetingNotice', ['15400000005', '拒接'], 'rejected'),
  row('interview', ['15400000117', '不需要'], 'E'),
  row('interview', ['15400000083', '听一半'], 'F', hearsHalf),
  row('governmentNotice', ['15400000121', '不需要'], 'E'),
  row('governmentNotice', ['15400000098', '听一半'], 'F', hearsHalf),
  row('afterSales', ['15400000213', '好说话'], 'A', { answers: ['评分'] }),
  row('afterSales', ['15400000202', '不说话'], 'F'),
];

const CALL_LIMIT_MS = 120_000;

let house: House;
let calls: ReadonlyMap<Expected, Promise<CallDetail>>;

/** All at once: what takes time is waiting. */
const placeAll = async (api: Api): Promise<typeof calls> => {
  const { lineId } = await practiceGround(api);
  const plans = new Map<string, string>();
  for (const { slug, plan } of marketPlans()) plans.set(slug, await publishPlan(house, plan));
  const call = async ({ slug, number }: Expected): Promise<CallDetail> => {
    const planId = plans.get(slug) ?? '';
    const asked: CallOf<typeof endpoints.call.place> = { planId, lineId, phone: number };
    const { id } = await api.call(endpoints.call.place, asked);
    return finishedCall(api, id, CALL_LIMIT_MS);
  };
  return new Map(table.map(expected => [expected, call(expected)]));
};

beforeAll(async () => {
  house = await startHouse();
  const api = await signIn(house);
  await callAtAnyHour(house, api);
  calls = await placeAll(api);
  await Promise.allSettled(calls.values());
}, 300_000);

afterAll(() => house?.stop());

test('every plan of ours is called with', () => {
  expect([...new Set(table.map(({ slug }) => slug))]).toEqual(marketPlans().map(({ slug }) => slug));
});

test.each(table)('$slug to $callee ($number) comes out as $state, level $level', async expected => {
  const { state, level, answers, hungUpBy, transcript } = await calls.get(expected)!;
  const kept = answers.map(({ label }) => label).filter(label => expected.answers.includes(label));
  const { slug: _, number: __, callee: ___, ...wanted } = expected;
  expect({ state, level, answers: kept, hungUpBy }, JSON.stringify(transcript)).toEqual(wanted);
});
