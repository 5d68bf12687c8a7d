import { followBecauseText, type InputOf, type OutputOf, taskFollowEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { lockTask, taskExists } from '../tasks/index.ts';
import { endFollow, readFollow } from './follows.store.ts';
import { saysOf } from './says.ts';

const read = async (
  { id }: InputOf<typeof taskFollowEndpoints.read>,
  { db, locale: language, session }: SignedInContext,
): Promise<OutputOf<typeof taskFollowEndpoints.read>> => {
  if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
  const found = await readFollow(db, id);
  if (found === undefined) return { follow: null };
  const { filter, by, since, lookedAt, came, endedAt, because } = found;
  return {
    follow: {
      says: await saysOf(db, filter, { language, seesPhones: session.buttons.has('phone:unmask') }),
      ...{ by: by ?? '', since: since.toISOString(), lookedAt: lookedAt?.toISOString() ?? null, came },
      ...{ endedAt: endedAt?.toISOString() ?? null, because, becauseText: followBecauseText(because, language) },
    },
  };
};

const stop = ({ id }: InputOf<typeof taskFollowEndpoints.stop>, context: SignedInContext) =>
  context.db.transaction(async tx => {
    const task = await lockTask(tx, id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    if (await endFollow(tx, id, 'byUser', context.at))
      await recordAudit(tx, { action: 'task.stopFollow', target: id, name: task.name }, auditBy(context));
    return {};
  });

/** Tasks that follow a filter of customers. */
export const bindTaskFollows = (front: Front): void => {
  bind(front, taskFollowEndpoints.read, read);
  bind(front, taskFollowEndpoints.stop, stop);
};
