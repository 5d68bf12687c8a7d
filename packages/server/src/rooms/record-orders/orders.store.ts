import type { OrderedSentence, RecordOrderState } from '@lianxian/core';
import { sql } from 'kysely';
import { latestVersion, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { hashOf } from '../voices/index.ts';

/** Orders as their merchant has them, and their sentences. Money is yuan, as text. */
const OPEN: readonly RecordOrderState[] = ['open', 'recording', 'review', 'rework'];

const yuan = (column: string) => sql<string>`trim_scale(${sql.ref(column)})::text`;
const countOf = (state: string) =>
  sql<number>`(select count(*) from record_sentence s where s.merchant_id = record_order.merchant_id
    and s.order_id = record_order.id and ${state === '' ? sql`true` : sql`s.state = ${state}`})::int`;

const orders = (db: MerchantDb) =>
  db
    .selectFrom('recordOrder')
    .select([
      ...(['recordOrder.id', 'recordOrder.planId', 'recordOrder.planVersion', 'recordOrder.planName'] as const),
      ...(['recordOrder.notes', 'recordOrder.sampleId', 'recordOrder.offeredTo', 'recordOrder.offeredAs'] as const),
      ...(['recordOrder.personId', 'recordOrder.tellsName', 'recordOrder.state', 'recordOrder.takenBy'] as const),
      ...(['recordOrder.voiceName as voice', 'recordOrder.createdAt', 'recordOrder.createdBy'] as const),
    ])
    .select([
      sql<string>`record_order.deadline::text`.as('deadline'),
      sql<boolean>`record_order.due_at < now() and record_order.state not in ('done', 'cancelled')`.as('isLate'),
      yuan('recordOrder.price').as('price'),
      yuan('recordOrder.held').as('held'),
      yuan('recordOrder.paid').as('paid'),
    ]);
const counted = (db: MerchantDb) =>
  orders(db).select([
    countOf('').as('sentences'),
    countOf('handedIn').as('handedIn'),
    countOf('accepted').as('accepted'),
    countOf('sentBack').as('sentBack'),
    countOf('changed').as('changed'),
  ]);

export const findOrder = (db: MerchantDb, id: string) =>
  counted(db).where('recordOrder.id', '=', id).executeTakeFirst();
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** Nobody else changes it until the transaction ends. */
export const lockOrder = (tx: MerchantDb, id: string) =>
  orders(tx).where('recordOrder.id', '=', id).forUpdate().executeTakeFirst();
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

interface OrderFilter {
  readonly planId?: string | undefined;
  readonly state?: RecordOrderState | undefined;
}

const filtered = (db: MerchantDb, { planId, state }: OrderFilter) => {
  let found = counted(db);
  if (planId !== undefined) found = found.where('recordOrder.planId', '=', planId);
  if (state !== undefined) found = found.where('recordOrder.state', '=', state);
  return found;
};

export const listOrders = (db: MerchantDb, filter: OrderFilter, page: { offset: number; limit: number }) =>
  filtered(db, filter).orderBy('recordOrder.id', 'desc').offset(page.offset).limit(page.limit).execute();

export const countOrders = async (db: MerchantDb, filter: OrderFilter): Promise<number> =>
  Number(
    (
      await filtered(db, filter)
        .clearSelect()
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

export const countOpen = async (db: MerchantDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('recordOrder')
        .where('recordOrder.state', 'in', OPEN)
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The order that a request made before; undefined: none. */
export const orderOfRequest = (db: MerchantDb, requestId: string) =>
  orders(db).where('recordOrder.requestId', '=', requestId).executeTakeFirst();

/** Of the sentences of a plan: those that stand in an order that is not over. */
export const keysOrdered = async (db: MerchantDb, planId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('recordSentence')
    .innerJoin('recordOrder', join =>
      join
        .onRef('recordOrder.merchantId', '=', 'recordSentence.merchantId')
        .onRef('recordOrder.id', '=', 'recordSentence.orderId'),
    )
    .where('recordOrder.planId', '=', planId)
    .where('recordOrder.state', 'in', OPEN)
    .where('recordSentence.state', 'in', ['toRecord', 'handedIn', 'sentBack'])
    .select('recordSentence.key')
    .execute();
  return new Set(rows.map(({ key }) => key));
};

interface NewOrder {
  readonly planId: string;
  readonly planVersion: number | null;
  readonly planName: string;
  readonly price: string;
  readonly deadline: string;
  readonly notes: string;
  readonly sampleId: string | null;
  readonly offeredTo: string;
  readonly offeredAs: 'own' | 'reseller' | 'platform';
  readonly personId: string | null;
  readonly tellsName: boolean;
  readonly held: string;
  readonly requestId: string;
  readonly createdBy: string;
}
interface NewSentence {
  readonly number: number;
  readonly text: string;
  readonly key: string;
  readonly place: string;
  readonly note: string;
}

/** By the merchant's clock: when a day ends, and whether it is one of so many from today. */
export const dayEnds = async (
  tx: UnscopedDb,
  merchantId: string,
  { day, at, days }: { readonly day: string; readonly at: Date; readonly days: number },
): Promise<{ readonly ends: Date; readonly isNear: boolean }> => {
  const { rows } = await sql<{ ends: Date; isNear: boolean }>`
    select ((${day}::date + 1)::timestamp at time zone zone) as ends,
      ${day}::date - (${at}::timestamptz at time zone zone)::date between 0 and ${days} as is_near
    from merchant where id = ${merchantId}`.execute(tx);
  return rows[0]!;
};

export const insertOrder = async (
  tx: MerchantDb,
  order: NewOrder & { readonly dueAt: Date },
  sentences: readonly NewSentence[],
): Promise<string> => {
  const { id } = await tx.insertInto('recordOrder', order).returning('recordOrder.id').executeTakeFirstOrThrow();
  await tx
    .insertInto(
      'recordSentence',
      sentences.map(each => ({ ...each, orderId: id })),
    )
    .execute();
  return id;
};

/** With what was handed in of each. */
export const sentencesOf = (db: MerchantDb, orderId: string) =>
  db
    .selectFrom('recordSentence')
    .leftJoin('voiceSound', join =>
      join
        .onRef('voiceSound.merchantId', '=', 'recordSentence.merchantId')
        .onRef('voiceSound.hash', '=', 'recordSentence.sound'),
    )
    .where('recordSentence.orderId', '=', orderId)
    .select([
      ...(['recordSentence.number', 'recordSentence.text', 'recordSentence.note', 'recordSentence.state'] as const),
      ...(['recordSentence.place', 'recordSentence.isHandedIn', 'recordSentence.sound'] as const),
      ...(['recordSentence.handedInAt', 'recordSentence.markFromMs', 'recordSentence.markToMs'] as const),
      ...(['recordSentence.markNote', 'voiceSound.peaks'] as const),
      // A-law at 8 kHz.
      sql<number | null>`length(voice_sound.audio) / 8`.as('durationMs'),
    ])
    .orderBy('recordSentence.number')
    .execute();
export type FoundSentence = Awaited<ReturnType<typeof sentencesOf>>[number];

/** The sound of one sentence that was handed in; null: none. */
export const soundOf = async (db: MerchantDb, orderId: string, number: number): Promise<string | null> =>
  (
    await db
      .selectFrom('recordSentence')
      .where('recordSentence.orderId', '=', orderId)
      .where('recordSentence.number', '=', number)
      .select('recordSentence.sound')
      .executeTakeFirst()
  )?.sound ?? null;

/** Numbers of sentences whose text the plan does not say any more; of a version none are. */
export const numbersChanged = async (tx: MerchantDb, orderId: string): Promise<readonly number[]> => {
  const said = sql`coalesce(plan.draft_said, (select v.said from plan_version v where v.merchant_id = plan.merchant_id
    and v.plan_id = plan.id and v.version = ${latestVersion('plan.merchantId', 'plan.id')}))`;
  const rows = await tx
    .selectFrom('recordSentence')
    .innerJoin('recordOrder', join =>
      join
        .onRef('recordOrder.merchantId', '=', 'recordSentence.merchantId')
        .onRef('recordOrder.id', '=', 'recordSentence.orderId'),
    )
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'recordOrder.merchantId').onRef('plan.id', '=', 'recordOrder.planId'),
    )
    .where('recordSentence.orderId', '=', orderId)
    .where('recordSentence.state', 'in', ['toRecord', 'handedIn', 'sentBack'])
    .where('recordOrder.planVersion', 'is', null)
    .where(sql<boolean>`not (${hashOf(sql`record_sentence.key`)} = any(${said}))`)
    .select('recordSentence.number')
    .execute();
  return rows.map(({ number }) => number);
};

/** Writes what became of these sentences; a mark goes with what it was about. */
export const saveSentences = async (
  tx: UnscopedDb,
  order: { readonly merchantId: string; readonly id: string },
  sentences: readonly OrderedSentence[],
): Promise<void> => {
  if (sentences.length === 0) return;
  await sql`
    update record_sentence s set state = given.state, is_handed_in = given.handed,
      mark_note = case when given.state = 'sentBack' then s.mark_note end
    from unnest(${sentences.map(({ number }) => number)}::int[], ${sentences.map(({ state }) => state)}::text[],
      ${sentences.map(({ isHandedIn }) => isHandedIn)}::boolean[]) given (number, state, handed)
    where s.merchant_id = ${order.merchantId} and s.order_id = ${order.id} and s.number = given.number`.execute(tx);
};

export const saveTake = async (
  tx: MerchantDb,
  orderId: string,
  { number, sound, at }: { readonly number: number; readonly sound: string; readonly at: Date },
): Promise<void> => {
  await tx
    .updateTable('recordSentence')
    .set({ sound, handedInAt: at })
    .where('recordSentence.orderId', '=', orderId)
    .where('recordSentence.number', '=', number)
    .execute();
};

export const saveMark = async (
  tx: MerchantDb,
  orderId: string,
  mark: { readonly number: number; readonly fromMs: number; readonly toMs: number; readonly note: string },
): Promise<void> => {
  await tx
    .updateTable('recordSentence')
    .set({ markFromMs: mark.fromMs, markToMs: mark.toMs, markNote: mark.note })
    .where('recordSentence.orderId', '=', orderId)
    .where('recordSentence.number', '=', mark.number)
    .execute();
};

interface OrderChange {
  readonly state: RecordOrderState;
  readonly held: string;
  /** Yuan more than before. */
  readonly paid: string;
  readonly endedAt: Date | null;
}

export const saveOrder = async (tx: MerchantDb, id: string, { paid, ...change }: OrderChange): Promise<void> => {
  await tx
    .updateTable('recordOrder')
    .set({ ...change, paid: sql<string>`record_order.paid + ${paid}::numeric` })
    .where('recordOrder.id', '=', id)
    .execute();
};

export const saveTaker = async (tx: MerchantDb, id: string, takenBy: string, voiceName: string): Promise<void> => {
  await tx.updateTable('recordOrder').set({ takenBy, voiceName }).where('recordOrder.id', '=', id).execute();
};

/** One who orders for a merchant at a time: of two of one request, or of one sentence, the second finds the first. */
export const lockOrdering = async (tx: UnscopedDb, merchantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('recordOrder ' || ${merchantId}::text, 0))`.execute(tx);
};
