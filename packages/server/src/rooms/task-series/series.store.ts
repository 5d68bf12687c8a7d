import type { SeriesBecause } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Templates, and series with their runs. */
const local = (at: Date) => sql`(${at}::timestamptz at time zone merchant.zone)`;

const MOST_LISTED = 200;

const byWhom = (db: MerchantDb) =>
  db
    .selectFrom('task')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'task.merchantId').onRef('employee.id', '=', 'task.createdBy'),
    )
    .where('task.removedAt', 'is', null)
    .where('task.isTemplate', '=', true);

const isSeries = sql<boolean>`exists (
  select from task_series s where s.merchant_id = task.merchant_id and s.task_id = task.id)`;

export const listTemplates = (db: MerchantDb) =>
  byWhom(db)
    .select(['task.id', 'task.name', 'task.planName', 'task.createdAt', 'employee.name as by'])
    .where(sql<boolean>`not ${isSeries}`)
    .orderBy('task.name')
    .orderBy('task.id')
    .limit(MOST_LISTED)
    .execute();

export const listSeries = (db: MerchantDb) =>
  byWhom(db)
    .innerJoin('taskSeries', join =>
      join.onRef('taskSeries.merchantId', '=', 'task.merchantId').onRef('taskSeries.taskId', '=', 'task.id'),
    )
    .innerJoin('taskCount', join =>
      join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
    )
    .select([
      'task.id',
      'task.name',
      'task.planName',
      'employee.name as by',
      'taskSeries.people',
      'taskSeries.weekdays',
      'taskSeries.minute',
      sql<string | null>`task_series.ends_on::text`.as('endsOn'),
      'taskSeries.state',
      'taskSeries.because',
      'taskCount.fresh as waiting',
    ])
    .orderBy('task.id', 'desc')
    .limit(MOST_LISTED)
    .execute();

const RUNS_SHOWN = 5;

/** The latest runs of each of these series. */
export const runsOf = async (db: MerchantDb, series: readonly string[]) =>
  series.length === 0
    ? []
    : db
        .selectFrom('task')
        .innerJoin('taskCount', join =>
          join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
        )
        .select([
          'task.id',
          'task.name',
          'task.seriesId',
          'task.state',
          'taskCount.total',
          'taskCount.answered',
          sql<string>`task.series_day::text`.as('day'),
        ])
        .where(
          sql<boolean>`task.id = any(array(select r.id from unnest(${series}::bigint[]) of_series (id) cross join lateral (
            select t.id from task t where t.merchant_id = ${db.merchantId} and t.series_id = of_series.id
              and t.removed_at is null
            order by t.series_day desc limit ${RUNS_SHOWN}) r))`,
        )
        .orderBy('task.seriesDay', 'desc')
        .execute();

export interface SeriesDays {
  readonly weekdays: readonly number[];
  readonly minute: number;
  readonly endsOn: string | null;
}

interface NewSeries extends SeriesDays {
  readonly taskId: string;
  readonly people: 'unreached' | 'list';
  readonly lastTaskId: string | null;
}

/** Whoever sets the days of a series once the minute of this day is over has its next run on another one. */
const isPassed = (at: Date) =>
  sql`extract(hour from ${local(at)}) * 60 + extract(minute from ${local(at)}) >= task_series.minute`;
const passByToday = async (tx: MerchantDb, task: string, at: Date): Promise<void> => {
  await tx
    .updateTable('taskSeries')
    .set({
      lookedOn: sql<
        string | null
      >`(select case when ${isPassed(at)} then ${local(at)}::date else task_series.looked_on end
        from merchant where merchant.id = task_series.merchant_id)`,
    })
    .where('taskSeries.taskId', '=', task)
    .execute();
};

export const insertSeries = async (tx: MerchantDb, { weekdays, ...series }: NewSeries, at: Date): Promise<void> => {
  await tx.insertInto('taskSeries', { ...series, weekdays: [...weekdays] }).execute();
  await passByToday(tx, series.taskId, at);
};

/** The draft is the list of a series from now on, and no task any more. */
export const becomeList = async (tx: MerchantDb, task: string, name: string): Promise<void> => {
  await tx.updateTable('task').set({ isTemplate: true, name }).where('task.id', '=', task).execute();
};

/** Keeps others from it until the transaction ends. */
export const lockSeries = (tx: MerchantDb, task: string) =>
  tx
    .selectFrom('taskSeries')
    .select(['taskSeries.state'])
    .where('taskSeries.taskId', '=', task)
    .forUpdate()
    .executeTakeFirst();

export const changeSeries = async (
  tx: MerchantDb,
  task: string,
  change: SeriesDays & { readonly state: 'on' | 'paused' | 'ended' },
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('taskSeries')
    .set({ ...change, weekdays: [...change.weekdays], because: '' })
    .where('taskSeries.taskId', '=', task)
    .execute();
  await passByToday(tx, task, at);
};

/** A series whose day and minute have come, and which has no run of that day. */
export interface DueSeries {
  readonly merchantId: string;
  readonly taskId: string;
  readonly name: string;
  readonly people: 'unreached' | 'list';
  readonly lastTaskId: string | null;
  readonly createdBy: string;
  /** Of the merchant's calendar: 「2026-11-29」, and as names have it, 「11-29」. */
  readonly day: string;
  readonly dayName: string;
}

