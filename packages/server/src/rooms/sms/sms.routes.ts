import { type InputOf, type OutputOf, smsEndpoints, templateFaultText } from '@lianxian/contract';
import { fillTemplate, LINK_NAME, smsParts, templateFault, variablesOfTemplate } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { messagePrice } from '../billing/index.ts';
import { isPractice, openableProviders } from '../sms-providers/index.ts';
import { valuesOfCall } from './call.store.ts';
import { reviewsOf } from './reviews.store.ts';
import { saveSettings, settingsOf } from './settings.store.ts';
import { countTemplates, findTemplate, listTemplates, signaturesOf, usableTemplates } from './templates.store.ts';
import { decideTemplate, noTemplate, removeTemplate, saveTemplate, submitTemplate } from './templates.ts';
import { asWritten, templateView } from './templates.view.ts';

const TEN_THOUSANDTHS = 10_000;
/** As other sums are shown: no more decimals than it has. */
const yuan = (tenThousandths: number): string => String(tenThousandths / TEN_THOUSANDTHS);

const list = async (
  { page, limit, after, q, kind, state }: InputOf<typeof smsEndpoints.templates>,
  { db, locale }: SignedInContext,
): Promise<OutputOf<typeof smsEndpoints.templates>> => {
  const skipped = after === undefined ? pageOf({ page, limit }).offset : 0;
  const wanted = { q, kind, state };
  const [rows, total] = await Promise.all([
    listTemplates(db, wanted, { after, skipped, limit }),
    countTemplates(db, wanted),
  ]);
  const shown = rows.slice(0, limit);
  const reviews = await reviewsOf(
    db,
    shown.map(({ id }) => id),
  );
  return {
    list: shown.map(row => templateView(row, reviews, locale)),
    total,
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

/** What a part costs who sends now. */
const priceNow = async ({ db, session }: SignedInContext, unscopedDb: UnscopedDb): Promise<number> =>
  (await isPractice(db)) ? 0 : messagePrice(unscopedDb, session.merchantId);

const preview = async (
  { variables, callId, ...template }: InputOf<typeof smsEndpoints.preview>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof smsEndpoints.preview>> => {
  const known = callId === undefined ? {} : await valuesOfCall(context.db, callId);
  if (known === undefined) throw refuse('notFound', { what: 'call' });
  const { linkHost } = await settingsOf(context.db);
  const link = `${linkHost === '' ? 'https://…' : linkHost}/s/xxxxxxxxx`;
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { text, missing } = fillTemplate(template, { ...known, ...given }, link);
  const parts = smsParts(text);
  const fault = templateFault(template) ?? '';
  return {
    ...{ text, parts: [...parts], chars: text.length, missing: [...missing] },
    price: yuan(parts.length * (await priceNow(context, unscopedDb))),
    ...{ fault, faultText: templateFaultText(fault, context.locale) },
  };
};

const saveAll = async (
  { perDay, per30Days, linkHost }: InputOf<typeof smsEndpoints.saveSettings>,
  context: SignedInContext,
): Promise<void> => {
  const host = linkHost === '' ? '' : new URL(linkHost).origin;
  await context.db.transaction(async tx => {
    const before = await settingsOf(tx);
    const after = { perDay: perDay ?? null, per30Days: per30Days ?? null, linkHost: host };
    await saveSettings(tx, after);
    await recordAudit(tx, { action: 'sms.settings', before: { ...before }, after }, auditBy(context));
  });
};

interface SmsParts {
  readonly unscopedDb: UnscopedDb;
  /** Whoever hands templates to their review looks again. */
  readonly wake: (merchantId: string) => void;
}

/** `sms/…` of templates and settings. */
export const bindSms = (front: Front, { unscopedDb, wake }: SmsParts): void => {
  bind(front, smsEndpoints.templates, list);
  bind(front, smsEndpoints.template, async ({ id }, { db, locale }) => {
    const row = await findTemplate(db, id);
    if (row === undefined) throw noTemplate();
    return templateView(row, await reviewsOf(db, [id]), locale);
  });
  bind(front, smsEndpoints.options, async (_, context) => {
    const { db } = context;
    const [templates, signatures, providers] = await Promise.all([
      usableTemplates(db),
      signaturesOf(db),
      openableProviders(db),
    ]);
    return {
      list: templates.map(row => {
        const text = asWritten(row);
        return { ...row, text, variables: [...variablesOfTemplate(row)], parts: smsParts(text).length };
      }),
      ...{ signatures: [...signatures], mayReach: providers.length > 0 },
      price: yuan(await priceNow(context, unscopedDb)),
    };
  });
  bind(front, smsEndpoints.saveTemplate, async (input, context) => ({ id: await saveTemplate(input, context) }));
  bind(front, smsEndpoints.submitTemplate, async ({ id }, context) => {
    const row = await findTemplate(context.db, id);
    const needsHost = row?.content.includes(`\${${LINK_NAME}}`) ?? false;
    if (needsHost && (await settingsOf(context.db)).linkHost === '') throw refuse('smsNoLinkHost');
    const state = await submitTemplate(id, context);
    wake(context.session.merchantId);
    return { state };
  });
  bind(front, smsEndpoints.decideTemplate, async (input, context) => {
    await decideTemplate(input, context);
    return {};
  });
  bind(front, smsEndpoints.removeTemplate, async ({ id }, context) => ({ undo: await removeTemplate(id, context) }));
  bind(front, smsEndpoints.preview, (input, context) => preview(input, context, unscopedDb));
  bind(front, smsEndpoints.settings, async (_, { db }) => ({
    ...(await settingsOf(db)),
    practice: await isPractice(db),
  }));
  bind(front, smsEndpoints.saveSettings, async (input, context) => {
    await saveAll(input, context);
    return {};
  });
};
