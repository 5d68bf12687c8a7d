import { type InputOf, limits, smsEndpoints } from '@lianxian/contract';
import { searchPeople } from '@lianxian/core';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { startMessageSheet } from './export.batch.ts';
import {
  countMessages,
  countReplies,
  detailOf,
  findMessage,
  listMessages,
  listReplies,
  type MessageFilter,
} from './log.store.ts';
import { detailView, messageView, type Reader, replyView } from './log.view.ts';
import { closeReplies } from './waiting.store.ts';

const readerOf = ({ session, locale }: SignedInContext): Reader => ({
  language: locale,
  seesPhones: session.buttons.has('phone:unmask'),
});

/** Figures search only for who sees numbers; who sees them masked asks by the whole number, and is counted. */
const searchOf = async (phone: string | undefined, context: SignedInContext) => {
  await allowSearch(context, phone);
  return searchPeople(phone ?? '', readerOf(context).seesPhones);
};

const filterOf = async (
  { phone, ...filter }: InputOf<typeof smsEndpoints.export>,
  context: SignedInContext,
): Promise<MessageFilter> => ({ ...filter, search: await searchOf(phone, context) });

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
}
const placeOf = ({ page, limit, after }: Asked) => ({
  ...{ after, limit },
  skipped: after === undefined ? pageOf({ page, limit }).offset : 0,
});
const answered = <Row extends { readonly id: string }, Shown>(
  rows: readonly Row[],
  { total, limit, show }: { readonly total: number; readonly limit: number; readonly show: (row: Row) => Shown },
) => ({
  list: rows.slice(0, limit).map(show),
  total: Math.min(total, limits.lastRow),
  ...(total > limits.lastRow && { more: true }),
  after: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
});
const COUNTED = limits.lastRow + 1;

/** What was sent, and what people answered. */
export const bindLog = (front: Front): void => {
  bind(front, smsEndpoints.messages, async ({ page, limit, after, ...input }, context) => {
    const wanted = await filterOf(input, context);
    const [rows, total] = await Promise.all([
      listMessages(context.db, wanted, placeOf({ page, limit, after })),
      countMessages(context.db, wanted, COUNTED),
    ]);
    return answered(rows, { total, limit, show: row => messageView(row, readerOf(context)) });
  });
  bind(front, smsEndpoints.message, async ({ id }, context) => {
    const row = await findMessage(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: 'smsMessage' });
    return detailView(row, await detailOf(context.db, id), readerOf(context));
  });
  bind(front, smsEndpoints.replies, async ({ page, limit, after, phone, ...asked }, context) => {
    const wanted = { search: await searchOf(phone, context), ...asked };
    const [rows, total] = await Promise.all([
      listReplies(context.db, wanted, placeOf({ page, limit, after })),
      countReplies(context.db, wanted, COUNTED),
    ]);
    return answered(rows, { total, limit, show: row => replyView(row, readerOf(context)) });
  });
  bind(front, smsEndpoints.closeReplies, async ({ ids }, { db, session }) => ({
    count: await closeReplies(db, ids, session.employeeId),
  }));
  bind(front, smsEndpoints.export, async (input, context) => {
    const filter = await filterOf(input, context);
    const batchId = await context.db.transaction(async tx => {
      const id = await startMessageSheet(tx, context.session.employeeId, { filter, ...readerOf(context) });
      await recordAudit(tx, { action: 'sms.export', target: id }, auditBy(context));
      return id;
    });
    return { batchId };
  });
};