/** A clock that was set back, by up to a day, brings no day again; one that had run ahead further is no reason to wait. */
const isNew = (table: string, day: ReturnType<typeof sql>) => {
  const looked = sql.ref(`${table}.looked_on`);
  return sql`(${looked} is null or ${looked} < ${day} or ${looked} > ${day} + 1)`;
};

const MOST_AT_ONCE = 100;
const isDue = (at: Date) => sql`s.state = 'on' and task.removed_at is null and merchant.active
  and extract(isodow from ${local(at)})::int - 1 = any(s.weekdays)
  and extract(hour from ${local(at)}) * 60 + extract(minute from ${local(at)}) >= s.minute
  and ${isNew('s', sql`${local(at)}::date`)}`;

export const dueSeries = async (db: UnscopedDb, at: Date): Promise<readonly DueSeries[]> => {
  const { rows } = await sql<DueSeries>`
    select s.merchant_id, s.task_id, task.name, s.people, s.last_task_id, task.created_by,
      ${local(at)}::date::text as day, to_char(${local(at)}, 'MM-DD') as day_name
    from task_series s join task on task.merchant_id = s.merchant_id and task.id = s.task_id
      join merchant on merchant.id = s.merchant_id
    where ${isDue(at)} order by s.merchant_id, s.task_id limit ${MOST_AT_ONCE}`.execute(db);
  return rows;
};

/**
 * Takes the day of a series for this transaction; false: it has been looked at by somebody else, or is off by now. What
 * fails leaves the day open, and it is tried again a minute later.
 */
export const takeDay = async (tx: UnscopedDb, { merchantId, taskId, day }: DueSeries): Promise<boolean> => {
  const { rows } = await sql`
    update task_series set looked_on = ${day}::date, because = ''
    where merchant_id = ${merchantId} and task_id = ${taskId} and state = 'on'
      and ${isNew('task_series', sql`${day}::date`)} returning 1`.execute(tx);
  return rows.length > 0;
};

/** The last day of the series is over: it has ended. */
export const endPast = async (tx: UnscopedDb, { merchantId, taskId, day }: DueSeries): Promise<boolean> => {
  const { rows } = await sql`
    update task_series set state = 'ended', because = 'pastEnd'
    where merchant_id = ${merchantId} and task_id = ${taskId} and ends_on < ${day}::date returning 1`.execute(tx);
  return rows.length > 0;
};

/** It had no run on this day; `pauses`: and has none until somebody looks. */
export const noteWhyNot = async (
  tx: UnscopedDb,
  { merchantId, taskId, day }: DueSeries,
  because: SeriesBecause,
  pauses: boolean,
): Promise<void> => {
  await sql`
    update task_series set because = ${because}, looked_on = ${day}::date,
      state = case when ${pauses}::boolean and state = 'on' then 'paused' else state end
    where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
};

/** The run of its day; a second one of the same day is refused by the table. */
export const noteRun = async (tx: UnscopedDb, { merchantId, taskId, day }: DueSeries, run: string): Promise<void> => {
  await sql`
    update task set series_id = ${taskId}, series_day = ${day}::date
    where merchant_id = ${merchantId} and id = ${run}`.execute(tx);
  await sql`
    update task_series set last_task_id = ${run} where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
};

/**
 * Numbers that wait on the list of a series go into its run, with all that is known of them, as they stand: from the list
 * they are gone, so that none is in two runs. How many they are.
 */
export const moveList = async (
  tx: UnscopedDb,
  { merchantId, taskId, createdBy, name }: DueSeries,
  run: string,
  most: number,
): Promise<number> => {
  const made = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('batch', 'id')) as id`.execute(tx);
  const importId = made.rows[0]!.id;
  const { rows } = await sql<{ people: number }>`
    with chosen as materialized (
      select * from callee c where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.state = 'fresh'
      order by c.id limit ${most} for update),
    theirs as materialized (
      select n.* from callee_number n join chosen on chosen.id = n.callee_id
      where n.merchant_id = ${merchantId} and n.task_id = ${taskId}),
    gone as (
      delete from callee c using chosen
      where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.id = chosen.id returning c.id),
    added as (
      insert into callee (merchant_id, task_id, phone, name, variables, lane, import_id, numbers, rank)
      select ${merchantId}, ${run}, phone, name, variables, lane, ${importId}, numbers, rank from chosen order by id
      returning id, phone),
    numbered as (
      insert into callee_number (merchant_id, task_id, phone, callee_id, place, lane)
      select ${merchantId}, ${run}, t.phone, added.id, t.place, t.lane
      from theirs t join chosen on chosen.id = t.callee_id join added on added.phone = chosen.phone),
    brought as (
      insert into task_import (merchant_id, task_id, id, name, by_employee, again, added)
      select ${merchantId}, ${run}, ${importId}, ${name}, ${createdBy}, true, count(*) from added),
    less as (
      update task_count set total = total - (select count(*) from gone), fresh = fresh - (select count(*) from gone)
      where merchant_id = ${merchantId} and task_id = ${taskId}),
    more as (
      update task_count set total = (select count(*) from added), fresh = (select count(*) from added)
      where merchant_id = ${merchantId} and task_id = ${run})
    select count(*)::int as people from added`.execute(tx);
  return rows[0]?.people ?? 0;
};
