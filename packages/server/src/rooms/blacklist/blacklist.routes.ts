import {
  type AuditAction,
  blacklistEndpoints,
  type InputOf,
  limits,
  type RemovalKind,
  sharedListEndpoints,
  storedText,
  whitelistEndpoints,
} from '@lianxian/contract';
import { maskNumbers, maskPhone, searchPhone } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { allowSearch, auditBy, countLearnt, recordAudit } from '../audit/index.ts';
import { keepRemoved } from '../removals/index.ts';
import { lookAgain } from '../rules/index.ts';
import { countEntries, deleteEntry, entryGoes, insertEntries, listEntries, todayOf } from './entries.store.ts';
import type { NumberList } from './number-list.ts';
import { phoneKeyOf, phoneOfKey } from './phone-key.ts';
import { readPhones } from './phones.policy.ts';
import { hasTask, phoneOfCall } from './wish.store.ts';

const MOST_AT_ONCE = 1_000;

interface ListsParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
}

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** What is said and kept of each kind of list. */
const kinds = {
  blacklist: { kind: 'blacklist', add: 'blacklist.add', remove: 'blacklist.remove' },
  whitelist: { kind: 'whitelist', add: 'whitelist.add', remove: 'whitelist.remove' },
  shared: { kind: 'sharedList', add: 'sharedList.add', remove: 'sharedList.remove' },
} as const satisfies Record<NumberList['of'], { kind: RemovalKind; add: AuditAction; remove: AuditAction }>;

/** A list of a task is one of a task that this person sees. @throws notFound */
export const blacklistFor = async (
  { db }: SignedInContext,
  { taskId }: { readonly taskId?: string | undefined },
): Promise<NumberList> => {
  if (taskId !== undefined && !(await hasTask(db, taskId))) throw refuse('notFound', { what: 'task' });
  return { of: 'blacklist', merchantId: db.merchantId, taskId: taskId ?? null };
};
const whitelistFor = async ({ db }: SignedInContext): Promise<NumberList> => ({
  of: 'whitelist',
  merchantId: db.merchantId,
});
const sharedListFor = async (
  { db }: SignedInContext,
  { tradeId }: { readonly tradeId?: string | undefined },
): Promise<NumberList> => ({ of: 'shared', merchantId: db.merchantId, tradeId: tradeId ?? null });

const page = async (
  list: NumberList,
  input: InputOf<typeof whitelistEndpoints.list>,
  context: SignedInContext,
  { unscopedDb, secrets }: ListsParts,
) => {
  const { locale } = context;
  const isSeen = seesPhones(context);
  const after = input.after ?? null;
  const place = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  await allowSearch(context, input.phone);
  const filter = searchPhone(input.phone ?? '', isSeen);
  const [rows, total] = await Promise.all([
    listEntries(unscopedDb, list, filter, { ...place, after }),
    countEntries(unscopedDb, list, filter, limits.lastRow),
  ]);
  const shown = rows.slice(0, place.limit);
  const told = (text: string) => (isSeen ? text : maskNumbers(text));
  return {
    list: shown.map(({ id: _, ...row }) => ({
      ...row,
      phone: isSeen ? row.phone : maskPhone(row.phone),
      phoneKey: phoneKeyOf(secrets, list.merchantId, row.phone, isSeen),
      reason: told(storedText(row.reason, locale)),
      createdAt: row.createdAt.toISOString(),
    })),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > place.limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

const factsOf = (list: NumberList) => ({
  ...(list.of === 'blacklist' && list.taskId !== null && { task: list.taskId }),
  ...(list.of === 'shared' && list.tradeId !== null && { trade: list.tradeId }),
});

const add = async (
  list: NumberList,
  input: InputOf<typeof whitelistEndpoints.add>,
  context: SignedInContext,
  { unscopedDb }: ListsParts,
) => {
  const { session } = context;
  const read = readPhones(input.phones, MOST_AT_ONCE);
  if (read === null) throw refuse('badInput', { field: 'phones', fault: 'many', limit: MOST_AT_ONCE });
  const { reason, until = null } = input;
  if (until !== null && until < (await todayOf(unscopedDb, list.merchantId)))
    throw refuse('badInput', { field: 'until', fault: 'lastDay' });
  const known = await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, list.merchantId);
    const entries = read.phones.map(phone => ({ phone, reason, until }));
    const write = async () => {
      const fresh = await insertEntries(tx, list, entries, { addedBy: session.employeeId });
      return read.phones.filter(phone => !fresh.has(phone));
    };
    const there = await countLearnt(own, context, read.phones, write);
    const count = read.phones.length - there.length;
    const after = { count, phones: read.phones, reason, until: until ?? undefined, ...factsOf(list) };
    // Also when all were on it: who asked for them was told so.
    if (read.phones.length > 0) await recordAudit(own, { action: kinds[list.of].add, after }, auditBy(context));
    if (list.of === 'whitelist' && count > 0) await lookAgain(tx, list.merchantId);
    return there.length;
  });
  return { added: read.phones.length - known, known, refused: [...read.refused] };
};

const remove = (
  list: NumberList,
  context: SignedInContext,
  { unscopedDb }: ListsParts,
  phoneIn: (tx: MerchantDb) => string | null | Promise<string | null>,
): Promise<{ undo: string }> => {
  const { session, at } = context;
  return inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, list.merchantId, session);
    const phone = await phoneIn(own);
    if (phone === null) throw refuse('notFound', { what: 'number' });
    const facts = { phone, ...factsOf(list) };
    const removed = { kind: kinds[list.of].kind, target: '', name: '', facts } as const;
    const undo = await keepRemoved(own, removed, { goes: entryGoes(list, phone), at });
    if (!(await deleteEntry(tx, list, phone))) throw refuse('notFound', { what: 'number' });
    await recordAudit(own, { action: kinds[list.of].remove, before: facts }, auditBy(context));
    return { undo };
  });
};

/** Blacklists of a merchant and its tasks, the white list, and the lists that hold for many merchants. */
export const bindBlacklist = (front: Front, parts: ListsParts): void => {
  const byKey = (list: NumberList, phoneKey: string, context: SignedInContext) =>
    remove(list, context, parts, () => phoneOfKey(parts.secrets, list.merchantId, phoneKey));
  for (const [endpoints, listFor] of [
    [blacklistEndpoints, blacklistFor],
    [whitelistEndpoints, whitelistFor],
    [sharedListEndpoints, sharedListFor],
  ] as const) {
    bind(front, endpoints.list as typeof blacklistEndpoints.list, async (input, context) =>
      page(await listFor(context, input), input, context, parts),
    );
    bind(front, endpoints.add as typeof blacklistEndpoints.add, async (input, context) =>
      add(await listFor(context, input), input, context, parts),
    );
    bind(front, endpoints.remove as typeof blacklistEndpoints.remove, async (input, context) =>
      byKey(await listFor(context, input), input.phoneKey, context),
    );
  }
  bind(front, blacklistEndpoints.allow, async (input, context) =>
    remove(await blacklistFor(context, {}), context, parts, tx => phoneOfCall(tx, input.callId)),
  );
};
