import { type CheckKind, endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useNews } from '../live/use-news.ts';

type Findings = OutputOf<typeof endpoints.monitor.findings>;
export type Finding = Findings['findings'][number];

export interface Check {
  readonly kind: CheckKind | null;
  readonly found: Findings | undefined;
  /** It was asked for and is not done. */
  readonly running: boolean;
  readonly failed: boolean;
  readonly ask: (kind: CheckKind) => void;
}

/** News may be lost with the socket: so often it is looked at all the same. */
const lookEveryMs = 3_000;
const newsEveryMs = 200;

/** A look at a line, followed while it finds something: a probe of its health, or the doctor. */
const useCheck = (lineId: string): Check => {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ id: string; kind: CheckKind } | null>(null);
  const ask = useMutation({
    mutationFn: async (kind: CheckKind) => ({
      id: (await call(endpoints.monitor.check, { id: lineId, kind })).checkId,
      kind,
    }),
    onMutate: () => setAsked(null),
    onSuccess: check => {
      setAsked(check);
      return queries.invalidateQueries({ queryKey: ['line/list'] });
    },
  });
  const found = useQuery({
    queryKey: ['line/findings', asked?.id],
    queryFn: ({ signal }) => call(endpoints.monitor.findings, { checkId: asked!.id }, { signal, quiet: true }),
    enabled: asked !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : lookEveryMs),
  });
  useNews(
    'lines',
    async () => asked && found.refetch(),
    newsEveryMs,
    message => message.type === 'lineChecked',
  );
  return {
    kind: asked?.kind ?? null,
    found: asked ? found.data : undefined,
    running: ask.isPending || (asked !== null && found.data?.state !== 'done'),
    failed: ask.isError || (found.isError && !found.data),
    ask: ask.mutate,
  };
};

/** A look by the doctor that is asked by itself: once a line, not again each time its page comes to the front. */
export const useDoctor = (lineId: string, wanted = true): Check => {
  const check = useCheck(lineId);
  const { ask } = check;
  const askedOf = useRef<string | null>(null);
  useEffect(() => {
    if (!wanted || askedOf.current === lineId) return;
    askedOf.current = lineId;
    ask('doctor');
  }, [ask, lineId, wanted]);
  return check;
};
