import { type Instant, ignored, moved, type Step } from '../kit/index.ts';
import type { SeatState } from './states.ts';

/**
 * A human seat (坐席): may it be rung, and what is it doing. The server's is the truth (a mailbox a seat); a page runs the same
 * machine, so that what it shows does not wait for the answer.
 *
 * ```
 *              registered            dialled           answered          held
 *   offline ───────────────▶ idle ────────────▶ dialling ──────▶ inCall ──────▶ held
 *      ▲                    ▲ │ ▲ └───────────▶ ringing ───────▶   │ ◀──────────┘
 *      │ goOffline          │ │ │    rang                          │ ended     resumed
 *      └────────────────────┘ │ └──────────────── wrapUp ◀─────────┘
 *                             ▼    wrapUpOver
 *                           break
 * ```
 *
 * Beside all of these but offline stands whether its telephone is registered: while it is not, the seat shows as
 * *connecting* and goes on to be what it was, so that a call outlives a lost socket, a reload, another address.
 *
 * - A call that was never talked in has no wrap-up.
 * - What is wished in a call (a break, to be offline) comes when the call is over; the latest wish counts.
 * - Only an idle seat is rung; one in a break is left alone, and dials nobody.
 * - All events come from a network, a clock or a person: none is impossible.
 */
export interface SeatProgress {
  /** What it is or, while `isLost`, will be again. */
  readonly being: Exclude<SeatState, 'connecting'>;
  /** Its telephone is not registered just now. */
  readonly isLost: boolean;
  /** Of a break; of one that comes after the call as well. */
  readonly reason: string;
  /** Where the end of the call, and of its wrap-up, leads. */
  readonly next: 'idle' | 'break' | 'offline';
  /** Since when it has shown as it does. */
  readonly since: Instant;
}

export type SeatEvent =
  | {
      readonly type:
        | 'goOnline'
        | 'registered'
        | 'lost'
        | 'goOffline'
        | 'dialled'
        | 'rang'
        | 'answered'
        | 'held'
        | 'resumed'
        | 'wrapUpOver'
        | 'breakEnded';
    }
  /** The call is over, or the seat has left it; `wrapUpMs` 0: no wrap-up. */
  | { readonly type: 'ended'; readonly wrapUpMs: number }
  | { readonly type: 'breakTaken'; readonly reason: string };

/** What its machine is told of a call; whether there is something to wrap up is the call's to say, how long the seat's. */
export type SeatMove =
  | { readonly type: 'dialled' | 'rang' | 'answered' | 'held' | 'resumed' }
  | { readonly type: 'ended'; readonly wrapsUp: boolean };

type SeatEffect =
  | { readonly type: 'setTimer'; readonly name: 'wrapUp'; readonly afterMs: number }
  | { readonly type: 'clearTimer'; readonly name: 'wrapUp' }
  /** It shows as something else now. */
  | { readonly type: 'publish'; readonly state: SeatState; readonly reason: string };

export const seatAt = (since: Instant): SeatProgress => ({
  being: 'offline',
  isLost: false,
  reason: '',
  next: 'idle',
  since,
});

/** As it shows. */
export const seatStateOf = ({ being, isLost }: Pick<SeatProgress, 'being' | 'isLost'>): SeatState =>
  isLost && being !== 'offline' ? 'connecting' : being;

const callBeings: readonly SeatState[] = ['dialling', 'ringing', 'inCall', 'held'];
/** It has a call, whether its telephone is there or not. */
const isInCall = ({ being }: Pick<SeatProgress, 'being'>): boolean => callBeings.includes(being);
/** May be given a call. */
export const isFree = (seat: Pick<SeatProgress, 'being' | 'isLost'>): boolean => seatStateOf(seat) === 'idle';

type Change = Partial<Omit<SeatProgress, 'since'>>;
type Answer = { readonly to: Change; readonly timer?: SeatEffect } | string;

const stopped: SeatEffect = { type: 'clearTimer', name: 'wrapUp' };

/** Where it goes when nothing holds it any more. */
const onward = ({ next, reason }: SeatProgress): Change => ({
  being: next,
  next: 'idle',
  reason: next === 'break' ? reason : '',
  ...(next === 'offline' && { isLost: false }),
});

