import type { EndedHow } from '@lianxian/contract';
import { sql } from 'kysely';
import { byHand, type MerchantDb, notByHand } from '../../platform/db/index.ts';

/** Calls that ended at one node of a plan, in the scope of who looks. */
interface EndedWish {
  readonly planId: string;
  readonly node: string;
  readonly since: Date;
  readonly until: Date;
  readonly version: number | null;
  readonly how: EndedHow | null;
  /** Trials alone, or none of them. */
  readonly byHand: boolean;
}

const endedAt = (db: MerchantDb, { planId, node, since, until, version, how, byHand: trials }: EndedWish) => {
  let query = db
    .selectFrom('call')
    .leftJoin('callTranscript as said', join =>
      join.onRef('said.merchantId', '=', 'call.merchantId').onRef('said.callId', '=', 'call.id'),
    )
    .where('call.planId', '=', planId)
    .where('call.removedAt', 'is', null)
    .where(trials ? byHand : notByHand)
    .where('call.endedNode', '=', node)
    .where('call.listedAt', '>=', since)
    .where('call.listedAt', '<', until);
  if (version !== null) query = query.where('call.planVersion', '=', version);
  if (how !== null) query = query.where('call.endedHow', '=', how);
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
    .select(['call.id', 'call.phone', 'call.talkMs', 'call.level', 'call.endedHow', 'call.listedAt'])
    .select([cursor.as('cursor'), beganAt.as('beganMs')])
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit + 1);
  if (after !== null) {
    const [micros = '0', id = '0'] = after.split('-');
    const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(call.listed_at, call.id) < (${seenAt}, ${id}::bigint)`);
  }
  return query.execute();
};
export type EndedCall = Awaited<ReturnType<typeof listEnded>>[number];

/** So many of the newest say where in a sentence callees hang up. */
const CUT_CALLS = 500;

/** The last sentence of the robot and how much of it was out, of calls that were cut off in the middle of it. */
export const listCuts = (db: MerchantDb, wish: EndedWish) =>
  endedAt(db, { ...wish, how: 'midSentence' })
    .select('call.endedMs')
    .select(
      sql<string | null>`(select line->>'text' from jsonb_array_elements(said.lines) with ordinality of_lines (line, n)
        where line->>'speaker' = 'robot' order by n desc limit 1)`.as('text'),
    )
    .where('call.endedMs', 'is not', null)
    .orderBy('call.listedAt', 'desc')
    .limit(CUT_CALLS)
    .execute();
export type CutCall = Awaited<ReturnType<typeof listCuts>>[number];
