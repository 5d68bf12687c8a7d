import { capsInForce } from './caps.ts';
import type { Caps, DayWindow, MerchantRules, PlatformRules, RulesInForce, WeekWindows } from './types.ts';

/** What is wider than the rule above it allows, and how wide that is. */
type CapTooWide = { readonly field: keyof Caps; readonly bound: number };
type TooWide = { readonly field: 'hours'; readonly bound: DayWindow } | CapTooWide;

const exceeds = (windows: readonly DayWindow[], bound: DayWindow): boolean =>
  windows.some(({ from, to }) => from < bound.from || to > bound.to);

/** A cap that is not set is that of the bound. */
const capWider = (caps: Caps, bounds: Caps): CapTooWide | null => {
  for (const field of ['perDay', 'per7Days', 'per30Days'] as const) {
    const [own, bound] = [caps[field], bounds[field]];
    if (own !== null && bound !== null && own > bound) return { field, bound };
  }
  const bound = bounds.minutesBetween;
  return caps.minutesBetween > 0 && caps.minutesBetween < bound ? { field: 'minutesBetween', bound } : null;
};

/** Of a merchant's rules against the platform's; null: nothing. */
export const widerThanPlatform = ({ calendar, caps }: MerchantRules, platform: PlatformRules): TooWide | null => {
  if (exceeds([...calendar.week.flat(), ...Object.values(calendar.days).flat()], platform.hours))
    return { field: 'hours', bound: platform.hours };
  return capWider(caps, platform.caps);
};

/** Of a task's caps against the narrower of its merchant's and the platform's; null: nothing. */
export const widerThanRules = (caps: Caps, rules: RulesInForce): CapTooWide | null =>
  capWider(caps, capsInForce({ ...rules, task: null }));

/**
 * Between which minutes of the merchant's clock its rules let anybody be called, in whatever province; null: at none. What a
 * task's hours have outside them is never called.
 */
export const hoursBound = ({ platform, merchant }: RulesInForce): DayWindow | null => {
  const { calendar } = merchant.rules;
  const { hours, shifts } = platform.rules;
  const windows = [...calendar.week.flat(), ...Object.values(calendar.days).flat()];
  if (windows.length === 0) return null;
  const from = Math.max(hours.from, Math.min(...windows.map(window => window.from)));
  const to = Math.min(hours.to, Math.max(...windows.map(window => window.to)));
  return { from, to: Math.min(1_440, to + Math.max(0, ...Object.values(shifts))) };
};

/** Whether hours of a task lie inside; on a practice line they need not. */
export const isWithinBound = (week: WeekWindows, bound: DayWindow | null): boolean =>
  bound !== null && !exceeds(week.flat(), bound);
