import { enders } from '../conversation/index.ts';

/** How a call came out (docs/calls.md#outcomes). `interrupted` is our own fault. Stored: keys never change. */
export const callStates = [
  'answered',
  'voicemail',
  'fax',
  'noAnswer',
  'busy',
  'rejected',
  'poweredOff',
  'outOfService',
  'unreachable',
  'emptyNumber',
  'numberChanged',
  'lineFault',
  'limited',
  'cancelled',
  'blacklisted',
  'abandoned',
  'interrupted',
] as const;
export type CallState = (typeof callStates)[number];

/** Whose fault it was that a call came out so. */
export const callFaults = ['nobody', 'callee', 'carrier', 'us', 'unknown'] as const;
type CallFault = (typeof callFaults)[number];

/** Who ended a call; nobody: it ended of itself, or never began. */
export const hungUpBys = [...enders, 'seat', 'nobody'] as const;
export type HungUpBy = (typeof hungUpBys)[number];

/** A call of ours, or somebody called us. */
export const callDirections = ['out', 'in'] as const;
export type CallDirection = (typeof callDirections)[number];

/** Who made a call: a robot (of a task, or tried by hand), a seat by hand, a seat to a seat. */
export const callOrigins = ['robot', 'seat', 'internal'] as const;
export type CallOrigin = (typeof callOrigins)[number];

/** How far a call's row is. */
export const callStages = ['placed', 'dialling', 'talking', 'ended'] as const;
export type CallStage = (typeof callStages)[number];

/** Every ending has one: what happened, whose fault it was, may one try again (docs/rules.md#verdicts). */
export interface Verdict {
  readonly state: CallState;
  readonly fault: CallFault;
  readonly mayRetry: boolean;
  /** The SIP answer that decided it, where there was one. */
  readonly sipCode: number | null;
  /** A stable key for the sentence shown to the user, e.g. `credentialsRefused`, `noReply`, `noRoute`. */
  readonly because: string;
}

/** How a leg can end, as the network told it. The words of telephony's `LegEnding`, said again: neither package knows the other. */
export interface LegEnding {
  readonly how:
    | 'byUs'
    | 'byThem'
    | 'cancelled'
    | 'refused'
    | 'credentialsRefused'
    | 'weakChallenge'
    | 'noReply'
    | 'ringTimeout'
    | 'unresolved'
    | 'notAllowed'
    | 'notOpen'
    | 'transportError'
    | 'noCommonCodec'
    | 'keysInClear'
    | 'mediaFailed'
    | 'ackMissing'
    | 'silent'
    | 'sessionExpired'
    | 'defect';
  /** The final SIP answer, where there was one. */
  readonly code: number | null;
  /** The telephone network's cause (ITU-T Q.850), where the answer gave one. */
  readonly q850?: number;
}

type Cell = Omit<Verdict, 'sipCode'>;
const cell = (state: CallState, fault: Verdict['fault'], mayRetry: boolean, because: string): Cell => ({
  state,
  fault,
  mayRetry,
  because,
});

const byEnding: Readonly<Record<Exclude<LegEnding['how'], 'refused'>, Cell>> = {
  byThem: cell('answered', 'nobody', false, 'calleeHungUp'),
  byUs: cell('answered', 'nobody', false, 'robotHungUp'),
  cancelled: cell('cancelled', 'nobody', true, 'cancelledByUser'),
  ringTimeout: cell('noAnswer', 'callee', true, 'ringTimeout'),
  // What the user has to set right on the line: trying again changes nothing.
  credentialsRefused: cell('lineFault', 'us', false, 'credentialsRefused'),
  weakChallenge: cell('lineFault', 'us', false, 'weakChallenge'),
  unresolved: cell('lineFault', 'us', false, 'unresolved'),
  notAllowed: cell('lineFault', 'us', false, 'addressNotAllowed'),
  // Our own port, which somebody else has; it is tried again by itself.
  notOpen: cell('lineFault', 'us', true, 'sipPortShut'),
  noCommonCodec: cell('lineFault', 'carrier', false, 'noCommonCodec'),
  // What the user has to set right on the line.
  keysInClear: cell('lineFault', 'us', false, 'keysInClear'),
  noReply: cell('lineFault', 'carrier', true, 'noReply'),
  transportError: cell('lineFault', 'carrier', true, 'transportError'),
  ackMissing: cell('lineFault', 'carrier', true, 'ackMissing'),
  mediaFailed: cell('interrupted', 'us', true, 'mediaFailed'),
  defect: cell('interrupted', 'us', true, 'callDefect'),
  // Both were answered calls that the line let go of.
  silent: cell('answered', 'carrier', false, 'lineSilent'),
  sessionExpired: cell('answered', 'carrier', false, 'sessionExpired'),
};

