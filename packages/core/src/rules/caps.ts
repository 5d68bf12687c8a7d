import type { Home, Openings } from './opening.ts';
import type { Caps, LocalTime, RuleSaid, RulesInForce } from './types.ts';
import { MINUTES_A_DAY } from './windows.ts';

/** Calls that left, or are on their way, to one number: by days of the merchant's calendar, today among them. */
export interface CallsOfNumber {
  readonly today: number;
  readonly in7Days: number;
  readonly in30Days: number;
  /** Since the last of them; null: there was none in 30 days. */
  readonly minutesSince: number | null;
}

export const cappedBecauses = ['cappedMonth', 'cappedWeek', 'cappedDay', 'tooSoon', 'cappedElsewhere'] as const;

export interface Capped {
  readonly because: (typeof cappedBecauses)[number];
  readonly rule: RuleSaid;
  readonly afterMinutes: number;
}

/** The narrowest of some caps; null among them sets none. */
const narrowest = (all: readonly (Caps | null)[]): Caps => {
  const caps = all.filter(each => each !== null);
  const least = (field: 'perDay' | 'per7Days' | 'per30Days'): number | null => {
    const set = caps.map(each => each[field]).filter(cap => cap !== null);
    return set.length === 0 ? null : Math.min(...set);
  };
  return {
    perDay: least('perDay'),
    per7Days: least('per7Days'),
    per30Days: least('per30Days'),
    minutesBetween: Math.max(0, ...caps.map(({ minutesBetween }) => minutesBetween)),
  };
};

/** How often a number may be called by all levels at once. */
export const capsInForce = ({ platform, merchant, task }: RulesInForce): Caps =>
  narrowest([platform.rules.caps, merchant.rules.caps, task?.caps ?? null]);

const reached = (cap: number | null, calls: number): boolean => cap !== null && calls >= cap;

/** What caps say; a day falls out of the count at midnight, and one looks again then. */
const cappedBy = (caps: Caps, calls: CallsOfNumber, { minute }: LocalTime): Omit<Capped, 'rule'> | null => {
  const afterMinutes = MINUTES_A_DAY - minute;
  if (reached(caps.per30Days, calls.in30Days)) return { because: 'cappedMonth', afterMinutes };
  if (reached(caps.per7Days, calls.in7Days)) return { because: 'cappedWeek', afterMinutes };
  if (reached(caps.perDay, calls.today)) return { because: 'cappedDay', afterMinutes };
  const since = calls.minutesSince;
  if (since === null || since >= caps.minutesBetween) return null;
  return { because: 'tooSoon', afterMinutes: caps.minutesBetween - since };
};

/** The minute at which a number may be called again would tell at which one somebody else called it. */
const untilHours = (minutes: number): number => Math.ceil(minutes / 60) * 60;

/**
 * Whether a number was called often enough (docs/tasks.md#caps); null where it may be called. What the platform counts over all
 * merchants says so and no more: who else called is nobody's business.
 */
export const capped = (
  { platform, merchant, task }: RulesInForce,
  { own, all }: { readonly own: CallsOfNumber; readonly all: CallsOfNumber | null },
  local: LocalTime,
): Capped | null => {
  const byTask = task?.caps && cappedBy(task.caps, own, local);
  if (byTask) return { ...byTask, rule: { level: 'task', version: null } };
  const byMerchant = cappedBy(merchant.rules.caps, own, local);
  if (byMerchant) return { ...byMerchant, rule: { level: 'merchant', version: merchant.version } };
  const rule: RuleSaid = { level: 'platform', version: platform.version };
  const byPlatform = cappedBy(platform.rules.caps, own, local);
  if (byPlatform) return { ...byPlatform, rule };
  const elsewhere = all && cappedBy(platform.rules.caps, all, local);
  if (!elsewhere) return null;
  const { because, afterMinutes } = elsewhere;
  return {
    because: 'cappedElsewhere',
    afterMinutes: because === 'tooSoon' ? untilHours(afterMinutes) : afterMinutes,
    rule,
  };
};

/** At midnight nobody is called: it comes when its hours begin. */
export const untilOpen = <C extends { readonly afterMinutes: number }>(cap: C, openings: Openings, home: Home): C => {
  const closed = openings.closedAt(home, cap.afterMinutes);
  return closed?.afterMinutes == null ? cap : { ...cap, afterMinutes: closed.afterMinutes };
};
