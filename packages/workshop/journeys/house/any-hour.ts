import { endpoints } from '@lianxian/contract';
import { type Api, signInWith } from './api.ts';
import { demoPasswordOf, type House } from './house.ts';

const ALL_DAY = [{ from: 0, to: 1_440 }];
/** None of its own. */
const NO_CAPS = { perDay: 0, per7Days: 0, per30Days: 0, minutesBetween: 0 };

interface Wish {
  /** Calls a number; 0: any. */
  readonly perDay?: number;
  readonly channels?: number;
}

/** The platform bounds no hours, and the merchant opens all of its own: a test runs at night as well. */
export const callAtAnyHour = async (
  house: House,
  owner: Api,
  { perDay = 0, channels = 300 }: Wish = {},
): Promise<void> => {
  const password = await demoPasswordOf(house);
  const platform = await signInWith(house, { cid: '100000', account: 'admin', password });
  const { rules } = await platform.call(endpoints.rules.platform, {});
  if (rules.toMinute < 1_440)
    await platform.call(endpoints.rules.savePlatform, {
      ...NO_CAPS,
      version: rules.version,
      fromMinute: 0,
      toMinute: 1_440,
      overMerchants: '0',
      shifts: {},
    });
  const own = await owner.call(endpoints.rules.own, {});
  await owner.call(endpoints.rules.save, {
    ...NO_CAPS,
    version: own.rules.version,
    week: Array.from({ length: 7 }, () => ALL_DAY),
    days: {},
    holidaysOff: '0',
    makeUpDaysOn: '0',
    perDay,
    channels,
    provinces: {},
    byHand: 'free',
  });
};
