import { createHash } from 'node:crypto';
import { isMobile, maskPhone, meansStop, normalisePhone } from '@lianxian/core';
import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { blacklistByReply } from '../blacklist/index.ts';
import { tellEndpoints } from '../webhooks/index.ts';
import type { Reply } from './carrier.ts';
import { insertReply, keepPart, lastMessageTo, takeLate } from './replies.store.ts';

/** What people answer: kept once, told to whom it concerns; whoever wants no more is left alone from that moment on. */
const MOST_TEXT = 1_000;
/** A provider without numbers of its own tells the same again within minutes, and a person answers the same another day. */
const SAME_MS = 600_000;

const refOf = ({ ref, phone, text }: Reply, at: Date): string =>
  ref !== ''
    ? `n ${ref.slice(0, 200)}`
    : `h ${createHash('sha256')
        .update(`${phone}\n${text}\n${Math.floor(at.getTime() / SAME_MS)}`)
        .digest('base64url')}`;

/** Without the country, as lists of the house have it. */
const homely = (raw: string): string | null => {
  const read = normalisePhone(raw.replace(/^\+?(?:00)?86(?=1[3-9]\d{9}$)/, ''));
  return read.ok && isMobile(read.phone) ? read.phone : null;
};

interface ProviderKey {
  readonly merchantId: string;
  readonly providerId: string;
}

const keepWhole = async (
  tx: UnscopedDb,
  key: ProviderKey,
  reply: Reply & { readonly phone: string },
): Promise<void> => {
  const { phone } = reply;
  const { merchantId } = key;
  const at = new Date();
  const text = reply.text.replace(/\0/g, '').slice(0, MOST_TEXT);
  const stop = meansStop(text);
  const message = await lastMessageTo(tx, { merchantId, phone });
  const of = { messageId: message?.id ?? null, ownerId: message?.ownerId ?? null };
  const id = await insertReply(tx, { ...key, ...of, ref: refOf({ ...reply, phone }, at), phone, text, stop });
  if (id === null) return;
  if (stop) await blacklistByReply(tx, { merchantId, phone, reason: text.trim().slice(0, 50) });
  const data = {
    id,
    phone,
    text,
    stop,
    message: of.messageId,
    template: message?.template ?? '',
    at: at.toISOString(),
  };
  const told = { merchantId, event: 'sms.replied', subject: `sms:${id}`, at } as const;
  await tellEndpoints(tx, { ...told, data, masked: { ...data, phone: maskPhone(phone) } });
  const facts = { text: text.slice(0, 50), template: message?.template ?? '' };
  const { ownerId } = of;
  await ringBell(tx, {
    merchantId,
    kind: 'smsReply',
    about: of.messageId === null ? '' : 'mine',
    callId: message?.callId ?? null,
    ownerId,
    facts,
  });
};

const keepOne = (db: UnscopedDb, key: ProviderKey, reply: Reply): Promise<void> =>
  inTransaction(db, async tx => {
    const phone = homely(reply.phone);
    if (phone === null) return;
    const { part } = reply;
    if (part === undefined) return keepWhole(tx, key, { ...reply, phone });
    const kept = { number: part.number, parts: part.of, part: part.at, text: reply.text.replace(/\0/g, '') };
    const text = await keepPart(tx, { ...key, phone, ...kept });
    if (text !== null) await keepWhole(tx, key, { ref: reply.ref, phone, text });
  });

/** Long answers of which a part never came are kept as far as they did. */
export const keepLate = async (db: UnscopedDb, merchantId: string): Promise<void> => {
  for (let more = true; more; )
    more = await inTransaction(db, async tx => {
      const late = await takeLate(tx, merchantId);
      if (late !== null) await keepWhole(tx, { merchantId, providerId: late.providerId }, { ...late, ref: '' });
      return late !== null;
    });
};

export const keepReplies = async (
  db: UnscopedDb,
  key: { readonly merchantId: string; readonly providerId: string },
  replies: readonly Reply[],
): Promise<void> => {
  for (const reply of replies) await keepOne(db, key, reply);
};
