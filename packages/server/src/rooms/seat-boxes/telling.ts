import { CALL_TOPICS } from '@lianxian/contract';
import type { Instant, SeatState } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { noteSeatState, SEAT_ORDERS_CHANNEL, tellCallsElsewhere, tellHolder } from '../seats/index.ts';
import type { Moved } from './following.ts';
import type { SeatShown } from './mailbox.ts';
import { untilKept } from './until-kept.ts';

/* What is kept and told of seats beyond this process, of each seat in the order in which it happened. */

interface TellingParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly push: PushSender;
  readonly log: Log;
  /** This node. */
  readonly owner: string;
  readonly clock: { readonly toDate: (at: Instant) => Date };
}

/** Told between nodes: a seat has registered with this one (its employee, and the node). */
export const MOVED_CHANNEL = 'seat_moved';

/** Who shows as one of these takes part in a call, or is rung for it. */
const inCall: readonly SeatState[] = ['dialling', 'ringing', 'inCall', 'held'];

/** So much of one seat waits for the database; a telephone that flaps faster than that is kept with gaps. */
const MOST_WAITING = 50;

interface KeepsStates {
  (shown: SeatShown): void;
  /** Resolves when all is kept, or cannot be. */
  readonly close: () => Promise<void>;
}

/**
 * What seats show as. A node that has lost a seat to another says no more of it (`lost`); one that has just got it tells those
 * nodes that have a call of it, each of which brings it back.
 */
export const keepsStates = (
  { db, bus, push, log, owner, clock }: TellingParts,
  lost: (seat: string) => void,
): KeepsStates => {
  const turns = createTurns();
  const keeping = untilKept();
  const keep = async (shown: SeatShown): Promise<void> => {
    const noted = { ...shown, since: clock.toDate(shown.since), node: owner };
    const isOurs = await keeping(() => noteSeatState(noted, { db, push }));
    if (!isOurs) return lost(shown.seat);
    // In two places it says that it takes part (`seat_call` is the other): whichever goes last ends its hearing of words.
    if (!inCall.includes(shown.state)) push.topicsChanged(shown.merchantId, shown.seat, CALL_TOPICS);
    if (!shown.takes) return;
    await bus.notify(MOVED_CHANNEL, `${shown.seat} ${owner}`);
    for (const node of await tellCallsElsewhere(db, { ...shown, node: owner }))
      await bus.notify(SEAT_ORDERS_CHANNEL, node);
  };
  /** Of each seat, what waits for its turn: as many as there are turns. */
  const waiting = new Map<string, SeatShown[]>();
  const keepNext = async (seat: string): Promise<void> => {
    const next = waiting.get(seat) ?? [];
    const shown = next.shift();
    if (next.length === 0) waiting.delete(seat);
    if (shown !== undefined) await keep(shown);
  };
  const shows = (shown: SeatShown): void => {
    const { seat } = shown;
    const next = waiting.get(seat) ?? [];
    waiting.set(seat, next);
    next.push(shown);
    if (next.length > MOST_WAITING) {
      // The turn of the oldest is the next one's; that the seat came here counts, whichever of them says so.
      const gone = next.shift();
      if (gone?.takes && next[0]) next[0] = { ...next[0], takes: true };
      return;
    }
    turns.add(seat, () =>
      keepNext(seat).catch((error: unknown) => log.warn({ err: error, seat }, 'what a seat shows as was not kept')),
    );
  };
  const close = (): Promise<void> => {
    keeping.stop();
    return turns.idle();
  };
  return Object.assign(shows, { close });
};

interface TellsMoves {
  (moved: Moved): void;
  readonly stop: () => void;
}

/** What calls of this node make of seats that are registered with another: a call that is over there is over here, whenever the database says so. */
export const tellsMoves = ({ db, bus, log, owner }: TellingParts): TellsMoves => {
  const turns = createTurns();
  const keeping = untilKept();
  const tell = async ({ moves, ...of }: Moved): Promise<void> => {
    const node = await keeping(() => tellHolder(db, { ...of, order: { type: 'moves', node: owner, moves } }));
    if (node !== null) await bus.notify(SEAT_ORDERS_CHANNEL, node);
  };
  const tells = (moved: Moved): void =>
    turns.add(moved.seat, () =>
      tell(moved).catch((error: unknown) =>
        log.warn({ err: error, seat: moved.seat }, 'a seat of another node is shown wrongly'),
      ),
    );
  return Object.assign(tells, { stop: keeping.stop });
};

/** Work of one name is done one after the other; it never rejects. */
const createTurns = () => {
  const waiting = new Map<string, Promise<void>>();
  return {
    add: (name: string, work: () => Promise<void>): void => {
      const mine = (waiting.get(name) ?? Promise.resolve()).then(work);
      waiting.set(name, mine);
      void mine.finally(() => {
        if (waiting.get(name) === mine) waiting.delete(name);
      });
    },
    idle: async (): Promise<void> => void (await Promise.all(waiting.values())),
  };
};
