import { type Instant, instant, isFree, type SeatState } from '@lianxian/core';
import type { SeatBox } from './mailbox.ts';

/**
 * Seats, wherever their telephones are: those of this process by their mailboxes, the others by what their nodes keep of them. One
 * of this process is reserved before anything else can happen; one of another node by being rung: its node takes the call in or
 * says that it is busy (decision 109).
 */
export interface SeatsAnywhere {
  /** Since when each is free; who is not is not among them. */
  readonly free: (merchantId: string, seats: readonly string[]) => Promise<ReadonlyMap<string, Instant>>;
  /** Null: it is not free any more. */
  readonly reserve: (seat: string, call: string) => SeatHold | null;
  readonly standing: (merchantId: string, seat: string) => Promise<'free' | 'busy' | 'offline'>;
}

/** A seat that is to be rung; `release`: it is not after all. */
export interface SeatHold {
  readonly seat: string;
  readonly release: () => void;
}

/** What is kept of a seat of another node that lives. */
interface SeatElsewhere {
  readonly seat: string;
  readonly state: SeatState;
  readonly since: Date;
}

interface AnywhereParts {
  readonly find: (seat: string) => SeatBox | undefined;
  readonly elsewhere: (merchantId: string, seats: readonly string[]) => Promise<readonly SeatElsewhere[]>;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
}

export const seatsAnywhere = ({ find, elsewhere, clock }: AnywhereParts): SeatsAnywhere => {
  const boxOf = (merchantId: string, seat: string): SeatBox | undefined => {
    const box = find(seat);
    return box?.merchantId === merchantId ? box : undefined;
  };
  const isIdle = (box: SeatBox): boolean => box.call() === null && !box.isDialling() && isFree(box.progress());
  const instantOf = (date: Date): Instant => {
    const now = clock.now();
    return instant(now - (clock.toDate(now).getTime() - date.getTime()));
  };

  return {
    free: async (merchantId, seats) => {
      const known = await elsewhere(
        merchantId,
        seats.filter(seat => find(seat) === undefined),
      );
      const there = known.flatMap(({ seat, state, since }) =>
        state === 'idle' ? [[seat, instantOf(since)] as const] : [],
      );
      const here = seats.flatMap(seat => {
        const box = boxOf(merchantId, seat);
        return box !== undefined && isIdle(box) ? [[seat, box.progress().since] as const] : [];
      });
      return new Map([...there, ...here]);
    },
    reserve: (seat, call) => {
      const box = find(seat);
      if (box === undefined) return { seat, release: () => undefined };
      return box.reserve(call) ? { seat, release: () => box.release(call) } : null;
    },
    standing: async (merchantId, seat) => {
      const box = boxOf(merchantId, seat);
      if (box !== undefined) {
        if (isIdle(box)) return 'free';
        return box.progress().being === 'offline' ? 'offline' : 'busy';
      }
      const [known] = await elsewhere(merchantId, [seat]);
      if (known === undefined || known.state === 'offline') return 'offline';
      return known.state === 'idle' ? 'free' : 'busy';
    },
  };
};
