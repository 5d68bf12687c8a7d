import { messageEndpoints, storedText } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { later } from '../../platform/time.ts';
import { countUnread, listReminders, readThese, readUpTo } from './messages.store.ts';
import { REMINDER_MS } from './purge.job.ts';

const sinceOf = ({ at }: SignedInContext): Date => later(at, -REMINDER_MS);

/** The message reminder: everybody's own. What is read here is read on all open pages. */
export const bindMessages = (front: Front, push: PushSender): void => {
  const unreadLeft = async (context: SignedInContext): Promise<{ unread: number }> => {
    const { employeeId, merchantId } = context.session;
    const unread = await countUnread(context.db, employeeId, sinceOf(context));
    push.toPages(merchantId, employeeId, { type: 'messagesRead', unread });
    return { unread };
  };
  bind(front, messageEndpoints.list, async ({ limit, after = null }, context) => {
    const { db, session, locale } = context;
    const rows = await listReminders(db, session.employeeId, { since: sinceOf(context), after, limit });
    const shown = rows.slice(0, limit);
    const seesPhones = session.buttons.has('phone:unmask');
    return {
      list: shown.map(({ seq, type, msg, phone, ref, task, fileId, at, readAt }) => ({
        seq,
        type: type as 1 | 2 | 3 | 4 | 5,
        msg: storedText(msg, locale),
        phone: seesPhones ? phone : maskPhone(phone),
        id: ref,
        task,
        fileId,
        at: at.toISOString(),
        isRead: readAt !== null,
      })),
      after: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null,
    };
  });
  bind(front, messageEndpoints.unread, async (_input, context) => ({
    unread: await countUnread(context.db, context.session.employeeId, sinceOf(context)),
  }));
  bind(front, messageEndpoints.read, async ({ seqs }, context) => {
    await readThese(context.db, context.session.employeeId, seqs, context.at);
    return await unreadLeft(context);
  });
  bind(front, messageEndpoints.readAll, async ({ upTo }, context) => {
    await readUpTo(context.db, context.session.employeeId, upTo, context.at);
    return await unreadLeft(context);
  });
};
