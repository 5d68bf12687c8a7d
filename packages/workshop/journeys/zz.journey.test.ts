import { endpoints } from '@lianxian/contract';
import { afterAll, beforeAll } from 'vitest';
import { beginLineStories, type LineStories, lineStories } from '../interop/line-stories.ts';
import { signIn } from './house/api.ts';
import { practiceGround } from './house/calls.ts';
import { type House, startHouse } from './house/house.ts';

let house: House;
let stories: LineStories;
beforeAll(async () => {
  house = await startHouse({});
  const api = await signIn(house);
  const { planId, lineId } = await practiceGround(api);
  await api.call(endpoints.config.saveCalling, {
    legalFromMinute: 0,
    legalToMinute: 1_440,
    callsPerDay: 3,
    callsPerWeek: 10,
    channels: 300,
  });
  stories = beginLineStories({ house, api, planId, practiceLineId: lineId, browser: null }, Promise.resolve());
}, 100_000);
afterAll(() => house.stop());
lineStories(() => stories);
