import { type InputOf, noticeEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { Brandings } from '../branding/index.ts';
import { keepRemoved, type Restored } from '../removals/index.ts';
import {
  countNotices,
  currentNotices,
  deleteNotice,
  findAccount,
  findNotice,
  listNotices,
  noticeGoes,
  saveNotice,
} from './notices.store.ts';

/** That are shown now or will be. */
const MOST_NOTICES = 50;

const current = async ({ session, at }: SignedInContext, unscopedDb: UnscopedDb, brandings: Brandings) => {
  const [notices, { message }] = await Promise.all([
    currentNotices(unscopedDb, at),
    brandings.ofMerchant(session.merchantId),
  ]);
  const platforms = notices.map(({ id, content, level, from }) => ({
    key: id,
    content,
    level,
    from: from.toISOString(),
  }));
  // the platform speaks first.
  const resellers = message === '' ? [] : [{ key: 'message', content: message, level: 'info' as const, from: '' }];
  return { list: [...platforms, ...resellers] };
};

const stateAt = (from: Date, to: Date, at: Date) => {
  if (to <= at) return 'past' as const;
  return from > at ? ('coming' as const) : ('shown' as const);
};

const list = async (input: InputOf<typeof noticeEndpoints.list>, at: Date, unscopedDb: UnscopedDb) => {
  const { after = null, limit } = input;
  const [rows, total] = await Promise.all([listNotices(unscopedDb, after, limit), countNotices(unscopedDb, null)]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => ({
      ...row,
      from: row.from.toISOString(),
      to: row.to.toISOString(),
      state: stateAt(row.from, row.to, at),
    })),
    total,
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

const missing = () => refuse('notFound', { what: 'notice' });

const save = (input: InputOf<typeof noticeEndpoints.save>, context: SignedInContext, unscopedDb: UnscopedDb) =>
  inTransaction(unscopedDb, async tx => {
    const { id = null, content, level } = input;
    const { session, at } = context;
    const [from, to] = [new Date(input.from), new Date(input.to)];
    if (from >= to) throw refuse('noticeSpan');
    const before = id === null ? undefined : await findNotice(tx, id);
    if (id !== null && before === undefined) throw missing();
    if (id === null && (await countNotices(tx, at)) >= MOST_NOTICES)
      throw refuse('noticesFull', { limit: MOST_NOTICES });
    const account = await findAccount(tx, session.merchantId, session.employeeId);
    const saved = await saveNotice(tx, id, { content, level, from, to }, { account, at });
    const entry = {
      action: 'notice.save',
      target: saved,
      name: content,
      before,
      after: { content, level, from, to },
    } as const;
    await recordAudit(merchantDb(tx, session.merchantId), entry, auditBy(context));
    return { id: saved };
  });

const remove = (id: string, context: SignedInContext, unscopedDb: UnscopedDb) =>
  inTransaction(unscopedDb, async tx => {
    const before = await findNotice(tx, id);
    if (before === undefined) throw missing();
    const own = merchantDb(tx, context.session.merchantId);
    const removed = { kind: 'notice', target: id, name: before.content } as const;
    const undo = await keepRemoved(own, removed, { goes: noticeGoes(id), at: context.at });
    if (!(await deleteNotice(tx, id))) throw missing();
    const entry = { action: 'notice.remove', target: id, name: before.content, before } as const;
    await recordAudit(own, entry, auditBy(context));
    return { undo };
  });

/** A notice that is back counts as one. */
export const noticeRestored: Restored = {
  after: async ({ tx }, { at }) => {
    if ((await countNotices(tx, at)) > MOST_NOTICES) throw refuse('noticesFull', { limit: MOST_NOTICES });
    return undefined;
  },
};

/** What the ticker shows, and the platform's people writing it. */
export const bindNotices = (front: Front, unscopedDb: UnscopedDb, brandings: Brandings): void => {
  bind(front, noticeEndpoints.current, (_, context) => current(context, unscopedDb, brandings));
  bind(front, noticeEndpoints.list, (input, { at }) => list(input, at, unscopedDb));
  bind(front, noticeEndpoints.save, (input, context) => save(input, context, unscopedDb));
  bind(front, noticeEndpoints.remove, ({ id }, context) => remove(id, context, unscopedDb));
};
