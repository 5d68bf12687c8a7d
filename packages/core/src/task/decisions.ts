import type { CallState, Verdict } from '../call/index.ts';
import type { RuleSaid } from '../rules/index.ts';
import type { CalleeEvent, CalleeProgress } from './attempt.ts';
import type { CalleeBecause } from './types.ts';

/**
 * The words of the decision ledger (docs/tasks.md#the-ledger-of-decisions): what was decided about a number of a list, because
 * of what, by which rule. They are stored as small numbers: a code never changes its meaning, and none is given twice.
 */
const kindCodes = {
  /** A row of a sheet that became no number of the list. */
  refused: 1,
  /** A call was placed. */
  dialled: 2,
  /** Not now; looked at again later. */
  putOff: 3,
  /** Not any more, though nobody called it just now. */
  leftOut: 4,
  /** Somebody took it off the list. */
  takenOff: 5,
  /** Its call ended before the INVITE. */
  notDialled: 6,
  /** Its last call is over. */
  settled: 7,
  /** Its call is over, and another one is due. */
  redial: 8,
  /** Somebody put it back on the list. */
  putBack: 9,
  /** Its last call is over, and the next number of the same person is called. */
  passedOn: 10,
  /** A text message was handed over. */
  messaged: 11,
  /** A text message was not, or not yet. */
  notMessaged: 12,
} as const;
export type DecisionKind = keyof typeof kindCodes;
export const decisionKinds = Object.keys(kindCodes) as readonly DecisionKind[];

/** Why a row of a sheet is no number to call. */
type RowBecause =
  | 'empty'
  | 'notDigits'
  | 'tooShort'
  | 'tooLong'
  | 'date'
  | 'mobileLength'
  | 'emergency'
  | 'short'
  | 'premium'
  | 'abroad'
  | 'quote'
  | 'endless'
  | 'garbled'
  | 'longText'
  | 'practiceNumber'
  | 'practiceLine'
  | 'recent'
  | 'alike'
  | 'duplicate'
  | 'otherTask'
  | 'dead'
  | 'notADay'
  | 'dayOver'
  /** Of people of another task: reached since, called by others in vain. */
  | 'reachedSince'
  | 'inVain';

/** Why a call that was placed did not leave: keys of its verdict. */
type HeldBecause =
  | 'withdrawn'
  | 'placedTooLongAgo'
  | 'shutDown'
  | 'blacklistedNow'
  | 'noConsentNow'
  | 'numberForbidden'
  | 'outsideHoursNow'
  | 'cappedNow'
  | 'merchantOff'
  | 'lineRemoved'
  | 'lineOff'
  | 'lineHoursNow'
  | 'databaseAway'
  | 'cancelledByUser'
  | 'speechFailed'
  | 'mediaFailed'
  | 'diedDialling';

/** Why it was its turn. */
type TurnBecause =
  | 'firstTry'
  | 'redialDue'
  | 'appointmentDue'
  | 'appointmentTakenBack'
  /** Of the same person, called for the first time. */
  | 'secondNumber'
  | 'thirdNumber';

export type DecisionBecause = CalleeBecause | RowBecause | HeldBecause | TurnBecause | CallState;

const becauseCodes: Readonly<Record<DecisionBecause, number>> = {
  '': 0,
  answered: 1,
  triesUsed: 2,
  notRetried: 3,
  interrupted: 4,
  hungUpByUser: 5,
  givenBack: 6,
  lineFaults: 7,
  faultAlone: 8,
  blacklisted: 9,
  forbidden: 10,
  cappedDay: 11,
  cappedWeek: 12,
  notDialled: 13,
  undialable: 14,
  takenOut: 15,
  hours: 16,
  holiday: 17,
  yearUnknown: 18,
  cappedMonth: 19,
  tooSoon: 20,
  cappedElsewhere: 21,
  nextNumber: 22,
  pastEnd: 23,
  taskListed: 24,
  sharedListed: 25,
  noConsent: 26,
  appointed: 27,
  appointmentMissed: 28,
  empty: 101,
  notDigits: 102,
  tooShort: 103,
  tooLong: 104,
  date: 105,
  mobileLength: 106,
  emergency: 107,
  short: 108,
  premium: 109,
  abroad: 110,
  quote: 111,
  endless: 112,
  garbled: 113,
  longText: 114,
  practiceNumber: 115,
  practiceLine: 116,
  recent: 117,
  alike: 118,
  duplicate: 119,
  otherTask: 120,
  dead: 121,
  notADay: 122,
  dayOver: 123,
  reachedSince: 124,
  inVain: 125,
  withdrawn: 201,
  placedTooLongAgo: 202,
  shutDown: 203,
  blacklistedNow: 204,
  outsideHoursNow: 205,
  cappedNow: 206,
  merchantOff: 207,
  lineRemoved: 208,
  lineOff: 209,
  lineHoursNow: 210,
  databaseAway: 211,
  cancelledByUser: 212,
  speechFailed: 213,
  mediaFailed: 214,
  diedDialling: 215,
  numberForbidden: 216,
  noConsentNow: 217,
  voicemail: 301,
  fax: 302,
  noAnswer: 303,
  busy: 304,
  rejected: 305,
  poweredOff: 306,
  outOfService: 307,
  unreachable: 308,
  emptyNumber: 309,
  numberChanged: 310,
  lineFault: 311,
  limited: 312,
  cancelled: 313,
  abandoned: 314,
  firstTry: 401,
  redialDue: 402,
  appointmentDue: 403,
  appointmentTakenBack: 404,
  secondNumber: 405,
  thirdNumber: 406,
};
export const decisionBecauses = Object.keys(becauseCodes) as readonly DecisionBecause[];

