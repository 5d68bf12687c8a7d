import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { newestId } from '../customers/index.ts';
import { awaitWriters, type FollowedFilter, insertFollow, isFollowing, noteFollowed } from './follows.store.ts';
import { saysOf } from './says.ts';

/**
 * What a task can follow: those chosen by hand do not grow, a day that goes on changes no customer, and whom the blacklist holds no
 * task calls. @throws followOfChosen
 */
export const followable = (filter: FollowedFilter): void => {
  const { ids, view } = filter;
  if (ids !== undefined || view === 'today' || view === 'blacklist') throw refuse('followOfChosen');
};

interface Beginning {
  readonly task: { readonly id: string; readonly name: string };
  readonly filter: FollowedFilter;
  /** Customers that are added in the same transaction. */
  readonly added: readonly string[];
}

/** From now on, with the transaction: first in it, for it waits for those who write customers. @throws taskFollows */
export const beginFollow = async (
  tx: MerchantDb,
  { task, filter, added }: Beginning,
  context: SignedInContext,
): Promise<void> => {
  await awaitWriters(tx, task.id);
  if (await isFollowing(tx, task.id)) throw refuse('taskFollows');
  const { locale: language, session } = context;
  const untilId = await newestId(tx);
  await insertFollow(tx, { taskId: task.id, byEmployee: session.employeeId, language, filter, untilId }, context.at);
  await noteFollowed(tx, task.id, added);
  const text = await saysOf(tx, filter, { language: 'zh-CN', seesPhones: false });
  const entry = { action: 'task.follow', target: task.id, name: task.name, after: { filter: text } } as const;
  await recordAudit(tx, entry, auditBy(context));
};
