import { endpoints, smsProviderLimits } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';
import { type Provider, useSmsChanged } from '../use-sms.ts';

const { sms } = endpoints;
export const { mostRank } = smsProviderLimits;

/** What saving one asks for, as it stands; its secret stays where it is. */
const asSaved = ({ id, name, settings, rank, share, perSecond, enabled }: Provider) => ({
  ...{ id, name, settings, rank: String(rank), share: String(share), perSecond: String(perSecond) },
  enabled: enabled ? ('1' as const) : ('0' as const),
});

export const useProviderActs = () => {
  const { t } = useTranslation('smsProviders');
  const changed = useSmsChanged();
  const readAnew = () => changed('providers', 'settings');
  return {
    enable: useMutation({
      mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
        call(sms.enableProvider, { id, enabled: enabled ? '1' : '0' }),
      onSettled: readAnew,
    }),
    move: useMutation({
      mutationFn: ({ provider, rank }: { provider: Provider; rank: number }) =>
        call(sms.saveProvider, { ...asSaved(provider), rank: String(rank) }),
      onSuccess: () => toast.ok(t($ => $.moved)),
      onSettled: readAnew,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(sms.removeProvider, { id }),
      onSuccess: () => toast.ok(t($ => $.removed)),
      onSettled: readAnew,
    }),
  };
};
