import { limits, smsEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { numberTokens } from '../seats/index.ts';
import { findOwnProvider } from '../sms-providers/index.ts';
import { noteEnded } from '../sms-sending/index.ts';
import { bindLog } from './log.routes.ts';
import { waitingOf } from './log.store.ts';
import { countLinked, countSmsBatches, listLinks, listSmsBatches, noteCancelled } from './many.store.ts';
import { countMany, sendMany } from './many.ts';
import { sendByHand, testProvider } from './send.ts';

interface DeskParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
}

type Row = Awaited<ReturnType<typeof listSmsBatches>>[number];
const stateOf = ({ cancelledAt, readAt, waiting }: Row) => {
  if (cancelledAt !== null) return 'cancelled';
  if (readAt === null) return 'preparing';
  return waiting > 0 ? 'running' : 'done';
};

/** What still waits of what one sees is taken back; what it held is free. */
const cancel = async (
  of: Parameters<typeof waitingOf>[1],
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<number> => {
  const { merchantId } = context.session;
  let count = 0;
  for (let more = true; more; ) {
    const ids = await waitingOf(context.db, of);
    const ended = ids.map(id => ({ id, event: 'cancelled', because: 'cancelled' }) as const);
    const moved = await inTransaction(unscopedDb, tx => noteEnded(tx, merchantId, ended));
    count += moved.length;
    more = 'batchId' in of && moved.length > 0;
  }
  const target = 'batchId' in of ? of.batchId : undefined;
  await recordAudit(context.db, { action: 'sms.cancel', target, after: { count } }, auditBy(context));
  return count;
};

const placeOf = ({ page, limit, after }: { page: number; limit: number; after?: string | undefined }) => ({
  ...{ after, limit },
  skipped: after === undefined ? pageOf({ page, limit }).offset : 0,
});
const counted = (total: number) => ({
  total: Math.min(total, limits.lastRow),
  ...(total > limits.lastRow && { more: true }),
});

/** `sms/…`: sending by hand and to many, and what came of it. */
export const bindSmsDesk = (front: Front, { unscopedDb, secrets }: DeskParts): void => {
  const tokens = numberTokens(secrets);
  bindLog(front);
  bind(front, smsEndpoints.send, (input, context) => sendByHand(input, context, { unscopedDb, tokens }));
  bind(front, smsEndpoints.testProvider, async (input, context) => {
    if (!(await findOwnProvider(context.db, input.id))) throw refuse('notFound', { what: 'smsProvider' });
    return testProvider(input, context, { unscopedDb });
  });
  bind(front, smsEndpoints.count, (input, context) => countMany(input, context, unscopedDb));
  bind(front, smsEndpoints.sendMany, async (input, context) => ({
    batchId: await sendMany(input, context, unscopedDb),
  }));
  bind(front, smsEndpoints.cancel, async ({ ids }, context) => ({ count: await cancel({ ids }, context, unscopedDb) }));
  bind(front, smsEndpoints.cancelBatch, async ({ id }, context) => {
    if (!(await noteCancelled(context.db, id))) throw refuse('notFound', { what: 'smsBatch' });
    return { count: await cancel({ batchId: id }, context, unscopedDb) };
  });
  bind(front, smsEndpoints.batches, async (input, { db }) => {
    const [rows, total] = await Promise.all([listSmsBatches(db, placeOf(input)), countSmsBatches(db)]);
    const shown = rows.slice(0, input.limit).map(row => {
      const { madeAt, readAt: _, cancelledAt: __, ...of } = row;
      return { ...of, state: stateOf(row), createdAt: madeAt.toISOString() } as const;
    });
    return { list: shown, ...counted(total), after: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null };
  });
  bind(front, smsEndpoints.links, async (input, { db }) => {
    const [rows, total] = await Promise.all([listLinks(db, placeOf(input)), countLinked(db)]);
    const shown = rows
      .slice(0, input.limit)
      .map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt?.toISOString() ?? null }));
    const after = rows.length > input.limit ? (shown.at(-1)?.templateId ?? null) : null;
    return { list: shown, ...counted(total), after };
  });
};
