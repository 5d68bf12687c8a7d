import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { sendSound } from '../../../sound/send-sound.ts';
import { sayRemoved } from '../../../ui/undo.ts';
import { useSettled } from '../../../ui/use-settled.ts';

export type PlacedSentence = OutputOf<typeof endpoints.nodeVoice.list>['list'][number];
export type SentencePart = PlacedSentence['parts'][number];
export type Voice = SentencePart['voices'][number];

const settleMs = 400;

/** Sentences of the saved draft with their recordings. */
export const useSentences = (planId: string, rev: number) =>
  useQuery({
    queryKey: ['nodeVoice/list', planId, rev],
    queryFn: ({ signal }) => call(endpoints.nodeVoice.list, { planId }, { signal, quiet: true }),
    placeholderData: before => before,
  });

/** Recordings of a sentence as it is being written. */
export const useSentence = (planId: string, text: string) => {
  const settled = useSettled(text, settleMs);
  return useQuery({
    queryKey: ['nodeVoice/of', planId, settled],
    queryFn: ({ signal }) => call(endpoints.nodeVoice.of, { planId, text: settled }, { signal, quiet: true }),
    placeholderData: before => before,
  });
};

export const listenTo = (planId: string, text: string, voice?: string) => async (): Promise<string> =>
  (await call(endpoints.nodeVoice.listen, { planId, text, ...(voice === undefined ? {} : { voice }) })).url;

/** Reads everything anew that shows recordings. */
const useRefreshVoices = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['nodeVoice/list', 'nodeVoice/of', 'audio/list', 'dynamicVoice/list'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

/** A sound that was sent and is ready to be somebody's recording of a part. */
export interface NewTake {
  readonly place: string;
  readonly text: string;
  readonly speaker: string;
  readonly source: 'microphone' | 'upload';
  readonly sound: string;
}

/** Sends what was recorded here and waits for its telephone sound. */
export const useSend = () => useMutation({ mutationFn: (file: File) => sendSound(file) });

export const useAddTake = (planId: string) => {
  const refresh = useRefreshVoices();
  return useMutation({
    mutationFn: (take: NewTake) => call(endpoints.nodeVoice.upload, { planId, ...take }),
    onSuccess: refresh,
  });
};

export const useTakeActs = () => {
  const { t } = useTranslation('voices');
  const refresh = useRefreshVoices();
  const after = { onSuccess: refresh };
  return {
    choose: useMutation({
      mutationFn: ({ id, chosen }: { id: string; chosen: boolean }) =>
        call(endpoints.nodeVoice.choose, { id, chosen: chosen ? '1' : '0' }),
      ...after,
    }),
    keep: useMutation({
      mutationFn: ({ id, text }: { id: string; text: string }) => call(endpoints.nodeVoice.keep, { id, text }),
      ...after,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(endpoints.nodeVoice.remove, { id }),
      onSuccess: ({ undo }) => {
        sayRemoved(
          t($ => $.removed),
          undo,
          refresh,
        );
        return refresh();
      },
    }),
  };
};

const speakerKey = 'lx.speaker';
/** Who records at this machine is remembered here. */
export const keptSpeaker = (): string => localStorage.getItem(speakerKey) ?? '';
export const keepSpeaker = (name: string): void => localStorage.setItem(speakerKey, name);