/** Of calls to us: their caller is `callee`, and whoever refuses or cancels is the other side. */
const byEndingOfTheirs: Partial<typeof byEnding> & { readonly refused: Cell } = {
  cancelled: cell('abandoned', 'nobody', false, 'callerGaveUp'),
  refused: cell('rejected', 'us', false, 'notTaken'),
  // We rang as long as any caller waits, and did not come to answer.
  ringTimeout: cell('interrupted', 'us', false, 'answeredTooLate'),
};

/** Final SIP answers (RFC 3261 §21, RFC 8197). 480 alone says nothing of a switched-off phone: it is only unreachable. */
const byCode: Readonly<Record<number, Cell>> = {
  301: cell('numberChanged', 'callee', false, 'numberChanged'),
  401: byEnding.credentialsRefused,
  403: cell('lineFault', 'carrier', false, 'forbidden'),
  404: cell('emptyNumber', 'callee', false, 'emptyNumber'),
  407: byEnding.credentialsRefused,
  408: cell('noAnswer', 'callee', true, 'noAnswer'),
  410: cell('numberChanged', 'callee', false, 'numberChanged'),
  415: byEnding.noCommonCodec,
  429: cell('limited', 'carrier', true, 'limited'),
  480: cell('unreachable', 'unknown', true, 'unavailable'),
  484: cell('emptyNumber', 'callee', false, 'emptyNumber'),
  486: cell('busy', 'callee', true, 'busy'),
  // Nobody of ours cancelled: the carrier stopped ringing by itself.
  487: cell('noAnswer', 'callee', true, 'noAnswer'),
  488: byEnding.noCommonCodec,
  503: cell('lineFault', 'carrier', true, 'serverBusy'),
  600: cell('busy', 'callee', true, 'busy'),
  603: cell('rejected', 'callee', false, 'declined'),
  604: cell('emptyNumber', 'callee', false, 'emptyNumber'),
  606: byEnding.noCommonCodec,
  608: cell('lineFault', 'carrier', false, 'refused'),
};

/** Answers that carriers give to nearly everything: a cause that comes with one says more than the number. */
const VAGUE: readonly number[] = [480, 500, 502, 503];

/** ITU-T Q.850, table 1. */
const byCause: Readonly<Record<number, Cell>> = {
  1: byCode[404]!,
  17: byCode[486]!,
  18: byCode[487]!,
  19: byCode[487]!,
  20: cell('poweredOff', 'callee', true, 'unavailable'),
  21: byCode[603]!,
  22: byCode[410]!,
  27: cell('outOfService', 'callee', false, 'outOfService'),
  28: byCode[484]!,
};

const refused = (code: number | null, q850?: number): Cell => {
  const cause = q850 !== undefined && code !== null && VAGUE.includes(code) ? byCause[q850] : undefined;
  if (cause) return cause;
  const known = code === null ? undefined : byCode[code];
  if (known) return known;
  if (code !== null && code >= 600) return cell('rejected', 'callee', false, 'rejected');
  if (code !== null && code >= 500) return cell('lineFault', 'carrier', true, 'serverError');
  return cell('lineFault', 'carrier', false, 'refused');
};

/**
 * What an ending on the network means for the call. Whether one may try again is said of the number's next attempt: this
 * one is never repeated. `in`: somebody called us.
 */
export const verdictOf = ({ how, code, q850 }: LegEnding, direction: CallDirection = 'out'): Verdict => {
  const theirs = direction === 'in' ? byEndingOfTheirs[how] : undefined;
  return { ...(theirs ?? (how === 'refused' ? refused(code, q850) : byEnding[how])), sipCode: code };
};

/** A fault of our own, whatever the network says. */
export const interrupted = (because: string): Verdict => ({
  state: 'interrupted',
  fault: 'us',
  mayRetry: true,
  sipCode: null,
  because,
});

/** Ended before anything was dialled. */
export const notDialled = (because: string): Verdict => ({
  state: 'cancelled',
  fault: 'nobody',
  mayRetry: true,
  sipCode: null,
  because,
});

/** The line could not carry the call, so nothing was dialled. */
export const lineNotReady = (because: string): Verdict => ({
  state: 'lineFault',
  fault: 'carrier',
  mayRetry: true,
  sipCode: null,
  because,
});

/** Every key `verdictOf` and the call machine can give: each has a sentence where verdicts are shown. */
export const becauseKeys: readonly string[] = [
  ...new Set(
    [
      ...Object.values(byEnding),
      ...Object.values(byEndingOfTheirs),
      ...Object.values(byCode),
      ...Object.values(byCause),
      refused(null),
      refused(500),
      refused(699),
    ].map(({ because }) => because),
  ),
];
