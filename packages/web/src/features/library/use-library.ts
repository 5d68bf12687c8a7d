import { endpoints, type OutputOf } from '@lianxian/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { sayRemoved } from '../../ui/undo.ts';

export type LibraryVoice = OutputOf<typeof endpoints.audio.list>['list'][number];
export type Kind = LibraryVoice['kind'];
export type Use = keyof typeof import('../../text/zh-CN/voices.ts').words['library']['uses'];

export interface LibraryFilter {
  readonly q: string;
  readonly kind: Kind | 'all';
  readonly speaker: string;
  readonly planId: string;
}

export const useLibrary = ({ q, kind, speaker, planId }: LibraryFilter) =>
  useInfiniteQuery({
    queryKey: ['audio/list', q, kind, speaker, planId],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.audio.list,
        {
          q,
          ...(kind === 'all' ? {} : { kind }),
          ...(speaker === '' ? {} : { speaker }),
          ...(planId === '' ? {} : { planId }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.after,
    placeholderData: before => before,
  });

export const usePlans = () =>
  useQuery({
    queryKey: ['plan/options'],
    queryFn: ({ signal }) => call(endpoints.plan.options, { page: '1', limit: '100' }, { signal, quiet: true }),
  });

export const usePieces = (isShown: boolean) =>
  useQuery({
    queryKey: ['dynamicVoice/list'],
    queryFn: ({ signal }) => call(endpoints.dynamicVoice.list, {}, { signal, quiet: true }),
    enabled: isShown,
  });

export const ticketOf = (id: string) => async (): Promise<string> => (await call(endpoints.audio.ticket, { id })).url;

const useRefreshLibrary = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['audio/list', 'dynamicVoice/list', 'nodeVoice/list', 'nodeVoice/of'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

export interface VoiceFacts {
  readonly text: string;
  readonly kind: Kind;
  readonly use: Use | '';
  readonly speaker: string;
}

/** `id` null adds; `sound`: an uploaded one, needed then. */
export const useSaveVoice = () => {
  const refresh = useRefreshLibrary();
  return useMutation({
    mutationFn: ({ id, sound, source, ...facts }: VoiceFacts & SavedSound) =>
      call(endpoints.audio.save, {
        ...facts,
        ...(id === null ? {} : { id }),
        ...(sound === null ? {} : { sound, source }),
      }),
    onSuccess: refresh,
  });
};
interface SavedSound {
  readonly id: string | null;
  readonly sound: string | null;
  readonly source: 'upload' | 'microphone';
}

export const useRemoveVoice = (onDone: () => void) => {
  const { t } = useTranslation('voices');
  const refresh = useRefreshLibrary();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.audio.remove, { id }),
    onSuccess: ({ undo }) => {
      sayRemoved(
        t($ => $.removed),
        undo,
        refresh,
      );
      onDone();
      return refresh();
    },
  });
};
