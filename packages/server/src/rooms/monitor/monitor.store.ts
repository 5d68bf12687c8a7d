import type { Verdict, WeekWindows } from '@lianxian/core';
import { sql } from 'kysely';
import { type MerchantDb, notByHand } from '../../platform/db/index.ts';
import { healthNow } from '../lines/index.ts';

/**
 * What the monitor reads of a merchant: few statements, each over an index (migrations 0005, 0007) and over half an hour
 * at most. What ended counts when it ended (`listed_at`), so that a call is in one step for good.
 */

/** More than any merchant has. */
const MOST_LINES = 500;
const MOST_PORTS = 1_000;

/** The trend: ten steps of three minutes; the figures: the last ten minutes. */
export const STEPS = 10;
const STEP_S = 180;
const FIGURES_S = 600;
/** Placed calls are counted over so long. */
export const RATE_S = 10;

/** A call that failed by its line: the carrier's fault, or what has to be set right on the line. */
export const byTheLine = sql<boolean>`(call.fault = 'carrier' or call.state = 'lineFault')`;
/** Something left for the line, or would have. */
const tried = sql<boolean>`(call.dialled_at is not null or ${byTheLine})`;

/** The lines with how they are, the practice line first; `weekday` (Monday is 0) and `minute` are the merchant's. */
export const linesNow = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .innerJoin('merchant', 'merchant.id', 'line.merchantId')
    .leftJoin('lineHealth as health', join =>
      join.onRef('health.merchantId', '=', 'line.rootMerchantId').onRef('health.lineId', '=', 'line.rootId'),
    )
    .select([
      'line.id',
      'line.name',
      'line.address',
      'line.transport',
      'line.access',
      'line.practice',
      'line.enabled',
      'line.channels',
      'line.callsPerSecond',
      sql<WeekWindows | null>`line.windows`.as('windows'),
      'health.checkedAt',
      'health.code',
      'health.roundTripMs',
      'health.registeredUntil',
      'health.slowedTo',
      sql<number>`extract(isodow from now() at time zone merchant.zone)::int - 1`.as('weekday'),
      sql<number>`(extract(hour from now() at time zone merchant.zone) * 60
        + extract(minute from now() at time zone merchant.zone))::int`.as('minute'),
    ])
    .select(healthNow)
    .where('line.removedAt', 'is', null)
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .limit(MOST_LINES)
    .execute();
export type LineNow = Awaited<ReturnType<typeof linesNow>>[number];

export const portsNow = (db: MerchantDb) =>
  db
    .selectFrom('port')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .select(['port.id', 'port.name', 'port.lineId', 'port.channels', 'line.name as lineName', 'line.practice'])
    .where('port.removedAt', 'is', null)
    .where('line.removedAt', 'is', null)
    .orderBy('line.practice', 'desc')
    .orderBy('port.id')
    .limit(MOST_PORTS)
    .execute();
export type PortNow = Awaited<ReturnType<typeof portsNow>>[number];

/** Live calls of each line and port that has any. */
export const liveNow = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .select([
      'call.lineId',
      'call.portId',
      sql<number>`(count(*) filter (where call.stage = 'talking'))::int`.as('talking'),
      sql<number>`(count(*) filter (where call.stage <> 'talking'))::int`.as('ringing'),
    ])
    .where('call.stage', '<>', 'ended')
    .groupBy(['call.lineId', 'call.portId'])
    .execute();
export type LiveNow = Awaited<ReturnType<typeof liveNow>>[number];

const ended = (db: MerchantDb, seconds: number) =>
  db
    .selectFrom('call')
    .where('call.listedAt', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where('call.stage', '=', 'ended')
    .where(tried);

const step = sql<number>`floor(extract(epoch from now() - call.listed_at) / ${sql.lit(STEP_S)})::int`;
const inFigures = sql`call.listed_at > now() - make_interval(secs => ${sql.lit(FIGURES_S)})`;
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${inFigures} and ${condition}))::int`;
/** From INVITE to the first ringing. One that was answered without ringing has none: its ringing is counted from there. */
const waited = sql`extract(epoch from coalesce(call.answered_at, call.ended_at) - call.dialled_at) * 1000 - call.ring_ms`;
const LEAST_WAIT_MS = 2;
const hasWaited = sql`${inFigures} and ${waited} >= ${sql.lit(LEAST_WAIT_MS)}`;

/**
 * What ended lately by line, port and step (0: the newest): all and answered of the step; and of those of the last ten
 * minutes how many, answered and failed by the line, with sums of talk and of the wait for the ringing. Trials say nothing of
 * how many answer; that one of them failed is in the failures.
 */
export const endedLately = (db: MerchantDb) =>
  ended(db, STEPS * STEP_S)
    .where(notByHand)
    .select([
      'call.lineId',
      'call.portId',
      step.as('step'),
      sql<number>`count(*)::int`.as('allOfStep'),
      sql<number>`count(call.answered_at)::int`.as('answeredOfStep'),
      countOf(sql`true`).as('calls'),
      countOf(sql`call.answered_at is not null`).as('answered'),
      countOf(sql`${byTheLine}`).as('failed'),
      sql<number>`coalesce(sum(call.talk_ms) filter (where ${inFigures}), 0)::float8`.as('talkMs'),
      sql<number>`coalesce(sum(${waited}) filter (where ${hasWaited}), 0)::float8`.as('waitMs'),
      sql<number>`(count(*) filter (where ${hasWaited}))::int`.as('waits'),
    ])
    .groupBy(['call.lineId', 'call.portId', step])
    .execute();
export type EndedLately = Awaited<ReturnType<typeof endedLately>>[number];

/** Calls that failed, by the line's or the number's fault, oldest first. */
export const failedByMinute = (db: MerchantDb) =>
  ended(db, STEPS * STEP_S)
    .select([
      sql<Date>`date_trunc('minute', call.listed_at)`.as('minute'),
      'call.sipCode',
      sql<Verdict['fault']>`call.fault`.as('fault'),
      sql<number>`count(*)::int`.as('calls'),
    ])
    .where(failed)
    .groupBy([sql`date_trunc('minute', call.listed_at)`, 'call.sipCode', 'call.fault'])
    .orderBy(sql`date_trunc('minute', call.listed_at)`)
    .limit(MOST_FAILURES)
    .execute();
/** 30 minutes, and rarely more than some ten codes in one. */
const MOST_FAILURES = 1_000;

/** Neither talked nor given up by ourselves; and what was talked but let go of by the line. */
export const failed = sql<boolean>`(${byTheLine}
  or call.state not in ('answered', 'voicemail', 'fax', 'cancelled', 'blacklisted', 'abandoned'))`;

/** Calls that were placed in the last seconds, whatever became of them; no trials. */
export const placedLately = async (db: MerchantDb): Promise<number> => {
  const since = sql<Date>`now() - make_interval(secs => ${RATE_S})`;
  const { placed } = await db
    .selectFrom('call')
    .select(sql<number>`count(*)::int`.as('placed'))
    .where('call.listedAt', '>', since)
    .where('call.placedAt', '>', since)
    .where(notByHand)
    .executeTakeFirstOrThrow();
  return placed;
};
