import { randomUUID } from 'node:crypto';
import { filledNames, smsParts } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import type { OpenCarrier, Outgoing } from './carrier.ts';
import { type Desk, openDesk } from './desk.ts';
import { type ProviderNow, works } from './judge.policy.ts';
import { dropLeases, type Lease, takeLeases } from './lease.store.ts';
import { openNotes } from './notes.ts';
import { keepLate } from './replies.ts';
import { noteAnswers } from './settle.ts';
import { giveBack, inherit, type Taken, takeTurns } from './take.ts';

/**
 * Hands messages to providers (docs/sms.md#sending).
 *
 * Invariants: one node at a time has the messages of a merchant, by a lease with a fence; what is handed over was written as handed
 * over before; what came back is written before the same is asked again. So a message goes once, or it is said that nobody knows.
 */
interface SenderParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly open: OpenCarrier;
}

interface Sender {
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 2_000;
const MOST_MERCHANTS = 200;
/** Of more merchants than that, one that had its turn for so long lets another one have it. */
const TURN_MS = 10_000;
/** Of one merchant in one transaction. */
const MOST_TAKEN = 200;
const DRAIN_MS = 10_000;
/** Longer than any carrier takes: of what is on its way when a turn ends the answer is had. */
const TURN_ENDS_MS = 20_000;
/** A look asks the database the same for one message as for many: room that comes free within a window is filled together. */
const TOGETHER_MS = { least: 10, most: 100 } as const;
/** Answers of which a part is missing are looked for so often. */
const LATE_EVERY_MS = 60_000;

/** Those of its template in their order: some providers know them by their place alone. */
const valuesOf = ({ content, values }: Taken['message']): Outgoing['values'] =>
  Object.fromEntries(filledNames(content).map(name => [name, values[name] ?? '']));

const outgoing = ({ message, providerId }: Taken): Outgoing => ({
  ...{ id: message.id, phone: message.phone, text: message.text, parts: smsParts(message.text) },
  ...{ signature: message.signature, body: message.body, values: valuesOf(message) },
  code: message.codes.find(one => one.providerId === providerId)?.code ?? '',
});

/**
 * One merchant's: what is on its way, and answers that are not written yet. Who carries is read when it is woken, which it is every
 * second; when room comes free it is filled by what was read.
 */
const openOne = ({ db, secrets, open, log }: SenderParts, lease: Lease) => {
  const { merchantId } = lease;
  const desk: Desk = openDesk(merchantId, { db, secrets, open, now: () => performance.now() });
  /** By what is done with each, whose it is. */
  const sending = new Map<Promise<void>, string>();
  const since = performance.now();
  let isRead = false;
  /** Something may be taken that is not known of here: the answer to its commit was lost. */
  let isUnsure = false;
  let lateAt = performance.now() - LATE_EVERY_MS;
  const notes = openNotes(batch => noteAnswers(db, merchantId, batch), log);

  let soon: NodeJS.Timeout | undefined;
  const fillSoon = (): void => {
    const pauseMs = Math.min(TOGETHER_MS.most, Math.max(TOGETHER_MS.least, desk.windowMs()));
    soon ??= setTimeout(() => {
      soon = undefined;
      loop.wake();
    }, pauseMs);
  };
  const begin = (taken: Taken): void => {
    const { message, providerId } = taken;
    const done = desk
      .send(providerId, outgoing(taken))
      .finally(fillSoon)
      .then(({ answer, free }) => notes.keep({ id: message.id, providerId, answer, free }))
      .finally(() => sending.delete(done));
    sending.set(done, message.id);
  };
  const takeMost = async (providers: readonly ProviderNow[], most: number): Promise<void> => {
    if (isUnsure && !(await giveBack(db, lease, [...sending.values()]))) return;
    isUnsure = true;
    for (const taken of await takeTurns(db, lease, providers, most)) begin(taken);
    isUnsure = false;
  };

  const look = async (): Promise<number> => {
    if (!isRead) {
      isRead = true;
      await desk.read().catch((error: unknown) => {
        isRead = false;
        throw error;
      });
    }
    if (performance.now() - lateAt > LATE_EVERY_MS) {
      lateAt = performance.now();
      await keepLate(db, merchantId);
    }
    const providers = desk.providers();
    const room = providers.filter(works).reduce((sum, { room }) => sum + Math.max(0, room), 0);
    // What waits for nobody is told so, and what may not go ends, also while nobody has room.
    const most = providers.some(works) ? Math.min(room, MOST_TAKEN) : MOST_TAKEN;
    if (most > 0 || isUnsure) await takeMost(providers, most);
    return RETRY_MS;
  };
  const loop = startWorkLoop(look, RETRY_MS, error =>
    log.warn({ err: error, merchant: merchantId }, 'text messages could not be sent'),
  );

  return {
    lease,
    /** Something changed that is in the database. */
    wake: () => {
      isRead = false;
      loop.wake();
    },
    hadItsTurn: () => performance.now() - since > TURN_MS,
    close: async (limitMs: number): Promise<void> => {
      loop.stop();
      await loop.idle();
      await Promise.race([Promise.all(sending.keys()), new Promise(resolve => setTimeout(resolve, limitMs).unref())]);
      clearTimeout(soon);
      await desk.close();
      notes.close();
      await Promise.all(sending.keys());
    },
  };
};
type One = ReturnType<typeof openOne>;

export const openSender = (parts: SenderParts): Sender => {
  const { db, log } = parts;
  const node = randomUUID();
  const ones = new Map<string, One>();
  const ending = new Map<string, Promise<void>>();

  /** Nothing of this merchant begins here anew before it is over. */
  const end = (one: One, limitMs: number): void => {
    const { merchantId } = one.lease;
    ones.delete(merchantId);
    const ended = one
      .close(limitMs)
      .catch((error: unknown) => log.warn({ err: error, merchant: merchantId }, 'text messages were not ended well'))
      .finally(() => ending.delete(merchantId));
    ending.set(merchantId, ended);
  };
  const wakeOne = async (lease: Lease): Promise<void> => {
    const { merchantId } = lease;
    const known = ones.get(merchantId);
    if (known !== undefined && known.lease.fence !== lease.fence) end(known, 0);
    if (ending.has(merchantId)) return;
    if (!ones.has(merchantId)) {
      await inherit(db, lease);
      ones.set(merchantId, openOne(parts, lease));
    }
    ones.get(merchantId)?.wake();
  };

  const look = async (): Promise<number> => {
    const hadTurns = [...ones.values()].filter(one => one.hadItsTurn()).map(one => one.lease.merchantId);
    const leases = await takeLeases(db, node, { most: MOST_MERCHANTS, last: hadTurns });
    const held = new Set(leases.map(({ merchantId }) => merchantId));
    for (const [merchantId, one] of ones) if (!held.has(merchantId)) end(one, TURN_ENDS_MS);
    await Promise.all(
      leases.map(lease =>
        wakeOne(lease).catch((error: unknown) =>
          log.warn({ err: error, merchant: lease.merchantId }, 'text messages could not be sent'),
        ),
      ),
    );
    return LOOK_EVERY_MS;
  };

  const loop = startWorkLoop(look, RETRY_MS, error =>
    log.warn({ err: error }, 'text messages could not be looked for'),
  );
  loop.wake();
  return {
    wake: loop.wake,
    close: async () => {
      loop.stop();
      await loop.idle();
      for (const one of ones.values()) end(one, DRAIN_MS);
      await Promise.all(ending.values());
      await dropLeases(db, node);
    },
  };
};
