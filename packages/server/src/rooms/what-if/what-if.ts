import type { InputOf, OutputOf, whatIfEndpoints } from '@lianxian/contract';
import type { CallsSeen, WhatIf } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { portsNow, portsWished, type TaskPort } from '../pacing/index.ts';
import { inForce } from '../rules/index.ts';
import { findListAhead, type ListRead, listAhead, type TaskKey } from '../task-board/index.ts';
import { taskExists } from '../tasks/index.ts';
import { byProvinces } from './list.policy.ts';
import { type FreshOfProvince, freshByProvince, habitsOfMerchant, habitsOfTask } from './what-if.store.ts';
import type { WhatIfList, WhatIfWork } from './what-if.thread.ts';
import { toldView } from './what-if.view.ts';

/** What would come of a list, as it is set and with other settings (docs/tasks.md#what-if). */
type Input = InputOf<typeof whatIfEndpoints.look>;

const program = new URL('./what-if.thread.ts', import.meta.url);

/** A task that has so many calls is known by its own. */
const OWN_CALLS = 1_000;
const countOf = (seen: readonly CallsSeen[]): number => seen.reduce((sum, { calls }) => sum + calls, 0);

interface Seen {
  readonly of: 'task' | 'merchant';
  readonly seen: readonly CallsSeen[];
}

/** Its own calls; the merchant's last ones where those are few. */
const seenOf = async (db: UnscopedDb, key: TaskKey, zone: string, ports: readonly TaskPort[]): Promise<Seen> => {
  const own = await habitsOfTask(db, key, zone);
  if (countOf(own) >= OWN_CALLS) return { of: 'task', seen: own };
  const practice = ports.length > 0 && ports.every(port => port.practice);
  const all = await habitsOfMerchant(db, key.merchantId, { zone, practice });
  return countOf(own) >= countOf(all) ? { of: 'task', seen: own } : { of: 'merchant', seen: all };
};

const workOf = (list: ListRead, ports: readonly TaskPort[], fresh: readonly FreshOfProvince[]): WhatIfList => ({
  rules: inForce(list.rules, list.task.calendar),
  list: byProvinces(listAhead(list, ports), fresh),
});

/** The list with these settings in place of its own. */
const withSettings = ({ task, ...list }: ListRead, { concurrency, windows, retries }: Input): ListRead => ({
  ...list,
  task: {
    ...task,
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries: retries as ListRead['task']['retries'] }),
    ...(windows !== undefined && { calendar: { ...task.calendar, week: windows } }),
  },
});

/** Ports that somebody wished: they are the merchant's, and there. */
const wishedPorts = async (
  db: UnscopedDb,
  merchantId: string,
  { ports }: Input,
): Promise<readonly TaskPort[] | null> => {
  if (ports === undefined) return null;
  const found = await portsWished(db, merchantId, ports);
  if (ports.some(({ portId }) => !found.some(({ id, removed }) => id === portId && !removed)))
    throw refuse('notFound', { what: 'port' });
  return found;
};

export const lookAhead = async (
  db: UnscopedDb,
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof whatIfEndpoints.look>> => {
  const { taskId } = input;
  const key: TaskKey = { merchantId: context.session.merchantId, taskId };
  if (!(await taskExists(context.db, taskId))) throw refuse('notFound', { what: 'task' });
  const [list, ports, fresh, wished] = await Promise.all([
    findListAhead(db, key),
    portsNow(db, key),
    freshByProvince(db, key),
    wishedPorts(db, key.merchantId, input),
  ]);
  if (list === null) throw refuse('notFound', { what: 'task' });
  const { of, seen } = await seenOf(db, key, list.task.zone, wished ?? ports);
  const { taskId: _, ...settings } = input;
  const isChanged = Object.values(settings).some(value => value !== undefined);
  const changed = isChanged ? [workOf(withSettings(list, input), wished ?? ports, fresh)] : [];
  const work: WhatIfWork = {
    zone: list.task.zone,
    at: context.at.toISOString(),
    seen,
    seed: seedOf(taskId),
    lists: [workOf(list, ports, fresh), ...changed],
  };
  const [asItIs, other] = await context.bench.run<readonly WhatIf[]>(program, work);
  const view = (told: WhatIf) => toldView(told, new Date(work.at), context.locale);
  return {
    at: work.at,
    numbers: work.lists[0]!.list.waiting.reduce((sum, { numbers }) => sum + numbers, 0),
    seen: { calls: countOf(seen), of },
    asItIs: view(asItIs!),
    changed: other === undefined ? null : view(other),
  };
};

const SEEDS = 1_000_000n;
/** The same list is told the same, whoever asks and however often. */
const seedOf = (taskId: string): number => Number(BigInt(taskId) % SEEDS);
