import { statLimits } from '@lianxian/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { MerchantDb, Tables, UnscopedDb } from '../../platform/db/index.ts';
import type { Span, StatNarrowing } from '../stats/index.ts';

/** Answers of robots and of seats, a row each (migration 0171), in the scope of who looks. */
interface AnswersWish extends StatNarrowing {
  readonly by?: 'robot' | 'seat' | undefined;
  readonly question?: string | undefined;
  readonly value?: string | undefined;
}

type Answers = SelectQueryBuilder<Tables, 'answer', object>;

const narrowed = (db: MerchantDb, wish: AnswersWish, since: Date, until: Date): Answers => {
  let query = db
    .selectFrom('answer')
    .where('answer.source', wish.byHand ? '=' : '<>', 'hand')
    .where('answer.placedAt', '>=', since)
    .where('answer.placedAt', '<', until);
  const { taskId, planId, version: planVersion, lineId, portId, ownerId, by, value } = wish;
  for (const [column, asked] of Object.entries({ taskId, planId, planVersion, lineId, portId, ownerId, by, value }))
    if (asked !== undefined) query = query.where(sql.ref<unknown>(`answer.${column}`), '=', asked);
  if (wish.question !== undefined)
    query = query
      .where(sql<boolean>`md5(answer.question) = md5(${wish.question})`)
      .where('answer.question', '=', wish.question);
  return query;
};

/** Of these days and of those before. */
const both = (db: MerchantDb, wish: AnswersWish, { beforeSince, until }: Span): Answers =>
  narrowed(db, wish, beforeSince, until);

const MOST_QUESTIONS = 500;

export const listQuestions = (db: MerchantDb, wish: AnswersWish, span: Span) => {
  const isNow = sql`answer.placed_at >= ${span.since}`;
  return both(db, wish, span)
    .select('answer.question')
    .select([
      sql<number>`(count(*) filter (where ${isNow} and answer.by = 'robot'))::int`.as('robot'),
      sql<number>`(count(*) filter (where ${isNow} and answer.by = 'seat'))::int`.as('seat'),
      sql<number>`(count(distinct answer.value) filter (where ${isNow}))::int`.as('values'),
      sql<number>`(count(*) filter (where not ${isNow}))::int`.as('before'),
    ])
    .groupBy('answer.question')
    .having(sql<boolean>`count(*) filter (where ${isNow}) > 0`)
    .orderBy(sql`count(*) filter (where ${isNow})`, 'desc')
    .orderBy('answer.question')
    .limit(MOST_QUESTIONS)
    .execute();
};

interface ValueCount {
  readonly value: string;
  readonly now: number;
  readonly before: number;
}

/** The most frequent answers to a question, and how many of all there were, in how many calls. */
export const countValues = async (unscopedDb: UnscopedDb, db: MerchantDb, wish: AnswersWish, span: Span) => {
  const asked = both(db, wish, span).select(['answer.value', 'answer.callId', 'answer.placedAt']);
  const { rows } = await sql<{
    values: readonly ValueCount[] | null;
    now: number;
    before: number;
    calls: number;
    callsBefore: number;
  }>`
    with asked as materialized (select value, call_id, placed_at >= ${span.since} as is_now from ${asked} a),
    by_value as materialized (
      select value, count(*) filter (where is_now) as now, count(*) filter (where not is_now) as before
      from asked group by value),
    counted as (select * from by_value order by now desc, value limit ${sql.lit(statLimits.values)})
    select (select json_agg(json_build_object('value', value, 'now', now, 'before', before) order by now desc, value)
        from counted) as values,
      (select coalesce(sum(now), 0)::int from by_value) as now, (select coalesce(sum(before), 0)::int from by_value) as before,
      (count(distinct call_id) filter (where is_now))::int as calls,
      (count(distinct call_id) filter (where not is_now))::int as calls_before
    from asked`.execute(unscopedDb);
  return rows[0]!;
};

