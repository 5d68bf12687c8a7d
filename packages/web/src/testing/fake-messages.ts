import type { endpoints, OutputOf, PushMessage } from '@lianxian/contract';
import type { z } from 'zod';

export type Reminder = OutputOf<typeof endpoints.message.list>['list'][number];

/** Kept push messages of the fake server, as the real one keeps them. */
interface FakeMessages {
  readonly handlers: Record<string, (input: never) => unknown>;
  /** Numbers and keeps a message. */
  readonly keep: (message: PushMessage) => PushMessage;
  /** What a page that opens its socket is sent first; `after` as in the address. */
  readonly welcome: (after: string) => readonly object[];
}

export const createFakeMessages = (start: readonly Reminder[], tell: (message: object) => void): FakeMessages => {
  let reminders = [...start];
  const kept: PushMessage[] = [];
  let seq = Math.max(0, ...start.map(each => Number(each.seq)));
  const unread = () => ({ unread: reminders.filter(({ isRead }) => !isRead).length });
  const mark = (isMarked: (seq: string) => boolean) => {
    reminders = reminders.map(each => (isMarked(each.seq) ? { ...each, isRead: true } : each));
    tell({ type: 'messagesRead', ...unread() });
    return unread();
  };
  return {
    keep: message => {
      seq += 1;
      const numbered = { ...message, seq };
      kept.push(numbered);
      const { type, msg = '', phone = '', id = '' } = message;
      if (type <= 5)
        reminders = [
          {
            seq: String(seq),
            type: type as Reminder['type'],
            msg,
            phone,
            id,
            at: new Date().toISOString(),
            isRead: false,
          },
          ...reminders,
        ];
      return numbered;
    },
    welcome: after => [
      ...(after === '' ? [] : kept.filter(each => (each.seq ?? 0) > Number(after))),
      { type: 'ready', seq },
    ],
    handlers: {
      'message/list': ({ limit, after }: z.output<typeof endpoints.message.list.input>) => {
        const from = after ? reminders.findIndex(each => each.seq === after) + 1 : 0;
        const list = reminders.slice(from, from + limit);
        return { list, after: from + limit < reminders.length ? list.at(-1)!.seq : null };
      },
      'message/unread': unread,
      'message/read': ({ seqs }: { seqs: string[] }) => mark(each => seqs.includes(each)),
      'message/readAll': ({ upTo }: { upTo: string }) => mark(each => Number(each) <= Number(upTo)),
    },
  };
};
