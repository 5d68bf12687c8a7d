import type { CallDirection, CallState, MediaFacts } from '@lianxian/core';
import type { DialLine } from '../lines/index.ts';
import { type LadderMessage, repeatsItsAnswer } from '../live/index.ts';
import { type Finding, findingsOf } from './finding.ts';
import { codecsIn, contactIn } from './seen-sip.ts';

/** What a line's calls of the last day tell; pure. Sentences are the contract's `doctorWords`. */

/** A call that ended, the newest first. */
export interface SeenCall {
  readonly id: string;
  readonly direction: CallDirection;
  readonly state: CallState;
  readonly because: string;
  readonly code: number | null;
  readonly callerNumber: string;
  readonly answered: boolean;
  readonly talkMs: number;
  readonly hungUpBy: string;
  readonly media: Pick<MediaFacts, 'codec' | 'packetsReceived' | 'packetsRefused' | 'firstPacketAfterMs'> | null;
  /** Null: not kept. */
  readonly ladder: readonly LadderMessage[] | null;
}

/** Calls out that the far end answered or refused: it was there. */
export const spokenCalls = (calls: readonly SeenCall[]): readonly SeenCall[] =>
  calls.filter(({ direction, answered, code }) => direction === 'out' && (answered || code !== null));

/** Challenged, or refused as who we are (RFC 3261 §22). */
const CHALLENGES = [401, 407];
const FORBIDDEN = 403;

/** Of a line whose account shows in its calls alone. */
export const aboutAccount = (line: DialLine, calls: readonly SeenCall[]): Finding => {
  const say = findingsOf('credentials');
  const out = calls.filter(({ direction }) => direction === 'out');
  const weak = out.filter(call => call.because === 'weakChallenge');
  if (weak.length > 0) return say('fault', 'weakChallenge', {}, weak);
  const challenged = out.filter(call => CHALLENGES.includes(call.code ?? 0) || call.because === 'credentialsRefused');
  const code = challenged[0]?.code ?? CHALLENGES[0] ?? 0;
  if (challenged.length > 0)
    return say(
      'fault',
      line.credentials === null ? 'accountWanted' : 'callsRefused',
      { calls: challenged.length, code },
      challenged,
    );
  const forbidden = out.filter(call => call.code === FORBIDDEN);
  if (forbidden.length > 0)
    return say(
      'warning',
      'callerRefused',
      { calls: forbidden.length, number: forbidden[0]?.callerNumber ?? '' },
      forbidden,
    );
  const told = spokenCalls(calls);
  if (told.length > 0) return say('ok', 'accountAccepted', { calls: told.length });
  return line.credentials === null ? say('ok', 'noAccount') : say('unknown', 'accountUntried');
};

/** RFC 3261 §21.4.13, §21.4.26, §21.6.4. */
const NO_COMMON_CODEC = [415, 488, 606];

export const aboutCodec = (line: DialLine, calls: readonly SeenCall[]): Finding => {
  const say = findingsOf('codec');
  const refused = calls.filter(call => call.because === 'noCommonCodec' || NO_COMMON_CODEC.includes(call.code ?? 0));
  const talked = calls.filter(({ media }) => media !== null);
  if (refused.length > 0) {
    const many = refused.length;
    if (line.srtp && talked.length === 0) return say('fault', 'codecSrtp', { calls: many }, refused);
    const offered = [...new Set(refused.flatMap(({ ladder }) => codecsIn(ladder ?? [])))];
    const state = talked.length === 0 ? 'fault' : 'warning';
    if (offered.length > 0) return say(state, 'codecRefused', { calls: many, offered }, refused);
    return say(
      state,
      'codecRefusedUnsaid',
      { calls: many, code: refused.find(one => one.code !== null)?.code ?? 488 },
      refused,
    );
  }
  if (talked.length === 0) return say('unknown', 'noCalls');
  const codec = [...new Set(talked.map(({ media }) => media?.codec ?? ''))];
  return say('ok', 'codecGood', { calls: talked.length, codec });
};

/** Shorter talks may end before anybody spoke. */
const HEARD_AFTER_MS = 3_000;
const talkedLong = (calls: readonly SeenCall[]) =>
  calls.filter(({ answered, talkMs, media }) => answered && talkMs >= HEARD_AFTER_MS && media !== null);
const isUnheard = ({ media }: SeenCall): boolean =>
  media !== null && (media.packetsReceived === 0 || media.firstPacketAfterMs === null);

