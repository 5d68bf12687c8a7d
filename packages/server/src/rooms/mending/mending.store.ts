import { type NotNull, sql } from 'kysely';
import { type MerchantDb, notByHand } from '../../platform/db/index.ts';
import { dateOfCall, minuteOfCall } from '../talks/index.ts';

interface Span {
  readonly planId: string;
  readonly since: Date;
  readonly until: Date;
}

/** Calls in which callees said something, seen in the viewer's scope; no trials. */
const talked = (db: MerchantDb, { planId, since, until }: Span) =>
  db
    .selectFrom('call')
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .innerJoin('callTranscript as said', join =>
      join.onRef('said.merchantId', '=', 'call.merchantId').onRef('said.callId', '=', 'call.id'),
    )
    .where('call.planId', '=', planId)
    .where(notByHand)
    .where('call.turns', '>', 0)
    .where('call.listedAt', '>=', since)
    .where('call.listedAt', '<', until);

export const countTalked = async (db: MerchantDb, span: Span): Promise<number> => {
  const row = await talked(db, span)
    .select(eb => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

/** Newest first; their lines as text, which a thread parses. */
export const listTalked = (
  db: MerchantDb,
  span: Span,
  { after, limit }: { readonly after: string | null; readonly limit: number },
) => {
  let query = talked(db, span)
    .select(['call.id', 'call.planVersion as version', 'call.endedHow as how'])
    .$narrowType<{ version: NotNull }>()
    .select([
      dateOfCall.as('date'),
      minuteOfCall.as('minute'),
      sql<string>`said.lines::text`.as('lines'),
      sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`.as('cursor'),
    ])
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit);
  if (after !== null) {
    const [micros = '0', id = '0'] = after.split('-');
    const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(call.listed_at, call.id) < (${seenAt}, ${id}::bigint)`);
  }
  return query.execute();
};
