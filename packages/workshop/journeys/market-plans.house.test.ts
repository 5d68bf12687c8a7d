import { type CallOf, endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketPlans } from '../../server/seed/market/index.ts';
import { type MarketOutcome, marketOutcomes } from '../src/market-outcomes.ts';
import { callAtAnyHour } from './house/any-hour.ts';
import { type Api, signIn } from './house/api.ts';
import { type CallDetail, finishedCall, practiceGround } from './house/calls.ts';
import { type House, startHouse } from './house/house.ts';
import { publishPlan } from './house/plans.ts';

const CALL_LIMIT_MS = 120_000;

let house: House;
let calls: ReadonlyMap<MarketOutcome, Promise<CallDetail>>;

/** All at once: what takes time is waiting. */
const placeAll = async (api: Api): Promise<typeof calls> => {
  const { lineId } = await practiceGround(api);
  const plans = new Map<string, string>();
  for (const { slug, plan } of marketPlans()) plans.set(slug, await publishPlan(house, plan));
  const call = async ({ slug, number }: MarketOutcome): Promise<CallDetail> => {
    const planId = plans.get(slug) ?? '';
    const asked: CallOf<typeof endpoints.call.place> = { planId, lineId, phone: number };
    const { id } = await api.call(endpoints.call.place, asked);
    return finishedCall(api, id, CALL_LIMIT_MS);
  };
  return new Map(marketOutcomes.map(expected => [expected, call(expected)]));
};

beforeAll(async () => {
  house = await startHouse();
  const api = await signIn(house);
  await callAtAnyHour(house, api);
  calls = await placeAll(api);
  await Promise.allSettled(calls.values());
}, 300_000);

afterAll(() => house?.stop());

test.each(marketOutcomes)(
  'over SIP, in the built-in voice, $slug to $callee ($number) comes out as $state, level $level',
  async expected => {
    const { state, level, answers, hungUpBy, transcript } = await calls.get(expected)!;
    const kept = answers.map(({ label, value }) => [label, value]);
    const { slug: _, number: __, callee: ___, ...wanted } = expected;
    expect({ state, level, answers: kept, hungUpBy }, JSON.stringify(transcript)).toEqual(wanted);
  },
);
