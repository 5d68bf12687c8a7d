import type { OutputOf, TaskEventKind, taskEndpoints } from '@lianxian/contract';
import type { Caps, RetryRules, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import { asPattern, latestVersion, type MerchantDb } from '../../platform/db/index.ts';
import { abroadOf } from '../lines/index.ts';

/** Tasks and their settings, as pages read and write them. A removed task does not exist. */
type Settings = OutputOf<typeof taskEndpoints.detail>;

export interface NewTask {
  readonly name: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly concurrency: number;
  readonly weight: number;
  readonly guaranteed: number;
  readonly ringTimeoutS: number;
  readonly windows: Settings['windows'];
  readonly ownDays: Settings['ownDays'];
  readonly holidaysOff: boolean;
  readonly makeUpDaysOn: boolean;
  /** Null: none of its own. */
  readonly caps: Caps | null;
  readonly retries: RetryRules;
  readonly skipRecentDays: number;
  readonly skipOtherTasks: boolean;
  readonly skipDeadDays: number;
  /** The last day on which it calls, of the merchant's calendar. */
  readonly endsOn: string | null;
  readonly faultAloneEnds: boolean;
  /** Yuan; null: as the balance lasts. */
  readonly budget: string | null;
  readonly dayBudget: string | null;
}
export interface TaskPort {
  readonly portId: string;
  readonly channels: number;
}

/** Numbers that were called at least once: not those of a list that wait for a first call, nor what was put off or settled without one. */
export const dialled = sql<number>`(task_count.total - task_count.fresh - (select count(*)::int from callee
  where callee.merchant_id = task.merchant_id and callee.task_id = task.id and callee.attempts = 0
    and callee.state in ('retry', 'settled')))`.as('dialled');

const text = (column: 'task.budget' | 'task.dayBudget') => sql<string | null>`trim_scale(${sql.ref(column)})::text`;

/** Tasks that are there, with their counts and who started them. */
export const countedTasks = (db: MerchantDb) =>
  db
    .selectFrom('task')
    .innerJoin('taskCount', join =>
      join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'task.merchantId').onRef('employee.id', '=', 'task.startedBy'),
    )
    .select([
      'task.id',
      'task.name',
      'task.state',
      'task.because',
      'task.planName',
      'task.planVersion',
      'task.concurrency',
      'task.startedAt',
      'employee.name as startedBy',
      'taskCount.total',
      'taskCount.fresh',
      'taskCount.retrying',
      'taskCount.calling',
      'taskCount.settled',
      'taskCount.paceBecause',
    ])
    .select(dialled)
    .where('task.removedAt', 'is', null);

/** Numbers that were reached: who talks now has been answered, though its call has not ended. */
const reached = sql<number>`task_count.answered + (select count(*)::int from call
  where call.merchant_id = task.merchant_id and call.task_id = task.id and call.stage <> 'ended' and call.answered_at is not null)`;

const withCounts = (db: MerchantDb) =>
  countedTasks(db).select(['task.createdAt', 'task.endedAt', reached.as('answered')]);

interface TaskQuery {
  readonly state: TaskState | undefined;
  /** Not stopped. */
  readonly open: boolean;
  /** Part of the name. */
  readonly q: string | undefined;
  /** The series whose runs they are. */
  readonly series: string | undefined;
}

const wantedTasks = (db: MerchantDb, { state, open, q, series }: TaskQuery) => {
  let query = db.selectFrom('task').where('task.removedAt', 'is', null).where('task.isTemplate', '=', false);
  if (series !== undefined) query = query.where('task.seriesId', '=', series);
  if (state !== undefined) query = query.where('task.state', '=', state);
  if (open) query = query.where('task.state', '<>', 'stopped');
  return q === undefined ? query : query.where('task.name', 'ilike', asPattern(q));
};

/**
 * Newest first; one row more than asked for tells that there are more. `after` is the id of the last row seen. Whose page
 * it is comes first, so that numbers are counted for its rows alone.
 */
