import { type AuditFilter, actionsOfKind } from '@lianxian/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import { asPattern, type MerchantDb, type Tables } from '../../platform/db/index.ts';

/** The audit as its pages read it; `record.store` writes it. Each filter has an index in the list's order (migration 0012). */
type Rows = SelectQueryBuilder<Tables, 'audit', object>;

const filtered = (db: MerchantDb, { from, to, employeeId, kind, action, target, ip, q }: AuditFilter): Rows => {
  let query = db.selectFrom('audit');
  if (from !== undefined) query = query.where('audit.at', '>=', new Date(from));
  if (to !== undefined) query = query.where('audit.at', '<', new Date(to));
  if (employeeId !== undefined) query = query.where('audit.employeeId', '=', employeeId);
  if (kind !== undefined) query = query.where('audit.action', 'in', [...actionsOfKind(kind)]);
  if (action !== undefined) query = query.where('audit.action', '=', action);
  if (target !== undefined && target !== '') query = query.where('audit.target', '=', target);
  if (ip !== undefined && ip !== '') query = query.where('audit.ip', '=', ip);
  if (q !== undefined && q !== '') query = query.where('audit.targetName', 'ilike', asPattern(q));
  return query;
};

/** Microseconds of `at`, and the id. */
const cursor = sql<string>`(extract(epoch from audit.at) * 1000000)::bigint || '-' || audit.id`.as('cursor');

/** Newest first, of one moment by id. `after`: the cursor of the last row seen. */
const newestFirst = (db: MerchantDb, filter: AuditFilter, after: string | null): Rows => {
  const ordered = filtered(db, filter).orderBy('audit.at', 'desc').orderBy('audit.id', 'desc');
  if (after === null) return ordered;
  const [at = '', id = ''] = after.split('-');
  return ordered.where(
    sql<boolean>`(audit.at, audit.id) < (to_timestamp(0) + ${at}::bigint * interval '1 microsecond', ${id}::bigint)`,
  );
};

const withNames = (rows: Rows) =>
  rows
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'audit.merchantId').onRef('employee.id', '=', 'audit.employeeId'),
    )
    .leftJoin('merchant as about', 'about.id', 'audit.aboutMerchantId')
    .select([
      'audit.id',
      'audit.at',
      'audit.action',
      'audit.employeeId',
      'employee.name as whoName',
      'employee.account as whoAccount',
      'audit.target',
      'audit.targetName',
      'about.number as aboutNumber',
      'about.name as aboutName',
      'audit.before',
      'audit.after',
      'audit.ip',
      'audit.pagePath',
      cursor,
    ]);

/** One row more than asked for tells that there are more. */
export const listAudit = (
  db: MerchantDb,
  filter: AuditFilter,
  page: { readonly limit: number; readonly offset: number; readonly after: string | null },
) =>
  withNames(newestFirst(db, filter, page.after))
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countAudit = async (db: MerchantDb, filter: AuditFilter, bound: number): Promise<number> =>
  (
    await filtered(db, filter)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;

export const findAudit = (db: MerchantDb, id: string) =>
  withNames(db.selectFrom('audit').where('audit.id', '=', id)).executeTakeFirst();
export type AuditEntry = NonNullable<Awaited<ReturnType<typeof findAudit>>>;

/** The next rows of a sheet, `at` as the merchant's wall clock showed it. */
export const readAuditChunk = (db: MerchantDb, filter: AuditFilter, after: string | null, limit: number) =>
  withNames(newestFirst(db, filter, after))
    .innerJoin('merchant', 'merchant.id', 'audit.merchantId')
    .select(sql<string>`to_char(audit.at at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`.as('wallClock'))
    .limit(limit)
    .execute();
export type AuditSheetEntry = Awaited<ReturnType<typeof readAuditChunk>>[number];

const MOST_PEOPLE = 50;

export const findPeople = (db: MerchantDb, q: string) =>
  db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name', 'employee.account'])
    .where(eb => eb.or([eb('employee.name', 'ilike', asPattern(q)), eb('employee.account', 'ilike', asPattern(q))]))
    .orderBy('employee.id')
    .limit(MOST_PEOPLE)
    .execute();
