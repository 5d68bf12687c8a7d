import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/messages.ts';

export const words: Shape<typeof source> = {
  title: 'Messages',
  today: 'Today',
  unread: 'Messages, {{n}} unread',
  unreadMany: 'Messages, over {{n}} unread',
  parts: 'Messages and batch tasks',
  batchesPart: 'Batch tasks',
  readAll: 'Mark all read',
  read: 'Mark read: {{text}}',
  new: 'Unread',
  empty: 'No messages yet',
  emptyHint: 'Reminders stay here for 30 days.',
  failed: 'Messages could not be read',
  more: 'Earlier messages',
  view: 'Open the call',
  kinds: { 1: 'Notice', 2: 'Hint', 3: 'Error', 4: 'Callback', 5: 'Call' },
  batches: {
    title: 'Batch tasks',
    running: 'Batch tasks, {{n}} running',
    hint: 'Only today’s; files can be downloaded until midnight.',
    empty: 'No batch tasks today',
    failed: 'Batch tasks could not be read',
    size: '{{n}} a page',
    sizeLabel: 'Rows a page',
    place: '{{page}} / {{pages}}',
    before: 'Previous',
    next: 'Next',
  },
};
