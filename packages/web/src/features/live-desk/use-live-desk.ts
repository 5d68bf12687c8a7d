import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import type { CallWords } from '../../live/call-words.ts';
import { useCallWords } from '../../live/use-call-words.ts';
import { useNews } from '../../live/use-news.ts';
import { type LiveCall, noStanding, type Standing, standingNow } from './standing.ts';

/** Rows are read again so often at most, however many calls begin and end. */
const newsEveryMs = 2_000;
/** What no news tells of. */
const anewEveryMs = 30_000;
/** How the calls stand is looked at so often. */
const lookEveryMs = 2_000;

/** The live calls that one sees, of one task or of all, and what is said in them. */
export const useLiveCalls = (taskId: string | null) => {
  const words = useCallWords('live');
  const calls = useQuery({
    queryKey: ['live/calls', taskId],
    queryFn: async ({ signal }) => {
      const read = await call(endpoints.live.calls, { ...(taskId !== null && { taskId }) }, { signal, quiet: true });
      return { ...read, aheadMs: Date.parse(read.at) - Date.now() };
    },
    placeholderData: keepPreviousData,
    // What is the same as before is found where the rows are sorted.
    structuralSharing: false,
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
  // Words are taken as they come; a call that is new, or has gone on, shows that the rows are old.
  useNews('live', calls.refetch, newsEveryMs, message =>
    message.type === 'liveWords' ? message.calls.some(word => words.of(word.call)?.state !== word.state) : true,
  );
  const rows = calls.data?.calls;
  useEffect(() => words.keep(new Set(rows?.map(({ id }) => id))), [rows, words]);
  return { calls, rows, words, aheadMs: calls.data?.aheadMs ?? 0 };
};

interface LiveCalls {
  /** Undefined: not read yet. */
  readonly rows: readonly LiveCall[] | undefined;
  readonly words: CallWords;
  readonly aheadMs: number;
}

/** How they stand, looked at every two seconds; null: not yet. `holds`: whether rows must stay where they are now. */
export const useStanding = ({ rows, words, aheadMs }: LiveCalls, holds: () => boolean): Standing | null => {
  const [standing, setStanding] = useState<Standing | null>(null);
  const look = useEffectEvent((calls: readonly LiveCall[]) => {
    const seen = { calls, wordOf: words.of, now: Date.now() + aheadMs, holds: holds() };
    // Rows that come into view are drawn between what else the page does.
    startTransition(() => setStanding(before => standingNow(before ?? noStanding, seen)));
  });
  useEffect(() => {
    if (!rows) return;
    look(rows);
    const timer = setInterval(() => look(rows), lookEveryMs);
    return () => clearInterval(timer);
  }, [rows]);
  return standing;
};

/** Tasks that run or wait, with what limits each. */
export const useLiveTasks = () => {
  const tasks = useQuery({
    queryKey: ['live/tasks'],
    queryFn: ({ signal }) => call(endpoints.live.tasks, {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
  useNews('tasks', tasks.refetch, newsEveryMs);
  return tasks;
};
