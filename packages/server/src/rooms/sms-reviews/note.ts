import type { TemplateReviewState } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { ringBell } from '../bell/index.ts';
import {
  type ClaimedReview,
  codeOfReview,
  findTemplate,
  lockTemplate,
  reviewsOf,
  setTemplateState,
  settleReview,
} from '../sms/index.ts';
import type { Reviewed, Submitted } from './reviewer.ts';

/** What a provider said of a template is kept, and what follows for the template, in one transaction. */
export type ReviewSays = Submitted | Reviewed;
type Key = Pick<ClaimedReview, 'merchantId' | 'templateId' | 'askedBy' | 'name' | 'provider'>;

const states: Readonly<Record<ReviewSays['type'], TemplateReviewState>> = {
  taken: 'asked',
  pending: 'asked',
  usable: 'usable',
  refused: 'refused',
  failed: 'failed',
  lost: 'unknown',
};

const tell = (tx: UnscopedDb, { merchantId, templateId, askedBy, name }: Key, what: string, why: string) =>
  ringBell(tx, {
    ...{ merchantId, kind: 'smsTemplate', about: templateId, people: [askedBy] },
    facts: { name, what, why },
  });

/** Somebody has to hand it in again, as long as it is in review. */
export const tellFailed = async (own: MerchantDb, tx: UnscopedDb, key: Key): Promise<void> => {
  if ((await findTemplate(own, key.templateId))?.state === 'review') await tell(tx, key, 'failed', key.provider);
};

const MOST_WHY = 200;

/** One no is a no; a yes is one when all who were asked have said it. */
const decided = async (
  own: MerchantDb,
  { templateId, provider }: Key,
  says: ReviewSays,
): Promise<{ readonly state: 'usable' | 'refused'; readonly because: string } | null> => {
  if (says.type === 'refused') return { state: 'refused', because: `${provider}：${says.because}`.slice(0, MOST_WHY) };
  if (says.type !== 'usable') return null;
  const isSaid = (await reviewsOf(own, [templateId])).every(({ state }) => state === 'usable');
  return isSaid ? { state: 'usable', because: '' } : null;
};

export const noteReview = (db: UnscopedDb, claimed: ClaimedReview, says: ReviewSays): Promise<void> =>
  inTransaction(db, async tx => {
    const { merchantId, templateId } = claimed;
    const own = merchantDb(tx, merchantId);
    await lockTemplate(own, templateId);
    const code = says.type === 'taken' ? says.code : claimed.code;
    const because = 'because' in says ? says.because.slice(0, MOST_WHY) : '';
    if (!(await settleReview(own, claimed.id, { state: states[says.type], because, code }))) return;
    if (says.type === 'taken') await codeOfReview(own, claimed, code);
    const template = await findTemplate(own, templateId);
    if (template?.state !== 'review') return;
    if (says.type === 'failed' || says.type === 'lost') return tell(tx, claimed, 'failed', claimed.provider);
    const to = await decided(own, claimed, says);
    if (to === null) return;
    await setTemplateState(own, templateId, to.state, to.because);
    const entry = { action: 'sms.template.state', target: templateId, name: claimed.name } as const;
    await recordAudit(own, { ...entry, before: { state: 'review' }, after: to }, auditByHouse(new Date()));
    await tell(tx, claimed, to.state, to.because);
  });
