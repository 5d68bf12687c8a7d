import { type CallState, callStates } from '@lianxian/core';

/** By its number on the wire, from 1. */
export const callStateOf = (number: number): CallState => callStates[number - 1] ?? 'answered';

const becauses: Readonly<Record<CallState, string>> = {
  answered: 'calleeHungUp',
  voicemail: 'calleeHungUp',
  fax: 'calleeHungUp',
  noAnswer: 'noAnswer',
  busy: 'busy',
  rejected: 'declined',
  poweredOff: 'unavailable',
  outOfService: 'outOfService',
  unreachable: 'unavailable',
  emptyNumber: 'emptyNumber',
  numberChanged: 'numberChanged',
  lineFault: 'refused',
  limited: 'limited',
  cancelled: 'cancelledByUser',
  blacklisted: 'refused',
  abandoned: 'callerGaveUp',
  interrupted: 'transportError',
};
/** Why a call that another telephone carried ended so, as far as its state says. */
export const becauseOf = (state: CallState): string => becauses[state];

/** `2026-03-09 08:00:00`: a day and a time that there are, of a year that PostgreSQL knows. */
export const isMoment = (text: string): boolean => {
  const read = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (text.startsWith('0000') || Number.isNaN(read)) return false;
  return new Date(read).toISOString().startsWith(text.replace(' ', 'T'));
};

const WEEK_MS = 7 * 86_400_000;
/** A clock of a page is some minutes wrong. */
const SLACK_MS = 5 * 60_000;
/** A record is told of soon after its call: nobody writes the history of last year, or of tomorrow. */
export const isTellable = (startedAt: Date, at: Date): boolean => {
  const agoMs = at.getTime() - startedAt.getTime();
  return agoMs >= -SLACK_MS && agoMs <= WEEK_MS;
};
