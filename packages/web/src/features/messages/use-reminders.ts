import { endpoints, MOST_UNREAD, type OutputOf, type PushMessage, reminderTypes } from '@lianxian/contract';
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { hearPage, hearPush } from '../../live/socket.ts';

export type Reminder = OutputOf<typeof endpoints.message.list>['list'][number];
type Unread = OutputOf<typeof endpoints.message.unread>;

const unreadKey = ['message/unread'];
const listKey = ['message/list'];
const pageRows = 20;
/** However many messages come at once, what they change is read anew so often at most. */
const gapMs = 400;

const isReminder = ({ type }: PushMessage) => (reminderTypes as readonly number[]).includes(type);

const setUnread = (queries: QueryClient, next: (unread: number) => number) =>
  queries.setQueryData<Unread>(unreadKey, (before = { unread: 0 }) => ({
    unread: Math.min(MOST_UNREAD, next(before.unread)),
  }));

/** Has something read anew, soon and once; what is on its way arrives first: older rows that somebody asked for are not lost. */
const soon = (queries: QueryClient, queryKey: readonly string[]) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (queries.isFetching({ queryKey }) > 0) read();
      else void queries.invalidateQueries({ queryKey });
    }, gapMs);
  };
  return { read, stop: () => clearTimeout(timer) };
};

/** Asks anew at once: a first answer that is still on its way would otherwise be taken for the new one. */
const askAgain = async (queries: QueryClient, queryKey: readonly string[]): Promise<void> => {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
};

/**
 * How many reminders are unread: counted on as they come, told when they are read elsewhere. What was asked before the
 * house knew the page's socket says nothing of what came in between, so it is asked again as soon as it does, after an
 * absence as well; what is told while the answer is on its way may be in it or not.
 */
export const useUnread = (): number => {
  const queries = useQueryClient();
  useEffect(() => {
    const [count, list] = [soon(queries, unreadKey), soon(queries, listKey)];
    const tell = (next: (unread: number) => number) => {
      if (queries.isFetching({ queryKey: unreadKey }) > 0) count.read();
      setUnread(queries, next);
      list.read();
    };
    const stops = [
      hearPush(message => {
        if (isReminder(message)) tell(unread => unread + 1);
      }),
      hearPage(message => {
        if (message.type === 'messagesRead') tell(() => message.unread);
        if (message.type !== 'ready') return;
        void askAgain(queries, unreadKey);
        list.read();
      }),
      count.stop,
      list.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call(endpoints.message.unread, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.unread ?? 0;
};

/** The reminders themselves, newest first. */
export const useReminders = () =>
  useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.message.list,
        { limit: pageRows, ...(pageParam === '' ? {} : { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.after,
    staleTime: 0,
  });

/** Marks as read, on the page at once; what the server then says is left unread holds. */
const mark = async (queries: QueryClient, isMarked: (one: Reminder) => boolean, ask: () => Promise<Unread>) => {
  type Pages = ReturnType<typeof useReminders>['data'];
  queries.setQueryData<Pages>(
    listKey,
    before =>
      before && {
        ...before,
        pages: before.pages.map(page => ({
          ...page,
          list: page.list.map(one => (isMarked(one) ? { ...one, isRead: true } : one)),
        })),
      },
  );
  try {
    const { unread } = await ask();
    setUnread(queries, () => unread);
  } catch {
    // The toast says why; the list is read again as it is.
    await queries.invalidateQueries({ queryKey: listKey });
  }
};

export const useMarks = () => {
  const queries = useQueryClient();
  return {
    read: ({ seq }: Reminder) =>
      mark(
        queries,
        one => one.seq === seq,
        () => call(endpoints.message.read, { seqs: [seq] }),
      ),
    readAll: (newest: Reminder) =>
      mark(
        queries,
        () => true,
        () => call(endpoints.message.readAll, { upTo: newest.seq }),
      ),
  };
};
