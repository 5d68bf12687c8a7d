import {
  type Instant,
  instant,
  type SeatEvent,
  type SeatProgress,
  type SeatState,
  seatAt,
  seatStateOf,
  stepSeat,
} from '@lianxian/core';
import type { PhoneNews, Ringing } from './port.ts';
import type { SeatCall, SeatFacts, SeatView, SoundQuality } from './seat-store.ts';

/**
 * The seat in the tab that has the phone: core's machine, its call, what the server said. Pure; `keeper.ts` carries out
 * what follows from it.
 *
 *   call   dialling ─┬─answered─▶ answered ─ended─▶ ended ─closeCall─▶ none
 *          ringing ──┘              │  ▲               │
 *                                   ▼  │ answered      │ rang again (resume): the server had held it
 *                                 is away ◀────────────┘
 *
 * A call that was answered does not end because its path breaks: it is away, and the server brings it back on a new leg.
 * It is over when the phone or the server says so.
 */
export interface PageSeat {
  readonly seat: SeatProgress;
  readonly call: SeatCall | null;
  readonly facts: SeatFacts | null;
  readonly planId: string;
  readonly isOn: boolean;
  readonly wrapUpEndsAt: number | null;
  readonly quality: SoundQuality | null;
  /** The server's sentence on who has the seat elsewhere: may this device take it over? */
  readonly takenBy: string | null;
}

export type PageEvent =
  | { readonly type: 'phone'; readonly news: PhoneNews }
  | { readonly type: 'dialled'; readonly call: SeatCall }
  /** As the server has it now: after a reload, or when one was away. Null: none that lives. */
  | { readonly type: 'found'; readonly call: SeatCall | null }
  /** The server's own word on the state. */
  | { readonly type: 'told'; readonly state: SeatState; readonly reason: string }
  | { readonly type: 'closed' }
  | { readonly type: 'seat'; readonly event: SeatEvent }
  | { readonly type: 'set'; readonly part: Partial<PageSeat> };

/** A call that one had before a reload is there at once; its leg comes back later. */
export const newPageSeat = (kept: SeatCall | null, planId: string, at: number): PageSeat => ({
  seat: { ...seatAt(instant(at)), ...(kept?.status === 'answered' && { being: 'inCall', isLost: true }) },
  call: kept?.status === 'answered' ? { ...kept, isAway: true } : kept?.status === 'ended' ? kept : null,
  facts: null,
  planId,
  isOn: false,
  wrapUpEndsAt: null,
  quality: null,
  takenBy: null,
});

const moves = (page: PageSeat, event: SeatEvent, at: Instant): PageSeat => {
  const step = stepSeat(page.seat, event, at);
  if (step.kind !== 'moved') return page;
  const timer = step.effects.find(effect => effect.type !== 'publish');
  return {
    ...page,
    seat: step.state,
    ...(timer && { wrapUpEndsAt: timer.type === 'setTimer' ? at + timer.afterMs : null }),
  };
};

const withCall = (page: PageSeat, part: Partial<SeatCall>): PageSeat =>
  page.call === null ? page : { ...page, call: { ...page.call, ...part } };

/** It is in a call whatever it showed before: the server has one for it. */
const intoCall = (page: PageSeat, call: SeatCall, at: Instant): PageSeat => ({
  ...page,
  call,
  wrapUpEndsAt: null,
  seat: { ...page.seat, being: call.isHeld ? 'held' : 'inCall', since: at },
});

const newCall = ({ callId, kind, from, name }: Ringing, at: number): SeatCall => ({
  ...{ callId, kind, direction: 'in', phone: from, name: null, planId: null, todoId: null },
  ...{ status: 'ringing', startedAt: at, answeredAt: null, endedAt: null, endedBy: null, because: null },
  ...{ isHeld: false, isMuted: false, isAway: false },
  // Where one may not see numbers From is a token, and what may be shown stands beside it; a colleague has a name.
  ...(name !== null && (kind === 'internal' || kind === 'consult' ? { name } : { phone: name })),
});

const rang = (page: PageSeat, ringing: Ringing, at: Instant): PageSeat => {
  const { call } = page;
  const isSame = call !== null && (ringing.callId === null || call.callId === ringing.callId);
  if (ringing.kind !== 'resume') {
    const ringsNow = moves({ ...page, call: newCall(ringing, at) }, { type: 'rang' }, at);
    // The server's clock was ahead: it rings what it holds to be free.
    const { seat } = ringsNow;
    if (seat.being === 'ringing') return ringsNow;
    return { ...ringsNow, wrapUpEndsAt: null, seat: { ...seat, being: 'ringing', since: at } };
  }
  const back = isSame ? call : { ...newCall(ringing, at), answeredAt: at };
  return intoCall(page, { ...back, status: 'answered', endedAt: null, endedBy: null, isAway: true }, at);
};

