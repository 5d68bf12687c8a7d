import type { Level } from '@lianxian/core';
import { type NotNull, sql } from 'kysely';
import { type MerchantDb, notByHand } from '../../platform/db/index.ts';

/** Answered calls with their level: by the rules of then, and a person's word. In the scope of who looks; a job sees all. */
const graded = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    )
    .leftJoin('callTranscript as said', join =>
      join.onRef('said.merchantId', '=', 'call.merchantId').onRef('said.callId', '=', 'call.id'),
    )
    .where('call.stage', '=', 'ended')
    .where('call.state', '=', 'answered')
    .where('call.removedAt', 'is', null);

const columns = [
  'call.id',
  'call.phone',
  'call.listedAt',
  'call.talkMs',
  'call.level',
  'call.levelRule',
  'callCorrection.ruledLevel',
  'callCorrection.level as corrected',
] as const;

/** What rules ask of a call is kept, or its words, from which it is read; neither after the merchant's days. */
const isKept = sql<boolean>`(said.facts is not null or said.lines <> '[]'::jsonb)`;

const RECENT = 20;

export const recentCalls = (db: MerchantDb, planId: string) =>
  graded(db)
    .select(columns)
    .where('call.planId', '=', planId)
    .where(isKept)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(RECENT)
    .execute();
export type GradedCall = Awaited<ReturnType<typeof recentCalls>>[number];

/** One of them with all that rules may ask of it. */
export const findGraded = (db: MerchantDb, id: string) =>
  graded(db)
    .select(columns)
    .select([
      'call.planId',
      'call.planVersion',
      'call.turns',
      'call.hungUpBy',
      'said.facts',
      'said.lines',
      'said.path',
      'said.answers',
    ])
    .select(sql<boolean>`coalesce(${isKept}, false)`.as('isKept'))
    .where('call.id', '=', id)
    .executeTakeFirst();

interface ChangesWish {
  readonly id: string;
  readonly after: number;
  readonly limit: number;
  readonly was?: Level | undefined;
  readonly becomes?: Level | undefined;
}

/** Those that a back-test would change; one row more than asked for tells that there are more. */
export const listChanges = (db: MerchantDb, { id, after, limit, was, becomes }: ChangesWish) => {
  let query = graded(db)
    .innerJoin('backTestChange as change', join =>
      join.onRef('change.merchantId', '=', 'call.merchantId').onRef('change.callId', '=', 'call.id'),
    )
    .select(columns)
    .select(['change.n', 'change.was', 'change.becomes', 'change.rule'])
    .where('change.testId', '=', id)
    .where('change.n', '>', after)
    .orderBy('change.n')
    .limit(limit + 1);
  if (was !== undefined) query = query.where('change.was', '=', was);
  if (becomes !== undefined) query = query.where('change.becomes', '=', becomes);
  return query.execute();
};

/** Of one plan and some days. */
interface Span {
  readonly planId: string;
  readonly since: Date;
  readonly until: Date;
}

/** Calls that rules gave a level to and may look at, trials left out. Where a person gave the only one there is nothing rules could change. */
const ofSpan = (db: MerchantDb, { planId, since, until }: Span) =>
  graded(db)
    .where(isKept)
    .where(notByHand)
    .where('call.planId', '=', planId)
    .where('call.listedAt', '>=', since)
    .where('call.listedAt', '<', until)
    .where('call.level', 'is not', null)
    .where(sql<boolean>`(call_correction.call_id is null or call_correction.ruled_level is not null)`);

const owner = sql<string>`coalesce(call.owner_id, 0)`;

/** How many there are, by whose they are. */
export const countSpan = (db: MerchantDb, span: Span) =>
  ofSpan(db, span)
    .select([owner.as('owner'), sql<number>`count(*)::int`.as('n')])
    .groupBy(owner)
    .execute();

/** Newest first after a cursor (microseconds of `listed_at`, id); '' for the first. */
const afterCursor = (after: string) => {
  const [micros = '0', id = '0'] = after.split('-');
  return sql<boolean>`(call.listed_at, call.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
};

/** The next so many, newest first. Words are read only where a call kept no facts. */
export const readChunk = (db: MerchantDb, span: Span, after: string, limit: number) => {
  const words = (column: 'lines' | 'path' | 'answers') =>
    sql<unknown>`case when said.facts is null then said.${sql.ref(column)} end`.as(column);
  let query = ofSpan(db, span)
    .select([
      'call.id',
      'call.planVersion',
      'call.talkMs',
      'call.turns',
      'call.hungUpBy',
      'call.level',
      'callCorrection.ruledLevel',
      'callCorrection.level as corrected',
      'said.facts',
    ])
    .select([owner.as('owner'), words('lines'), words('path'), words('answers')])
    .$narrowType<{ planVersion: NotNull }>()
    .select(sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`.as('cursor'))
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit);
  if (after !== '') query = query.where(afterCursor(after));
  return query.execute();
};
export type ChunkRow = Awaited<ReturnType<typeof readChunk>>[number];
