import type { OutputOf, TaskEventKind, taskEndpoints } from '@lianxian/contract';
import type { TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Tasks and their settings, as pages read and write them. A removed task does not exist. */
type Settings = OutputOf<typeof taskEndpoints.detail>;

export interface NewTask {
  readonly name: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly concurrency: number;
  readonly ringTimeoutS: number;
  readonly windows: Settings['windows'];
  readonly retries: Settings['retries'];
  readonly skipRecentDays: number;
}
export interface TaskPort {
  readonly portId: string;
  readonly channels: number;
}

/** Tasks that are there, with their counts and who started them. */
export const countedTasks = (db: MerchantDb) =>
  db
    .selectFrom('task')
    .innerJoin('task_count', join =>
      join.onRef('task_count.merchant_id', '=', 'task.merchant_id').onRef('task_count.task_id', '=', 'task.id'),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'task.merchant_id').onRef('employee.id', '=', 'task.started_by'),
    )
    .select([
      'task.id',
      'task.name',
      'task.state',
      'task.because',
      'task.plan_name',
      'task.plan_version',
      'task.concurrency',
      'task.started_at',
      'employee.name as started_by',
      'task_count.total',
      'task_count.fresh',
      'task_count.retrying',
      'task_count.calling',
      'task_count.settled',
    ])
    .where('task.removed_at', 'is', null);

const withCounts = (db: MerchantDb) =>
  countedTasks(db).select(['task.created_at', 'task.ended_at', 'task_count.answered']);

export interface TaskQuery {
  readonly state: TaskState | undefined;
  /** Part of the name. */
  readonly q: string | undefined;
}

const asPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** Newest first; one row more than asked for tells that there are more. `after` is the id of the last row seen. */
export const listTasks = (
  db: MerchantDb,
  { state, q }: TaskQuery,
  page: { readonly limit: number; readonly offset: number; readonly after: string | undefined },
) => {
  let query = withCounts(db)
    .orderBy('task.id', 'desc')
    .limit(page.limit + 1);
  if (state !== undefined) query = query.where('task.state', '=', state);
  if (q !== undefined) query = query.where('task.name', 'ilike', asPattern(q));
  return (page.after === undefined ? query.offset(page.offset) : query.where('task.id', '<', page.after)).execute();
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countTasks = async (db: MerchantDb, { state, q }: TaskQuery, bound: number): Promise<number> => {
  let query = db
    .selectFrom('task')
    .select(sql<number>`1`.as('one'))
    .where('task.removed_at', 'is', null)
    .limit(bound + 1);
  if (state !== undefined) query = query.where('task.state', '=', state);
  if (q !== undefined) query = query.where('task.name', 'ilike', asPattern(q));
  return (await query.execute()).length;
};

/** One task with its settings and what became of its plan. */
export const findTask = (db: MerchantDb, id: string) =>
  withCounts(db)
    .innerJoin('plan', join =>
      join.onRef('plan.merchant_id', '=', 'task.merchant_id').onRef('plan.id', '=', 'task.plan_id'),
    )
    .select([
      'task.plan_id',
      'task.ring_timeout_s',
      'task.windows',
      'task.retries',
      'task.skip_recent_days',
      'plan.removed_at as plan_removed_at',
      sql<number>`(select max(v.version) from plan_version v where v.version > 0 and v.merchant_id = task.merchant_id and v.plan_id = task.plan_id)`.as(
        'newest_version',
      ),
    ])
    .where('task.id', '=', id)
    .executeTakeFirst();

/** Is it the merchant's, and there? */
export const taskExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '=', id)
    .where('task.removed_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/**
 * Keeps everybody else from changing the task until the transaction ends; rows that only point at it (calls, minutes)
 * are written meanwhile.
 */
export const lockTask = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('task')
    .select([
      'task.id',
      'task.name',
      'task.state',
      'task.because',
      'task.plan_id',
      'task.plan_version',
      'task.plan_name',
      'task.started_by',
      'task.started_at',
    ])
    .where('task.id', '=', id)
    .where('task.removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Ports of a task with their lines. `removed`: the port is gone, or its line. */
export const portsOfTask = (db: MerchantDb, id: string) =>
  db
    .selectFrom('task_port')
    .innerJoin('port', join =>
      join.onRef('port.merchant_id', '=', 'task_port.merchant_id').onRef('port.id', '=', 'task_port.port_id'),
    )
    .innerJoin('line', join =>
      join.onRef('line.merchant_id', '=', 'port.merchant_id').onRef('line.id', '=', 'port.line_id'),
    )
    .select([
      'task_port.port_id',
      'task_port.channels',
      'port.name',
      'port.channels as port_channels',
      'line.id as line_id',
      'line.name as line_name',
      'line.channels as line_channels',
      'line.practice',
      sql<boolean>`port.removed_at is not null or line.removed_at is not null`.as('removed'),
    ])
    .where('task_port.task_id', '=', id)
    .orderBy('task_port.port_id')
    .execute();

/** Which of these ports are the merchant's and can be called over, and whether they are of the practice line. */
export const livingPorts = async (db: MerchantDb, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await db
    .selectFrom('port')
    .innerJoin('line', join =>
      join.onRef('line.merchant_id', '=', 'port.merchant_id').onRef('line.id', '=', 'port.line_id'),
    )
    .select(['port.id', 'line.practice'])
    .where('port.id', 'in', [...ids])
    .where('port.removed_at', 'is', null)
    .where('line.removed_at', 'is', null)
    .execute();
  return new Map(rows.map(row => [row.id, row.practice]));
};

const rowOf = (task: NewTask) => ({
  name: task.name,
  plan_id: task.planId,
  plan_version: task.planVersion,
  plan_name: task.planName,
  concurrency: task.concurrency,
  ring_timeout_s: task.ringTimeoutS,
  windows: JSON.stringify(task.windows),
  retries: JSON.stringify(task.retries),
  skip_recent_days: task.skipRecentDays,
});

/** A draft without numbers. */
export const insertTask = async (tx: MerchantDb, task: NewTask, createdBy: string): Promise<string> => {
  const nothingYet = { started_by: null, started_at: null, ended_at: null, removed_at: null };
  const nobodys = { owner: null, leased_until: null };
  const { id } = await tx
    .insertInto('task', { ...rowOf(task), created_by: createdBy, ...nothingYet, ...nobodys })
    .returning('task.id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('task_count', { task_id: id }).execute();
  return id;
};

export const updateTask = async (tx: MerchantDb, id: string, task: NewTask): Promise<void> => {
  await tx.updateTable('task').set(rowOf(task)).where('task.id', '=', id).execute();
};

/** These ports and no others; at least one. */
export const setPorts = async (tx: MerchantDb, id: string, ports: readonly TaskPort[]): Promise<void> => {
  await tx.deleteFrom('task_port').where('task_port.task_id', '=', id).execute();
  const rows = ports.map(({ portId, channels }) => ({ task_id: id, port_id: portId, channels }));
  await tx.insertInto('task_port', rows).execute();
};

/** Calls of a task that are not over, counted to `bound`. */
export const countLiveOfTask = async (db: MerchantDb, id: string, bound: number): Promise<number> => {
  const rows = await db
    .selectFrom('call')
    .select(sql<number>`1`.as('one'))
    .where('call.task_id', '=', id)
    .where('call.stage', '<>', 'ended')
    .limit(bound)
    .execute();
  return rows.length;
};

/** What a person did to a task, for its history; inside the transaction of the deed. */
export interface TaskDeed {
  readonly task: string;
  readonly kind: TaskEventKind;
  readonly detail?: Readonly<Record<string, string | number>>;
  /** Null: who looks after the merchant. */
  readonly employeeId: string | null;
}

export const noteDeeds = async (tx: MerchantDb, deeds: readonly TaskDeed[]): Promise<void> => {
  const rows = deeds.map(({ task, kind, detail = {}, employeeId }) => ({
    task_id: task,
    kind,
    detail: JSON.stringify(detail),
    by_employee: employeeId,
  }));
  await tx.insertInto('task_event', rows).execute();
};

export const noteDeed = (tx: MerchantDb, deed: TaskDeed): Promise<void> => noteDeeds(tx, [deed]);
