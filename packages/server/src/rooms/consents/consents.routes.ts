import { consentEndpoints, type InputOf, limits } from '@lianxian/contract';
import { maskNumbers, maskPhone, searchPhone } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowSearch, auditBy, countLearnt, recordAudit } from '../audit/index.ts';
import { readPhones, todayOf } from '../blacklist/index.ts';
import { keepProof } from '../files/index.ts';
import { lookAgain } from '../rules/index.ts';
import {
  type ConsentRow,
  countConsents,
  insertConsents,
  isRequired,
  listConsents,
  setRequired,
  withdrawByPerson,
} from './consents.store.ts';
import { bindProofs } from './proofs.ts';

const MOST_AT_ONCE = 1_000;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const viewOf = (row: ConsentRow, isSeen: boolean) => {
  const told = (text: string) => (isSeen ? text : maskNumbers(text));
  return {
    id: row.id,
    phone: isSeen ? row.phone : maskPhone(row.phone),
    source: row.source,
    proof: told(row.proof),
    file: row.fileKey === null ? null : { id: row.fileKey, name: told(row.fileName) },
    from: row.from,
    until: row.until,
    state: row.state,
    withdrawn:
      row.withdrawnAt === null || row.withdrawnBy === null
        ? null
        : {
            at: row.withdrawnAt.toISOString(),
            by: row.withdrawnBy,
            why: told(row.withdrawnWhy),
            callId: row.withdrawnCall,
            name: row.withdrawnName,
          },
    by: row.by,
    createdAt: row.createdAt.toISOString(),
  };
};

const list = async (unscopedDb: UnscopedDb, input: InputOf<typeof consentEndpoints.list>, context: SignedInContext) => {
  const { merchantId } = context.db;
  const isSeen = seesPhones(context);
  const after = input.after ?? null;
  const place = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  await allowSearch(context, input.phone);
  const filter = searchPhone(input.phone ?? '', isSeen);
  const [rows, total, required] = await Promise.all([
    listConsents(unscopedDb, merchantId, filter, { ...place, after }),
    countConsents(unscopedDb, merchantId, filter, limits.lastRow),
    isRequired(unscopedDb, merchantId),
  ]);
  const shown = rows.slice(0, place.limit);
  return {
    list: shown.map(row => viewOf(row, isSeen)),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > place.limit ? (shown.at(-1)?.id ?? null) : null,
    required,
  };
};

const add = async (unscopedDb: UnscopedDb, input: InputOf<typeof consentEndpoints.add>, context: SignedInContext) => {
  const { merchantId } = context.db;
  const read = readPhones(input.phones, MOST_AT_ONCE);
  if (read === null) throw refuse('badInput', { field: 'phones', fault: 'many', limit: MOST_AT_ONCE });
  const { source, proof, fileId, from = null, until = null } = input;
  const first = from ?? (until === null ? '' : await todayOf(unscopedDb, merchantId));
  if (until !== null && until < first) throw refuse('badInput', { field: 'until', fault: 'lastDay' });
  const known = await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, merchantId);
    const file = fileId === undefined ? null : await keepProof(own, fileId, context.session.employeeId);
    if (file === undefined) throw refuse('notFound', { what: 'file' });
    const given = read.phones.map(phone => ({ phone, source, proof, fileId: file?.id ?? null, from, until }));
    const write = async () => {
      const fresh = await insertConsents(tx, merchantId, given, { addedBy: context.session.employeeId });
      return read.phones.filter(phone => !fresh.has(phone));
    };
    const there = await countLearnt(own, context, read.phones, write);
    const after = {
      count: read.phones.length - there.length,
      phones: read.phones,
      source,
      proof,
      from,
      until,
      ...(file && { name: file.name }),
    };
    if (read.phones.length > 0) await recordAudit(own, { action: 'consent.add', after }, auditBy(context));
    if (there.length < read.phones.length) await lookAgain(tx, merchantId);
    return there.length;
  });
  return { added: read.phones.length - known, known, refused: [...read.refused] };
};

/** What people consented to, and whether that is asked for. */
export const bindConsents = (
  front: Front,
  { unscopedDb, files }: { readonly unscopedDb: UnscopedDb; readonly files: FileStore },
): void => {
  bindProofs(front, files);
  bind(front, consentEndpoints.list, (input, context) => list(unscopedDb, input, context));
  bind(front, consentEndpoints.add, (input, context) => add(unscopedDb, input, context));
  bind(front, consentEndpoints.withdraw, async ({ id, why }, context) => {
    const { db, session } = context;
    await db.transaction(async tx => {
      const gone = await withdrawByPerson(tx, id, { why, employeeId: session.employeeId });
      if (gone === undefined) throw refuse('notFound', { what: 'consent' });
      const before = { phone: gone.phone, reason: why };
      await recordAudit(tx, { action: 'consent.withdraw', target: id, before }, auditBy(context));
    });
    return {};
  });
  bind(front, consentEndpoints.require, async ({ required }, context) => {
    const { merchantId } = context.db;
    await inTransaction(unscopedDb, async tx => {
      const before = { required: await setRequired(tx, merchantId, required) };
      const own = merchantDb(tx, merchantId);
      await recordAudit(own, { action: 'consent.require', before, after: { required } }, auditBy(context));
      if (before.required && !required) await lookAgain(tx, merchantId);
    });
    return {};
  });
};
