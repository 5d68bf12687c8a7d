import type { ProviderSettings } from '@lianxian/contract';
import type { SmsTemplate, TemplateReviewState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** How templates stand with the providers that review by call; a row a template and provider. */
export interface TemplateReview {
  readonly templateId: string;
  readonly providerId: string;
  readonly provider: string;
  readonly state: TemplateReviewState;
  readonly because: string;
}

const MOST = 2_000;
/** Of those providers that are still there. */
export const reviewsOf = async (db: MerchantDb, templates: readonly string[]): Promise<readonly TemplateReview[]> =>
  templates.length === 0
    ? []
    : await db
        .selectFrom('smsReview')
        .innerJoin('smsProvider', join =>
          join
            .onRef('smsProvider.merchantId', '=', 'smsReview.merchantId')
            .onRef('smsProvider.id', '=', 'smsReview.providerId'),
        )
        .select(['smsReview.templateId', 'smsReview.providerId', 'smsReview.state', 'smsReview.because'])
        .select('smsProvider.name as provider')
        .where('smsReview.templateId', 'in', templates)
        .where('smsProvider.removedAt', 'is', null)
        .orderBy('smsReview.templateId')
        .orderBy('smsReview.providerId')
        .limit(MOST)
        .execute();

/**
 * To each of these providers, but those that have it already; what one may not have it is handed anew. Whether all have said yes
 * before, to this very text.
 */
export const queueReviews = async (
  tx: MerchantDb,
  { templateId, askedBy }: { readonly templateId: string; readonly askedBy: string },
  providers: readonly string[],
): Promise<boolean> => {
  if (providers.length === 0) return false;
  await tx
    .deleteFrom('smsReview')
    .where('smsReview.templateId', '=', templateId)
    .where('smsReview.state', 'in', ['refused', 'failed', 'unknown'])
    .execute();
  for (const providerId of providers)
    await tx
      .insertInto('smsReview', { templateId, providerId, askedBy })
      .onConflict(conflict => conflict.columns(['merchantId', 'templateId', 'providerId']).doNothing())
      .execute();
  return (await reviewsOf(tx, [templateId])).every(({ state }) => state === 'usable');
};

/** Of another text nobody said anything. */
export const dropReviews = async (tx: MerchantDb, templateId: string): Promise<void> => {
  await tx.deleteFrom('smsReview').where('smsReview.templateId', '=', templateId).execute();
};

/** Nobody is asked any more; of what is on its way the code is still kept. */
export const endReviews = async (tx: MerchantDb, templateId: string): Promise<void> => {
  await tx
    .deleteFrom('smsReview')
    .where('smsReview.templateId', '=', templateId)
    .where('smsReview.state', '<>', 'handing')
    .execute();
};

type Codes = readonly { readonly providerId: string; readonly code: string }[];

/** What providers called it while somebody had the form open stays. */
export const withReviewed = async (tx: MerchantDb, templateId: string, codes: Codes): Promise<Codes> => {
  const reviewed = await tx
    .selectFrom('smsReview')
    .select(['smsReview.providerId', 'smsReview.code'])
    .where('smsReview.templateId', '=', templateId)
    .where('smsReview.code', '<>', '')
    .limit(MOST)
    .execute();
  return [...codes, ...reviewed.filter(({ providerId }) => !codes.some(one => one.providerId === providerId))];
};

/** One that is to be handed in, or asked for. */
export interface ClaimedReview extends SmsTemplate {
  readonly merchantId: string;
  readonly id: string;
  readonly templateId: string;
  readonly providerId: string;
  readonly askedBy: string;
  readonly state: TemplateReviewState;
  readonly code: string;
  readonly name: string;
  readonly provider: string;
  readonly settings: ProviderSettings;
  readonly secretSealed: string | null;
}

/**
 * What is due, each for one node. What is handed in is written so before it is: one at a time a provider, and given up after a
 * minute. What is asked for is asked for later and later, an hour apart at most.
 */
export const claimReviews = async (db: UnscopedDb, most: number): Promise<readonly ClaimedReview[]> => {
  const { rows } = await sql<ClaimedReview>`
    with due as (
      select r.merchant_id, r.id from sms_review r
      join sms_template t on t.merchant_id = r.merchant_id and t.id = r.template_id
      join sms_provider p on p.merchant_id = r.merchant_id and p.id = r.provider_id
      where r.due_at <= now() and r.state in ('due', 'asked') and t.state = 'review' and t.removed_at is null
        and p.enabled and p.removed_at is null and p.settings ? 'review'
        and (r.state = 'asked' or not exists (select from sms_review o where o.merchant_id = r.merchant_id
          and o.provider_id = r.provider_id and (o.state = 'handing' or o.state = 'due' and o.id < r.id)))
      order by r.due_at, r.id limit ${most} for update of r skip locked)
    update sms_review r set state = case when r.state = 'due' then 'handing' else r.state end, tries = r.tries + 1,
      due_at = now() + case when r.state = 'due' then interval '1 minute'
        else least(interval '1 minute' * power(2, least(r.tries, 10)), interval '1 hour') end
    from due, sms_template t, sms_provider p
    where r.merchant_id = due.merchant_id and r.id = due.id and t.merchant_id = r.merchant_id and t.id = r.template_id
      and p.merchant_id = r.merchant_id and p.id = r.provider_id
    returning r.merchant_id, r.id, r.template_id, r.provider_id, r.asked_by, r.state, r.code, t.name, t.kind, t.signature, t.content,
      t.link, p.name as provider, p.settings, p.secret_sealed`.execute(db);
  return rows;
};

type ReviewKey = Pick<
  ClaimedReview,
  'merchantId' | 'id' | 'templateId' | 'providerId' | 'askedBy' | 'name' | 'provider'
>;

/** What was being handed in by a process that died: nobody knows whether the provider has it, and nobody hands it in again by himself. */
export const loseReviews = async (tx: UnscopedDb, most: number): Promise<readonly ReviewKey[]> => {
  const { rows } = await sql<ReviewKey>`
    with gone as (
      select r.merchant_id, r.id from sms_review r where r.state = 'handing' and r.due_at <= now()
      order by r.due_at limit ${most} for update skip locked)
    update sms_review r set state = 'unknown', because = 'died' from gone, sms_template t, sms_provider p
    where r.merchant_id = gone.merchant_id and r.id = gone.id and t.merchant_id = r.merchant_id and t.id = r.template_id
      and p.merchant_id = r.merchant_id and p.id = r.provider_id
    returning r.merchant_id, r.id, r.template_id, r.provider_id, r.asked_by, t.name, p.name as provider`.execute(tx);
  return rows;
};

/** How one stands now; false: it was handed in anew, or is wanted no more. */
export const settleReview = async (
  tx: MerchantDb,
  id: string,
  to: { readonly state: TemplateReviewState; readonly because: string; readonly code: string },
): Promise<boolean> =>
  (await tx
    .updateTable('smsReview')
    .set(to)
    .where('smsReview.id', '=', id)
    .where('smsReview.state', 'in', ['handing', 'unknown', 'asked'])
    .returning('smsReview.id')
    .executeTakeFirst()) !== undefined;

const ASKED_AFTER = sql<Date>`now() + interval '1 minute'`;
/** What the provider calls it: kept with the template, and asked for in a minute. */
export const codeOfReview = async (
  tx: MerchantDb,
  { id, templateId, providerId }: Pick<ClaimedReview, 'id' | 'templateId' | 'providerId'>,
  code: string,
): Promise<void> => {
  await tx.updateTable('smsReview').set({ tries: 0, dueAt: ASKED_AFTER }).where('smsReview.id', '=', id).execute();
  const row = await tx
    .selectFrom('smsTemplate')
    .select('smsTemplate.codes')
    .where('smsTemplate.id', '=', templateId)
    .executeTakeFirstOrThrow();
  const codes = [...row.codes.filter(one => one.providerId !== providerId), { providerId, code }];
  await tx
    .updateTable('smsTemplate')
    .set({ codes: JSON.stringify(codes) })
    .where('smsTemplate.id', '=', templateId)
    .execute();
};
