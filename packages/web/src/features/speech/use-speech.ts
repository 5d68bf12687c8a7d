import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

export type Speech = OutputOf<typeof endpoints.speech.list>;
export type Service = Speech['list'][number];

const key = ['speech/list'];

/** Figures move while somebody looks. */
const readAgainMs = 30_000;

export const useSpeech = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.speech.list, {}, { signal, quiet: true }),
    refetchInterval: readAgainMs,
  });

/** Reads the list again. */
export const useSpeechChanged = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
};

/** What may be done; the list is read again after each. */
export const useSpeechActs = () => {
  const { t } = useTranslation('speech');
  const readAgain = useSpeechChanged();
  const done = async () => {
    toast.ok(t($ => $.saved));
    await readAgain();
  };
  return {
    remove: useMutation({ mutationFn: (id: string) => call(endpoints.speech.remove, { id }), onSuccess: done }),
    choose: useMutation({
      mutationFn: (input: { purpose: Service['purpose']; id: string }) => call(endpoints.speech.choose, input),
      onSuccess: done,
    }),
    test: useMutation({
      mutationFn: (id: string) => call(endpoints.speech.test, { id }),
      onSettled: readAgain,
    }),
    line: useMutation({
      mutationFn: (input: { lineId: string; recogniser: string }) => call(endpoints.speech.line, input),
      onSuccess: done,
    }),
    webhook: useMutation({
      mutationFn: (on: '0' | '1') => call(endpoints.speech.webhookSecret, { on }),
      onSuccess: readAgain,
    }),
  };
};
export type SpeechActs = ReturnType<typeof useSpeechActs>;
