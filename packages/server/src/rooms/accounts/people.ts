import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import { hashPassword } from './password.ts';
import { findMerchant, insertMerchant, insertOwner } from './people.store.ts';

export interface Owner {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly account: string;
  readonly name: string;
  readonly password: string;
  /** Its password is public: it opens from this machine only. */
  readonly demo: boolean;
  /** Of the platform's people (roleCode admin), who top up and price every merchant and hold no pages of one. */
  readonly platform?: boolean;
}

/**
 * Makes a merchant's owner, and the merchant when its number is new. Throws when the account is taken.
 * The seed and the printed command of an installation without a demo use it.
 */
export const createOwner = async (db: HouseDb, owner: Owner): Promise<{ merchantId: string; employeeId: string }> => {
  const passwordHash = await hashPassword(owner.password);
  return await inTransaction(db, async tx => {
    const found = await findMerchant(tx, owner.merchantNumber);
    const merchantId =
      found?.id ?? (await insertMerchant(tx, { number: owner.merchantNumber, name: owner.merchantName }));
    const { account, name, demo, platform = false } = owner;
    const roleCode = platform ? 'admin' : 'company';
    const employeeId = await insertOwner(merchantDb(tx, merchantId), { account, name, passwordHash, demo, roleCode });
    return { merchantId, employeeId };
  });
};
