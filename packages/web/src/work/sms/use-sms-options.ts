import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type SmsOptions = OutputOf<typeof endpoints.sms.options>;
export type SmsOption = SmsOptions['list'][number];

export const smsOptionsKey = ['sms/options'];

/** Names of templates hardly change while one draws a plan. */
const namesStayMs = 60_000;

const useOptions = (enabled: boolean, staleTime = 0) =>
  useQuery({
    queryKey: smsOptionsKey,
    queryFn: ({ signal }) => call(endpoints.sms.options, {}, { signal, quiet: true }),
    staleTime,
    enabled,
  });

/** Templates that may be sent, and what a part costs. */
export const useSmsOptions = () => useOptions(true);

/** What the template of this id is called, where it may be sent; asked for only where there is one. */
export const useSmsTemplateName = (id: string | null): string | null =>
  useOptions(id !== null, namesStayMs).data?.list.find(each => each.id === id)?.name ?? null;
