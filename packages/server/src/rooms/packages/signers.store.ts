import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { fingerprintOf, newPair, type Signer, signerOf } from './signing.ts';

/** What a private key is sealed for. */
export const signerContext = (merchantId: string): string => `plan signer ${merchantId}`;

const own = (db: MerchantDb) =>
  db.selectFrom('planSigner').select(['planSigner.publicKey', 'planSigner.privateSealed']).executeTakeFirst();

/** The pair of keys a merchant signs with; made when it is needed first, and once. */
export const signerFor = async (db: MerchantDb, secrets: Secrets): Promise<Signer> => {
  const context = signerContext(db.merchantId);
  if ((await own(db)) === undefined) {
    const { publicKey, privateText } = newPair();
    await db
      .insertInto('planSigner', { publicKey, privateSealed: secrets.seal(privateText, context) })
      .onConflict(on => on.doNothing())
      .execute();
  }
  const row = await own(db);
  if (row === undefined) throw new Error('the pair of keys is gone as it was made');
  return signerOf(row.publicKey, secrets.open(row.privateSealed, context));
};

/** Who signed: a merchant of this house by name, or a key that nobody here has. */
interface SignedBy {
  readonly fingerprint: string;
  /** Of a merchant of this house; both empty: of nobody here. */
  readonly number: string;
  readonly name: string;
}

/** Whose key this is; a few thousand keys at most, looked through. */
export const signedByOf = async (db: UnscopedDb, publicKey: string): Promise<SignedBy> => {
  const row = await db
    .selectFrom('planSigner')
    .innerJoin('merchant', 'merchant.id', 'planSigner.merchantId')
    .select(['merchant.number', 'merchant.name'])
    .where('planSigner.publicKey', '=', publicKey)
    .executeTakeFirst();
  return { fingerprint: fingerprintOf(publicKey), number: row?.number ?? '', name: row?.name ?? '' };
};

/** What is read of a merchant's key by anybody: its public half and the short form of it. Null: it never signed. */
export const publicKeyOf = async (
  db: UnscopedDb,
  merchantId: string,
): Promise<{ readonly publicKey: string; readonly fingerprint: string } | null> => {
  const row = await db
    .selectFrom('planSigner')
    .select('planSigner.publicKey')
    .where('planSigner.merchantId', '=', merchantId)
    .executeTakeFirst();
  return row === undefined ? null : { publicKey: row.publicKey, fingerprint: fingerprintOf(row.publicKey) };
};

/** The number of the merchant himself. */
export const numberOf = async (db: MerchantDb): Promise<string> =>
  (
    await db
      .selectFrom('employee')
      .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
      .select('merchant.number')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).number;