const answered = (page: PageSeat, callId: string | null, at: Instant): PageSeat => {
  const { call } = page;
  if (call === null) return page;
  const known = { callId: callId ?? call.callId, isAway: false, status: 'answered' } as const;
  if (call.status === 'answered') return withCall(page, known);
  return moves(withCall(page, { ...known, answeredAt: at }), { type: 'answered' }, at);
};

const ended = (page: PageSeat, end: Pick<SeatCall, 'endedBy' | 'because'>, at: Instant): PageSeat => {
  if (page.call === null || page.call.status === 'ended') return page;
  const over = withCall(page, { ...end, status: 'ended', endedAt: at, isAway: false, isHeld: false });
  // Of two who answered, the second has talked with nobody.
  const wrapUpS = end.because === 'elsewhere' ? 0 : (page.facts?.wrapUpS ?? 0);
  return moves({ ...over, quality: null }, { type: 'ended', wrapUpMs: 1000 * wrapUpS }, at);
};

const heardPhone = (page: PageSeat, news: PhoneNews, at: Instant): PageSeat => {
  const isTalking = page.call?.status === 'answered';
  switch (news.type) {
    case 'registered':
      return moves(page, { type: 'registered' }, at);
    case 'lost':
      return moves(isTalking ? withCall(page, { isAway: true }) : page, { type: 'lost' }, at);
    case 'rang':
      return rang(page, news, at);
    case 'progress':
      return news.callId === null ? page : withCall(page, { callId: news.callId });
    case 'answered':
      return answered(page, news.callId, at);
    case 'ended':
      return ended(page, { endedBy: news.by, because: news.because }, at);
    case 'away':
      return isTalking ? withCall(page, { isAway: true }) : page;
    case 'heard':
      return withCall(page, { isAway: false });
    default:
      return page;
  }
};

const found = (page: PageSeat, call: SeatCall | null, at: Instant): PageSeat => {
  const mine = page.call?.status === 'ended' ? null : page.call;
  if (call === null) return mine?.status === 'answered' ? ended(page, { endedBy: 'peer', because: null }, at) : page;
  if (mine?.callId === call.callId) {
    const { being } = page.seat;
    const isIn = being === 'inCall' || being === 'held';
    const seat = isIn ? { ...page.seat, being: call.isHeld ? ('held' as const) : ('inCall' as const) } : page.seat;
    return withCall({ ...page, seat }, { isHeld: call.isHeld });
  }
  return mine === null ? intoCall(page, call, at) : page;
};

/** The page is ahead or the server is: what a call does, its own leg says; the rest is the server's word. */
const told = (page: PageSeat, state: SeatState, reason: string, at: Instant): PageSeat => {
  const { being } = page.seat;
  if (state === 'held' && being === 'inCall') return moves(withCall(page, { isHeld: true }), { type: 'held' }, at);
  if (state === 'inCall' && being === 'held') return moves(withCall(page, { isHeld: false }), { type: 'resumed' }, at);
  if (state === 'break' && being !== 'break') return moves(page, { type: 'breakTaken', reason }, at);
  if (state === 'idle' && being === 'wrapUp') return moves(page, { type: 'wrapUpOver' }, at);
  // After a reload: the server ends it in its time.
  if (state === 'wrapUp' && being === 'idle')
    return { ...page, wrapUpEndsAt: null, seat: { ...page.seat, being: 'wrapUp', since: at } };
  if (state === 'idle' && being === 'break') return moves(page, { type: 'breakEnded' }, at);
  return page;
};

export const stepPage = (page: PageSeat, event: PageEvent, ms: number): PageSeat => {
  const at = instant(ms);
  switch (event.type) {
    case 'phone':
      return heardPhone(page, event.news, at);
    case 'dialled':
      return moves({ ...page, call: event.call }, { type: 'dialled' }, at);
    case 'found':
      return found(page, event.call, at);
    case 'told':
      return told(page, event.state, event.reason, at);
    case 'closed':
      return page.call?.status === 'ended' ? { ...page, call: null } : page;
    case 'seat':
      return moves(page, event.event, at);
    case 'set':
      return { ...page, ...event.part };
  }
};

export const viewOf = (page: PageSeat): SeatView => {
  const { seat, takenBy, ...shown } = page;
  const restsAfter = seat.next === 'break' ? seat.reason : null;
  return {
    ...shown,
    takenBy,
    restsAfter,
    state: seatStateOf(seat),
    reason: seat.reason,
    since: seat.since,
    leads: true,
  };
};
