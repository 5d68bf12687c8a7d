import type { EndedHow } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Calls that ended at one node of a plan, in the scope of who looks. */
export interface EndedWish {
  readonly planId: string;
  readonly node: string;
  readonly since: Date;
  readonly until: Date;
  readonly version: number | null;
  readonly how: EndedHow | null;
}

const endedAt = (db: MerchantDb, { planId, node, since, until, version, how }: EndedWish) => {
  let query = db
    .selectFrom('call')
    .leftJoin('call_transcript as said', join =>
      join.onRef('said.merchant_id', '=', 'call.merchant_id').onRef('said.call_id', '=', 'call.id'),
    )
    .where('call.plan_id', '=', planId)
    .where('call.ended_node', '=', node)
    .where('call.listed_at', '>=', since)
    .where('call.listed_at', '<', until);
  if (version !== null) query = query.where('call.plan_version', '=', version);
  if (how !== null) query = query.where('call.ended_how', '=', how);
  return query;
};

const cursor = sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`;
/** Where the node began, the last time it was entered. */
const beganAt = sql<number>`coalesce((select (step->>'atMs')::numeric::int
  from jsonb_array_elements(said.path) with ordinality of_path (step, n)
  where step->>'node' = call.ended_node order by n desc limit 1), 0)`;

/** Newest first; one row more than asked for tells that there are more. */
export const listEnded = (db: MerchantDb, wish: EndedWish, after: string | null, limit: number) => {
  let query = endedAt(db, wish)
    .select(['call.id', 'call.phone', 'call.talk_ms', 'call.level', 'call.ended_how', 'call.listed_at'])
    .select([cursor.as('cursor'), beganAt.as('began_ms')])
    .orderBy('call.listed_at', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit + 1);
  if (after !== null) {
    const [micros = '0', id = '0'] = after.split('-');
    const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(call.listed_at, call.id) < (${seenAt}, ${id}::bigint)`);
  }
  return query.execute();
};

/** So many of the newest say where in a sentence callees hang up. */
const CUT_CALLS = 500;

/** The last sentence of the robot and how much of it was out, of calls that were cut off in the middle of it. */
export const listCuts = (db: MerchantDb, wish: EndedWish) =>
  endedAt(db, { ...wish, how: 'midSentence' })
    .select('call.ended_ms')
    .select(
      sql<string | null>`(select line->>'text' from jsonb_array_elements(said.lines) with ordinality of_lines (line, n)
        where line->>'speaker' = 'robot' order by n desc limit 1)`.as('text'),
    )
    .where('call.ended_ms', 'is not', null)
    .orderBy('call.listed_at', 'desc')
    .limit(CUT_CALLS)
    .execute();