/** A second of sound: what strays in, or tries our ports, is less. */
const REFUSED_PACKETS = 50;

/** Nothing was heard because it came from where the far end may not send from. */
const isRefused = (call: SeenCall): boolean => isUnheard(call) && (call.media?.packetsRefused ?? 0) >= REFUSED_PACKETS;

/** Calls in which nothing came, when nothing came in any: then something is in the way. */
export const blockedCalls = (calls: readonly SeenCall[]): readonly SeenCall[] => {
  const talked = talkedLong(calls);
  return talked.every(call => isUnheard(call) && !isRefused(call)) ? talked : [];
};

export const aboutSound = (
  calls: readonly SeenCall[],
  { from, to }: { readonly from: number; readonly to: number },
): Finding => {
  const say = findingsOf('oneWay');
  const talked = talkedLong(calls);
  if (talked.length === 0) return say('unknown', 'noCalls');
  const unheard = talked.filter(isUnheard);
  if (unheard.length === 0) return say('ok', 'bothWays', { calls: talked.length });
  const state = unheard.length * 2 >= talked.length ? 'fault' : 'warning';
  const refused = talked.filter(isRefused);
  if (refused.length > 0)
    return say(state, 'soundElsewhere', { calls: refused.length, answered: talked.length }, refused);
  return say(state, 'oneWay', { calls: unheard.length, answered: talked.length, from, to }, unheard);
};

/** 64·T1, after which who never got an ACK gives up (RFC 3261 §13.3.1.4), and what it takes to end. */
const GIVES_UP_MS = { from: 31_000, to: 34_500 } as const;
/** Callees do hang up after half a minute; two who do, of all who talked so long, are no chance any more. */
const LONG_TALK_MS = 25_000;
const FEWEST_DROPS = 2;

const isDrop = ({ direction, hungUpBy, talkMs }: SeenCall): boolean =>
  direction === 'out' && hungUpBy === 'callee' && talkMs >= GIVES_UP_MS.from && talkMs <= GIVES_UP_MS.to;

/** Calls out whose far end never got our ACK: it said its answer again and again, or they all end at the same second. */
const droppedCalls = (calls: readonly SeenCall[]): readonly SeenCall[] => {
  const repeated = calls.filter(({ direction, ladder }) => direction === 'out' && repeatsItsAnswer(ladder ?? []));
  if (repeated.length > 0) return repeated;
  const drops = calls.filter(isDrop);
  const long = calls.filter(({ hungUpBy, talkMs }) => hungUpBy === 'callee' && talkMs >= LONG_TALK_MS);
  return drops.length >= FEWEST_DROPS && drops.length * 2 > long.length ? drops : [];
};

export const aboutAck = (calls: readonly SeenCall[], written: string): Finding => {
  const say = findingsOf('lostAck');
  const answered = calls.filter(call => call.answered);
  const unconfirmed = calls.filter(({ direction, because }) => direction === 'in' && because === 'ackMissing');
  if (unconfirmed.length > 0) return say('fault', 'ackLostHere', { calls: unconfirmed.length, written }, unconfirmed);
  const dropped = droppedCalls(calls);
  if (dropped.length === 0)
    return answered.length === 0 ? say('unknown', 'noCalls') : say('ok', 'ackFine', { calls: answered.length });
  const contact = dropped.map(({ ladder }) => contactIn(ladder ?? [])).find(found => found !== null) ?? '—';
  const seconds = Math.round(Math.max(...dropped.map(({ talkMs }) => talkMs)) / 1_000);
  return say('fault', 'ackLostThere', { calls: dropped.length, seconds, contact }, dropped);
};

/** No such number, or not a whole one (RFC 3261 §21.4.5, §21.4.22, §21.6.3). */
const NO_NUMBER = [404, 484, 604];
const FEWEST_CALLS = 10;
/** Bought lists are half empty numbers; more than that is how they are written. */
const TOO_MANY = 60;

export const aboutNumbers = (calls: readonly SeenCall[]): Finding => {
  const say = findingsOf('numbers');
  const told = spokenCalls(calls);
  if (told.length < FEWEST_CALLS) return say('unknown', 'numbersUnknown');
  const none = told.filter(({ code }) => NO_NUMBER.includes(code ?? 0));
  const share = Math.round((100 * none.length) / told.length);
  if (share < TOO_MANY) return say('ok', 'numbersGood', { calls: told.length, share });
  return say(share === 100 ? 'fault' : 'warning', 'numbersRefused', { calls: told.length, share }, none);
};
