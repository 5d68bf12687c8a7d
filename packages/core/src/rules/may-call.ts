import { isAbroad, isPracticeNumber, type NeverDialled, neverDialled } from '../phone/index.ts';
import type { ClosedBecause } from './calendar.ts';
import { type CallsOfNumber, type Capped, capped, untilOpen } from './caps.ts';
import { type Home, openingsOf } from './opening.ts';
import { type Lane, lanes, type Moment, type RuleSaid, type RulesInForce } from './types.ts';
import { MINUTES_A_DAY } from './windows.ts';

/**
 * Which blacklist says no, the outermost where there are several. A merchant is told of the platform's and of its trades' that a
 * number is on one of these, never on which.
 */
export type BlacklistName = 'platform' | 'trade' | 'merchant' | 'task';
const saysOf = {
  platform: 'sharedListed',
  trade: 'sharedListed',
  merchant: 'blacklisted',
  task: 'taskListed',
} as const satisfies Record<BlacklistName, string>;
export const listedBecause = (list: BlacklistName): (typeof saysOf)[BlacklistName] => saysOf[list];

/**
 * May a number be called? One question, asked the same when it is imported, when a task claims it, right before its INVITE
 * leaves, when somebody calls by hand and when a page says what it waits for: facts of the number, the rules in force and the
 * hour, and out comes nothing, or why not, for how long, and by which rule. What speaks against it for good comes first.
 */
export interface NumberFacts {
  readonly phone: string;
  /** Null: of no task. */
  readonly lane: Lane | null;
  readonly list: BlacklistName | null;
}

/** What changes with the hour. */
export interface NumberNow {
  readonly home: Home;
  /** It is exempt from caps, and from nothing else. */
  readonly isWhite: boolean;
  /** It consented to be called, or nobody asks for that. */
  readonly hasConsent: boolean;
  readonly calls: {
    /** Of its merchant, by hand ones among them. */
    readonly own: CallsOfNumber;
    /** Of all merchants; null: they are not counted together. */
    readonly all: CallsOfNumber | null;
  };
}

/** Never. */
export interface NeverCalled {
  readonly because: 'forbidden' | 'undialable' | (typeof saysOf)[BlacklistName];
  readonly afterMinutes: null;
  readonly rule: RuleSaid;
  /** What kind of number is forbidden. */
  readonly kind: NeverDialled | null;
}
/** Not now. */
export interface NotNow {
  readonly because: ClosedBecause | Capped['because'] | 'noConsent';
  /** Null: nobody knows when. */
  readonly afterMinutes: number | null;
  readonly rule: RuleSaid;
}
export type MayNot = NeverCalled | NotNow;

export const isForGood = (mayNot: MayNot): mayNot is NeverCalled => 'kind' in mayNot;

const byHouse: RuleSaid = { level: 'house', version: null };
const byList: RuleSaid = { level: 'list', version: null };

/** Numbers that no other lane holds. */
const isOf = { [lanes.practice]: isPracticeNumber, [lanes.abroad]: isAbroad } as const;

/** What no hour changes: numbers for nobody, numbers that no line of its lane dials, lists. */
export const neverCalled = ({ phone, lane, list }: NumberFacts): NeverCalled | null => {
  const never = { afterMinutes: null, rule: byHouse, kind: null } as const;
  const kind = neverDialled(phone);
  if (kind !== null) return { ...never, because: 'forbidden', kind };
  const isElsewhere = lane !== null && [lanes.practice, lanes.abroad].some(own => isOf[own](phone) !== (lane === own));
  if (isElsewhere) return { ...never, because: 'undialable' };
  return list === null ? null : { ...never, because: saysOf[list], rule: byList };
};

/** Asks by these rules at this moment, of as many numbers as one likes; practice numbers have neither hours nor caps. */
export const openMayCall = (
  rules: RulesInForce,
  moment: Moment,
): ((number: NumberFacts & NumberNow) => MayNot | null) => {
  const openings = openingsOf(rules, moment);
  return ({ home, isWhite, hasConsent, calls, ...number }) => {
    const never = neverCalled(number);
    if (never !== null) return never;
    if (isPracticeNumber(number.phone)) return null;
    const closed = openings.closedAt(home, 0);
    if (closed !== null) return closed;
    // Who has not consented may have by tomorrow.
    const afterMinutes = MINUTES_A_DAY - moment.local.minute;
    const unasked = { because: 'noConsent', afterMinutes, rule: byList } as const;
    if (!hasConsent) return untilOpen(unasked, openings, home);
    const cap = isWhite ? null : capped(rules, calls, moment.local);
    return cap && untilOpen(cap, openings, home);
  };
};
