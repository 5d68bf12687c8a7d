import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Where events are sent to, and the log of what was. */
const MOST_COUNTED = 1_000;

export const listEndpoints = (db: MerchantDb) =>
  db
    .selectFrom('webhookEndpoint')
    .select([
      'webhookEndpoint.id',
      'webhookEndpoint.name',
      'webhookEndpoint.url',
      'webhookEndpoint.events',
      'webhookEndpoint.wholeNumbers',
      'webhookEndpoint.enabled',
      'webhookEndpoint.offBecause',
      'webhookEndpoint.failingSince',
      sql<number>`(select count(*)::int from (select from webhook_delivery w
        where w.merchant_id = webhook_endpoint.merchant_id and w.endpoint_id = webhook_endpoint.id
          and w.state = 'waiting' limit ${sql.lit(MOST_COUNTED)}) counted)`.as('waiting'),
    ])
    .orderBy('webhookEndpoint.id')
    .execute();
export type ListedEndpoint = Awaited<ReturnType<typeof listEndpoints>>[number];

/** Endpoints that are on, by name. */
export const optionsOf = (db: MerchantDb) =>
  db
    .selectFrom('webhookEndpoint')
    .select(['webhookEndpoint.id', 'webhookEndpoint.name'])
    .where('webhookEndpoint.enabled', '=', true)
    .orderBy('webhookEndpoint.id')
    .execute();

/** Of two people who change them at once the second waits. Answers how many there are. */
export const lockEndpoints = async (tx: MerchantDb): Promise<number> => {
  const rows = await tx.selectFrom('webhookEndpoint').select('webhookEndpoint.id').forUpdate().execute();
  return rows.length;
};

export const findEndpoint = (db: MerchantDb, id: string) =>
  db
    .selectFrom('webhookEndpoint')
    .select([
      'webhookEndpoint.id',
      'webhookEndpoint.name',
      'webhookEndpoint.url',
      'webhookEndpoint.secretSealed',
      'webhookEndpoint.events',
      'webhookEndpoint.wholeNumbers',
      'webhookEndpoint.enabled',
    ])
    .where('webhookEndpoint.id', '=', id)
    .executeTakeFirst();

interface Settings {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly wholeNumbers: boolean;
}

/** Its secret is sealed for its id, and follows. */
export const insertEndpoint = async (tx: MerchantDb, settings: Settings, madeBy: string): Promise<string> =>
  (
    await tx
      .insertInto('webhookEndpoint', { ...settings, madeBy, secretSealed: '' })
      .returning('webhookEndpoint.id')
      .executeTakeFirstOrThrow()
  ).id;

/** What is changed begins anew: nothing is held against it. */
const fresh = { failures: 0, failingSince: null, restsUntil: null, offBecause: '' };

export const updateEndpoint = async (tx: MerchantDb, id: string, settings: Settings): Promise<void> => {
  await tx
    .updateTable('webhookEndpoint')
    .set({ ...settings, ...fresh })
    .where('webhookEndpoint.id', '=', id)
    .execute();
};

export const setSecret = async (tx: MerchantDb, id: string, secretSealed: string): Promise<void> => {
  await tx.updateTable('webhookEndpoint').set({ secretSealed }).where('webhookEndpoint.id', '=', id).execute();
};

export const setEnabled = async (tx: MerchantDb, id: string, enabled: boolean): Promise<void> => {
  await tx
    .updateTable('webhookEndpoint')
    .set({ enabled, ...fresh })
    .where('webhookEndpoint.id', '=', id)
    .execute();
};

export const removeEndpoint = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('webhookEndpoint').where('webhookEndpoint.id', '=', id).execute();
};

const deliveryColumns = [
  'webhookDelivery.id',
  'webhookDelivery.event',
  'webhookDelivery.subject',
  'webhookDelivery.at',
  'webhookDelivery.state',
  'webhookDelivery.tries',
  'webhookDelivery.triedAt',
  'webhookDelivery.dueAt',
  'webhookDelivery.code',
  'webhookDelivery.because',
  'webhookDelivery.tookMs',
] as const;

interface Wanted {
  readonly endpointId: string;
  readonly state: 'waiting' | 'sent' | 'givenUp' | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Newest first; one more than asked for tells that there are more. */
export const listDeliveries = (db: MerchantDb, { endpointId, state, after, limit }: Wanted) => {
  let query = db
    .selectFrom('webhookDelivery')
    .select(deliveryColumns)
    .where('webhookDelivery.endpointId', '=', endpointId)
    .orderBy('webhookDelivery.id', 'desc')
    .limit(limit + 1);
  if (state !== undefined) query = query.where('webhookDelivery.state', '=', state);
  return (after === undefined ? query : query.where('webhookDelivery.id', '<', after)).execute();
};
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export const findDelivery = (db: MerchantDb, id: string) =>
  db
    .selectFrom('webhookDelivery')
    .innerJoin('webhookEndpoint', join =>
      join
        .onRef('webhookEndpoint.merchantId', '=', 'webhookDelivery.merchantId')
        .onRef('webhookEndpoint.id', '=', 'webhookDelivery.endpointId'),
    )
    .select(deliveryColumns)
    .select(['webhookDelivery.body', 'webhookDelivery.answer', 'webhookEndpoint.wholeNumbers'])
    .where('webhookDelivery.id', '=', id)
    .executeTakeFirst();

/** Taken at once by who tests, so that nobody else sends it meanwhile. */
export const insertTest = async (
  db: MerchantDb,
  test: { readonly endpointId: string; readonly eventId: string; readonly body: string },
): Promise<string> =>
  (
    await db
      .insertInto('webhookDelivery', {
        ...test,
        ...{ event: 'test', subject: 'test' },
        takenUntil: sql<Date>`now() + interval '60 seconds'`,
      })
      .returning('webhookDelivery.id')
      .executeTakeFirstOrThrow()
  ).id;

/** Sent again with a day of their own: these, or the newest that were given up. What still waits is left as it is. */
export const replay = async (
  tx: MerchantDb,
  {
    endpointId,
    ids,
    most,
  }: { readonly endpointId: string; readonly ids: readonly string[] | null; readonly most: number },
): Promise<number> => {
  const own = tx
    .selectFrom('webhookDelivery')
    .select('webhookDelivery.id')
    .where('webhookDelivery.endpointId', '=', endpointId)
    .orderBy('webhookDelivery.id', 'desc')
    .limit(most);
  const wanted =
    ids === null
      ? own.where('webhookDelivery.state', '=', 'givenUp')
      : own.where('webhookDelivery.id', 'in', [...ids]).where('webhookDelivery.state', '<>', 'waiting');
  const { numUpdatedRows } = await tx
    .updateTable('webhookDelivery')
    .set({
      state: 'waiting',
      since: sql<Date>`now()`,
      dueAt: sql<Date>`now()`,
      takenUntil: null,
      tries: 0,
      because: '',
    })
    .where('webhookDelivery.id', 'in', wanted)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
