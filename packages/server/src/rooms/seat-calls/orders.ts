import type { SeatMove } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { SEAT_ORDERS_CHANNEL, type SeatOrder, takeSeatOrders } from '../seats/index.ts';
import type { Act } from './acts.ts';

/** What pages want of seats and calls that live here: rows, and a wake-up; so it does not matter which node a page asks. */
interface OrdersParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly log: Log;
  /** This node. */
  readonly owner: string;
  /** Answers why it was not done; null: it was, or nobody waits for it any more. */
  readonly act: (act: Act) => Promise<string | null>;
  readonly refused: (act: Taken & { readonly callId: string }, because: string) => void;
  /** What a call of another node makes of a seat of this one. */
  readonly movedFrom: (
    node: string,
    moved: { readonly seat: string; readonly call: string; readonly moves: readonly SeatMove[] },
  ) => void;
  readonly setState: (seat: string, state: 'idle' | 'break' | 'wrapUpOver', reason: string) => void;
}

interface Orders {
  readonly close: () => Promise<void>;
}

interface Taken {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly callId: string | null;
  readonly order: SeatOrder;
}

/** A wake-up may be lost while the bus reconnects. */
const LOOK_MS = 1_000;

export const openOrders = ({ db, bus, log, owner, act, setState, ...parts }: OrdersParts): Orders => {
  const carryOut = (taken: Taken): void => {
    const { callId: call, employeeId: seat, order } = taken;
    if (order.type === 'state') setState(seat, order.state, order.reason);
    if (order.type === 'state' || call === null) return;
    if (order.type === 'moves') {
      parts.movedFrom(order.node, { seat, call, moves: order.moves });
      return;
    }
    // Each goes its own way: who waits for a telephone that rings can still hang up.
    const { act: what, to, party, keys } = order;
    act({ call, seat, act: what, to, party, keys }).then(
      because => because !== null && parts.refused({ ...taken, callId: call }, because),
      (error: unknown) => {
        log.warn({ err: error, call }, 'what a seat wanted was not done');
        parts.refused({ ...taken, callId: call }, 'callsAway');
      },
    );
  };

  const look = async (): Promise<number> => {
    for (const order of await takeSeatOrders(db, owner)) carryOut(order);
    return LOOK_MS;
  };
  const work = startWorkLoop(look, LOOK_MS, error => log.warn({ err: error }, 'what seats want was not read'));
  const listening = bus.listen(SEAT_ORDERS_CHANNEL, work.wake);
  listening.catch((error: unknown) => log.warn({ err: error }, 'what seats want is heard late'));
  bus.onBack(work.wake);
  return {
    close: async () => {
      work.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await work.idle();
    },
  };
};
