import { sql } from 'kysely';
import { notByHand, type UnscopedDb } from '../../platform/db/index.ts';

interface Overview {
  readonly merchants: number;
  readonly off: number;
  readonly resellers: number;
  readonly live: number;
  readonly callsToday: number;
  readonly answeredToday: number;
  readonly balance: string;
  readonly running: number;
}

/**
 * Figures of a reseller's merchants, or of all; what resellers have of their own is in no sum, nor are trials. Called are
 * numbers of tasks. A day is each merchant's own.
 */
export const readOverview = async (db: UnscopedDb, resellerId: string | null): Promise<Overview> => {
  const kept =
    resellerId === null ? sql`m.kind <> 'platform'` : sql`m.kind = 'merchant' and m.reseller_id = ${resellerId}`;
  const { rows } = await sql<Overview>`
    select (count(*) filter (where m.kind = 'merchant'))::int as merchants,
      (count(*) filter (where m.kind = 'merchant' and not m.active))::int as off,
      (count(*) filter (where m.kind = 'reseller'))::int as resellers,
      coalesce(sum(now_.live) filter (where m.kind = 'merchant'), 0)::int as live,
      coalesce(sum(day.calls) filter (where m.kind = 'merchant'), 0)::int as calls_today,
      coalesce(sum(day.answered) filter (where m.kind = 'merchant'), 0)::int as answered_today,
      coalesce(sum(tasks.running) filter (where m.kind = 'merchant'), 0)::int as running,
      trim_scale(coalesce(sum(balance.amount) filter (where m.kind = 'merchant'), 0))::text as balance
    from merchant m
      left join balance on balance.merchant_id = m.id
      cross join lateral (
        select count(*) as live from call where call.merchant_id = m.id and stage <> 'ended' and ${notByHand}) now_
      cross join lateral (
        select count(*) filter (where stage = 'ended' or answered_at is not null) as calls,
          count(*) filter (where state = 'answered' or (stage <> 'ended' and answered_at is not null)) as answered from call
        where call.merchant_id = m.id and task_id is not null
          and listed_at >= date_trunc('day', now() at time zone m.zone) at time zone m.zone) day
      cross join lateral (
        select count(*) as running from task
        where task.merchant_id = m.id and task.state = 'running' and removed_at is null) tasks
    where ${kept}`.execute(db);
  return rows[0]!;
};

/** Merchants with a task that may call, or with a call. */
export const merchantsThatCall = async (db: UnscopedDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select merchant_id as id from task where state in ('running', 'waiting', 'paused') and removed_at is null
    union
    select merchant_id from call where stage <> 'ended'
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** A merchant as its owner sees it. */
export const readInfo = (db: UnscopedDb, merchantId: string) =>
  db
    .selectFrom('merchant as m')
    .leftJoin('merchant as r', 'r.id', 'm.resellerId')
    .select(['m.number', 'm.name', 'm.createdAt'])
    .select(['m.contactName', 'm.contactPhone'])
    .select(['m.employeeLimit', 'm.seatLimit', 'm.channelLimit'])
    .select(['r.name as resellerName', 'r.contactName as resellerContact', 'r.contactPhone as resellerPhone'])
    .select([
      sql<number>`(select count(*)::int from employee e where e.merchant_id = m.id and e.removed_at is null)`.as(
        'people',
      ),
      sql<number>`(select count(*)::int from employee e where e.merchant_id = m.id and e.removed_at is null
        and e.has_seat)`.as('seats'),
      sql<number>`(select count(*)::int from call c where c.merchant_id = m.id and c.stage <> 'ended')`.as('live'),
    ])
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow();

export const setContact = async (
  tx: UnscopedDb,
  merchantId: string,
  { contactName, contactPhone }: { readonly contactName: string; readonly contactPhone: string },
): Promise<void> => {
  await tx.updateTable('merchant').set({ contactName, contactPhone }).where('id', '=', merchantId).execute();
};
