import { type CallWord, id as taskId } from '@lianxian/contract';
import { maskLive } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { OpenMerchantDb } from '../../platform/db/index.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket, TopicSender } from '../../platform/push/index.ts';
import type { Clock } from '../../platform/time.ts';
import { noteWatched } from '../audit/index.ts';
import { hearWords, sendWatch } from '../live/index.ts';
import { taskExists } from './tasks.store.ts';

/** Topics of this room: `task:<id>` (a board, with the words of its calls) and `tasks` (the list). */
const TASK_PREFIX = 'task:';
const TASKS_TOPIC = 'tasks';

/** Calls forgets a watch after 25 s. */
const RENEW_MS = 10_000;

interface TaskPushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
  readonly merchantDb: OpenMerchantDb;
  readonly clock: Clock;
}

const hears = ({ buttons }: Session): boolean => buttons.has('seat:monitor');

/** What is said now is for who may listen, its numbers for who sees any. */
const spokenFor = (session: Session, { speaker, text }: CallWord): Pick<CallWord, 'speaker' | 'text'> => {
  if (!hears(session)) return { speaker: null, text: '' };
  return { speaker, text: session.buttons.has('phone:unmask') ? text : maskLive(text) };
};

const maySee = ({ rights }: Session): boolean => rights.has('myTask');

/** Tasks on the push socket: who may watch, that somebody watches, and the words as they come. The answer stops it. */
export const bindTaskPush = async ({
  push,
  bus,
  log,
  merchantDb,
  clock,
}: TaskPushParts): Promise<() => Promise<void>> => {
  const watched = new Set<string>();
  const watch = (task: string, replay: boolean): void => {
    sendWatch(bus, { task, replay }).catch(error => log.warn({ err: error }, 'a watch of a task was lost'));
  };
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
    onWatch: (_, topic) => {
      const task = topic.slice(TASK_PREFIX.length);
      watched.add(task);
      watch(task, true);
    },
    onUnwatch: (_, topic) => {
      watched.delete(topic.slice(TASK_PREFIX.length));
    },
  });
  push.provide({ prefix: TASKS_TOPIC, mayWatch: async session => maySee(session) });
  const renewal = setInterval(() => {
    for (const task of watched) watch(task, false);
  }, RENEW_MS);
  const unlisten = await hearWords(bus, {
    onTask: ({ merchantId, task, words }) => {
      const topic = `${TASK_PREFIX}${task}`;
      const seenBy = (session: Session): CallWord[] => words.map(word => ({ ...word, ...spokenFor(session, word) }));
      push.deliver(merchantId, topic, session => ({ type: 'taskWords', topic, calls: seenBy(session) }));
    },
  });
  return async () => {
    clearInterval(renewal);
    await unlisten();
  };
};

/** After the commit: a task's state, counts or settings changed. */
export const tellTaskChanged = (push: TopicSender, merchantId: string, id: string): void => {
  for (const topic of [`${TASK_PREFIX}${id}`, TASKS_TOPIC])
    push.toTopic(merchantId, topic, { type: 'taskChanged', topic, id });
};
