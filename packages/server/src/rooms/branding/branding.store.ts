import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** A branding as stored: whose it is and what it says; the rim parses it. */
export interface StoredBranding {
  readonly merchantId: string;
  readonly isPlatform: boolean;
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

/** Brandings with their owners; whoever owns none of what was asked for sees the platform's. */
const owned = (db: UnscopedDb) =>
  db
    .selectFrom('branding')
    .innerJoin('merchant as owner', 'owner.id', 'branding.merchantId')
    .select(['branding.merchantId', 'branding.pageInfo', sql<boolean>`owner.kind = 'platform'`.as('isPlatform')])
    .orderBy(sql`owner.kind = 'platform'`)
    .orderBy('owner.id')
    .limit(1);

export const findForHost = (db: UnscopedDb, host: string): Promise<StoredBranding | undefined> =>
  owned(db)
    .where(eb =>
      eb.or([
        eb('owner.kind', '=', 'platform'),
        eb(
          'branding.merchantId',
          'in',
          eb
            .selectFrom('brandingHost')
            .select('brandingHost.merchantId')
            .where('host', '=', host)
            .where('provenAt', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst();

/** Of the reseller itself, or of the one that looks after the merchant. */
export const findForMerchant = (db: UnscopedDb, merchantId: string): Promise<StoredBranding | undefined> =>
  owned(db)
    .where(eb =>
      eb.or([
        eb('owner.kind', '=', 'platform'),
        eb(
          'branding.merchantId',
          'in',
          eb
            .selectFrom('merchant')
            .select(sql<string>`case kind when 'reseller' then id else reseller_id end`.as('of'))
            .where('id', '=', merchantId),
        ),
      ]),
    )
    .executeTakeFirst();

export const findOwn = (db: MerchantDb) =>
  db.selectFrom('branding').select(['branding.pageInfo', 'branding.savedAt']).executeTakeFirst();

export const saveOwn = async (db: MerchantDb, pageInfo: object, at: Date): Promise<void> => {
  const row = { pageInfo: JSON.stringify(pageInfo), savedAt: at };
  await db
    .insertInto('branding', row)
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet(row))
    .execute();
};

const MOST_SHOWN = 500;
const hostRows = (db: UnscopedDb) =>
  db
    .selectFrom('brandingHost')
    .innerJoin('merchant as owner', 'owner.id', 'brandingHost.merchantId')
    .select(['brandingHost.host', 'brandingHost.addedAt', 'brandingHost.merchantId', 'owner.name as owner'])
    .select(['brandingHost.proof', 'brandingHost.provenAt'])
    .orderBy('brandingHost.addedAt')
    .limit(MOST_SHOWN);

/** Of one merchant, or for the platform everybody's. */
export const listHosts = (db: UnscopedDb, merchantId: string | null) =>
  merchantId === null
    ? hostRows(db).execute()
    : hostRows(db).where('brandingHost.merchantId', '=', merchantId).execute();

export const countHosts = async (db: MerchantDb): Promise<number> =>
  Number(
    (await db.selectFrom('brandingHost').select(sql<string>`count(*)`.as('hosts')).executeTakeFirstOrThrow()).hosts,
  );

/** Somebody has proved it. */
export const isProven = async (db: UnscopedDb, host: string): Promise<boolean> => {
  const row = await db
    .selectFrom('brandingHost')
    .select('host')
    .where('host', '=', host)
    .where('provenAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

export const hasHost = async (db: MerchantDb, host: string): Promise<boolean> => {
  const own = await db
    .selectFrom('brandingHost')
    .select('brandingHost.host')
    .where('brandingHost.host', '=', host)
    .executeTakeFirst();
  return own !== undefined;
};

/** Writes down who wants a host name; `provenAt` null: nobody has it before it is proved. False: somebody has it. */
export const askForHost = async (db: MerchantDb, host: string, provenAt: Date | null): Promise<boolean> => {
  await db
    .insertInto('branding', { pageInfo: '{}', savedAt: null })
    .onConflict(conflict => conflict.column('merchantId').doNothing())
    .execute();
  const row = await db
    .insertInto('brandingHost', { host, provenAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('brandingHost.host')
    .executeTakeFirst();
  return row !== undefined;
};

/** What proves a host name of this merchant; undefined: it never asked for it. */
export const findHost = (db: UnscopedDb, host: string, merchantId: string) =>
  db
    .selectFrom('brandingHost')
    .select(['proof', 'provenAt'])
    .where('host', '=', host)
    .where('merchantId', '=', merchantId)
    .executeTakeFirst();

/** False: somebody else proved it meanwhile. */
export const markProven = async (db: UnscopedDb, host: string, merchantId: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('brandingHost')
    .set({ provenAt: at })
    .where('host', '=', host)
    .where('merchantId', '=', merchantId)
    .where(
      sql<boolean>`not exists (select from branding_host other
        where other.host = branding_host.host and other.merchant_id <> branding_host.merchant_id
          and other.proven_at is not null)`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Two proved it at the same moment: the index knows who came first. */
export const isProvenElsewhere = (error: unknown): boolean =>
  (error as { readonly constraint?: unknown }).constraint === 'branding_host_proven';

/** `merchantId` null: of all who wanted it. Gives those that had it. */
export const dropHost = async (db: UnscopedDb, host: string, merchantId: string | null): Promise<readonly string[]> => {
  const drop = db.deleteFrom('brandingHost').where('host', '=', host).returning('merchantId');
  const rows = await (merchantId === null ? drop : drop.where('merchantId', '=', merchantId)).execute();
  return rows.map(row => row.merchantId);
};

interface Picture {
  readonly id: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** Of pictures that no saved branding shows, so many are kept for a form that is still open. */
const UNUSED_KEPT = 12;

export const keepPicture = async (db: MerchantDb, { id, mime, bytes }: Picture, at: Date): Promise<void> => {
  await db
    .insertInto('brandingPicture', { id, mime, bytes, uploadedAt: at })
    .onConflict(conflict => conflict.columns(['merchantId', 'id']).doUpdateSet({ uploadedAt: at }))
    .execute();
  const unused = await db
    .selectFrom('brandingPicture')
    .select('brandingPicture.id')
    .where(
      sql<boolean>`not exists (select from branding own where own.merchant_id = branding_picture.merchant_id
        and position(branding_picture.id in own.page_info::text) > 0)`,
    )
    .orderBy('brandingPicture.uploadedAt', 'desc')
    .offset(sql.lit(UNUSED_KEPT))
    .execute();
  if (unused.length === 0) return;
  const ids = unused.map(row => row.id);
  await db.deleteFrom('brandingPicture').where('brandingPicture.id', 'in', ids).execute();
};

/** How many of these pictures are the merchant's. */
export const countPictures = async (db: MerchantDb, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? 0
    : (
        await db
          .selectFrom('brandingPicture')
          .select('brandingPicture.id')
          .where('brandingPicture.id', 'in', ids)
          .execute()
      ).length;

/** Public: who knows the address may see it. The same bytes of two owners are one picture. */
export const findPicture = (db: UnscopedDb, id: string): Promise<Picture | undefined> =>
  db.selectFrom('brandingPicture').select(['id', 'mime', 'bytes']).where('id', '=', id).limit(1).executeTakeFirst();
