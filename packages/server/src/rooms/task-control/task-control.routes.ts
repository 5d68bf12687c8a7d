import { type InputOf, taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { standingView, tellTaskChanged } from '../tasks/index.ts';
import { instantOf } from './control.store.ts';
import { type ControlAction, control, stopAll } from './control.ts';

type StartWish = InputOf<typeof taskEndpoints.start>;

interface TaskControlParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  /** Wakes runners and diallers; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

export const bindTaskControl = (front: Front, { unscopedDb, push, wake }: TaskControlParts): void => {
  const wakeAll = async (id: string): Promise<void> => {
    await wake(TASKS_CHANNEL, id);
    await wake(DIALLER_CHANNEL, id);
  };
  for (const action of ['start', 'pause', 'resume', 'stop'] as const satisfies readonly ControlAction[])
    bind(front, taskEndpoints[action], async ({ at, ...wish }: StartWish, context) => {
      const { id } = wish;
      const then = at === undefined ? undefined : await instantOf(context.db, id, at);
      const isToCome = then !== undefined && then > context.at;
      const { standing, isNew } = await control(
        unscopedDb,
        action,
        { ...wish, ...(isToCome && { at: then }) },
        context,
      );
      if (isNew) {
        await wakeAll(id);
        tellTaskChanged(push, context.session.merchantId, id);
      }
      return standingView(standing, context.locale);
    });
  bind(front, taskEndpoints.stopAll, async (_, context) => {
    const { changed, tasks, calls } = await stopAll(unscopedDb, context);
    await wakeAll('');
    for (const id of changed) tellTaskChanged(push, context.session.merchantId, id);
    return { tasks, calls };
  });
};
