import { id as taskId } from '@lianxian/contract';
import type { Bus } from '../../platform/bus.ts';
import type { OpenMerchantDb } from '../../platform/db/index.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket, TopicSender } from '../../platform/push/index.ts';
import type { Clock } from '../../platform/time.ts';
import { noteWatched } from '../audit/index.ts';
import { hearWords, openWatches, wordFor } from '../live/index.ts';
import { taskExists } from './tasks.store.ts';

/** Topics of this room: `task:<id>` (a board, with the words of its calls) and `tasks` (the list). */
const TASK_PREFIX = 'task:';
const TASKS_TOPIC = 'tasks';

interface TaskPushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
  readonly merchantDb: OpenMerchantDb;
  readonly clock: Clock;
}

const hears = ({ buttons }: Session): boolean => buttons.has('seat:monitor');

const maySee = ({ rights }: Session): boolean => rights.has('myTask');

/** Tasks on the push socket: who may watch, that somebody watches, and the words as they come. The answer stops it. */
export const bindTaskPush = async (parts: TaskPushParts): Promise<() => Promise<void>> => {
  const { push, bus, merchantDb, clock } = parts;
  const watches = openWatches(parts, (task, replay) => ({ task, replay }));
  push.provide({
    prefix: TASK_PREFIX,
    mayWatch: async (session, topic) => {
      const task = taskId.safeParse(topic.slice(TASK_PREFIX.length));
      if (!task.success || !maySee(session)) return false;
      const db = merchantDb(session.merchantId, session);
      if (!(await taskExists(db, task.data))) return false;
      if (hears(session)) await noteWatched(db, session, topic, clock.now());
      return true;
    },
    onWatch: (_, topic) => watches.begin(topic.slice(TASK_PREFIX.length)),
    onUnwatch: (_, topic) => watches.end(topic.slice(TASK_PREFIX.length)),
  });
  push.provide({ prefix: TASKS_TOPIC, mayWatch: async session => maySee(session) });
  const unlisten = await hearWords(bus, {
    onTask: ({ merchantId, task, words }) => {
      const topic = `${TASK_PREFIX}${task}`;
      push.deliver(merchantId, topic, session => {
        const sees = { hears: hears(session), seesPhones: session.buttons.has('phone:unmask') };
        return { type: 'taskWords', topic, calls: words.map(word => wordFor(word, sees)) };
      });
    },
  });
  return async () => {
    watches.close();
    await unlisten();
  };
};

/** After the commit: a task's state, counts or settings changed. */
export const tellTaskChanged = (push: TopicSender, merchantId: string, id: string): void => {
  for (const topic of [`${TASK_PREFIX}${id}`, TASKS_TOPIC])
    push.toTopic(merchantId, topic, { type: 'taskChanged', topic, id });
};
