import type { SpeechFault, SpeechKind, SpeechPurpose, SpeechSettings } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** More than anybody compares. */
export const MOST_SERVICES = 20;

const columns = [
  'id',
  'purpose',
  'kind',
  'name',
  'settings',
  'keySealed',
  'querySealed',
  'chosen',
  'testedAt',
  'testedMs',
  'testedFault',
  'rev',
] as const;

export const listServices = (db: MerchantDb) =>
  db.selectFrom('speechService').select(columns).orderBy('id').limit(MOST_SERVICES).execute();
export type ServiceRow = Awaited<ReturnType<typeof listServices>>[number];

export const findService = (db: MerchantDb, id: string) =>
  db.selectFrom('speechService').select(columns).where('id', '=', id).executeTakeFirst();

export const findChosen = (db: MerchantDb, purpose: SpeechPurpose) =>
  db
    .selectFrom('speechService')
    .select(columns)
    .where('purpose', '=', purpose)
    .where('chosen', '=', true)
    .executeTakeFirst();

interface ServiceFields {
  readonly purpose: SpeechPurpose;
  readonly kind: SpeechKind;
  readonly name: string;
  readonly settings: SpeechSettings;
}

/**
 * Serialises the changes of one merchant, also of one that has no service yet, so that the bound and the one choice hold.
 * How many services there are.
 */
export const lockServices = async (tx: MerchantDb): Promise<number> => {
  // Of its own people somebody is always there to read from; of its services maybe none.
  await tx
    .selectFrom('employee')
    .select(sql`pg_advisory_xact_lock(hashtextextended(${`speech ${tx.merchantId}`}, 0))`.as('held'))
    .limit(1)
    .execute();
  const { n } = await tx
    .selectFrom('speechService')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** The first of its purpose is chosen at once. */
export const insertService = async (tx: MerchantDb, fields: ServiceFields): Promise<string> => {
  const others = await tx.selectFrom('speechService').select('id').where('purpose', '=', fields.purpose).execute();
  const { id } = await tx
    .insertInto('speechService', {
      ...fields,
      settings: JSON.stringify(fields.settings),
      chosen: others.length === 0,
      testedAt: null,
      testedMs: null,
      testedFault: null,
      keySealed: null,
      querySealed: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateService = async (
  tx: MerchantDb,
  id: string,
  { name, settings }: Pick<ServiceFields, 'name' | 'settings'>,
): Promise<void> => {
  await tx
    .updateTable('speechService')
    .set({ name, settings: JSON.stringify(settings), testedAt: null, testedMs: null, testedFault: null })
    .set(eb => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** Null: there is none any more; what is not named stays. */
export const setSecrets = async (
  tx: MerchantDb,
  id: string,
  sealed: { readonly keySealed?: string | null; readonly querySealed: string | null },
): Promise<void> => {
  await tx.updateTable('speechService').set(sealed).where('id', '=', id).execute();
};

/** The service that copies a recording of the library; null: none. */
export const serviceCopying = async (db: MerchantDb, voiceId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('speechService')
      .select('name')
      .where(sql<boolean>`settings ->> 'copies' = ${voiceId}`)
      .limit(1)
      .executeTakeFirst()
  )?.name ?? null;

/** The name of a task, whoever's it is, that compares the voice of a service; null: none. */
export const taskComparing = async (db: MerchantDb, id: string): Promise<string | null> =>
  (
    await db.whole
      .selectFrom('taskVariant')
      .innerJoin('taskExperiment', join =>
        join
          .onRef('taskExperiment.merchantId', '=', 'taskVariant.merchantId')
          .onRef('taskExperiment.taskId', '=', 'taskVariant.taskId'),
      )
      .innerJoin('task', join =>
        join.onRef('task.merchantId', '=', 'taskVariant.merchantId').onRef('task.id', '=', 'taskVariant.taskId'),
      )
      .select('task.name')
      .where(sql<boolean>`task_variant.synthesis ->> 'service' = ${id}`)
      .where('taskExperiment.endedAt', 'is', null)
      // A draft asks for its voices at its start; a stopped task calls nobody any more.
      .where('task.state', 'not in', ['draft', 'stopped'])
      .where('task.removedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.name ?? null;

export const removeService = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('speechService').where('id', '=', id).execute();
};

/** Null chooses none. */
export const setChosen = async (tx: MerchantDb, purpose: SpeechPurpose, id: string | null): Promise<void> => {
  await tx
    .updateTable('speechService')
    .set({ chosen: false })
    .where('purpose', '=', purpose)
    .where('chosen', '=', true)
    .execute();
  if (id !== null) await tx.updateTable('speechService').set({ chosen: true }).where('id', '=', id).execute();
};

export const setTested = async (
  db: MerchantDb,
  { id, rev }: Pick<ServiceRow, 'id' | 'rev'>,
  { at, ms, fault }: { at: Date; ms: number; fault: SpeechFault | null },
): Promise<void> => {
  await db
    .updateTable('speechService')
    .set({ testedAt: at, testedMs: ms, testedFault: fault })
    .where('id', '=', id)
    // What was tested has been changed meanwhile: it says nothing about what is there now.
    .where('rev', '=', rev)
    .execute();
};

const MOST_LINES = 500;

export const linesHearing = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .select(['id', 'name', 'hears', 'recogniserId'])
    .where('removedAt', 'is', null)
    .orderBy('practice', 'desc')
    .orderBy('id')
    .limit(MOST_LINES)
    .execute();

/** On which of them somebody listens: to a service of its own, or to the chosen one where there is one. */
export const hearingOfLines = async (db: MerchantDb) => {
  const [lines, chosen] = await Promise.all([linesHearing(db), findChosen(db, 'recogniser')]);
  return lines.map(({ id, hears, recogniserId: own }) => ({
    id,
    hears: hears && (own !== null || chosen !== undefined),
  }));
};

export const findHearing = (db: MerchantDb, lineId: string) =>
  db
    .selectFrom('line')
    .select(['id', 'name', 'hears', 'recogniserId'])
    .where('id', '=', lineId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();

export const setHearing = async (
  tx: MerchantDb,
  lineId: string,
  hears: boolean,
  recogniserId: string | null,
): Promise<void> => {
  await tx.updateTable('line').set({ hears, recogniserId }).where('id', '=', lineId).execute();
};

export const sealedWebhookSecret = async (db: MerchantDb): Promise<string | null> =>
  (await db.selectFrom('webhookSecret').select('secretSealed').executeTakeFirst())?.secretSealed ?? null;

/** Null ends the signing. */
export const keepWebhookSecret = async (tx: MerchantDb, sealed: string | null, at: Date): Promise<void> => {
  await tx.deleteFrom('webhookSecret').execute();
  if (sealed !== null) await tx.insertInto('webhookSecret', { secretSealed: sealed, madeAt: at }).execute();
};
