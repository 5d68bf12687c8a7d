import type { Caps } from '@lianxian/core';
import { wholeField } from '../fields.ts';

/** How often a number may be called, at each level of the rules; 0: no cap of its own. */
export const capLimits = {
  perDay: { least: 0, most: 100 },
  per7Days: { least: 0, most: 700 },
  per30Days: { least: 0, most: 3_000 },
  minutesBetween: { least: 0, most: 10_080 },
} as const;

export const capFields = {
  perDay: wholeField(capLimits.perDay),
  per7Days: wholeField(capLimits.per7Days),
  per30Days: wholeField(capLimits.per30Days),
  minutesBetween: wholeField(capLimits.minutesBetween),
};

/** 0 stands for a cap that is not set. */
export const wireCaps = (caps: Caps | null) => ({
  perDay: caps?.perDay ?? 0,
  per7Days: caps?.per7Days ?? 0,
  per30Days: caps?.per30Days ?? 0,
  minutesBetween: caps?.minutesBetween ?? 0,
});
export const capsOf = ({ perDay, per7Days, per30Days, minutesBetween }: ReturnType<typeof wireCaps>): Caps => ({
  perDay: perDay || null,
  per7Days: per7Days || null,
  per30Days: per30Days || null,
  minutesBetween,
});
