import { type Kysely, sql } from 'kysely';

/**
 * Levels of the house (docs/rights.md#levels): the platform, resellers, merchants. Each is a merchant row with
 * people of its own; a merchant may belong to a reseller, who sees and looks after it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table merchant
      add column kind text not null default 'merchant' check (kind in ('platform', 'reseller', 'merchant')),
      add column reseller_id bigint references merchant,
      add check (reseller_id is null or kind = 'merchant');
    update merchant set kind = 'platform'
      where exists (select from employee where employee.merchant_id = merchant.id and employee.role_code = 'admin');
    create index merchant_of_reseller on merchant (reseller_id, id);
  `.execute(db);
};
