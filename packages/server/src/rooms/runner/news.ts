import type { TopicSender } from '../../platform/push/index.ts';

/**
 * Tells boards that a task is another by now: at most once a second a task, the last change always (after the commit:
 * docs/rules.md#effects).
 */
export interface TaskNews {
  readonly changed: (merchantId: string, taskId: string) => void;
  readonly close: () => void;
}

const EVERY_MS = 1_000;
/** The topic of all tasks of a merchant; `task:<id>` is that of one. */
const TASKS_TOPIC = 'tasks';

/** Whoever looks at a task, or at all of them, reads again. */
export const tellTask = (push: TopicSender, merchantId: string, id: string): void => {
  for (const topic of [TASKS_TOPIC, `task:${id}`]) push.toTopic(merchantId, topic, { type: 'taskChanged', topic, id });
};

export const createTaskNews = (push: TopicSender): TaskNews => {
  /** Tasks of which something was told in the last second; `again` when something came since. */
  const quiet = new Map<string, { readonly timer: NodeJS.Timeout; again: boolean }>();

  const changed = (merchantId: string, taskId: string): void => {
    const told = quiet.get(taskId);
    if (told) {
      told.again = true;
      return;
    }
    const timer = setTimeout(() => {
      const again = quiet.get(taskId)?.again === true;
      quiet.delete(taskId);
      if (again) changed(merchantId, taskId);
    }, EVERY_MS);
    quiet.set(taskId, { timer, again: false });
    tellTask(push, merchantId, taskId);
  };

  return {
    changed,
    close: () => {
      for (const { timer } of quiet.values()) clearTimeout(timer);
      quiet.clear();
    },
  };
};