export const listTasks = (
  db: MerchantDb,
  wanted: TaskQuery,
  page: { readonly limit: number; readonly offset: number; readonly after: string | undefined },
) => {
  const query = wantedTasks(db, wanted)
    .select('task.id')
    .orderBy('task.id', 'desc')
    .limit(page.limit + 1);
  const shown = page.after === undefined ? query.offset(page.offset) : query.where('task.id', '<', page.after);
  return withCounts(db).where('task.id', 'in', shown).orderBy('task.id', 'desc').execute();
};
export type ListedTask = Awaited<ReturnType<typeof listTasks>>[number];

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countTasks = async (db: MerchantDb, wanted: TaskQuery, bound: number): Promise<number> =>
  (
    await wantedTasks(db, wanted)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;

/** One task with its settings and what became of its plan. */
export const findTask = (db: MerchantDb, id: string) =>
  withCounts(db)
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'task.merchantId').onRef('plan.id', '=', 'task.planId'),
    )
    .select([
      'task.planId',
      'task.weight',
      'task.guaranteed',
      'task.ringTimeoutS',
      'task.windows',
      'task.calendarDays as ownDays',
      'task.holidaysOff',
      'task.makeUpDaysOn',
      'task.caps',
      'task.retries',
      'task.skipRecentDays',
      'task.skipOtherTasks',
      'task.skipDeadDays',
      'task.startsAt',
      'task.isTemplate',
      sql<string | null>`task.ends_on::text`.as('endsOn'),
      'task.faultAloneEnds',
      text('task.budget').as('budget'),
      text('task.dayBudget').as('dayBudget'),
      'plan.removedAt as planRemovedAt',
      latestVersion('task.merchantId', 'task.planId').$notNull().as('newestVersion'),
    ])
    .where('task.id', '=', id)
    .executeTakeFirst();
export type FoundTask = NonNullable<Awaited<ReturnType<typeof findTask>>>;

/** Is it the merchant's, and there? */
export const taskExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** So much of a name that a name made of it has it too, whatever was cut. */
const NAME_HEAD = 10;
const NAMES_COUNTED = 1_000;

/** Names of tasks, or of templates, that begin as this one does. */
export const namesLike = async (db: MerchantDb, base: string, isTemplate = false): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('task')
    .select('task.name')
    .where('task.removedAt', 'is', null)
    .where('task.isTemplate', '=', isTemplate)
    .where(sql<boolean>`starts_with(task.name, ${base.slice(0, NAME_HEAD)})`)
    .limit(NAMES_COUNTED)
    .execute();
  return new Set(rows.map(({ name }) => name));
};

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
      'task.planId',
      'task.planVersion',
      'task.planName',
      'task.retries',
      'task.startedBy',
      'task.startedAt',
      'task.isTemplate',
      text('task.budget').as('budget'),
      text('task.dayBudget').as('dayBudget'),
    ])
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Ports of a task with their lines. `removed`: the port is gone, or its line. */
export const portsOfTask = (db: MerchantDb, id: string) => portsOfTasks(db, [id]);

/** The same of many tasks at once. */
export const portsOfTasks = (db: MerchantDb, ids: readonly string[]) =>
  db
    .selectFrom('taskPort')
    .innerJoin('port', join =>
      join.onRef('port.merchantId', '=', 'taskPort.merchantId').onRef('port.id', '=', 'taskPort.portId'),
    )
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .innerJoin('line as root', join =>
      join.onRef('root.merchantId', '=', 'line.rootMerchantId').onRef('root.id', '=', 'line.rootId'),
    )
    .select([
      'taskPort.taskId',
      'taskPort.portId',
      'taskPort.channels',
      'port.name',
      'port.channels as portChannels',
      'line.id as lineId',
      'line.name as lineName',
      'line.channels as lineChannels',
      'line.practice',
      abroadOf(sql`line`, sql`root`).as('abroad'),
      sql<boolean>`port.removed_at is not null or line.removed_at is not null`.as('removed'),
    ])
    .where('taskPort.taskId', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .orderBy('taskPort.portId')
    .execute();
export type PortOfTask = Awaited<ReturnType<typeof portsOfTasks>>[number];

/** What a line may dial. */
type PortDials = Pick<PortOfTask, 'practice' | 'abroad'>;

/** Which of these ports are the merchant's and can be called over, and what their lines may dial. */
export const livingPorts = async (db: MerchantDb, ids: readonly string[]): Promise<ReadonlyMap<string, PortDials>> => {
  const rows = await db
    .selectFrom('port')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .innerJoin('line as root', join =>
      join.onRef('root.merchantId', '=', 'line.rootMerchantId').onRef('root.id', '=', 'line.rootId'),
    )
    .select(['port.id', 'line.practice', abroadOf(sql`line`, sql`root`).as('abroad')])
    .where('port.id', 'in', [...ids])
    .where('port.removedAt', 'is', null)
    .where('line.removedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ id, ...dials }) => [id, dials]));
};

/** A version of what a task tries again, where it is another than the last one. */
export const keepRetries = async (tx: MerchantDb, task: string, savedBy: string): Promise<void> => {
  const isNew = sql<boolean>`not exists (select from task_retries last where last.merchant_id = task.merchant_id
    and last.task_id = task.id and last.version = task.retries_version and last.retries = task.retries)`;
  const isFirst = sql<boolean>`not exists (select from task_retries r where r.merchant_id = task.merchant_id and r.task_id = task.id)`;
  const [saved] = await tx
    .updateTable('task')
    .set({ retriesVersion: sql<number>`case when ${isFirst} then 1 else task.retries_version + 1 end` })
    .where('task.id', '=', task)
    .where(isNew)
    .returning(['task.retriesVersion as version', 'task.retries'])
    .execute();
  if (saved === undefined) return;
  await tx
    .insertInto('taskRetries', {
      taskId: task,
      version: saved.version,
      retries: JSON.stringify(saved.retries),
      savedBy,
    })
    .execute();
};

/** Each with the one before it; one more than asked for tells that there are more. */
export const retryVersionsOf = (
  db: MerchantDb,
  task: string,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
) => {
  const found = db
    .selectFrom('taskRetries')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'taskRetries.merchantId').onRef('employee.id', '=', 'taskRetries.savedBy'),
    )
    .leftJoin('taskRetries as last', join =>
      join
        .onRef('last.merchantId', '=', 'taskRetries.merchantId')
        .onRef('last.taskId', '=', 'taskRetries.taskId')
        .on('last.version', '=', sql<number>`task_retries.version - 1`),
    )
    .select(['taskRetries.version', 'taskRetries.retries', 'taskRetries.savedAt as at', 'last.retries as before'])
    .select(sql<string>`coalesce(employee.name, '')`.as('by'))
    .where('taskRetries.taskId', '=', task)
    .orderBy('taskRetries.version', 'desc')
    .limit(limit + 1);
  return (after === undefined ? found : found.where('taskRetries.version', '<', after)).execute();
};