/** Which rule said so; '' where it was a person, or the end of a call. */
const ruleCodes = {
  '': 0,
  /** Calls of a number a day and in several days (docs/tasks.md#caps). */
  caps: 1,
  hours: 2,
  lists: 3,
  /** Numbers that nobody dials (docs/safety.md#numbers-never-dialled). */
  never: 4,
  /** Which lines are for a number. */
  lines: 5,
  /** What a task says of an outcome (docs/tasks.md#retries). */
  retries: 6,
  /** Whom a task leaves out on wish: called lately, waiting elsewhere, known as empty. */
  recent: 7,
  /** A number stands on a list once. */
  once: 8,
  /** What may be imported by who sees numbers masked. */
  masks: 9,
  /** What a row must hold. */
  sheet: 10,
  /** A level of the rules of calling, in a version of it. */
  platform: 21,
  merchant: 22,
  task: 23,
} as const;
export type DecisionRule = keyof typeof ruleCodes;

const rulesOf: Readonly<Partial<Record<DecisionBecause, DecisionRule>>> = {
  cappedDay: 'caps',
  cappedWeek: 'caps',
  cappedNow: 'caps',
  outsideHoursNow: 'hours',
  lineHoursNow: 'hours',
  blacklisted: 'lists',
  blacklistedNow: 'lists',
  taskListed: 'lists',
  sharedListed: 'lists',
  noConsent: 'lists',
  noConsentNow: 'lists',
  forbidden: 'never',
  numberForbidden: 'never',
  emergency: 'never',
  short: 'never',
  premium: 'never',
  abroad: 'never',
  undialable: 'lines',
  practiceNumber: 'lines',
  practiceLine: 'lines',
  triesUsed: 'retries',
  notRetried: 'retries',
  lineFaults: 'retries',
  faultAlone: 'retries',
  redialDue: 'retries',
  recent: 'recent',
  otherTask: 'recent',
  dead: 'recent',
  reachedSince: 'recent',
  inVain: 'recent',
  pastEnd: 'task',
  nextNumber: 'retries',
  secondNumber: 'retries',
  thirdNumber: 'retries',
  duplicate: 'once',
  alike: 'masks',
};

/** The rule that said so, or where nobody told, the one that the reason is a word of. */
export const ruleOf = (kind: DecisionKind, because: DecisionBecause, said?: RuleSaid): DecisionRule => {
  if (said?.level === 'platform' || said?.level === 'merchant' || said?.level === 'task') return said.level;
  if (kind === 'redial') return because === 'appointed' ? '' : 'retries';
  return rulesOf[because] ?? (kind === 'refused' ? 'sheet' : '');
};

/** What the end of a call decides about its number, which stands as `callee` from then on. */
export const decisionOf = (
  event: CalleeEvent['type'],
  verdict: Verdict,
  callee: Pick<CalleeProgress, 'state' | 'because'>,
): { readonly kind: DecisionKind; readonly because: string } => {
  if (callee.state === 'settled') return { kind: 'settled', because: callee.because };
  if (event === 'notDialled') return { kind: 'notDialled', because: verdict.because };
  if (callee.because === 'nextNumber') return { kind: 'passedOn', because: callee.because };
  return { kind: 'redial', because: callee.because === '' ? verdict.state : callee.because };
};

const keysOf = <K extends string>(codes: Readonly<Record<K, number>>): ReadonlyMap<number, K> =>
  new Map(Object.entries(codes).map(([key, code]) => [code as number, key as K]));
const [kindKeys, becauseKeys, ruleKeys] = [keysOf(kindCodes), keysOf(becauseCodes), keysOf(ruleCodes)];

export const decisionCode = {
  kind: (kind: DecisionKind): number => kindCodes[kind],
  /** What this release has no code for is kept as what came of it: nothing was dialled. */
  because: (because: string): number =>
    Object.hasOwn(becauseCodes, because) ? becauseCodes[because as DecisionBecause] : becauseCodes.notDialled,
  rule: (rule: DecisionRule): number => ruleCodes[rule],
};

/** Back from the codes; null: of a later release. */
export const decisionWord = {
  kind: (code: number): DecisionKind | null => kindKeys.get(code) ?? null,
  because: (code: number): DecisionBecause | null => becauseKeys.get(code) ?? null,
  rule: (code: number): DecisionRule | null => ruleKeys.get(code) ?? null,
};