const afterCall = (seat: SeatProgress, wrapUpMs: number): Answer => {
  if (!isInCall(seat)) return 'noCall';
  const talked = seat.being === 'inCall' || seat.being === 'held';
  if (!talked || wrapUpMs <= 0 || seat.next === 'offline') return { to: onward(seat) };
  return { to: { being: 'wrapUp' }, timer: { type: 'setTimer', name: 'wrapUp', afterMs: wrapUpMs } };
};

const online = (seat: SeatProgress, isRegistered: boolean): Answer => {
  if (seat.being === 'offline') return { to: { being: 'idle', isLost: !isRegistered, next: 'idle', reason: '' } };
  if (!isRegistered) return seat.next === 'offline' ? { to: { next: 'idle' } } : 'isOnline';
  return seat.isLost ? { to: { isLost: false } } : 'isRegistered';
};

const offline = (seat: SeatProgress): Answer => {
  if (seat.being === 'offline') return 'isOffline';
  if (isInCall(seat)) return seat.next === 'offline' ? 'isWished' : { to: { next: 'offline' } };
  const to = onward({ ...seat, next: 'offline' });
  return seat.being === 'wrapUp' ? { to, timer: stopped } : { to };
};

const breaks = (seat: SeatProgress, reason: string): Answer => {
  if (seat.being === 'offline') return 'isOffline';
  if (isInCall(seat)) return { to: { next: 'break', reason } };
  const to: Change = { being: 'break', reason, next: 'idle' };
  return seat.being === 'wrapUp' ? { to, timer: stopped } : { to };
};

const dials = (seat: SeatProgress): Answer => {
  if (seat.isLost) return 'notRegistered';
  if (seat.being === 'wrapUp') return { to: { being: 'dialling' }, timer: stopped };
  return seat.being === 'idle' ? { to: { being: 'dialling' } } : 'notFree';
};

const breakOver = (seat: SeatProgress): Answer => {
  if (seat.being === 'break') return { to: { being: 'idle', reason: '' } };
  return seat.next === 'break' ? { to: { next: 'idle', reason: '' } } : 'noBreak';
};

const from = (seat: SeatProgress, beings: readonly SeatState[], being: SeatProgress['being']): Answer =>
  beings.includes(seat.being) ? { to: { being } } : 'otherwise';

const answerTo = (seat: SeatProgress, event: SeatEvent): Answer => {
  switch (event.type) {
    case 'goOnline':
      return online(seat, false);
    case 'registered':
      return online(seat, true);
    case 'lost':
      return seat.being === 'offline' || seat.isLost ? 'notRegistered' : { to: { isLost: true } };
    case 'goOffline':
      return offline(seat);
    case 'dialled':
      return dials(seat);
    case 'rang':
      return isFree(seat) ? { to: { being: 'ringing' } } : 'notFree';
    case 'answered':
      return from(seat, ['dialling', 'ringing'], 'inCall');
    case 'held':
      return from(seat, ['inCall'], 'held');
    case 'resumed':
      return from(seat, ['held'], 'inCall');
    case 'ended':
      return afterCall(seat, event.wrapUpMs);
    case 'wrapUpOver':
      return seat.being === 'wrapUp' ? { to: onward(seat), timer: stopped } : 'noWrapUp';
    case 'breakTaken':
      return breaks(seat, event.reason);
    case 'breakEnded':
      return breakOver(seat);
  }
};

/** Of a break, while it shows as one. */
const reasonShown = (seat: SeatProgress): string => (seatStateOf(seat) === 'break' ? seat.reason : '');

export const stepSeat = (seat: SeatProgress, event: SeatEvent, at: Instant): Step<SeatProgress, SeatEffect> => {
  const answer = answerTo(seat, event);
  if (typeof answer === 'string') return ignored(seat, answer);
  const changed = { ...seat, ...answer.to };
  const isNews = seatStateOf(changed) !== seatStateOf(seat) || reasonShown(changed) !== reasonShown(seat);
  const after = isNews ? { ...changed, since: at } : changed;
  return moved(
    after,
    ...(answer.timer ? [answer.timer] : []),
    ...(isNews ? [{ type: 'publish', state: seatStateOf(after), reason: reasonShown(after) } as const] : []),
  );
};
