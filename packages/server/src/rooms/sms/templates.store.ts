import type { SmsTemplate, TemplateState } from '@lianxian/core';
import { type SelectQueryBuilder, sql } from 'kysely';
import { asPattern, type MerchantDb, type Tables } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

/** Templates of text messages. */
export interface UsableTemplate extends SmsTemplate {
  readonly id: string;
  readonly name: string;
}

interface Wanted {
  readonly q: string | undefined;
  readonly kind: SmsTemplate['kind'] | undefined;
  readonly state: TemplateState | undefined;
}

const present = (db: MerchantDb) => db.selectFrom('smsTemplate').where('smsTemplate.removedAt', 'is', null);

const narrowed = (db: MerchantDb, { q, kind, state }: Wanted) => {
  let rows = present(db);
  if (kind !== undefined) rows = rows.where('smsTemplate.kind', '=', kind);
  if (state !== undefined) rows = rows.where('smsTemplate.state', '=', state);
  if (q !== undefined && q !== '')
    rows = rows.where(eb =>
      eb.or([eb('smsTemplate.name', 'ilike', asPattern(q)), eb('smsTemplate.content', 'ilike', asPattern(q))]),
    );
  return rows;
};

const recent = (states: string) => sql<number>`(
  select count(*)::int from sms_message m where m.merchant_id = sms_template.merchant_id and m.template_id = sms_template.id
    and m.created_at >= now() - interval '30 days' and m.state in (${sql.raw(states)}))`;

const shown = (rows: SelectQueryBuilder<Tables, 'smsTemplate', object>) =>
  rows
    .select([
      ...(['smsTemplate.id', 'smsTemplate.name', 'smsTemplate.kind', 'smsTemplate.signature'] as const),
      ...(['smsTemplate.content', 'smsTemplate.link', 'smsTemplate.codes', 'smsTemplate.state'] as const),
      ...(['smsTemplate.because', 'smsTemplate.updatedAt', 'smsTemplate.madeBy'] as const),
    ])
    .select([
      sql<string>`coalesce((select e.name from employee e where e.merchant_id = sms_template.merchant_id
        and e.id = sms_template.made_by), '')`.as('by'),
      recent("'sent', 'delivered', 'unknown'").as('sent'),
      recent("'delivered'").as('delivered'),
    ]);

export const listTemplates = (
  db: MerchantDb,
  wanted: Wanted,
  { after, skipped, limit }: { readonly after: string | undefined; readonly skipped: number; readonly limit: number },
) => {
  let rows = shown(narrowed(db, wanted));
  if (after !== undefined) rows = rows.where('smsTemplate.id', '<', after);
  return rows
    .orderBy('smsTemplate.id', 'desc')
    .offset(skipped)
    .limit(limit + 1)
    .execute();
};
export type ListedTemplate = Awaited<ReturnType<typeof listTemplates>>[number];

export const countTemplates = async (db: MerchantDb, wanted: Wanted): Promise<number> =>
  (await narrowed(db, wanted).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count;

export const findTemplate = (db: MerchantDb, id: string): Promise<ListedTemplate | undefined> =>
  shown(present(db).where('smsTemplate.id', '=', id)).executeTakeFirst();

/** Whoever changes it, or what providers say of it, waits for the one before. */
export const lockTemplate = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.selectFrom('smsTemplate').select('smsTemplate.id').where('smsTemplate.id', '=', id).forUpdate().execute();
};

/** Those that may be sent, the newest first. */
const MOST_OPTIONS = 500;
const usable = (db: MerchantDb) =>
  present(db)
    .select(['smsTemplate.id', 'smsTemplate.name', 'smsTemplate.kind', 'smsTemplate.signature'])
    .select(['smsTemplate.content', 'smsTemplate.link'])
    .where('smsTemplate.state', '=', 'usable');
export const usableTemplates = (db: MerchantDb): Promise<readonly UsableTemplate[]> =>
  usable(db).orderBy('smsTemplate.id', 'desc').limit(MOST_OPTIONS).execute();

/** By its id, or as a plan names it. */
export const findUsable = (db: MerchantDb, idOrName: string): Promise<UsableTemplate | undefined> =>
  usable(db)
    .where(eb => eb.or([eb(sql<string>`sms_template.id::text`, '=', idOrName), eb('smsTemplate.name', '=', idOrName)]))
    .orderBy(sql`sms_template.id::text = ${idOrName}`, 'desc')
    .orderBy('smsTemplate.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const signaturesOf = async (db: MerchantDb): Promise<readonly string[]> =>
  (
    await present(db)
      .select('smsTemplate.signature')
      .distinct()
      .where('smsTemplate.signature', '<>', '')
      .orderBy('smsTemplate.signature')
      .limit(50)
      .execute()
  ).map(({ signature }) => signature);

interface Saved extends SmsTemplate {
  readonly name: string;
  readonly codes: readonly { readonly providerId: string; readonly code: string }[];
}

export const insertTemplate = async (tx: MerchantDb, { codes, ...row }: Saved, madeBy: string): Promise<string> =>
  (
    await tx
      .insertInto('smsTemplate', { ...row, codes: JSON.stringify(codes), madeBy })
      .returning('smsTemplate.id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateTemplate = async (
  tx: MerchantDb,
  id: string,
  { codes, ...row }: Saved & { readonly state: TemplateState; readonly because: string },
): Promise<void> => {
  await tx
    .updateTable('smsTemplate')
    .set({ ...row, codes: JSON.stringify(codes), updatedAt: sql<Date>`now()` })
    .where('smsTemplate.id', '=', id)
    .execute();
};

export const setTemplateState = async (
  tx: MerchantDb,
  id: string,
  state: TemplateState,
  because: string,
): Promise<void> => {
  await tx
    .updateTable('smsTemplate')
    .set({ state, because, updatedAt: sql<Date>`now()` })
    .where('smsTemplate.id', '=', id)
    .execute();
};

/** What goes with it: its row alone, which only is marked. */
export const templateGoes = (tx: MerchantDb, id: string): readonly Goes[] => [
  {
    table: 'sms_template',
    where: sql`kept.merchant_id = ${tx.merchantId} and kept.id = ${id}`,
    back: ['removed_at'],
  },
];

export const dropTemplate = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.updateTable('smsTemplate').set({ removedAt: sql<Date>`now()` }).where('smsTemplate.id', '=', id).execute();
};
