import { type InputOf, type smsEndpoints, smsLimits, templateFaultText } from '@lianxian/contract';
import { type SmsTemplate, type TemplateState, templateFault } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { keepRemoved, type Restored } from '../removals/index.ts';
import { isPractice, reviewingProviders } from '../sms-providers/index.ts';
import { dropReviews, endReviews, queueReviews, withReviewed } from './reviews.store.ts';
import {
  countTemplates,
  dropTemplate,
  findTemplate,
  insertTemplate,
  lockTemplate,
  setTemplateState,
  templateGoes,
  type UsableTemplate,
  updateTemplate,
} from './templates.store.ts';

export const noTemplate = () => refuse('notFound', { what: 'smsTemplate' });
const EVERY = { q: undefined, kind: undefined, state: undefined } as const;

const factsOf = ({ kind, signature, content, link }: SmsTemplate): Facts => ({ kind, signature, content, link });
const isSameText = (a: SmsTemplate, b: SmsTemplate): boolean =>
  a.kind === b.kind && a.signature === b.signature && a.content === b.content && a.link === b.link;

/** One that may be sent, by its id. */
export const usableTemplate = async (db: MerchantDb, id: string): Promise<UsableTemplate> => {
  const row = await findTemplate(db, id);
  if (row === undefined) throw noTemplate();
  if (row.state !== 'usable') throw refuse('smsTemplateUnusable');
  return row;
};

/** What was approved is what was handed in: another text is handed in anew. */
export const saveTemplate = async (
  { id: wanted, ...row }: InputOf<typeof smsEndpoints.saveTemplate>,
  context: SignedInContext,
): Promise<string> =>
  context.db.transaction(async tx => {
    if (wanted !== undefined) await lockTemplate(tx, wanted);
    const before = wanted === undefined ? null : await findTemplate(tx, wanted);
    if (before === undefined) throw noTemplate();
    if (before === null && (await countTemplates(tx, EVERY)) >= smsLimits.templates)
      throw refuse('smsTemplatesFull', { most: smsLimits.templates });
    const stays = before !== null && isSameText(before, row);
    const state: TemplateState = stays ? before.state : 'draft';
    if (before !== null && !stays) await dropReviews(tx, before.id);
    if (before !== null) {
      const codes = stays ? await withReviewed(tx, before.id, row.codes) : row.codes;
      await updateTemplate(tx, before.id, { ...row, codes, state, because: stays ? before.because : '' });
    }
    const id = before?.id ?? (await insertTemplate(tx, row, context.session.employeeId));
    const change = { before: before === null ? undefined : factsOf(before), after: factsOf(row) };
    await recordAudit(tx, { action: 'sms.template.save', target: id, name: row.name, ...change }, auditBy(context));
    return id;
  });

const move = async (
  id: string,
  context: SignedInContext,
  to: (
    row: NonNullable<Awaited<ReturnType<typeof findTemplate>>>,
    tx: MerchantDb,
  ) => Promise<{ state: TemplateState; because: string }>,
): Promise<TemplateState> =>
  context.db.transaction(async tx => {
    await lockTemplate(tx, id);
    const row = await findTemplate(tx, id);
    if (row === undefined) throw noTemplate();
    const { state, because } = await to(row, tx);
    if (state === row.state && because === row.because) return state;
    await setTemplateState(tx, id, state, because);
    const change = { before: { state: row.state }, after: { state, because } };
    await recordAudit(tx, { action: 'sms.template.state', target: id, name: row.name, ...change }, auditBy(context));
    return state;
  });

/**
 * Nobody reviews what leaves nothing but a line; a carrier reviews what leaves the house. Providers that review by call are handed it
 * after this transaction (docs/sms.md#templates), of the others a person says what they said. One in review may be handed in again to
 * those that may not have it.
 */
export const submitTemplate = (id: string, context: SignedInContext): Promise<TemplateState> =>
  move(id, context, async (row, tx) => {
    const fault = templateFault(row);
    if (fault !== null) throw refuse('smsTemplateFault', { why: templateFaultText(fault, context.locale) });
    if (row.state === 'usable') return row;
    if (await isPractice(tx)) return row.state === 'review' ? row : { state: 'usable', because: '' };
    const providers = await reviewingProviders(tx);
    const isSaid = await queueReviews(tx, { templateId: id, askedBy: context.session.employeeId }, providers);
    return { state: isSaid ? 'usable' : 'review', because: '' };
  });

/** Whoever decides by hand has the last word: nobody is asked any more. */
export const decideTemplate = (
  { id, usable, because }: InputOf<typeof smsEndpoints.decideTemplate>,
  context: SignedInContext,
): Promise<TemplateState> =>
  move(id, context, async (row, tx) => {
    if (row.state === 'draft') throw refuse('smsTemplateDraft');
    await endReviews(tx, id);
    return usable ? { state: 'usable', because: '' } : { state: 'refused', because };
  });

/** What takes it back. */
export const removeTemplate = async (id: string, context: SignedInContext): Promise<string> =>
  context.db.transaction(async tx => {
    const row = await findTemplate(tx, id);
    if (row === undefined) throw noTemplate();
    const removed = { kind: 'smsTemplate', target: id, name: row.name } as const;
    const undo = await keepRemoved(tx, removed, { goes: templateGoes(tx, id), at: context.at });
    await dropTemplate(tx, id);
    const before = factsOf(row);
    await recordAudit(tx, { action: 'sms.template.remove', target: id, name: row.name, before }, auditBy(context));
    return undo;
  });

/** One that is back counts as one. */
export const templateRestored: Restored = {
  after: async ({ own }) => {
    if ((await countTemplates(own, EVERY)) > smsLimits.templates)
      throw refuse('smsTemplatesFull', { most: smsLimits.templates });
    return undefined;
  },
};
