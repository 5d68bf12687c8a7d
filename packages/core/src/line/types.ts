/**
 * The words of lines (docs/lines.md): how a dialled number is written for a carrier, and which of a line's numbers
 * calls. Stored, so keys never change their meaning.
 */

/** What stands for China before a number. */
export const countryCodes = ['none', 'plus86', '86', '0086'] as const;
type CountryCode = (typeof countryCodes)[number];

/** Steps in this order: strip, 0 before numbers of other provinces, country code, prefix. */
export interface Rewriting {
  /** Taken off the front where the number begins so. */
  readonly strip: string;
  /** Put before everything. */
  readonly prefix: string;
  readonly country: CountryCode;
  /** Mobile numbers of other provinces than this get a 0; empty: none do. */
  readonly homeProvince: string;
}

/** Nothing is changed. */
export const asDialled: Rewriting = { strip: '', prefix: '', country: 'none', homeProvince: '' };

/** Same city or province first: else any that may, in turn. */
export const callerPicks = ['fixed', 'inTurn', 'random', 'sameCity', 'sameProvince'] as const;
export type CallerPick = (typeof callerPicks)[number];

export const lineStates = ['unknown', 'up', 'congested', 'down'] as const;
export type LineState = (typeof lineStates)[number];

/** Why a line is as it is; '' where the state says it all. Sentences are the contract's. */
export const lineBecauses = [
  '',
  'noReply',
  'unresolved',
  'notAllowed',
  'notOpen',
  'unreachable',
  'credentialsRefused',
  'weakChallenge',
  'certificate',
  'refused',
  'serverError',
  'notRegistered',
  'busyAnswers',
  'failing',
  'optionsIgnored',
  'refusing',
] as const;
export type LineBecause = (typeof lineBecauses)[number];
