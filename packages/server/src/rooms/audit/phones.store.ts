import type { AuditAction } from '@lianxian/contract';
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

const noted = async (of: ReturnType<typeof ofPerson>, action: AuditAction, field: string, most: number) => {
  const value = sql<string>`audit.after ->> ${field}`.as('value');
  const rows = await of.select(value).where('audit.action', '=', action).limit(most).execute();
  return rows.map(row => row.value);
};

/** Numbers that this person searched for since then. */
export const phonesSearched = (
  db: MerchantDb,
  employeeId: string,
  since: Date,
  most: number,
): Promise<readonly string[]> => noted(ofPerson(db, employeeId, since), 'phone.search', 'phone', most);

/** Lists of numbers that this person had compared since then. */
export const listsCompared = (
  db: MerchantDb,
  employeeId: string,
  since: Date,
  most: number,
): Promise<readonly string[]> => noted(ofPerson(db, employeeId, since), 'phone.compare', 'list', most);

/** One search of a person at a time. */
export const holdPerson = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  await tx.selectFrom('employee').select('employee.id').where('employee.id', '=', employeeId).forUpdate().execute();
};
