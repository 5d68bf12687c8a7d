import { goodLevels, type Level } from '@lianxian/core';
import { sql } from 'kysely';
import { byHand, type MerchantDb, notByHand, type UnscopedDb } from '../../platform/db/index.ts';
import { healthNow, isDead } from '../lines/index.ts';
import { rulesOfTask } from '../rules/index.ts';
import { dialled } from '../tasks/index.ts';
import type { Sums } from './home.policy.ts';

/**
 * What the first page reads of a merchant: few statements, each by an index and bounded. Hours come from their sums and
 * what waits to be added to them (decision 30), by where a call came from: trials count apart. A call counts in the hour in
 * which it ended (`listed_at`), so that it is in one hour for good. Calls and tasks are those in the scope of who looks (`MerchantDb`).
 */
const TASKS_SHOWN = 6;
const INTENTS_SHOWN = 5;
const LINES_SHOWN = 5;
const BATCHES_SHOWN = 3;
/** Placed calls are counted over so long. */
export const RATE_S = 10;
/** What is not fresh any more is no news. */
const INTENT_DAYS = 7;

/** The merchant's clock. `day` is today's date. */
export const findMoment = (unscopedDb: UnscopedDb, merchantId: string) =>
  unscopedDb
    .selectFrom('merchant')
    .select([
      'zone',
      sql<Date>`now()`.as('now'),
      sql<string>`to_char(now() at time zone zone, 'YYYY-MM-DD')`.as('day'),
      sql<number>`extract(isodow from now() at time zone zone)::int - 1`.as('weekday'),
      sql<number>`(extract(hour from now() at time zone zone) * 60 + extract(minute from now() at time zone zone))::int`.as(
        'minute',
      ),
    ])
    .where('merchant.id', '=', merchantId)
    .executeTakeFirstOrThrow();
export type Moment = Awaited<ReturnType<typeof findMoment>>;

const MINUTE_MS = 60_000;
/** When the merchant's day began. */
export const startOfToday = ({ now, minute }: Moment): Date =>
  new Date(now.getTime() - (now.getTime() % MINUTE_MS) - minute * MINUTE_MS);

type Summed = 'callHour' | 'callChange';
const summed = (table: Summed) => ({
  calls: sql.ref(`${table}.calls`),
  answered: sql.ref(`${table}.answered`),
  talkMs: sql.ref(`${table}.talkMs`),
  a: sql.ref(`${table}.levelA`),
  b: sql.ref(`${table}.levelB`),
  c: sql.ref(`${table}.levelC`),
  d: sql.ref(`${table}.levelD`),
  e: sql.ref(`${table}.levelE`),
  f: sql.ref(`${table}.levelF`),
  cost: sql.ref(`${table}.cost`),
});
const ofLevel = (level: Level) => sql`(call.level = ${sql.lit(level)})::int`;
const single = {
  calls: sql`1`,
  answered: sql`(call.state = 'answered')::int`,
  talkMs: sql`call.talk_ms`,
  a: ofLevel('A'),
  b: ofLevel('B'),
  c: ofLevel('C'),
  d: ofLevel('D'),
  e: ofLevel('E'),
  f: ofLevel('F'),
  cost: sql`call.cost`,
};
const sums = (of: ReturnType<typeof summed>) =>
  (Object.keys(of) as (keyof typeof of)[]).map(name => sql<string>`coalesce(sum(${of[name]}), 0)::text`.as(name));

/** The first instant of a day of the zone, so many days after `date`. */
const dayStart = (date: string, days: number, zone: string) =>
  sql<Date>`(${date}::date + ${days}::int)::timestamp at time zone ${zone}`;

/** Ended calls of the `days` days up to `date`, by hour: one statement, in which a call is added or waits to be. */
export const endedByHour = (
  db: MerchantDb,
  { zone }: Moment,
  { date, days }: { readonly date: string; readonly days: number },
): Promise<readonly Sums[]> => {
  const hoursOf = (table: Summed) => {
    const hour = sql.ref<Date>(`${table}.hour`);
    const source = sql.ref<Sums['source']>(`${table}.source`);
    return db
      .selectFrom<Summed>(table)
      .select([
        sql<string>`to_char(${hour} at time zone ${zone}, 'YYYY-MM-DD HH24')`.as('hour'),
        source.as('source'),
        ...sums(summed(table)),
      ])
      .where(hour, '>=', dayStart(date, 1 - days, zone))
      .where(hour, '<', dayStart(date, 1, zone))
      .groupBy([hour, source]);
  };
  return hoursOf('callHour').unionAll(hoursOf('callChange')).execute() as unknown as Promise<readonly Sums[]>;
};

/** Ended calls of tasks and of seats of a day of `zone` from the beginning of an hour to a minute of it. */
export const endedWithinHour = (
  db: MerchantDb,
  zone: string,
  { date, hour, minute }: { readonly date: string; readonly hour: number; readonly minute: number },
): Promise<Sums> => {
  const at = (minutes: number) =>
    sql<Date>`(${date}::date + make_interval(mins => ${minutes}::int)) at time zone ${zone}`;
  return db
    .selectFrom('call')
    .select([sql<string>`''`.as('hour'), sql<Sums['source']>`'task'`.as('source'), ...sums(single)])
    .where('call.stage', '=', 'ended')
    .where('call.removedAt', 'is', null)
    .where(sql<boolean>`(call.task_id is not null or (call.origin = 'seat' and call.direction = 'out'))`)
    .where('call.listedAt', '>=', at(hour * 60))
    .where('call.listedAt', '<', at(hour * 60 + minute))
    .executeTakeFirstOrThrow() as unknown as Promise<Sums>;
};

