import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Stands for the lines of the practice carrier. */
const PRACTICE_HOST = '127.0.0.1';
/** More lines than one installation carries. */
const MOST_ADDRESSES = 20_000;

/**
 * Where lines are that are reached at an address; gateways log in instead. The practice carrier's count where one of their
 * numbers may be called: else nobody calls from this machine.
 */
export const lineAddresses = async (db: UnscopedDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ address: string }>`
    select distinct case when l.practice then ${PRACTICE_HOST} else l.address end as address
    from line l join merchant m on m.id = l.merchant_id
    where m.active and l.removed_at is null and l.enabled and l.access <> 'gateway'
      and case when not l.practice then l.address <> '' else exists (
        select from line_number n where n.merchant_id = l.merchant_id and n.line_id = l.id
          and n.removed_at is null and n.enabled and n.plan_id is not null) end
    limit ${MOST_ADDRESSES}`.execute(db);
  return rows.map(each => each.address);
};
