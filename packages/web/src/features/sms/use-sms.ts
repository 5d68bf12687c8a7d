import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { when } from '../../ui/format.ts';
import { smsOptionsKey } from '../../work/sms/use-sms-options.ts';

const { sms } = endpoints;
export type Template = OutputOf<typeof sms.templates>['list'][number];
export type Message = OutputOf<typeof sms.messages>['list'][number];
export type Provider = OutputOf<typeof sms.providers>['list'][number];

export const keys = {
  templates: 'sms/templates',
  messages: 'sms/messages',
  batches: 'sms/batches',
  replies: 'sms/replies',
  links: 'sms/links',
  providers: 'sms/providers',
  settings: 'sms/settings',
} as const;

/** Who carries messages, and what a carrier said of a template, is said by who answers for the merchant. */
export const useMaySettle = (): boolean => {
  const role = useCurrentUser()?.roleCode;
  return role === 'company' || role === 'agent';
};

export const useProviders = (enabled: boolean) =>
  useQuery({
    queryKey: [keys.providers],
    queryFn: ({ signal }) => call(sms.providers, {}, { signal, quiet: true }),
    enabled,
  });

export const useSettings = () =>
  useQuery({
    queryKey: [keys.settings],
    queryFn: ({ signal }) => call(sms.settings, {}, { signal, quiet: true }),
  });

/** Reads anew what a change of templates or providers is shown by. */
export const useSmsChanged = () => {
  const queries = useQueryClient();
  return (...changed: readonly (keyof typeof keys)[]) =>
    Promise.all(
      [...changed.map(key => [keys[key]]), smsOptionsKey].map(queryKey => queries.invalidateQueries({ queryKey })),
    );
};

/** `今天 16:34:08`, as tables say it. */
export const useWhen = () => {
  const { t } = useTranslation('sms');
  return useCallback(
    (at: string) =>
      when(
        at,
        new Date(),
        t($ => $.today),
      ),
    [t],
  );
};
