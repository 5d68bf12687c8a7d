import { MOST_LIVE_CALLS } from '@lianxian/contract';
import { sql } from 'kysely';
import { LIVE_IDS, type MerchantDb } from '../../platform/db/index.ts';
import { countedTasks } from '../tasks/index.ts';

/** What the live page reads: few statements, each over the index of live calls or of tasks, and bounded. */

const MOST_TASKS = 200;

const living = (db: MerchantDb) =>
  db.selectFrom('call').where('call.stage', '<>', 'ended').where('call.id', '>=', LIVE_IDS);

const livingOf = (db: MerchantDb, taskId: string | undefined) =>
  taskId === undefined ? living(db) : living(db).where('call.taskId', '=', taskId);
type Living = ReturnType<typeof livingOf>;

/** Who talks first, of these the longest. */
const inOrder = (calls: Living, most: number) =>
  calls.orderBy(sql`call.stage = 'talking'`, 'desc').orderBy('call.id').limit(most);

const shown = (calls: Living) =>
  calls
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'call.merchantId').onRef('task.id', '=', 'call.taskId'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.calleeName',
      'call.direction',
      'call.taskId',
      'task.name as taskName',
      'call.planName',
      'call.lineName',
      'call.stage',
      'call.placedAt',
      'call.answeredAt',
    ]);

/** More live calls than a merchant has; sorted here are no more. */
const MOST_SORTED = 20_000;

/** With how many there are in all; of more than are shown those that `sorted` says are to be looked at first. */
export const liveCalls = async (db: MerchantDb, taskId: string | undefined, sorted: Sorted) => {
  const first = await shown(inOrder(livingOf(db, taskId), MOST_LIVE_CALLS))
    .select(sql<string>`count(*) over ()`.as('all'))
    .execute();
  const total = Number(first[0]?.all ?? 0);
  if (total <= first.length) return { calls: first, total };
  const all = await inOrder(livingOf(db, taskId), MOST_SORTED).select(['call.id', 'call.answeredAt']).execute();
  const ids = sorted(all)
    .slice(0, MOST_LIVE_CALLS)
    .map(({ id }) => id);
  const rows = await shown(livingOf(db, taskId).where('call.id', '=', sql<string>`any(${ids}::bigint[])`)).execute();
  const places = new Map(ids.map((id, at) => [id, at]));
  return { calls: rows.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!), total };
};
type Sorted = <C extends { readonly id: string; readonly answeredAt: Date | null }>(
  calls: readonly C[],
) => readonly C[];
export type LiveCallRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** Tasks that run, or wait for their hours, the newest first; one more than are shown tells that there are more. */
export const liveTasks = async (db: MerchantDb) => {
  const rows = await countedTasks(db)
    .select('taskCount.paceBecause')
    .where('task.state', 'in', ['running', 'waiting'])
    .where('task.isTemplate', '=', false)
    .orderBy('task.id', 'desc')
    .limit(MOST_TASKS + 1)
    .execute();
  return { tasks: rows.slice(0, MOST_TASKS), more: rows.length > MOST_TASKS };
};
export type LiveTaskRow = Awaited<ReturnType<typeof liveTasks>>['tasks'][number];

/** Live calls of each task that has any, and the answered ones among them. */
export const liveByTask = async (db: MerchantDb) => {
  const rows = await living(db)
    .select([
      'call.taskId',
      sql<number>`count(*)::int`.as('live'),
      sql<number>`count(call.answered_at)::int`.as('talking'),
    ])
    .where('call.taskId', 'is not', null)
    .groupBy('call.taskId')
    .execute();
  return new Map(rows.map(row => [row.taskId, row]));
};
export type LiveOfTask = Awaited<ReturnType<typeof liveByTask>> extends ReadonlyMap<unknown, infer V> ? V : never;
