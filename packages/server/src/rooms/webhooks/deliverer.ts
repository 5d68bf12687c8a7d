import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Clock } from '../../platform/time.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { ringBell } from '../bell/index.ts';
import { keepTaken, letGo, noteFailed, noteSent, type Taken, takeDue } from './delivery.store.ts';
import { nextTry, restAfter } from './retry.policy.ts';
import { type Outcome, sendOne } from './send.ts';
import { sealContext } from './webhooks.ts';

/**
 * Carries messages out (docs/webhooks.md).
 *
 * Invariants: a message is tried by one process at a time, as long as that one reaches the database, and is done only when its
 * endpoint said so or its day is over, so it arrives at least once; of one thing the later is not tried before the earlier is
 * done; an endpoint has four requests at once, its merchant eight, so one that answers slowly keeps nobody else waiting.
 */
interface DelivererParts {
  readonly db: UnscopedDb;
  readonly egress: EgressGuard;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly clock: Clock;
}

interface Deliverer {
  readonly wake: () => void;
  /** Resolves when nothing is under way; what was is tried again by whoever comes next. */
  readonly close: () => Promise<void>;
}

const MOST_AT_ONCE = 64;
const BUSY_MERCHANT = 8;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 2_000;

const settle = async (db: UnscopedDb, taken: Taken, outcome: Outcome): Promise<void> => {
  if (outcome.because === '') return noteSent(db, taken, outcome);
  const after = { waitMs: nextTry(taken.tries, taken.ageMs), restMs: restAfter(taken.failures + 1) };
  await inTransaction(db, async tx => {
    const off = await noteFailed(tx, taken, outcome, after);
    if (off === null) return;
    const { merchantId, endpointId } = taken;
    await ringBell(tx, { merchantId, kind: 'webhookOff', about: endpointId, facts: { name: off.name } });
  });
};

export const openDeliverer = ({ db, egress, secrets, log, clock }: DelivererParts): Deliverer => {
  const running = new Map<Taken, Promise<void>>();
  const ending = new AbortController();

  const carryOut = async (taken: Taken): Promise<void> => {
    const { merchantId, endpointId, url, eventId, body } = taken;
    const secret = secrets.open(taken.secretSealed, sealContext(merchantId, endpointId));
    const outcome = await sendOne(egress, { url, secret, eventId, body }, clock.now(), ending.signal);
    if (ending.signal.aborted && outcome.because !== '') return letGo(db, taken);
    await settle(db, taken, outcome);
  };

  const begin = (taken: Taken): void => {
    const done = carryOut(taken)
      .catch((error: unknown) => log.warn({ err: error, delivery: taken.id }, 'what became of a webhook was not kept'))
      .finally(() => {
        running.delete(taken);
        loop.wake();
      });
    running.set(taken, done);
  };

  const look = async (): Promise<number> => {
    const live = [...running.keys()];
    await keepTaken(db, live);
    const room = MOST_AT_ONCE - live.length;
    if (room <= 0) return LOOK_EVERY_MS;
    const counts = Map.groupBy(live, ({ merchantId }) => merchantId);
    const merchants = [...counts].flatMap(([id, of]) => (of.length >= BUSY_MERCHANT ? [id] : []));
    const endpoints = live.map(({ endpointId }) => endpointId);
    for (const taken of await takeDue(db, room, { endpoints, merchants })) begin(taken);
    return LOOK_EVERY_MS;
  };

  const loop = startWorkLoop(look, RETRY_MS, error => log.warn({ err: error }, 'webhooks could not be looked for'));
  loop.wake();
  return {
    wake: loop.wake,
    close: async () => {
      loop.stop();
      await loop.idle();
      ending.abort();
      await Promise.all(running.values());
    },
  };
};
