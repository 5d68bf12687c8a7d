import { sql } from 'kysely';
import { type MerchantDb, MerchantStatement, type ParamOf } from '../../platform/db/index.ts';

/**
 * Who is signed in, in one statement: the person, the merchant, whether the newest agreement waits for his consent (A-50;
 * the platform's own people wrote it), the newest version of the update log, and
 * whether the practice line is the merchant's only one.
 */
const person = new MerchantStatement((db, param: ParamOf<{ readonly employeeId: string }>) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'employee.merchantId')
    .select([
      'employee.name',
      'employee.title',
      'employee.account',
      'employee.hasSeat',
      'employee.seatRight',
      'merchant.name as merchantName',
      'merchant.number as merchantNumber',
      'merchantSettings.levelNames',
      sql<boolean>`employee.role_code <> 'admin' and exists (select from (select max(version) as version from legal_text
        where kind = 'agreement') newest where newest.version is not null and not exists (select from agreement_acceptance
        where agreement_acceptance.merchant_id = employee.merchant_id and agreement_acceptance.employee_id = employee.id
          and agreement_acceptance.version = newest.version))`.as('showAgreement'),
      sql<boolean>`(select coalesce(bool_and(line.practice), false) from line
        where line.merchant_id = employee.merchant_id and line.removed_at is null)`.as('practiceOnly'),
      sql<number | null>`(select max(version) from update_entry)`.as('newestUpdate'),
    ])
    .where('employee.id', '=', param('employeeId')),
);

export const findPerson = async (db: MerchantDb, employeeId: string) => (await db.run(person, { employeeId }))[0];
