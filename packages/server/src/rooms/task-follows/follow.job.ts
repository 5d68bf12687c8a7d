/**
 * Each minute, for each task that follows a filter of customers: those who were written since, and those who were there when it began, a page at a
 * time, by the rights and the scope that who set it up has now. Whom the filter finds goes through the checks of an import, each
 * customer once a task. A look is one transaction: killed, it was none; of two nodes one looks.
 */

import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time.ts';
import { holderOf } from '../accounts/index.ts';
import { customersById, customersFilter, nextCustomers, zoneOf } from '../customers/index.ts';
import { findTarget, importFollowed } from '../imports/index.ts';
import { inTask } from '../known-numbers/index.ts';
import {
  endFollow,
  type FollowKey,
  holdFollow,
  nextTurns,
  noteFollowed,
  noteLook,
  openFollows,
} from './follows.store.ts';
import { listOf } from './people.ts';
import { saysOf } from './says.ts';

interface FollowParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
}
type Held = NonNullable<Awaited<ReturnType<typeof holdFollow>>>;
type Holder = NonNullable<Awaited<ReturnType<typeof holderOf>>>;
type Task = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** Customers a look, of those written since and of those there before. */
const LOOKED = 2_000;
const LAST_ID = '9223372036854775807';
const NAME_CHARS = 100;

/** What `custom/toTask` asks of whoever begins it. */
const mayAdd = ({ rights, buttons }: Holder): boolean =>
  rights.has('number') && buttons.has('task:create') && buttons.has('phone:unmask');

/** The task, and who looks; or why it is over. */
const standing = async (house: UnscopedDb, { merchantId, taskId }: FollowKey, { byEmployee }: Held) => {
  const there = await findTarget(merchantDb(house, merchantId), taskId);
  if (there === undefined || there.state === 'stopped') return 'taskOver';
  const holder = await holderOf(house, merchantId, byEmployee);
  if (holder === null) return 'gone';
  const own = merchantDb(house, merchantId, holder.viewer);
  const task = mayAdd(holder) ? await findTarget(own, taskId) : undefined;
  return task === undefined ? 'noRight' : { own, task };
};

interface Looking {
  readonly house: UnscopedDb;
  /** As who set it up sees it. */
  readonly own: MerchantDb;
  readonly task: Task;
  readonly held: Held;
  readonly at: Date;
}

/** Whom the filter finds of those whose turn it is, and how far they were gone through. */
const foundBy = async ({ house, own, held, task, at }: Looking) => {
  const { filter, afterId, untilId, byEmployee: me } = held;
  const zone = await zoneOf(house, own.merchantId);
  const asked = { me, zone, today: localTime(at, zone).date };
  const wanted = (ids?: readonly string[]) =>
    customersFilter({ ...filter, ...(ids && { ids: [...ids] }) }, true, asked);
  const turns = await nextTurns(own, task.id, LOOKED);
  const written = [...new Set(turns.map(({ customerId }) => customerId))];
  const found =
    written.length === 0
      ? []
      : await nextCustomers(own, wanted(written), { after: '0', until: LAST_ID, limit: LOOKED });
  const isThrough = BigInt(afterId) >= BigInt(untilId);
  const before = isThrough ? [] : await nextCustomers(own, wanted(), { after: afterId, until: untilId, limit: LOOKED });
  return {
    found: [...new Set([...found, ...before])],
    turns: turns.map(({ n }) => n),
    afterId: isThrough ? afterId : before.length < LOOKED ? untilId : before.at(-1)!,
  };
};

/** Numbers that the task has already are no news that an import would have to refuse. */
const add = async (files: FileStore, { own, task, held, at }: Looking, fresh: readonly string[]): Promise<void> => {
  if (fresh.length === 0) return;
  const customers = await customersById(own, fresh);
  const known = await inTask(
    own,
    task.id,
    customers.map(({ phone }) => phone),
  );
  const missing = customers.filter(({ phone }) => !known.has(phone));
  if (missing.length === 0) return;
  const { language, filter, byEmployee: by } = held;
  const name = (await saysOf(own, filter, { language, seesPhones: false })).slice(0, NAME_CHARS);
  await importFollowed(files, own, { task, ...(await listOf(own, missing, task)), name, by, language, at });
};

/** Looks once; what came of it is written with it. */
const look = ({ db, files, clock }: FollowParts, key: FollowKey): Promise<void> =>
  inTransaction(db, async house => {
    const at = clock.now();
    const tx = merchantDb(house, key.merchantId);
    const held = await holdFollow(tx, key.taskId);
    if (held === undefined) return;
    const stands = await standing(house, key, held);
    if (typeof stands === 'string') {
      await endFollow(tx, key.taskId, stands, at);
      return;
    }
    const looking: Looking = { house, held, at, ...stands };
    const { found, turns, afterId } = await foundBy(looking);
    await add(files, looking, await noteFollowed(tx, key.taskId, found));
    await noteLook(tx, key.taskId, { turns, afterId, at });
  });

export const followJob = (parts: FollowParts): Jobs => ({
  followCustomers: async (_, signal) => {
    for (const key of await openFollows(parts.db)) {
      if (signal.aborted) return;
      await look(parts, key).catch(error =>
        // A full disk, say: it looks again in a minute.
        parts.log.warn({ err: error, task: key.taskId }, 'customers of a task could not be followed'),
      );
    }
  },
});
