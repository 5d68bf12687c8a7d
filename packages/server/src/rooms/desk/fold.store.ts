import { sql } from 'kysely';
import { type HouseDb, inTransaction } from '../../platform/db/index.ts';

/**
 * Folds ended calls by hour (migration 0015). Each run reads the last hours anew: what was filed late, e.g. after the
 * database was away, finds its hour. One transaction, so that whoever reads meanwhile sees the fold of before or of
 * after.
 */
const AGAIN = sql`interval '26 hours'`;
/** What is being filed this minute is left for the next run. */
const REST = sql`interval '1 minute'`;

/** The job `fold`, hourly; it may run as often as it likes. */
export const foldCalls = (db: HouseDb): Promise<void> =>
  inTransaction(db, async tx => {
    const { since, until } = await tx
      .selectFrom('call_folded')
      .select([
        sql<Date>`date_trunc('hour', until - ${AGAIN}, 'UTC')`.as('since'),
        sql<Date>`now() - ${REST}`.as('until'),
      ])
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('call_hour').where('hour', '>=', since).execute();
    await sql`
      insert into call_hour
      select merchant.id, ended.*
      from merchant cross join lateral (
        select date_trunc('hour', listed_at, 'UTC'), coalesce(owner_id, 0), count(*),
          count(*) filter (where state = 'answered'), sum(talk_ms),
          count(*) filter (where level = 'A'), count(*) filter (where level = 'B'), count(*) filter (where level = 'C'),
          count(*) filter (where level = 'D'), count(*) filter (where level = 'E'), count(*) filter (where level = 'F'),
          sum(cost)
        from call
        where call.merchant_id = merchant.id and stage = 'ended' and listed_at >= ${since} and listed_at < ${until}
        group by 1, 2) ended`.execute(tx);
    await tx.updateTable('call_folded').set({ until }).execute();
  });
