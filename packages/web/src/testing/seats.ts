import type { SeatState } from '@lianxian/core';
import { action, type Merchant, type Person } from './house.ts';

/** A telephone's far end, as the house of the page tests plays it (`server/test/page-house/phones.ts`). */
interface Offer {
  readonly leg: string;
  readonly state: string;
  readonly to: string;
  readonly plan: string | null;
}

interface Rings {
  readonly from?: string;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Gives somebody a seat; its extension. */
export const giveSeat = async ({ id: merchant }: Merchant, { id: employee }: Person): Promise<number> =>
  (await action<{ extension: number }>('seat', { merchant, employee })).extension;
export const allowSeat = ({ id: employee }: Person, right: boolean): Promise<unknown> =>
  action('seatRight', { employee, right });
/** Whether pages reach the telephone's port. */
export const setSeatDoor = (open: boolean): Promise<unknown> => action('seatDoor', { open });
export const isRegistered = async ({ id: seat }: Person): Promise<boolean> =>
  (await action<{ registered: boolean }>('seatRegistered', { seat })).registered;
/** What a seat has dialled, the oldest first. */
export const offersOf = async ({ id: seat }: Person): Promise<readonly Offer[]> =>
  (await action<{ offers: readonly Offer[] }>('seatOffers', { seat })).offers;
export const ringSeat = async ({ id: seat }: Person, { from = '13800138000', ...rings }: Rings): Promise<string> =>
  (await action<{ leg: string }>('seatRing', { seat, from, ...rings })).leg;
export const legState = async (leg: string): Promise<string> =>
  (await action<{ state: string }>('seatLeg', { leg })).state;
export const farEnd = (
  leg: string,
  does: 'progress' | 'answer' | 'refuse' | 'hangUp',
  more: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<unknown> => action('seatDo', { leg, does, ...more });

/** What a seat asked of its call was not done; its page is told. */
export const notDone = (
  { id: merchant }: Merchant,
  { id: employee }: Pick<Person, 'id'>,
  of: { readonly call: string; readonly because: string },
): Promise<unknown> => action('seatNotDone', { merchant, employee, ...of });

interface SpanWish {
  readonly state: SeatState;
  readonly reason?: string;
  /** It began so long ago. */
  readonly minutesAgo: number;
}

/** Somebody's seat was these things, one after the other, and is the last of them now; pages are told. */
export const seatWas = (
  { id }: Merchant,
  { id: employee }: Pick<Person, 'id'>,
  spans: readonly SpanWish[],
): Promise<unknown> => action('seatWas', { merchant: id, employee, spans });
