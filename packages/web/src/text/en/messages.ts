import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/messages.ts';

export const words: Shape<typeof source> = {
  title: 'Messages',
  today: 'Today',
  unread: 'Messages, {{n}} unread',
  unreadMany: 'Messages, more than {{n}} unread',
  parts: 'Messages and batch tasks',
  batchesPart: 'Batch tasks',
  readAll: 'Mark all as read',
  read: 'Mark as read: {{text}}',
  new: 'Unread',
  empty: 'No messages yet',
  emptyHint: 'Messages are kept for 30 days.',
  failed: 'Couldn’t load messages',
  more: 'Earlier messages',
  view: 'View call',
  choices: 'Choose what rings',
  kinds: { 1: 'Notice', 2: 'Tip', 3: 'Error', 4: 'Callback', 5: 'Call' },
  batches: {
    title: 'Batch tasks',
    running: 'Batch tasks, {{n}} running',
    hint: 'Today’s tasks only. Files can be downloaded until midnight.',
    empty: 'No batch tasks today',
    failed: 'Couldn’t load batch tasks',
    size: '{{n}} per page',
    sizeLabel: 'Rows per page',
    place: '{{page}} / {{pages}}',
    before: 'Previous',
    next: 'Next',
  },
};
