import type { Plan } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** Answered calls with their level: by the rules of then, and a person's word. */
const graded = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .leftJoin('call_correction', join =>
      join
        .onRef('call_correction.merchant_id', '=', 'call.merchant_id')
        .onRef('call_correction.call_id', '=', 'call.id'),
    )
    .where('call.stage', '=', 'ended')
    .where('call.state', '=', 'answered');

const columns = [
  'call.id',
  'call.phone',
  'call.listed_at',
  'call.talk_ms',
  'call.level',
  'call.level_rule',
  'call_correction.ruled_level',
  'call_correction.level as corrected',
] as const;

/** What rules ask of a call is kept, or its words, from which it is read; neither after the merchant's days. */
const isKept = sql<boolean>`(said.facts is not null or said.lines <> '[]'::jsonb)`;

const RECENT = 20;

export const recentCalls = (db: MerchantDb, planId: string) =>
  graded(db)
    .innerJoin('call_transcript as said', join =>
      join.onRef('said.merchant_id', '=', 'call.merchant_id').onRef('said.call_id', '=', 'call.id'),
    )
    .select(columns)
    .where('call.plan_id', '=', planId)
    .where(isKept)
    .orderBy('call.listed_at', 'desc')
    .orderBy('call.id', 'desc')
    .limit(RECENT)
    .execute();

/** One of them with all that rules may ask of it. */
export const findGraded = (db: MerchantDb, id: string) =>
  graded(db)
    .leftJoin('call_transcript as said', join =>
      join.onRef('said.merchant_id', '=', 'call.merchant_id').onRef('said.call_id', '=', 'call.id'),
    )
    .select(columns)
    .select([
      'call.plan_id',
      'call.plan_version',
      'call.turns',
      'call.hung_up_by',
      'said.facts',
      'said.lines',
      'said.path',
      'said.answers',
    ])
    .select(sql<boolean>`coalesce(${isKept}, false)`.as('is_kept'))
    .where('call.id', '=', id)
    .executeTakeFirst();

/** The days of a merchant as instants; `until` is excluded. */
export const spanOf = (db: HouseDb, merchantId: string, { from, to }: { readonly from: string; readonly to: string }) =>
  db
    .selectFrom('merchant')
    .select([
      sql<Date>`(${from}::date)::timestamp at time zone zone`.as('since'),
      sql<Date>`(${to}::date + 1)::timestamp at time zone zone`.as('until'),
    ])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();

export interface Chunk {
  readonly merchantId: string;
  readonly planId: string;
  readonly since: Date;
  readonly until: Date;
}

/** Newest first after a cursor (microseconds of `listed_at`, id); '' for the first. */
const afterCursor = (after: string) => {
  const [micros = '0', id = '0'] = after.split('-');
  return sql<boolean>`(call.listed_at, call.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
};

/** Calls that rules gave a level to and may look at, of one plan and some days. The job names its merchant in every join. */
const ofSpan = (db: HouseDb, { merchantId, planId, since, until }: Chunk) =>
  db
    .selectFrom('call')
    .innerJoin('call_transcript as said', join =>
      join.onRef('said.merchant_id', '=', 'call.merchant_id').onRef('said.call_id', '=', 'call.id'),
    )
    .where(isKept)
    .where('call.merchant_id', '=', merchantId)
    .where('call.plan_id', '=', planId)
    .where('call.listed_at', '>=', since)
    .where('call.listed_at', '<', until)
    .where('call.stage', '=', 'ended')
    .where('call.state', '=', 'answered')
    .where('call.level', 'is not', null);

export const countSpan = async (db: HouseDb, chunk: Chunk): Promise<number> => {
  const { n } = await ofSpan(db, chunk).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
};

/** The next so many, newest first. Words are read only where a call kept no facts. */
export const readChunk = (db: HouseDb, chunk: Chunk, after: string, limit: number) => {
  const words = (column: 'lines' | 'path' | 'answers') =>
    sql<unknown>`case when said.facts is null then said.${sql.ref(column)} end`.as(column);
  let query = ofSpan(db, chunk)
    .leftJoin('call_correction', join =>
      join
        .onRef('call_correction.merchant_id', '=', 'call.merchant_id')
        .onRef('call_correction.call_id', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.plan_version',
      'call.talk_ms',
      'call.turns',
      'call.hung_up_by',
      'call.level',
      'call_correction.ruled_level',
      'call_correction.level as corrected',
      'said.facts',
    ])
    .select([words('lines'), words('path'), words('answers')])
    .select(sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`.as('cursor'))
    .orderBy('call.listed_at', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit);
  if (after !== '') query = query.where(afterCursor(after));
  return query.execute();
};
export type ChunkRow = Awaited<ReturnType<typeof readChunk>>[number];

/** Of one version of a plan: names and ids that a transcript's words are read by. */
export const versionOf = async (db: HouseDb, merchantId: string, planId: string, version: number): Promise<Plan> => {
  const { graph } = await db
    .selectFrom('plan_version')
    .select('graph')
    .where('merchant_id', '=', merchantId)
    .where('plan_id', '=', planId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return graph;
};
