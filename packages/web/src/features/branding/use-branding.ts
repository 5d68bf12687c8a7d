import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import type { Draft } from './draft.ts';

const key = ['branding/detail'];

export const useBranding = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.branding.detail, {}, { signal, quiet: true }),
  });

/** `onSaved` brands the saver's own page anew. */
export const useSaveBranding = (onSaved: () => Promise<void>) => {
  const { t } = useTranslation('branding');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ languageSwitch, ...draft }: Draft) =>
      call(endpoints.branding.save, { ...draft, languageSwitch: languageSwitch ? '1' : '0' }),
    onSuccess: async () => {
      toast.ok(t($ => $.changed));
      await onSaved();
      await Promise.all([key, ['notice/current']].map(queryKey => queries.invalidateQueries({ queryKey })));
    },
  });
};

export const useAddHost = (onAdded: () => void) => {
  const { t } = useTranslation('branding');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => call(endpoints.branding.saveHost, { host }),
    onSuccess: () => {
      toast.ok(t($ => $.hosts.added));
      onAdded();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
};

/** `ownerId`: whose, said by the platform. */
export const useProveHost = () => {
  const { t } = useTranslation('branding');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { host: string; ownerId?: string }) => call(endpoints.branding.proveHost, input),
    onSuccess: (_, { host }) => toast.ok(t($ => $.hosts.proved, { host })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
};

export const useRemoveHost = (onDone: () => void) => {
  const { t } = useTranslation('branding');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => call(endpoints.branding.removeHost, { host }),
    onSuccess: () => toast.ok(t($ => $.hosts.removed)),
    onSettled: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: key });
    },
  });
};
