import { type RawBuilder, sql } from 'kysely';
import { type MerchantDb, type ParamOf, Statement, type UnscopedDb } from '../../platform/db/index.ts';

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
      tokenHash: session.tokenHash,
      employeeId: session.employeeId,
      createdAt: session.at,
      expiresAt: session.expiresAt,
      revokedAt: null,
      ip: session.ip,
      userAgent: session.userAgent,
      seenAt: session.at,
      factorDue: session.factorDue,
    })
    .execute();
  const surplus = await db
    .selectFrom('session')
    .select('session.tokenHash')
    .where('session.employeeId', '=', session.employeeId)
    .where('session.previewerHash', 'is', null)
    .orderBy('session.createdAt', 'desc')
    .offset(sql.lit(MOST_SESSIONS))
    .execute();
  if (surplus.length === 0) return;
  await db
    .deleteFrom('session')
    .where(
      'session.tokenHash',
      'in',
      surplus.map(row => row.tokenHash),
    )
    .execute();
};

/** People who may be in, with what they may. */
const holders = (db: UnscopedDb) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'employee.merchantId')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchantId', '=', 'employee.merchantId')
        .onRef('department.id', '=', 'employee.departmentId'),
    )
    .select([
      'employee.roleCode',
      'role.rights',
      'role.buttons',
      'role.scope',
      'department.path',
      'merchantSettings.ownerSeesPhones',
    ])
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true);

/** Their sessions, still valid at `at`. */
const liveSessions = (db: UnscopedDb, at: RawBuilder<Date>) =>
  holders(db)
    .innerJoin('session', join =>
      join.onRef('session.merchantId', '=', 'employee.merchantId').onRef('session.employeeId', '=', 'employee.id'),
    )
    .select([
      'session.tokenHash',
      'session.merchantId',
      'session.employeeId',
      'session.expiresAt',
      'session.seenAt',
      'session.createdAt',
      'session.provedAt',
      'session.factorDue',
      'session.previewerHash',
      'employee.mustChangePassword',
      'merchant.kind',
      'employee.hasSeat',
      'employee.seatRight',
    ])
    .where('session.expiresAt', '>', at)
    .where('session.revokedAt', 'is', null);

/** What somebody holds who may be in, signed in or not. */
export const findHolder = (db: UnscopedDb, merchantId: string, employeeId: string) =>
  holders(db)
    .where('employee.merchantId', '=', merchantId)
    .where('employee.id', '=', employeeId)
    .where('employee.removedAt', 'is', null)
    .executeTakeFirst();

/** Asked with every request. */
const sessionOfToken = new Statement((db, param: ParamOf<{ readonly tokenHash: Buffer; readonly at: Date }>) =>
  liveSessions(db, param('at')).where('session.tokenHash', '=', param('tokenHash')),
);
export const findSession = async (db: UnscopedDb, tokenHash: Buffer, at: Date) =>
  (await sessionOfToken.run(db, { tokenHash, at }))[0];

/** Of all these the ones that live, in one query. */
export const findSessions = (db: UnscopedDb, tokenHashes: readonly Buffer[], at: Date) =>
  liveSessions(db, sql`${at}`).where('session.tokenHash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`).execute();

export const revokeSession = async (db: MerchantDb, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('session').set({ revokedAt: at }).where('session.tokenHash', '=', tokenHash).execute();
};

/** The session was used. Says so at most once since `before`, however many requests come at once. */
export const noteSeen = async (db: UnscopedDb, tokenHash: Buffer, at: Date, before: Date): Promise<void> => {
  await db
    .updateTable('session')
    .set({ seenAt: at })
    .where('tokenHash', '=', tokenHash)
    .where('seenAt', '<', before)
    .execute();
};

/** Whose it is was proved again. */
export const noteProof = async (db: MerchantDb, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('session').set({ provedAt: at }).where('session.tokenHash', '=', tokenHash).execute();
};

/** The second factor is set up: what waited for it is open. */
export const openFactorDue = async (db: MerchantDb, employeeId: string): Promise<void> => {
  await db
    .updateTable('session')
    .set({ factorDue: false })
    .where('session.employeeId', '=', employeeId)
    .where('session.factorDue', '=', true)
    .execute();
};

/** Where a person is signed in, newest first. */
export const listSessions = (db: MerchantDb, employeeId: string, at: Date) =>
  db
    .selectFrom('session')
    .select([
      'session.tokenHash',
      'session.ip',
      'session.userAgent',
      'session.createdAt',
      'session.seenAt',
      'session.expiresAt',
    ])
    .where('session.employeeId', '=', employeeId)
    .where('session.previewerHash', 'is', null)
    .where('session.expiresAt', '>', at)
    .where('session.revokedAt', 'is', null)
    .orderBy('session.createdAt', 'desc')
    .limit(MOST_SESSIONS)
    .execute();

/**
 * Which sessions end: one of a person's own, all but one, or all of some people (null: of the whole merchant), those who look
 * with their eyes included.
 */
type Ending =
  | { readonly employeeId: string; readonly only: Buffer }
  | { readonly employeeId: string; readonly allBut: Buffer }
  | { readonly employeeIds: readonly string[] | null };

/** Ends them at once; answers their ids, for `push.revoked` after the commit. */
export const endSessions = async (db: MerchantDb, ending: Ending, at: Date): Promise<readonly string[]> => {
  if ('employeeIds' in ending && ending.employeeIds?.length === 0) return [];
  let query = db.updateTable('session').set({ revokedAt: at }).where('session.revokedAt', 'is', null);
  if ('employeeId' in ending)
    query = query.where('session.employeeId', '=', ending.employeeId).where('session.previewerHash', 'is', null);
  else if (ending.employeeIds !== null) query = query.where('session.employeeId', 'in', ending.employeeIds);
  if ('only' in ending) query = query.where('session.tokenHash', '=', ending.only);
  if ('allBut' in ending) query = query.where('session.tokenHash', '!=', ending.allBut);
  const rows = await query.where('session.expiresAt', '>', at).returning('session.tokenHash').execute();
  return rows.map(row => row.tokenHash.toString('hex'));
};

/** What expired long enough ago that nobody asks why. */
export const sweepSignIns = async (db: UnscopedDb, before: Date): Promise<void> => {
  await db.deleteFrom('session').where('expiresAt', '<', before).execute();
  await db.deleteFrom('wechatCode').where('expiresAt', '<', before).execute();
};
