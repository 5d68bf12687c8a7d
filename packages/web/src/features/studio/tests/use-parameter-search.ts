import { endpoints, type OutputOf, type SearchSetting, talkLimits } from '@lianxian/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';

type Part = OutputOf<typeof endpoints.talk.parameterSearch>;
export type Moment = Part['moments'][number];

export interface Search {
  readonly done: number;
  readonly all: number;
  readonly running: boolean;
  readonly counts: readonly Part['counts'][number][];
  readonly moments: readonly Moment[];
  readonly unread: number;
  readonly wrong: string | null;
}

/** Moments that are kept for reading; the counts are over all of them. */
const mostMoments = 300;

const add = (before: Search, part: Part, calls: number): Search => ({
  ...before,
  done: before.done + calls,
  counts: part.counts.map((count, index) => ({
    right: count.right + (before.counts[index]?.right ?? 0),
    false: count.false + (before.counts[index]?.false ?? 0),
    missed: count.missed + (before.counts[index]?.missed ?? 0),
  })),
  moments: [...before.moments, ...part.moments].slice(0, mostMoments),
  unread: before.unread + part.unread.length,
});

/** Goes through recordings a few at a time and adds up; can be stopped at any moment. */
export const useParameterSearch = (planId: string) => {
  const [search, setSearch] = useState<Search | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const stop = () => {
    controller.current?.abort();
    setSearch(before => before && { ...before, running: false });
  };
  const start = async (
    callIds: readonly string[],
    settings: readonly SearchSetting[],
    backchannels: readonly string[] | undefined,
  ) => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    let now: Search = { done: 0, all: callIds.length, running: true, counts: [], moments: [], unread: 0, wrong: null };
    setSearch(now);
    try {
      for (let from = 0; from < callIds.length; from += talkLimits.recordingsAtOnce) {
        const some = callIds.slice(from, from + talkLimits.recordingsAtOnce);
        const input = {
          planId,
          callIds: some,
          settings: [...settings],
          ...(backchannels && { backchannels: [...backchannels] }),
        };
        const part = await call(endpoints.talk.parameterSearch, input, { signal: mine.signal });
        if (mine.signal.aborted) return;
        now = add(now, part, some.length);
        setSearch(now);
      }
      setSearch({ ...now, running: false });
    } catch (error) {
      if (!mine.signal.aborted)
        setSearch({ ...now, running: false, wrong: error instanceof Error ? error.message : String(error) });
    }
  };
  return { search, start, stop };
};
