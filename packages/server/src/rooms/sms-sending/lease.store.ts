import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Which node sends the messages of which merchants. */
export interface Lease {
  readonly merchantId: string;
  readonly fence: string;
}

const TERM = sql`interval '15 seconds'`;

/**
 * Takes, or keeps, merchants whose messages wait, are on their way, or whose providers have to be listened to; of more than `most`
 * first those who are had, then who waits longest, and `last` those who had their turn. A take after another node's, or after a
 * start of ours, has a higher fence.
 */
export const takeLeases = async (
  db: UnscopedDb,
  node: string,
  { most, last }: { readonly most: number; readonly last: readonly string[] },
): Promise<readonly Lease[]> => {
  const { rows } = await sql<Lease>`
    with wanting as (
      select distinct p.merchant_id from sms_provider p join merchant m on m.id = p.merchant_id
      where p.enabled and p.removed_at is null and (p.kind = 'smpp' or p.settings ? 'poll' or exists (
        select from sms_message s where s.merchant_id = p.merchant_id and s.state in ('queued', 'handing')
          and (s.state = 'handing' or s.due_at <= now())))
      union select s.merchant_id from sms_message s where s.state = 'handing'
      union select s.merchant_id from sms_message s where s.state = 'queued' and s.due_at <= now()),
    free as (
      select w.merchant_id from wanting w left join sms_lease l on l.merchant_id = w.merchant_id
      where l.merchant_id is null or l.node = ${node} or l.until < now()
      order by w.merchant_id = any(${[...last]}::bigint[]), (l.node = ${node} and l.until > now()) is true desc,
        l.until nulls first, w.merchant_id limit ${most})
    insert into sms_lease as kept (merchant_id, node, until) select merchant_id, ${node}, now() + ${TERM} from free
    on conflict (merchant_id) do update set node = excluded.node, until = excluded.until,
      fence = case when kept.node = excluded.node then kept.fence else kept.fence + 1 end
    where kept.node = excluded.node or kept.until < now()
    returning merchant_id, fence`.execute(db);
  return rows;
};

/** In the transaction of whoever hands messages over: it is still this node's, until that is committed. */
export const holdsLease = async (tx: UnscopedDb, { merchantId, fence }: Lease): Promise<boolean> => {
  const { rows } = await sql`select 1 from sms_lease
    where merchant_id = ${merchantId} and fence = ${fence} and until > now() for update`.execute(tx);
  return rows.length > 0;
};

/** Another may begin at once. */
export const dropLeases = async (db: UnscopedDb, node: string): Promise<void> => {
  await sql`update sms_lease set until = now() - interval '1 second' where node = ${node}`.execute(db);
};
