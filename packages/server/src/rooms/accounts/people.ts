import type { MerchantKind, RoleCode } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { hashPassword, oneTimePassword } from './password.ts';
import { findMerchant, insertMerchant, insertOwner, setPassword } from './people.store.ts';
import { endSessions } from './session.store.ts';

interface Owner {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly account: string;
  readonly name: string;
  readonly password: string;
  /** Of the demo: its password is every installation's to read, so it opens from this machine only, and not in production. */
  readonly demo: boolean;
  /**
   * What the merchant is when its number is new; an ordinary one without it. The platform's people (roleCode admin) look
   * after everybody and hold no pages of a merchant; a reseller's (agent) look after its merchants.
   */
  readonly kind?: MerchantKind;
  /** Somebody else knows the password: nothing works but changing it. */
  readonly mustChangePassword?: boolean;
}

const roleCodes = { platform: 'admin', reseller: 'agent', merchant: 'company' } as const satisfies Record<
  MerchantKind,
  RoleCode
>;

/**
 * Makes a merchant's owner, and the merchant when its number is new. Throws when the account is taken.
 * The seed and the printed command of an installation without a demo use it.
 */
export const createOwner = async (
  db: UnscopedDb,
  owner: Owner,
): Promise<{ merchantId: string; employeeId: string }> => {
  const passwordHash = await hashPassword(owner.password);
  return await inTransaction(db, async tx => {
    const found = await findMerchant(tx, owner.merchantNumber);
    const { account, name, demo, mustChangePassword = false } = owner;
    const kind = found?.kind ?? owner.kind ?? 'merchant';
    const merchantId =
      found?.id ?? (await insertMerchant(tx, { number: owner.merchantNumber, name: owner.merchantName, kind }));
    const person = { account, name, passwordHash, demo, roleCode: roleCodes[kind], mustChangePassword };
    return { merchantId, employeeId: await insertOwner(merchantDb(tx, merchantId), person) };
  });
};

/**
 * Gives a person a one-time password, which he must change when he signs in with it; his sessions end. The password is
 * shown once and kept nowhere; tell push of the sessions after the commit.
 */
export const resetPassword = async (
  tx: MerchantDb,
  employeeId: string,
  at: Date,
): Promise<{ readonly password: string; readonly sessions: readonly string[] }> => {
  const password = oneTimePassword();
  await setPassword(tx, employeeId, { passwordHash: await hashPassword(password), mustChange: true, at });
  return { password, sessions: await endSessions(tx, { employeeIds: [employeeId] }, at) };
};

/** Ends all sessions of people who may not sign in any more (null: of the whole merchant); tell push of them after the commit. */
export const revokeSessionsOf = (
  tx: MerchantDb,
  employeeIds: readonly string[] | null,
  at: Date,
): Promise<readonly string[]> => endSessions(tx, { employeeIds }, at);
