import {
  type Instant,
  isFree,
  type SeatEvent,
  type SeatProgress,
  type SeatState,
  seatAt,
  stepSeat,
} from '@lianxian/core';

/**
 * One seat of this node: core's machine, its timer, and the call it has. Events come one at a time, in order; what it shows as is
 * told when it changes, and kept by whoever hears.
 */
export interface SeatBox {
  readonly merchantId: string;
  /** Its employee. */
  readonly seat: string;
  readonly progress: () => SeatProgress;
  /** The call it has, or is rung for; null: none. */
  readonly call: () => string | null;
  /** It dials, though its call has no row yet: nobody rings it until that is settled. */
  readonly dials: (on: boolean) => void;
  readonly isDialling: () => boolean;
  /** It is rung for a call, and nobody else's until that is over. False when it is not free. */
  readonly reserve: (call: string) => boolean;
  /** Reserved, and not rung after all. */
  readonly release: (call: string) => void;
  /** What its part in this call makes of it; events that come of another call than the one it has are nobody's. */
  readonly moved: (call: string, events: readonly SeatEvent[]) => void;
  readonly feed: (event: SeatEvent) => void;
  readonly close: () => void;
}

export interface SeatShown {
  readonly merchantId: string;
  readonly seat: string;
  readonly state: SeatState;
  readonly reason: string;
  readonly since: Instant;
  readonly call: string | null;
  /** It has just registered with this node: it is this node's, whoever had it before. */
  readonly takes: boolean;
}

interface SeatBoxParts {
  readonly merchantId: string;
  readonly seat: string;
  readonly now: () => Instant;
  readonly shows: (shown: SeatShown) => void;
}

export const openSeatBox = ({ merchantId, seat, now, shows }: SeatBoxParts): SeatBox => {
  let state = seatAt(now());
  let call: string | null = null;
  let isDialling = false;
  let wrapUp: NodeJS.Timeout | undefined;

  const feed = (event: SeatEvent): boolean => {
    const step = stepSeat(state, event, now());
    if (step.kind !== 'moved') return false;
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'clearTimer') clearTimeout(wrapUp);
      else if (effect.type === 'setTimer') {
        clearTimeout(wrapUp);
        wrapUp = setTimeout(() => feed({ type: 'wrapUpOver' }), effect.afterMs).unref();
      } else
        shows({
          merchantId,
          seat,
          state: effect.state,
          reason: effect.reason,
          since: state.since,
          call,
          takes: event.type === 'registered',
        });
    }
    return true;
  };

  return {
    merchantId,
    seat,
    progress: () => state,
    call: () => call,
    dials: on => {
      isDialling = on;
    },
    isDialling: () => isDialling,
    reserve: wanted => {
      if (call !== null || isDialling || !isFree(state)) return false;
      call = wanted;
      return feed({ type: 'rang' });
    },
    release: of => {
      if (call !== of) return;
      call = null;
      feed({ type: 'ended', wrapUpMs: 0 });
    },
    moved: (of, events) => {
      if (call !== null && call !== of) return;
      for (const event of events) {
        // Told with the state that comes of it: whose call the wrap-up is of stays known until the next one.
        if (event.type === 'dialled' || event.type === 'rang') call = of;
        // What it was only rung for is not its own.
        if (event.type === 'ended' && state.being === 'ringing') call = null;
        feed(event);
        if (event.type === 'ended') call = null;
      }
    },
    feed: event => void feed(event),
    close: () => clearTimeout(wrapUp),
  };
};
