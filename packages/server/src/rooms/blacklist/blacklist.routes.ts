import { blacklistEndpoints, type InputOf, limits, type OutputOf, storedText } from '@lianxian/contract';
import { maskPhone, searchPhone } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { allowSearch, auditBy, countLearnt, recordAudit } from '../audit/index.ts';
import { keepRemoved } from '../removals/index.ts';
import { countPhones, deletePhone, insertPhones, listPhones, phoneGoes, phoneOfCall } from './blacklist.store.ts';
import { phoneKeyOf, phoneOfKey } from './phone-key.ts';
import { readPhones } from './phones.policy.ts';

const MOST_AT_ONCE = 1_000;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const list = async (
  input: InputOf<typeof blacklistEndpoints.list>,
  context: SignedInContext,
  secrets: Secrets,
): Promise<OutputOf<typeof blacklistEndpoints.list>> => {
  const { db, locale } = context;
  const isSeen = seesPhones(context);
  const after = input.after ?? null;
  const page = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  await allowSearch(context, input.phone);
  const filter = searchPhone(input.phone ?? '', isSeen);
  const [rows, total] = await Promise.all([
    listPhones(db, filter, { ...page, after }),
    countPhones(db, filter, limits.lastRow),
  ]);
  const shown = rows.slice(0, page.limit);
  return {
    list: shown.map(row => ({
      phone: isSeen ? row.phone : maskPhone(row.phone),
      phoneKey: phoneKeyOf(secrets, db.merchantId, row.phone, isSeen),
      reason: storedText(row.reason, locale),
      callId: row.callId,
      createdAt: row.createdAt.toISOString(),
    })),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

const add = async (
  input: InputOf<typeof blacklistEndpoints.add>,
  context: SignedInContext,
): Promise<OutputOf<typeof blacklistEndpoints.add>> => {
  const { db, session } = context;
  const read = readPhones(input.phones, MOST_AT_ONCE);
  if (read === null) throw refuse('badInput', { field: 'phones', fault: 'many', limit: MOST_AT_ONCE });
  const known = await db.transaction(async tx => {
    const write = () => insertPhones(tx, read.phones, { reason: input.reason, addedBy: session.employeeId });
    const there = await countLearnt(tx, context, read.phones, write);
    const after = { count: read.phones.length - there.length, phones: read.phones, reason: input.reason };
    // Also when all were on it: who asked for them was told so.
    if (read.phones.length > 0) await recordAudit(tx, { action: 'blacklist.add', after }, auditBy(context));
    return there.length;
  });
  return { added: read.phones.length - known, known, refused: [...read.refused] };
};

const remove = (
  context: SignedInContext,
  phoneIn: (tx: MerchantDb) => string | null | Promise<string | null>,
): Promise<{ undo: string }> => {
  const { db, at } = context;
  return db.transaction(async tx => {
    const phone = await phoneIn(tx);
    if (phone === null) throw refuse('notFound', { what: 'number' });
    const removed = { kind: 'blacklist', target: '', name: '', facts: { phone } } as const;
    const undo = await keepRemoved(tx, removed, { goes: phoneGoes(tx, phone), at });
    if (!(await deletePhone(tx, phone))) throw refuse('notFound', { what: 'number' });
    await recordAudit(tx, { action: 'blacklist.remove', before: { phone } }, auditBy(context));
    return { undo };
  });
};

export const bindBlacklist = (front: Front, secrets: Secrets): void => {
  bind(front, blacklistEndpoints.list, (input, context) => list(input, context, secrets));
  bind(front, blacklistEndpoints.add, add);
  bind(front, blacklistEndpoints.remove, ({ phoneKey }, context) =>
    remove(context, () => phoneOfKey(secrets, context.db.merchantId, phoneKey)),
  );
  bind(front, blacklistEndpoints.allow, (input, context) => remove(context, tx => phoneOfCall(tx, input.callId)));
};
