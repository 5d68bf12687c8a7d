import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** One person's sessions: the oldest go when there are more. */
const MOST_SESSIONS = 50;

export const insertSession = async (
  db: MerchantDb,
  session: { tokenHash: Buffer; employeeId: string; at: Date; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('session', {
      token_hash: session.tokenHash,
      employee_id: session.employeeId,
      created_at: session.at,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute();
  const surplus = await db
    .selectFrom('session')
    .select('session.token_hash')
    .where('session.employee_id', '=', session.employeeId)
    .orderBy('session.created_at', 'desc')
    .offset(sql.lit(MOST_SESSIONS))
    .execute();
  if (surplus.length === 0) return;
  await db
    .deleteFrom('session')
    .where(
      'session.token_hash',
      'in',
      surplus.map(row => row.token_hash),
    )
    .execute();
};

/** The session of a token with its person, still valid at `at`. */
export const findSession = (db: HouseDb, tokenHash: Buffer, at: Date) =>
  db
    .selectFrom('session')
    .innerJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'session.merchant_id').onRef('employee.id', '=', 'session.employee_id'),
    )
    .innerJoin('merchant', 'merchant.id', 'session.merchant_id')
    .leftJoin('role', join =>
      join.onRef('role.merchant_id', '=', 'employee.merchant_id').onRef('role.id', '=', 'employee.role_id'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchant_id', '=', 'employee.merchant_id')
        .onRef('department.id', '=', 'employee.department_id'),
    )
    .select([
      'session.merchant_id',
      'session.employee_id',
      'session.expires_at',
      'merchant.kind',
      'employee.role_code',
      'role.rights',
      'role.buttons',
      'role.scope',
      'department.path',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', at)
    .where('session.revoked_at', 'is', null)
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .executeTakeFirst();

export const revokeSession = async (db: MerchantDb, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('session').set({ revoked_at: at }).where('session.token_hash', '=', tokenHash).execute();
};

/** What expired long enough ago that nobody asks why: sessions, captchas, failures. */
export const sweepSignIns = async (db: HouseDb, before: Date): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<', before).execute();
  await db.deleteFrom('captcha').where('expires_at', '<', before).execute();
  await db.deleteFrom('login_failure').where('last_at', '<', before).execute();
};
