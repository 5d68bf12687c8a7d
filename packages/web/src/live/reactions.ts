import type { PushMessage } from '@lianxian/contract';
import i18next from 'i18next';
import { download } from '../api/download.ts';
import { currentUser } from '../session/current-user.ts';
import { toast } from '../ui/toast.ts';
import { chime } from './chime.ts';
import { leads } from './leader.ts';

const seconds = (n: number) => n * 1000;

const linkTo = (href: string) => ({ text: i18next.t($ => $.live.view, { ns: 'shell' }), href });

/** The chat history of a call, for who may open it. */
const historyOf = (id: string | undefined) =>
  id && currentUser()?.rights.includes('callLog') ? linkTo(`/platform/call/${id}`) : undefined;

/** The board of a task, of several all that runs now. */
const boardOf = (task: string | undefined) =>
  task !== undefined && currentUser()?.rights.includes('myTask')
    ? linkTo(task === '' ? '/platform/live' : `/platform/task/${task}`)
    : undefined;

/** The window of a call-back with its guide, for who has a seat; it lies beside whatever page. */
const guideOf = (todoId: string | undefined) =>
  todoId && currentUser()?.seatRight ? linkTo(`/home?todoId=${todoId}`) : undefined;

/**
 * What each type of push message does. Sound and downloads happen in one browser tab.
 */
const reactions: Readonly<Record<PushMessage['type'], (message: PushMessage) => void>> = {
  1: ({ msg = '', id, task }) => {
    toast.info(msg, seconds(10), historyOf(id) ?? boardOf(task));
    if (leads()) chime();
  },
  2: ({ msg = '' }) => toast.info(msg, seconds(3)),
  3: ({ msg = '' }) => toast.bad(msg, seconds(3)),
  4: ({ phone = '', todoId }) =>
    toast.info(
      i18next.t($ => $.push.task, { ns: 'shell', phone }),
      null,
      guideOf(todoId),
    ),
  5: ({ msg = '', id }) => toast.info(msg, seconds(10), historyOf(id)),
  6: ({ fileId }) => {
    if (fileId && leads()) void download(fileId);
  },
  7: ({ num = 0 }) =>
    toast.info(
      i18next.t($ => $.push.done, { ns: 'shell', num }),
      seconds(3),
    ),
};

export const react = (message: PushMessage): void => reactions[message.type](message);