interface Live {
  readonly live: number;
  readonly byHand: number;
  readonly talking: number;
  readonly placed: number;
}
/** Live calls and, beside them, live trials; calls of tasks that talk, and what was placed in the last seconds. */
export const liveNow = async (db: MerchantDb): Promise<Live> => {
  const since = sql<Date>`now() - make_interval(secs => ${sql.lit(RATE_S)})`;
  const [live, placed] = await Promise.all([
    db
      .selectFrom('call')
      .select([
        sql<number>`(count(*) filter (where ${notByHand}))::int`.as('live'),
        sql<number>`(count(*) filter (where ${byHand}))::int`.as('byHand'),
        sql<number>`(count(call.answered_at) filter (where call.task_id is not null))::int`.as('talking'),
      ])
      .where('call.stage', '<>', 'ended')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('call')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('call.listedAt', '>', since)
      .where('call.placedAt', '>', since)
      .where(notByHand)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...live, placed: placed.n };
};

/** Lines that call: their channels together, whether one of them costs money, and those that are down. */
export const linesNow = async (db: MerchantDb) => {
  const working = () => db.selectFrom('line').where('line.removedAt', 'is', null).where('line.enabled', '=', true);
  const [all, down] = await Promise.all([
    working()
      .select([
        sql<number>`coalesce(sum(line.channels), 0)::int`.as('channels'),
        sql<boolean>`coalesce(bool_or(line.price_per_minute > 0), false)`.as('priced'),
      ])
      .executeTakeFirstOrThrow(),
    working()
      .innerJoin('lineHealth as health', join =>
        join.onRef('health.merchantId', '=', 'line.rootMerchantId').onRef('health.lineId', '=', 'line.rootId'),
      )
      .select(['line.id', 'line.name'])
      .select(healthNow)
      .where(isDead(sql`health`))
      .orderBy('health.since', 'desc')
      .limit(LINES_SHOWN)
      .execute(),
  ]);
  return { ...all, down: down.map(({ state: _, ...line }) => line) };
};

/** Tasks at work, the running ones first; `practice`: all its ports are of the practice line. */
export const tasksNow = (db: MerchantDb) =>
  db
    .selectFrom('task')
    .innerJoin('taskCount', join =>
      join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
    )
    .innerJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'task.merchantId').onRef('employee.id', '=', 'task.createdBy'),
    )
    .select([
      'task.id',
      'task.name',
      'employee.name as maker',
      'task.state',
      'task.because',
      'task.concurrency',
      rulesOfTask.as('own'),
      'taskCount.total',
      'taskCount.calling',
      'taskCount.settled',
      'taskCount.paceBecause',
    ])
    .select(dialled)
    .where('task.removedAt', 'is', null)
    .where('task.state', 'in', ['running', 'waiting', 'paused'])
    .orderBy(sql`array_position(array['running', 'waiting', 'paused'], task.state)`)
    .orderBy('task.id', 'desc')
    .limit(TASKS_SHOWN)
    .execute();
export type TaskNow = Awaited<ReturnType<typeof tasksNow>>[number];

/**
 * Calls of these tasks that ended or talk now, those that were answered, A and B: of one instant, or a call that ends meanwhile
 * counted in neither, or in both. Two rows a task at most.
 */
export const callsOfTasks = async (db: MerchantDb, tasks: readonly string[]) =>
  tasks.length === 0
    ? []
    : await db
        .selectFrom('taskMinute')
        .select([
          'taskMinute.taskId',
          sql<number>`sum(task_minute.calls)::int`.as('calls'),
          sql<number>`coalesce(sum(task_minute.calls) filter (where task_minute.state = 'answered'), 0)::int`.as(
            'answered',
          ),
          sql<number>`coalesce(sum(task_minute.calls) filter (where task_minute.level in (${sql.join(goodLevels)})), 0)::int`.as(
            'wanted',
          ),
        ])
        .where('taskMinute.taskId', 'in', [...tasks])
        .groupBy('taskMinute.taskId')
        .unionAll(
          db.whole
            .selectFrom('call')
            .select([
              sql<string>`call.task_id`.as('taskId'),
              sql<number>`count(*)::int`.as('calls'),
              sql<number>`count(*)::int`.as('answered'),
              sql<number>`0`.as('wanted'),
            ])
            .where('call.taskId', 'in', [...tasks])
            .where('call.stage', '<>', 'ended')
            .where('call.answeredAt', 'is not', null)
            .groupBy('call.taskId'),
        )
        .execute();

/** The newest calls at A or B of the last days, none of them a trial, with the answers that were collected. */
export const freshIntents = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.calleeName',
      sql<Level>`call.level`.as('level'),
      'call.levelRule',
      'call.listedAt',
      'callCorrection.level as correctedLevel',
      'callCorrection.ruledLevel',
      'callCorrection.why',
      sql<readonly { readonly label: string; readonly value: string }[] | null>`call_transcript.answers`.as('answers'),
    ])
    .where('call.level', 'in', goodLevels)
    .where(notByHand)
    .where('call.listedAt', '>', sql<Date>`now() - make_interval(days => ${sql.lit(INTENT_DAYS)})`)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(INTENTS_SHOWN)
    .execute();

/** Own batch tasks of today that failed, newest first. */
export const failedBatches = (db: MerchantDb, employeeId: string, since: Date) =>
  db
    .selectFrom('batch')
    .select(['batch.id', 'batch.title', 'batch.remark'])
    .where('batch.createdBy', '=', employeeId)
    .where('batch.state', '=', 'failed')
    .where('batch.modifiedAt', '>=', since)
    .orderBy('batch.id', 'desc')
    .limit(BATCHES_SHOWN)
    .execute();