const rowOf = (task: NewTask) => ({
  name: task.name,
  planId: task.planId,
  planVersion: task.planVersion,
  planName: task.planName,
  concurrency: task.concurrency,
  weight: task.weight,
  guaranteed: task.guaranteed,
  ringTimeoutS: task.ringTimeoutS,
  windows: JSON.stringify(task.windows),
  calendarDays: JSON.stringify(task.ownDays),
  holidaysOff: task.holidaysOff,
  makeUpDaysOn: task.makeUpDaysOn,
  caps: task.caps && JSON.stringify(task.caps),
  retries: JSON.stringify(task.retries),
  skipRecentDays: task.skipRecentDays,
  skipOtherTasks: task.skipOtherTasks,
  skipDeadDays: task.skipDeadDays,
  endsOn: task.endsOn,
  faultAloneEnds: task.faultAloneEnds,
  budget: task.budget,
  dayBudget: task.dayBudget,
});

/** A draft without numbers. */
export const insertTask = async (
  tx: MerchantDb,
  task: NewTask,
  createdBy: string,
  isTemplate = false,
): Promise<string> => {
  const nothingYet = { startedBy: null, startedAt: null, endedAt: null, removedAt: null };
  const nobodys = { owner: null, leasedUntil: null };
  const { id } = await tx
    .insertInto('task', { ...rowOf(task), createdBy, isTemplate, ...nothingYet, ...nobodys })
    .returning('task.id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('taskCount', { taskId: id }).execute();
  return id;
};

export const updateTask = async (tx: MerchantDb, id: string, task: NewTask): Promise<void> => {
  await tx.updateTable('task').set(rowOf(task)).where('task.id', '=', id).execute();
};

export const setBudgets = async (
  tx: MerchantDb,
  id: string,
  budgets: Pick<NewTask, 'budget' | 'dayBudget'>,
): Promise<void> => {
  await tx.updateTable('task').set(budgets).where('task.id', '=', id).execute();
};

/** These ports and no others; at least one. */
export const setPorts = async (tx: MerchantDb, id: string, ports: readonly TaskPort[]): Promise<void> => {
  await tx.deleteFrom('taskPort').where('taskPort.taskId', '=', id).execute();
  const rows = ports.map(({ portId, channels }) => ({ taskId: id, portId, channels }));
  await tx.insertInto('taskPort', rows).execute();
};

/** Calls of a task that are not over, counted to `bound`. */
export const countLiveOfTask = async (db: MerchantDb, id: string, bound: number): Promise<number> => {
  const rows = await db
    .selectFrom('call')
    .select(sql<number>`1`.as('one'))
    .where('call.taskId', '=', id)
    .where('call.stage', '<>', 'ended')
    .limit(bound)
    .execute();
  return rows.length;
};

/** What a person did to a task, for its history; inside the transaction of the action. */
interface TaskAction {
  readonly task: string;
  readonly kind: TaskEventKind;
  readonly detail?: Readonly<Record<string, string | number>>;
  /** Null: who looks after the merchant. */
  readonly employeeId: string | null;
}

export const noteActions = async (tx: MerchantDb, actions: readonly TaskAction[]): Promise<void> => {
  const rows = actions.map(({ task, kind, detail = {}, employeeId }) => ({
    taskId: task,
    kind,
    detail: JSON.stringify(detail),
    byEmployee: employeeId,
  }));
  await tx.insertInto('taskEvent', rows).execute();
};

export const noteAction = (tx: MerchantDb, entry: TaskAction): Promise<void> => noteActions(tx, [entry]);
