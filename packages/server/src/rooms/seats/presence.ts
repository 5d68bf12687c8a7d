import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { PushSocket, TopicSender } from '../../platform/push/index.ts';
import { tellEndpoints } from '../webhooks/index.ts';
import type { SeatAct } from './orders.store.ts';
import { type SeatShown, seatNamed, writePresence, writeSpan } from './presence.store.ts';

/** All seats of a merchant, for who looks after them; and what is one seat's own. */
const SEATS_TOPIC = 'seats';
const SEAT_PREFIX = 'seat:';
export const seatTopic = (employeeId: string): string => `${SEAT_PREFIX}${employeeId}`;

interface NoteParts {
  readonly db: UnscopedDb;
  readonly push: TopicSender;
}

/**
 * Keeps what a seat shows as, tells the merchant's own systems of it in the same transaction, and pages after it. False: another
 * node has the seat by now, which says so itself.
 */
export const noteSeatState = async (shown: SeatShown, { db, push }: NoteParts): Promise<boolean> => {
  const { merchantId, seat, state, reason, since, call } = shown;
  const isOurs = await inTransaction(db, async tx => {
    const named = await seatNamed(merchantDb(tx, merchantId), seat);
    if (named === undefined || !(await writePresence(tx, shown))) return false;
    await writeSpan(tx, shown);
    const { name, extension } = named;
    await tellEndpoints(tx, {
      ...{ merchantId, event: 'seat.state', subject: `seat:${seat}`, at: since },
      data: { seat: { id: seat, name }, extension, state, reason, callId: call },
    });
    return true;
  });
  if (!isOurs) return false;
  const message = { employeeId: seat, state, reason, since: since.toISOString(), callId: call };
  for (const topic of [seatTopic(seat), SEATS_TOPIC])
    push.toTopic(merchantId, topic, { type: 'seat.state', topic, ...message });
  return true;
};

type CallNews = 'began' | 'answered' | 'party' | 'held' | 'words' | 'recording' | 'ended' | 'taken';
/** Something of a call is new to a seat that is in it: its page asks `seat/call`. */
export const tellSeatCall = (
  push: TopicSender,
  { merchantId, seat, callId }: { readonly merchantId: string; readonly seat: string; readonly callId: string },
  what: CallNews,
): void => {
  const topic = seatTopic(seat);
  push.toTopic(merchantId, topic, { type: 'seat.call', topic, callId, what });
};

/** What a seat wanted of a call was not done; `because`: a key, as of `X-Because`. */
export const tellNotDone = (
  push: TopicSender,
  { merchantId, seat, callId }: { readonly merchantId: string; readonly seat: string; readonly callId: string },
  { act, because }: { readonly act: SeatAct; readonly because: string },
): void => {
  const topic = seatTopic(seat);
  push.toTopic(merchantId, topic, { type: 'seat.notDone', topic, callId, act, because });
};

/** Who may watch: one's own seat, and all seats where one looks after them. */
export const bindSeatsPush = (push: PushSocket): void => {
  push.provide({
    prefix: SEAT_PREFIX,
    mayWatch: async ({ employeeId, isSeat, preview }, topic) =>
      isSeat && preview === null && topic === seatTopic(employeeId),
  });
  push.provide({ prefix: SEATS_TOPIC, mayWatch: async ({ rights }) => rights.has('seat') });
};
