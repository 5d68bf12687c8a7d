import type { StatPage } from '@lianxian/contract';
import { type AccessKey, type RoleCode, rightsOfCode, rightsOfNobody } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Who has a report of the statistics made for whom, and when it was made last (migration 0172). */
interface Report {
  readonly every: 'off' | 'day' | 'week';
  readonly weekday: number;
  readonly hour: number;
  readonly pages: readonly StatPage[];
  readonly told: readonly string[];
}

export const reportOf = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('statReport')
    .select(['statReport.every', 'statReport.weekday', 'statReport.hour', 'statReport.pages', 'statReport.sentAt'])
    .select(sql<readonly string[]>`stat_report.told::text[]`.as('told'))
    .where('statReport.employeeId', '=', employeeId)
    .executeTakeFirst();

export const saveReport = async (
  tx: MerchantDb,
  employeeId: string,
  { every, weekday, hour, pages, told }: Report,
): Promise<void> => {
  const kept = {
    ...{ every, weekday, hour },
    pages: sql<readonly StatPage[]>`${[...pages]}::text[]`,
    told: sql<readonly string[]>`${[...told]}::bigint[]`,
  };
  await tx
    .insertInto('statReport', { employeeId, ...kept, sentDay: null, sentAt: null })
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId']).doUpdateSet(kept))
    .execute();
};

interface DueReport {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly every: 'day' | 'week';
  readonly pages: readonly StatPage[];
  readonly told: readonly string[];
  /** The days that it is of, by the merchant's clock. */
  readonly from: string;
  readonly to: string;
}

const MOST_AT_ONCE = 50;

/**
 * Reports whose hour has come and that were not made on this day of the merchant, taken: another process finds none of them. The
 * day before for a daily one, the seven before for a weekly one. A house that stood still makes it when it is there again.
 */
export const takeDue = async (tx: UnscopedDb, at: Date): Promise<readonly DueReport[]> => {
  const { rows } = await sql<DueReport>`
    with due as (
      select r.merchant_id, r.employee_id, (${at}::timestamptz at time zone m.zone)::date as today
      from stat_report r join merchant m on m.id = r.merchant_id
        join employee e on e.merchant_id = r.merchant_id and e.id = r.employee_id
      where r.every <> 'off' and e.active and e.removed_at is null
        and extract(hour from ${at}::timestamptz at time zone m.zone) >= r.hour
        and (r.every = 'day' or extract(isodow from ${at}::timestamptz at time zone m.zone) - 1 = r.weekday)
        and (r.sent_day is null or r.sent_day < (${at}::timestamptz at time zone m.zone)::date)
      order by r.merchant_id, r.employee_id limit ${MOST_AT_ONCE} for update of r skip locked)
    update stat_report r set sent_day = due.today, sent_at = ${at} from due
    where r.merchant_id = due.merchant_id and r.employee_id = due.employee_id
    returning r.merchant_id, r.employee_id, r.every, r.pages, r.told::text[] as told,
      to_char(due.today - case when r.every = 'day' then 1 else 7 end, 'YYYY-MM-DD') as from,
      to_char(due.today - 1, 'YYYY-MM-DD') as to`.execute(tx);
  return rows;
};

/** Of these people those who are there and may see some of these pages now, each with those that they may. */
export const readersAmong = async (
  db: MerchantDb,
  people: readonly string[],
  pages: readonly StatPage[],
): Promise<readonly { readonly id: string; readonly name: string; readonly pages: readonly StatPage[] }[]> => {
  if (people.length === 0) return [];
  const rows = await db.whole
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .select(['employee.id', 'employee.name', 'employee.roleCode', 'role.rights'])
    .where('employee.id', 'in', [...people])
    .where('employee.active', '=', true)
    .where('employee.removedAt', 'is', null)
    .orderBy('employee.id')
    .execute();
  return rows
    .map(({ id, name, roleCode, rights }) => {
      const held: readonly string[] = rightsOfCode(roleCode as RoleCode)?.rights ?? rights ?? rightsOfNobody.rights;
      return { id, name, pages: pages.filter(page => held.includes(page satisfies AccessKey)) };
    })
    .filter(reader => reader.pages.length > 0);
};
