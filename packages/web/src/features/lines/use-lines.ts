import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { checkLine, inputOf, type Line, type LineDraft, wantsOf } from './draft.ts';
import type { LineForm } from './field.tsx';

/** A merchant has some dozens of lines; who has hundreds reads them in so many steps at most. */
const step = 100;
const mostSteps = 10;
interface Listed<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}
/** All rows of a list, and what its first page says besides. */
const whole = async <Row, Answer extends Listed<Row>>(read: (page: number) => Promise<Answer>): Promise<Answer> => {
  const first = await read(1);
  const rest = Array.from({ length: Math.max(0, Math.min(mostSteps, Math.ceil(first.total / step)) - 1) }, (_, at) =>
    read(at + 2),
  );
  return { ...first, list: [first, ...(await Promise.all(rest))].flatMap(page => page.list) };
};
const newsEveryMs = 1_000;

/** All lines with their health, followed by the topic `lines`. */
export const useLines = () => {
  const lines = useQuery({
    queryKey: ['line/list'],
    queryFn: ({ signal }) => whole(page => call(endpoints.line.list, { limit: step, page }, { signal, quiet: true })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useNews('lines', lines.refetch, newsEveryMs, message => message.type === 'linesChanged');
  return lines;
};

export const usePorts = () => {
  const ports = useQuery({
    queryKey: ['port/list'],
    queryFn: ({ signal }) => whole(page => call(endpoints.port.list, { limit: step, page }, { signal, quiet: true })),
    staleTime: 0,
  });
  useNews('lines', ports.refetch, newsEveryMs, message => message.type === 'linesChanged');
  return ports;
};

/** Reads lines, ports and the monitor anew: a line that changed changes all of them. */
export const useLinesChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['line/list', 'line/options', 'port/list', 'port/options', 'line/monitor', 'line/numbers'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

/** A line that is added or changed by a form; says so. `known`: as it was saved. */
export const useLineForm = (
  start: LineDraft,
  known: Line | null,
  on: {
    readonly onSaved: (id: string, draft: LineDraft) => void;
    readonly onFaulty?: (fields: readonly string[]) => void;
  },
): LineForm => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  return useEndpointForm({
    endpoint: endpoints.line.save,
    start,
    input: draft => inputOf(draft, known?.id ?? null),
    wants: draft => wantsOf(draft, known),
    check: draft => checkLine(draft, known),
    onDone: async ({ id }, draft) => {
      toast.ok(known === null ? t($ => $.saved) : t($ => $.changed));
      await changed();
      on.onSaved(id, draft);
    },
    onFaulty: fields => on.onFaulty?.(fields),
  });
};
