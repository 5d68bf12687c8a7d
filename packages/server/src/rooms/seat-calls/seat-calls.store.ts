import { rightsOfCode } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { HeldElsewhere } from '../seat-boxes/index.ts';

/** A seat as it may dial now. */
interface KnownSeat {
  readonly merchantId: string;
  readonly seat: string;
  readonly extension: number;
  /** Its own line, or the merchant's first that can be used; null: there is none. */
  readonly lineId: string | null;
  /** Whether who has it may call numbers (`call_out`); colleagues are called without. */
  readonly mayCallOut: boolean;
}

/** Read anew with every call. Null: nobody has this seat, or who has it may not connect now. */
export const knownSeat = async (db: UnscopedDb, seat: string): Promise<KnownSeat | null> => {
  const { rows } = await sql<KnownSeat>`
    select a.merchant_id, a.employee_id as seat, a.extension, coalesce(own.id, (
        select l.id from line l where l.merchant_id = a.merchant_id and l.removed_at is null and l.enabled
        order by l.practice, l.id limit 1)) as line_id,
      (e.role_code in ('company', 'agent') or coalesce('call_out' = any(r.buttons), false)) as may_call_out
    from seat_account a
      join employee e on e.merchant_id = a.merchant_id and e.id = a.employee_id
        and e.active and e.has_seat and e.seat_right and e.removed_at is null
      join merchant m on m.id = a.merchant_id and m.active
      left join role r on r.merchant_id = e.merchant_id and r.id = e.role_id
      left join line own on own.merchant_id = a.merchant_id and own.id = a.line_id and own.removed_at is null
    where a.employee_id = ${seat}`.execute(db);
  return rows[0] ?? null;
};

/** Whether who has this seat may see numbers. */
export const seesPhones = async (db: UnscopedDb, merchantId: string, seat: string): Promise<boolean> => {
  const row = await db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .select(['employee.roleCode', 'role.buttons'])
    .where('employee.merchantId', '=', merchantId)
    .where('employee.id', '=', seat)
    .executeTakeFirst();
  const buttons: readonly string[] = (row && rightsOfCode(row.roleCode)?.buttons) ?? row?.buttons ?? [];
  return buttons.includes('phone:unmask');
};

/** The plan whose guide a page had open when it dialled is the one of the call. */
export const beginWork = async (
  db: UnscopedDb,
  { merchantId, call, seat, planId }: { merchantId: string; call: string; seat: string; planId: string | null },
): Promise<void> => {
  await sql`
    insert into seat_work (merchant_id, call_id, employee_id, plan_id)
    select ${merchantId}::bigint, ${call}::bigint, ${seat}::bigint,
      (select id from plan where merchant_id = ${merchantId} and id = ${planId}::bigint)
    on conflict do nothing`.execute(db);
};

interface DoneTodo {
  readonly merchantId: string;
  readonly todo: string;
  readonly seat: string;
  readonly call: string;
  readonly phone: string;
}

/** The call that was promised has been talked; of another number, or done already, it is somebody else's. */
export const finishTodo = async (db: UnscopedDb, { merchantId, todo, seat, call, phone }: DoneTodo): Promise<void> => {
  await sql`
    update todo set state = 'done', done_by = ${seat}, done_call_id = ${call}, done_at = now()
    where merchant_id = ${merchantId} and id = ${todo} and state = 'open' and phone = ${phone}`.execute(db);
};

/** Of calls that seats of this node have with others: those that are filed, are another's by now, or whose node is gone. */
export const overElsewhere = async (
  db: UnscopedDb,
  held: readonly HeldElsewhere[],
  nodesGone: (nodes: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const [gone, { rows }] = await Promise.all([
    nodesGone([...new Set(held.map(({ node }) => node))]),
    sql<{ id: string; owner: string | null }>`
      select c.id, c.owner
      from unnest(${held.map(({ merchantId }) => merchantId)}::bigint[], ${held.map(({ call }) => call)}::bigint[])
        as had (merchant_id, id) join call c on c.merchant_id = had.merchant_id and c.id = had.id
      where c.stage <> 'ended'`.execute(db),
  ]);
  const livesWith = new Map(rows.map(({ id, owner }) => [id, owner]));
  return held.filter(({ call, node }) => gone.includes(node) || livesWith.get(call) !== node).map(({ call }) => call);
};
