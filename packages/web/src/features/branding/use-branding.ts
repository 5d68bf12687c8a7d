import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';

const key = ['branding/detail'];

export const useBranding = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.branding.detail, {}, { signal, quiet: true }),
  });

/** Reads anew what shows it: this page, and the notice it says. */
export const useBrandingChanged = () => {
  const queries = useQueryClient();
  return () => Promise.all([key, ['notice/current']].map(queryKey => queries.invalidateQueries({ queryKey })));
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
