import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import { useNews } from '../live/use-news.ts';
import type { LiveCall } from '../softphone/keeper-parts.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { usePaper } from './paper.ts';
import { type ShownCall, shownCall } from './shown-call.ts';

/** Parties come and go, someone is held: read at once, and not more often than one can look. */
const newsEveryMs = 200;

interface Answer {
  readonly call: LiveCall | null;
}

/** What was said before goes with the live call; who wraps up still looks at it. */
const withBefore = ({ call }: Answer, last: Answer | undefined): Answer => {
  const before = call?.before ?? (last?.call?.callId === call?.callId ? last?.call?.before : null) ?? null;
  return { call: call && { ...call, before } };
};

/** What happens to a seat is told on its own topic; its account is `seat.<employee>`. */
const topicOf = (account: string | undefined): string => account?.replace(/^seat\./, 'seat:') ?? '';

/**
 * The call before this seat, live or waiting to be wrapped up; null: none. What the phone says shows at once, the rest
 * follows from the server, which alone knows it after a reload.
 */
export const useShownCall = (): ShownCall | null => {
  const phone = useSeat(seat => seat.call);
  const isOn = useSeat(seat => seat.isOn);
  const plans = useSeat(seat => seat.facts?.plans);
  const me = useSeat(seat => topicOf(seat.facts?.account));
  const id = phone?.callId ?? null;
  // Who was switched off has the call that he is in.
  const asks = (isOn || phone !== null) && (phone === null || id !== null);
  const facts = useQuery({
    queryKey: ['seat/call', id],
    queryFn: async ({ signal, client, queryKey }) =>
      withBefore(
        await call(endpoints.seatWork.call, id === null ? {} : { id }, { signal, quiet: true }),
        client.getQueryData<Answer>(queryKey),
      ),
    enabled: asks,
  });
  useNews(asks ? me : '', facts.refetch, newsEveryMs, message => message.type === 'seat.call');
  const known = (asks && facts.data?.call) || null;
  const planNames = useMemo(() => new Map((plans ?? []).map(plan => [plan.id, plan.planName])), [plans]);
  const shown = shownCall(phone, known, planNames);
  const paper = usePaper(shown?.key ?? '');
  // What was closed here is not brought back by the server, which waits for its wrap-up.
  const isOver = phone === null && (paper.isClosed || (known?.endedAt != null && known.isSubmitted));
  return isOver ? null : shown;
};