/** Calls that gave both answers; of each question the most frequent ones. */
export const crossValues = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  { wish, span, other }: { readonly wish: AnswersWish; readonly span: Span; readonly other: string },
) => {
  const of = (question: string | undefined) =>
    narrowed(db, { ...wish, question }, span.since, span.until).select(['answer.callId', 'answer.value']);
  const often = (name: string) => sql`
    select value, row_number() over (order by count(*) desc, value) as place from ${sql.raw(name)} group by value
    order by count(*) desc, value limit ${sql.lit(statLimits.crossed)}`;
  const { rows } = await sql<{ row: string; column: string; n: number; rowPlace: number; columnPlace: number }>`
    with one as materialized (select call_id, value from ${of(wish.question)} a),
    two as materialized (select call_id, value from ${of(other)} b),
    ones as (${often('one')}), twos as (${often('two')})
    select ones.value as row, twos.value as column, count(distinct one.call_id)::int as n,
      ones.place::int as row_place, twos.place::int as column_place
    from one join ones on ones.value = one.value join two on two.call_id = one.call_id
      join twos on twos.value = two.value
    group by 1, 2, 4, 5 order by 4, 5`.execute(unscopedDb);
  return rows;
};

/** So many of the newest answers are cut into words. */
const MOST_READ = 20_000;

export const valuesToRead = async (unscopedDb: UnscopedDb, db: MerchantDb, wish: AnswersWish, span: Span) => {
  const newest = narrowed(db, wish, span.since, span.until)
    .select('answer.value')
    .orderBy('answer.placedAt', 'desc')
    .limit(MOST_READ);
  const { rows } = await sql<{ value: string; n: number }>`
    select value, count(*)::int as n from ${newest} a group by value order by 2 desc`.execute(unscopedDb);
  return rows;
};

const cursor = sql<string>`(extract(epoch from answer.placed_at) * 1000000)::bigint || '-' || answer.call_id || '-' || answer.n`;

/** Newest first, with their calls; one row more than asked for tells that there are more. */
export const listAnswers = (
  db: MerchantDb,
  wish: AnswersWish,
  { since, until }: Span,
  page: { readonly after: string | null; readonly offset: number; readonly limit: number },
) => {
  let query = narrowed(db, wish, since, until);
  if (page.after !== null) {
    const [micros, call, n] = page.after.split('-');
    const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
    // Of one call in the order in which they were given.
    query = query.where(
      sql<boolean>`(answer.placed_at, answer.call_id) <= (${at}, ${call}::bigint)
        and ((answer.placed_at, answer.call_id) < (${at}, ${call}::bigint) or answer.n > ${n}::int)`,
    );
  }
  return query
    .innerJoin('call', join =>
      join.onRef('call.merchantId', '=', 'answer.merchantId').onRef('call.id', '=', 'answer.callId'),
    )
    .leftJoin('employee as seat', join =>
      join.onRef('seat.merchantId', '=', 'call.merchantId').onRef('seat.id', '=', 'call.seatId'),
    )
    .select(['answer.callId', 'answer.n', 'answer.question', 'answer.value', 'answer.by', 'answer.placedAt'])
    .select(['call.phone', 'call.calleeName', 'call.planName', 'call.level', 'seat.name as seatName'])
    .select(cursor.as('cursor'))
    .orderBy('answer.placedAt', 'desc')
    .orderBy('answer.callId', 'desc')
    .orderBy('answer.n')
    .offset(page.offset)
    .limit(page.limit + 1)
    .execute();
};
export type ListedAnswer = Awaited<ReturnType<typeof listAnswers>>[number];

/** How many there are, counted so far at most. */
export const countAnswers = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  { wish, span, most }: { readonly wish: AnswersWish; readonly span: Span; readonly most: number },
): Promise<number> => {
  const found = narrowed(db, wish, span.since, span.until).select('answer.n').limit(most);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${found} found`.execute(unscopedDb);
  return rows[0]?.n ?? 0;
};

/** Transcripts of before, the newest first: the answers of the next `most` of them become rows. False: all are. */
export const readBefore = async (db: UnscopedDb, most: number): Promise<boolean> => {
  const { rows } = await sql<{ left: boolean }>`
    with held as (select call_id from answers_before for update),
    next as materialized (
      select said.merchant_id, said.call_id, said.answers from call_transcript said
      where said.call_id < (select call_id from held) order by said.call_id desc limit ${most}),
    written as (
      select write_answers(merchant_id, call_id) from next where answers <> '[]'),
    moved as (
      update answers_before set call_id = coalesce((select min(call_id) from next), 0)
      where (select count(*) from written) >= 0)
    select count(*) = ${most} as left from next`.execute(db);
  return rows[0]?.left ?? false;
};
