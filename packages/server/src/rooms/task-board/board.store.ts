import type { CallState, Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { countedTasks, type PortOfTask } from '../tasks/index.ts';

/** What the board of a task reads: few statements, each by an index and bounded. */
const LIVE_SHOWN = 300;
const EVENTS_SHOWN = 50;
const MINUTE_MS = 60_000;

/** The minute in which a call of it ended last. */
const lastEnding = sql<Date | null>`(select max(minute) from task_minute
  where task_minute.merchant_id = task.merchant_id and task_minute.task_id = task.id and task_minute.calls > 0)`.as(
  'lastEnding',
);

/** The task, and now. */
export const findBoard = (db: MerchantDb, id: string) =>
  countedTasks(db)
    .select(['task.planId', 'task.windows', 'task.endedAt', 'taskCount.paceBecause', sql<Date>`now()`.as('now')])
    .select(lastEnding)
    .where('task.id', '=', id)
    .executeTakeFirst();
export type TaskOnBoard = NonNullable<Awaited<ReturnType<typeof findBoard>>>;

/** Endings by minute, outcome and level of the last `minutes` before `until`, its own minute among them. */
export const recentEndings = (db: MerchantDb, task: string, minutes: number, until: Date) =>
  db
    .selectFrom('taskMinute')
    .select(['taskMinute.minute', 'taskMinute.state', 'taskMinute.level', 'taskMinute.calls'])
    .where('taskMinute.taskId', '=', task)
    .where('taskMinute.minute', '<=', until)
    .where('taskMinute.minute', '>', new Date(until.getTime() - minutes * MINUTE_MS))
    .execute();
export type EndingsOfMinute = Awaited<ReturnType<typeof recentEndings>>[number];

/**
 * All endings of a task by outcome and level, and how many talk now: of one instant, or a call that ends meanwhile counted in
 * neither, or in both.
 */
export const endingsOf = async (db: MerchantDb, task: string) => {
  const rows = await db
    .selectFrom('taskMinute')
    .select([
      'taskMinute.state',
      'taskMinute.level',
      sql<string>`sum(task_minute.calls)`.as('calls'),
      sql<boolean>`false`.as('talk'),
    ])
    .where('taskMinute.taskId', '=', task)
    .groupBy(['taskMinute.state', 'taskMinute.level'])
    .unionAll(
      db
        .selectFrom('call')
        .select([
          sql<CallState>`'answered'`.as('state'),
          sql<Level | ''>`''`.as('level'),
          sql<string>`count(*)`.as('calls'),
          sql<boolean>`true`.as('talk'),
        ])
        .where('call.taskId', '=', task)
        .where('call.stage', '<>', 'ended')
        .where('call.answeredAt', 'is not', null),
    )
    .execute();
  const counted = rows.map(row => ({ ...row, calls: Number(row.calls) }));
  const talking = counted.find(({ talk }) => talk)?.calls ?? 0;
  return { endings: counted.filter(({ talk }) => !talk), talking };
};

/** The newest live calls of a task, and how many there are in all. */
export const liveCallsOf = async (db: MerchantDb, task: string) => {
  const rows = await db
    .selectFrom('call')
    .select([
      'call.id',
      'call.phone',
      'call.calleeName',
      'call.stage',
      'call.placedAt',
      'call.answeredAt',
      sql<string>`count(*) over ()`.as('all'),
    ])
    .where('call.taskId', '=', task)
    .where('call.stage', '<>', 'ended')
    .orderBy('call.id', 'desc')
    .limit(LIVE_SHOWN)
    .execute();
  return { calls: rows, used: Number(rows[0]?.all ?? 0) };
};
export type LiveOnBoard = Awaited<ReturnType<typeof liveCallsOf>>['calls'][number];

const ENDED_SHOWN = 5;
/** Answered calls that ended just now, with their levels and what the callees want. */
export const endedNow = (db: MerchantDb, task: string) =>
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
      'call.talkMs',
      'call.levelRule',
      'call.listedAt',
      'callCorrection.level as correctedLevel',
      'callCorrection.ruledLevel',
      'callCorrection.why',
      sql<Level | null>`call.level`.as('level'),
      sql<readonly { readonly label: string; readonly value: string }[] | null>`call_transcript.answers`.as('answers'),
    ])
    .where('call.taskId', '=', task)
    .where('call.stage', '=', 'ended')
    .where('call.state', '=', 'answered')
    .where('call.listedAt', '>', sql<Date>`now() - interval '3 minutes'`)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(ENDED_SHOWN)
    .execute();
export type EndedOnBoard = Awaited<ReturnType<typeof endedNow>>[number];

/** The newest events of a task, with the names of who did them. */
export const eventsOf = (db: MerchantDb, task: string) =>
  db
    .selectFrom('taskEvent')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'taskEvent.merchantId').onRef('employee.id', '=', 'taskEvent.byEmployee'),
    )
    .select(['taskEvent.at', 'taskEvent.kind', 'taskEvent.detail', 'employee.name as who'])
    .where('taskEvent.taskId', '=', task)
    .orderBy('taskEvent.id', 'desc')
    .limit(EVENTS_SHOWN)
    .execute();
export type EventOnBoard = Awaited<ReturnType<typeof eventsOf>>[number];

/** A port that the task may call over, as its room reads it. */
export type PortOnBoard = PortOfTask;
