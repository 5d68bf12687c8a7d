import { randomInt } from 'node:crypto';
import {
  fillTemplate,
  isMobile,
  isPracticeNumber,
  LINK_NAME,
  type MessageSource,
  type MessageState,
  smsParts,
} from '@lianxian/core';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { messagePrice, reserve } from '../billing/index.ts';
import { isPractice } from '../sms-providers/index.ts';
import { findByRequest, insertMessages, type NewMessage, wakeSender, withholdUnpaid } from './queue.store.ts';
import { settingsOf } from './settings.store.ts';
import type { UsableTemplate } from './templates.store.ts';

/**
 * Messages are written before anything is sent: a row each, with its text, its price held, and a key by which the same request is
 * one message whoever asks it again. Whoever sends takes them from there.
 */
export interface Recipient {
  readonly request: string;
  readonly phone: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly callId: string | null;
  readonly taskId: string | null;
  readonly ownerId: string | null;
}

interface SmsOrder {
  readonly merchantId: string;
  readonly template: UsableTemplate;
  readonly source: MessageSource;
  readonly batchId?: string;
  readonly onlyProvider?: string;
}

interface Enqueued {
  readonly added: number;
  /** For whom there was no money. */
  readonly unpaid: number;
}

/** Letters that nobody takes for one another, and that no word is made of. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ';
const CODE_LETTERS = 9;
const newCode = (): string => Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');

interface Pricing {
  readonly price: number;
  readonly linkHost: string;
}

/** What is there already speaks against it; who may be written to, and when, is asked when it leaves. */
const made = ({ template }: SmsOrder, { price, linkHost }: Pricing, to: Recipient): NewMessage => {
  const code = template.content.includes(LINK_NAME) && template.link !== '' ? newCode() : '';
  const link = code === '' ? '' : `${linkHost}/s/${code}`;
  const { text, body, missing } = fillTemplate(template, to.values, link);
  const parts = smsParts(text).length;
  const because =
    isMobile(to.phone) || isPracticeNumber(to.phone) ? (missing.length > 0 ? 'missingVariable' : '') : 'notMobile';
  const state: MessageState = because === '' ? 'queued' : 'withheld';
  const isPaid = state === 'queued' && !isPracticeNumber(to.phone);
  const { request, phone, name, callId, taskId, ownerId } = to;
  // Providers that know a template by its code fill it from these.
  const values = link === '' ? to.values : { ...to.values, [LINK_NAME]: link };
  const of = { request, phone, name, values, callId, taskId, ownerId };
  return {
    ...of,
    text,
    body,
    parts,
    state,
    because,
    code,
    link: code === '' ? '' : template.link,
    held: isPaid ? parts * price : 0,
  };
};

/** All of it in the transaction of whoever asks. */
export const enqueue = async (tx: UnscopedDb, order: SmsOrder, people: readonly Recipient[]): Promise<Enqueued> => {
  if (people.length === 0) return { added: 0, unpaid: 0 };
  const { merchantId, template, source } = order;
  const db = merchantDb(tx, merchantId);
  const { linkHost } = await settingsOf(db);
  const price = (await isPractice(db)) ? 0 : await messagePrice(tx, merchantId);
  const of = {
    ...{ merchantId, templateId: template.id, template: template.name, kind: template.kind, source },
    ...{ batchId: order.batchId ?? null, onlyProvider: order.onlyProvider ?? null },
  };
  const added = await insertMessages(
    tx,
    of,
    people.map(to => made(order, { price, linkHost }, to)),
  );
  const paid = added.filter(({ held }) => held > 0);
  const wanted = paid.reduce((sum, { held }) => sum + held, 0);
  const isHeld = wanted === 0 || (await reserve(tx, merchantId, wanted));
  if (!isHeld)
    await withholdUnpaid(
      tx,
      merchantId,
      paid.map(({ id }) => id),
    );
  await wakeSender(tx, merchantId);
  return { added: added.length, unpaid: isHeld ? 0 : paid.length };
};

/** One message; how it stands, also where the same request came before. */
export const enqueueOne = async (tx: UnscopedDb, order: SmsOrder, to: Recipient) => {
  await enqueue(tx, order, [to]);
  const row = await findByRequest(tx, order.merchantId, to.request);
  if (row === undefined) throw new Error('a message that was written is not there');
  return row;
};
