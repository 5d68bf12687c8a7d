import type { RefusalKey } from '@lianxian/contract';
import type { NotNow, Offer } from '@lianxian/core';
import { Refusal } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { ClaimedCall } from '../dialler/index.ts';
import type { SeatBox, SeatsAnywhere } from '../seat-boxes/index.ts';
import { seatOfAccount } from '../seats/index.ts';
import { codeOf, idOf, type Wanted, wantedOf } from './dial.policy.ts';
import type { DiallingSeat } from './place-out.ts';

/**
 * A seat's telephone calls: whom it may, what becomes of it.
 *
 *   INVITE ─▶ whose? ─▶ free? ─▶ a colleague ─────────────▶ row ─commit─▶ the colleague's telephone is rung
 *                │        │    └▶ a number, a token ─rules─▶ row ─commit─▶ dialled over the seat's line
 *                └────────┴──────────────▶ refused: 403, 404, 486, with the reason in `X-Because`
 *
 * Invariants: a seat has one call; nothing is dialled before its row stands; what is refused leaves no row.
 */
interface SeatOffersParts {
  readonly log: Log;
  /** A seat of this node; it holds the telephone that calls. */
  readonly find: (seat: string) => Promise<SeatBox | undefined>;
  readonly standing: SeatsAnywhere['standing'];
  readonly hasRoom: () => Promise<boolean>;
  /** Read anew with every call; null: it may not call (right taken away, switched off). */
  readonly seatOf: (
    seat: string,
  ) => Promise<(DiallingSeat & { readonly extension: number; readonly mayCallOut: boolean }) | null>;
  readonly seatAt: (merchantId: string, extension: number) => Promise<string | null>;
  /** Null: it stands for nothing, or for nothing of this seat. */
  readonly numberOf: (seat: DiallingSeat, token: string) => Promise<string | null>;
  readonly placeOut: (
    seat: DiallingSeat,
    number: string,
  ) => Promise<{ readonly claim: ClaimedCall; readonly mayNot: NotNow['because'] | null }>;
  readonly placeWithin: (
    seat: DiallingSeat,
    to: { readonly extension: number; readonly own: number },
  ) => Promise<ClaimedCall>;
  /** The row stands. Resolves when the seat has the call; `called`: the seat that is rung for it. */
  readonly dial: (claim: ClaimedCall, by: DialledBy) => Promise<void>;
  readonly refuse: (offer: string, answer: { readonly code: number; readonly because: RefusalKey }) => void;
  /** What the page had open when it dialled goes with the call; never in its way. */
  readonly begun: (claim: ClaimedCall, seat: string, from: DialledFrom) => void;
}

export interface DialledBy {
  readonly offer: string;
  readonly seat: string;
  readonly called: string | null;
  readonly mayNot: NotNow['because'] | null;
}

interface DialledFrom {
  readonly planId: string | null;
  readonly todoId: string | null;
}

const BUSY = 486;

export const createSeatOffers = (parts: SeatOffersParts): ((offer: Offer) => Promise<void>) => {
  const mayNotDial = (box: SeatBox): RefusalKey | null => {
    if (box.call() !== null || box.isDialling()) return 'seatInCall';
    const { being } = box.progress();
    if (being === 'idle' || being === 'wrapUp') return null;
    return being === 'break' ? 'seatOnBreak' : 'seatInCall';
  };

  const colleagueAt = async (
    seat: DiallingSeat,
    wanted: Wanted,
  ): Promise<{ readonly id: string } | RefusalKey | null> => {
    if (wanted.type !== 'extension') return null;
    const id = await parts.seatAt(seat.merchantId, wanted.extension);
    if (id === null) return null;
    if (id === seat.seat) return 'ownExtension';
    const standing = await parts.standing(seat.merchantId, id);
    if (standing === 'offline') return 'colleagueOffline';
    return standing === 'free' ? { id } : 'colleagueBusy';
  };

  const numberIn = (seat: DiallingSeat, wanted: Wanted): Promise<string | null> =>
    wanted.type === 'token' ? parts.numberOf(seat, wanted.token) : Promise.resolve(wanted.text);

  const place = async (id: string, offer: Offer): Promise<RefusalKey | null> => {
    if (!(await parts.hasRoom())) return 'callsAway';
    const seat = await parts.seatOf(id);
    if (seat === null) return 'noRight';
    const wanted = wantedOf(offer.called[0] ?? '');
    if (wanted === null) return 'badInput';
    const colleague = await colleagueAt(seat, wanted);
    if (typeof colleague === 'string') return colleague;
    const by = { offer: offer.offer, seat: id, called: colleague?.id ?? null };
    if (colleague !== null && wanted.type === 'extension') {
      const claim = await parts.placeWithin(seat, { extension: wanted.extension, own: seat.extension });
      await parts.dial(claim, { ...by, mayNot: null });
      return null;
    }
    if (!seat.mayCallOut) return 'noRight';
    const number = await numberIn(seat, wanted);
    if (number === null) return 'notFound';
    const { claim, mayNot } = await parts.placeOut(seat, number);
    parts.begun(claim, id, dialledFrom(offer));
    await parts.dial(claim, { ...by, mayNot });
    return null;
  };

  const decide = async (id: string, offer: Offer): Promise<RefusalKey | null> => {
    const box = await parts.find(id);
    if (box === undefined) return 'seatOffline';
    const because = mayNotDial(box);
    if (because !== null) return because;
    box.dials(true);
    try {
      return await place(id, offer);
    } catch (error) {
      if (error instanceof Refusal) return error.key;
      parts.log.warn({ err: error, seat: id }, 'a seat could not dial');
      return 'callsAway';
    } finally {
      box.dials(false);
    }
  };

  return async offer => {
    const seat = seatOfAccount(offer.account ?? '');
    if (seat === null) return parts.refuse(offer.offer, { code: codeOf('noRight'), because: 'noRight' });
    const because = await decide(seat, offer);
    if (because === null) return;
    const isBusy = because === 'seatInCall' || because === 'colleagueBusy';
    parts.refuse(offer.offer, { code: isBusy ? BUSY : codeOf(because), because });
  };
};

const dialledFrom = ({ headers = {} }: Offer): DialledFrom => ({
  planId: idOf(headers['x-plan-id'] ?? null),
  todoId: idOf(headers['x-todo-id'] ?? null),
});
