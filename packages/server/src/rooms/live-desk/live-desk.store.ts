import { MOST_LIVE_CALLS } from '@lianxian/contract';
import { sql } from 'kysely';
import { LIVE_IDS, type MerchantDb } from '../../platform/db/index.ts';
import { countedTasks } from '../tasks/index.ts';

/** What the live page reads: few statements, each over the index of live calls or of tasks, and bounded. */

const MOST_TASKS = 200;

const living = (db: MerchantDb) =>
  db.selectFrom('call').where('call.stage', '<>', 'ended').where('call.id', '>=', LIVE_IDS);

/** Who talks first, of these the longest, with how many there are in all. */
export const liveCalls = async (db: MerchantDb, taskId: string | undefined) => {
  const all = taskId === undefined ? living(db) : living(db).where('call.taskId', '=', taskId);
  const calls = await all
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
      sql<string>`count(*) over ()`.as('all'),
    ])
    .orderBy(sql`call.stage = 'talking'`, 'desc')
    .orderBy('call.id')
    .limit(MOST_LIVE_CALLS)
    .execute();
  return { calls, total: Number(calls[0]?.all ?? 0) };
};
export type LiveCallRow = Awaited<ReturnType<typeof liveCalls>>['calls'][number];

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
