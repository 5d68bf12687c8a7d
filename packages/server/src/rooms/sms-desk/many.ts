import { type InputOf, languages, type OutputOf, smsEndpoints, smsLimits, stored } from '@lianxian/contract';
import { fillTemplate, isMobile, isPracticeNumber, LINK_NAME, smsParts } from '@lianxian/core';
import { z } from 'zod';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { BatchFailed, type BatchWork, startBatch } from '../batches/index.ts';
import { balanceOf, messagePrice } from '../billing/index.ts';
import { wantedBy } from '../records/index.ts';
import { enqueue, findUsable, maySend, settingsOf, usableTemplate } from '../sms/index.ts';
import { isPractice } from '../sms-providers/index.ts';
import { viewerOf } from '../staff/index.ts';
import { insertSmsBatch, isCancelled, noteRead } from './many.store.ts';
import { type Person, type RecipientWish, recipientsOf } from './recipients.ts';

/** A message to many: a count and a price first, then a batch that writes them, each number once. */
export const SEND_MANY = 'sendMany';

const CHUNK = 500;
const ASKED = 1_000;
const TEN_THOUSANDTHS = 10_000;

const { customers } = smsEndpoints.sendMany.input.shape;
const wishSchema = smsEndpoints.sendMany.input.extend({
  seesPhones: z.boolean(),
  language: z.enum(languages),
  at: z.string(),
  // As it was read off the wire.
  customers: customers.unwrap().extend({ neverCalled: z.boolean().optional() }).optional(),
});
type Wish = z.infer<typeof wishSchema>;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** Whose calls and customers one may ask for, as their lists ask. */
const mayAsk = async (
  { of, calls, customers }: RecipientWish,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  if (of === 'customers') {
    if (!context.session.rights.has('number')) throw refuse('noRight');
    await allowSearch(context, customers?.phone);
    await allowSearch(context, customers?.q);
  }
  if (of !== 'calls') return;
  if (!context.session.rights.has('callLog')) throw refuse('noRight');
  await wantedBy(calls ?? {}, context, unscopedDb);
};

const valuesOf = (given: Readonly<Record<string, string>>, { values }: Person) => ({
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
  ...values,
});

/** Whom no message may reach as it stands now; hours only put off. */
const withheldOf = async (db: UnscopedDb, merchantId: string, phones: readonly string[]): Promise<number> => {
  let count = 0;
  for (let at = 0; at < phones.length; at += ASKED) {
    const asked = phones.slice(at, at + ASKED).map(phone => ({ phone, task: '0' }));
    const may = await maySend(db, merchantId, asked);
    if (may === null) return phones.length;
    count += asked.filter(one => !['', 'hours', 'holiday', 'yearUnknown'].includes(may(one)?.because ?? '')).length;
  }
  return count;
};

export const countMany = async (
  { templateId, variables, ...wish }: InputOf<typeof smsEndpoints.count>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof smsEndpoints.count>> => {
  const template = await usableTemplate(context.db, templateId);
  await mayAsk(wish, context, unscopedDb);
  const { db, session } = context;
  const found = await recipientsOf(wish, {
    ...{ unscopedDb, db, me: session.employeeId, at: context.at },
    seesPhones: seesPhones(context),
  });
  const mobile = found.people.filter(({ phone }) => isMobile(phone) || isPracticeNumber(phone));
  const link = template.content.includes(LINK_NAME) ? `${(await settingsOf(db)).linkHost}/s/xxxxxxxxx` : '';
  const filled = mobile.map(one => ({ ...one, ...fillTemplate(template, valuesOf(variables, one), link) }));
  const sent = filled.filter(({ missing }) => missing.length === 0);
  const parts = sent.map(({ text }) => smsParts(text).length);
  const paid = sent.reduce((sum, { phone }, at) => sum + (isPracticeNumber(phone) ? 0 : parts[at]!), 0);
  const price = (await isPractice(db)) ? 0 : await messagePrice(unscopedDb, session.merchantId);
  return {
    people: sent.length,
    refused: found.refused + found.people.length - mobile.length,
    withheld: await withheldOf(
      unscopedDb,
      session.merchantId,
      sent.map(({ phone }) => phone),
    ),
    missing: filled.length - sent.length,
    parts: parts.reduce((sum, one) => sum + one, 0),
    price: String((paid * price) / TEN_THOUSANDTHS),
    available: (await balanceOf(db)).available,
    more: found.more,
  };
};

export const sendMany = async (
  input: InputOf<typeof smsEndpoints.sendMany>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<string> => {
  const template = await usableTemplate(context.db, input.templateId);
  await mayAsk(input, context, unscopedDb);
  const { session, db } = context;
  const wish: Wish = {
    ...input,
    ...{ seesPhones: seesPhones(context), language: context.locale, at: context.at.toISOString() },
  };
  const { seesPhones: sees } = wish;
  const found = await recipientsOf(input, { unscopedDb, db, seesPhones: sees, me: session.employeeId, at: context.at });
  if (found.more && input.of === 'phones') throw refuse('smsTooMany', { most: smsLimits.recipients });
  if (found.people.length === 0) throw refuse('smsNobody');
  return await db.transaction(async tx => {
    const title = stored(['smsMany', { name: template.name }]);
    const madeBy = session.employeeId;
    const id = await startBatch(tx, { kind: SEND_MANY, title, type: 0, input: wish, createdBy: madeBy });
    await insertSmsBatch(tx, { id, templateId: template.id, template: template.name, madeBy });
    const after = { template: template.name, people: found.people.length };
    await recordAudit(tx, { action: 'sms.sendMany', target: id, name: template.name, after }, auditBy(context));
    return id;
  });
};

/** Begun anew after a crash it reads all of them again: whoever was written already is not written twice. */
export const sendManyWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { merchantId, id, createdBy } = run;
    const { templateId, variables, seesPhones: sees, language: _, at: askedAt, ...wish } = wishSchema.parse(run.input);
    const own = merchantDb(db, merchantId, await viewerOf(db, merchantId, createdBy));
    const template = await findUsable(own, templateId);
    if (template === undefined) throw new BatchFailed({ remark: stored(['smsTemplateGone']) });
    const { people, refused } = await recipientsOf(wish, {
      ...{ unscopedDb: db, db: own, seesPhones: sees, me: createdBy, at: new Date(askedAt) },
    });
    let added = 0;
    for (let at = 0; at < people.length && run.mayGoOn(); at += CHUNK) {
      const chunk = people.slice(at, at + CHUNK);
      const goesOn = await inTransaction(db, async tx => {
        if (await isCancelled(tx, merchantId, id)) return false;
        const to = chunk.map(one => ({
          ...{
            request: `batch ${id} ${one.phone}`,
            phone: one.phone,
            name: one.name,
            values: valuesOf(variables, one),
          },
          ...{ callId: null, taskId: null, ownerId: createdBy },
        }));
        added += (await enqueue(tx, { merchantId, template, source: 'batch', batchId: id }, to)).added;
        await run.progress(tx, { done: at + chunk.length, total: people.length, cursor: { at: at + chunk.length } });
        return true;
      });
      if (!goesOn) break;
    }
    await noteRead(db, merchantId, id);
    return { remark: stored(['smsManyDone', { added, skipped: refused }]) };
  };
