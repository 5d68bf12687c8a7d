import { type RawBuilder, sql } from 'kysely';
import { type GivenOf, type HouseDb, type MerchantDb, Statement } from '../../platform/db/index.ts';

/** One person's sessions: the oldest go when there are more. */
const MOST_SESSIONS = 50;

export const insertSession = async (
  db: MerchantDb,
  session: {
    tokenHash: Buffer;
    employeeId: string;
    at: Date;
    expiresAt: Date;
    ip: string;
    userAgent: string;
    factorDue: boolean;
  },
): Promise<void> => {
  await db
    .insertInto('session', {
      token_hash: session.tokenHash,
      employee_id: session.employeeId,
      created_at: session.at,
      expires_at: session.expiresAt,
      revoked_at: null,
      ip: session.ip,
      user_agent: session.userAgent,
      seen_at: session.at,
      factor_due: session.factorDue,
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

/** Sessions of people who may be in, still valid at `at`, with what they may. */
const liveSessions = (db: HouseDb, at: RawBuilder<Date>) =>
  db
    .selectFrom('session')
    .innerJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'session.merchant_id').onRef('employee.id', '=', 'session.employee_id'),
    )
    .innerJoin('merchant', 'merchant.id', 'session.merchant_id')
    .leftJoin('merchant_settings', 'merchant_settings.merchant_id', 'session.merchant_id')
    .leftJoin('role', join =>
      join.onRef('role.merchant_id', '=', 'employee.merchant_id').onRef('role.id', '=', 'employee.role_id'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchant_id', '=', 'employee.merchant_id')
        .onRef('department.id', '=', 'employee.department_id'),
    )
    .select([
      'session.token_hash',
      'session.merchant_id',
      'session.employee_id',
      'session.expires_at',
      'session.seen_at',
      'session.created_at',
      'session.proved_at',
      'session.factor_due',
      'employee.must_change_password',
      'merchant.kind',
      'employee.role_code',
      'role.rights',
      'role.buttons',
      'role.scope',
      'department.path',
      'merchant_settings.owner_sees_phones',
    ])
    .where('session.expires_at', '>', at)
    .where('session.revoked_at', 'is', null)
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true);

/** Asked with every request. */
const sessionOfToken = new Statement((db, given: GivenOf<{ readonly tokenHash: Buffer; readonly at: Date }>) =>
  liveSessions(db, given('at')).where('session.token_hash', '=', given('tokenHash')),
);
export const findSession = async (db: HouseDb, tokenHash: Buffer, at: Date) =>
  (await sessionOfToken.run(db, { tokenHash, at }))[0];

/** Of all these the ones that live, in one query. */
export const findSessions = (db: HouseDb, tokenHashes: readonly Buffer[], at: Date) =>
  liveSessions(db, sql`${at}`).where('session.token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`).execute();

export const revokeSession = async (db: MerchantDb, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('session').set({ revoked_at: at }).where('session.token_hash', '=', tokenHash).execute();
};

/** The session was used. Says so at most once since `before`, however many requests come at once. */
export const noteSeen = async (db: HouseDb, tokenHash: Buffer, at: Date, before: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ seen_at: at })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', before)
    .execute();
};

/** Whose it is was proved again. */
export const noteProof = async (db: MerchantDb, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('session').set({ proved_at: at }).where('session.token_hash', '=', tokenHash).execute();
};

/** The second factor is set up: what waited for it is open. */
export const openFactorDue = async (db: MerchantDb, employeeId: string): Promise<void> => {
  await db
    .updateTable('session')
    .set({ factor_due: false })
    .where('session.employee_id', '=', employeeId)
    .where('session.factor_due', '=', true)
    .execute();
};

/** Where a person is signed in, newest first. */
export const listSessions = (db: MerchantDb, employeeId: string, at: Date) =>
  db
    .selectFrom('session')
    .select([
      'session.token_hash',
      'session.ip',
      'session.user_agent',
      'session.created_at',
      'session.seen_at',
      'session.expires_at',
    ])
    .where('session.employee_id', '=', employeeId)
    .where('session.expires_at', '>', at)
    .where('session.revoked_at', 'is', null)
    .orderBy('session.created_at', 'desc')
    .limit(MOST_SESSIONS)
    .execute();

/** Which sessions end: one of a person's, all but one, or all of some people (null: of the whole merchant). */
export type Ending =
  | { readonly employeeId: string; readonly only: Buffer }
  | { readonly employeeId: string; readonly allBut: Buffer }
  | { readonly employeeIds: readonly string[] | null };

/** Ends them at once; answers their ids, for `push.revoked` after the commit. */
export const endSessions = async (db: MerchantDb, ending: Ending, at: Date): Promise<readonly string[]> => {
  if ('employeeIds' in ending && ending.employeeIds?.length === 0) return [];
  let query = db.updateTable('session').set({ revoked_at: at }).where('session.revoked_at', 'is', null);
  if ('employeeId' in ending) query = query.where('session.employee_id', '=', ending.employeeId);
  else if (ending.employeeIds !== null) query = query.where('session.employee_id', 'in', ending.employeeIds);
  if ('only' in ending) query = query.where('session.token_hash', '=', ending.only);
  if ('allBut' in ending) query = query.where('session.token_hash', '!=', ending.allBut);
  const rows = await query.where('session.expires_at', '>', at).returning('session.token_hash').execute();
  return rows.map(row => row.token_hash.toString('hex'));
};

/** What expired long enough ago that nobody asks why. */
export const sweepSignIns = async (db: HouseDb, before: Date): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<', before).execute();
  await db.deleteFrom('wechat_code').where('expires_at', '<', before).execute();
};
