import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

const ofPerson = (db: MerchantDb, employeeId: string, since: Date) =>
  db.selectFrom('audit').where('audit.employeeId', '=', employeeId).where('audit.at', '>', since);

export const wasSeen = async (db: MerchantDb, employeeId: string, path: string, since: Date): Promise<boolean> =>
  (await ofPerson(db, employeeId, since)
    .select('audit.id')
    .where('audit.action', '=', 'phone.seen')
    .where('audit.target', '=', path)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Numbers that this person searched for since then. */
export const phonesSearched = async (
  db: MerchantDb,
  employeeId: string,
  since: Date,
  most: number,
): Promise<readonly string[]> => {
  const rows = await ofPerson(db, employeeId, since)
    .select(sql<string>`audit.after ->> 'phone'`.as('phone'))
    .where('audit.action', '=', 'phone.search')
    .limit(most)
    .execute();
  return rows.map(({ phone }) => phone);
};

/** One search of a person at a time. */
export const holdPerson = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  await tx.selectFrom('employee').select('employee.id').where('employee.id', '=', employeeId).forUpdate().execute();
};
