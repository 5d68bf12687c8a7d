import { type Endpoint, endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { listenTo, useSocketState } from '../../live/socket.ts';

type Seats = OutputOf<typeof endpoints.seat.list>;
export type Seat = Seats['seats'][number];
export type SeatGroup = OutputOf<typeof endpoints.seat.groupList>['groups'][number];
export type SeatFigures = OutputOf<typeof endpoints.seat.figures>['seats'][number];
export type SeatSpan = OutputOf<typeof endpoints.seat.spans>['spans'][number];

type Asked<E extends Endpoint> = Parameters<typeof call<E>>[1];

const useWhole = <E extends Endpoint>(key: string, endpoint: E) =>
  useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => call(endpoint, {} as Asked<E>, { signal, quiet: true }),
    staleTime: 0,
  });
export const useSeats = () => useWhole('seat/list', endpoints.seat.list);
export const useGroups = () => useWhole('seat/groupList', endpoints.seat.groupList);
export const useChoices = () => useWhole('seat/choices', endpoints.seat.choices);

/** A day as it grows is asked for again every half minute. */
const growsMs = 30_000;

interface SpansOf {
  readonly employeeId: string;
  readonly day: string;
  readonly grows: boolean;
  /** Of hundreds of seats those that one looks at are asked for. */
  readonly isSeen: boolean;
}
export const useSpans = ({ employeeId, day, grows, isSeen }: SpansOf) =>
  useQuery({
    queryKey: ['seat/spans', employeeId, day],
    queryFn: ({ signal }) => call(endpoints.seat.spans, { employeeId, day }, { signal, quiet: true }),
    refetchInterval: grows ? growsMs : false,
    enabled: isSeen,
  });

export const useFigures = (day: string, grows: boolean) =>
  useQuery({
    queryKey: ['seat/figures', day],
    queryFn: ({ signal }) => call(endpoints.seat.figures, { day }, { signal, quiet: true }),
    refetchInterval: grows ? growsMs : false,
  });

const lists = ['seat/list', 'seat/groupList', 'seat/choices'];

/** Reads all of it anew: seats stand in groups and choices too. */
export const useSeatsChanged = () => {
  const queries = useQueryClient();
  return () => Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: [key] })));
};

/** A change, after which every list is read anew. */
export const useChange = <E extends Endpoint>(endpoint: E, onDone?: (answer: OutputOf<E>, input: Asked<E>) => void) => {
  const changed = useSeatsChanged();
  return useMutation({
    mutationFn: (input: Asked<E>) => call(endpoint, input),
    onSuccess: (answer, input) => onDone?.(answer, input),
    onSettled: changed,
  });
};

/** Seats show as they are now; what was missed while the socket was away is read anew. */
export const useSeatNews = (): void => {
  const queries = useQueryClient();
  const returns = useSocketState(socket => socket.returns);
  useEffect(
    () =>
      listenTo('seats', message => {
        if (message.type !== 'seat.state') return;
        const { employeeId, state, reason, since, callId } = message;
        queries.setQueryData<Seats>(
          ['seat/list'],
          known =>
            known && {
              ...known,
              seats: known.seats.map(seat =>
                seat.employeeId === employeeId ? { ...seat, state, reason, since, callId } : seat,
              ),
            },
        );
        void queries.invalidateQueries({ queryKey: ['seat/groupList'] });
        void queries.invalidateQueries({ queryKey: ['seat/spans', employeeId] });
      }),
    [queries],
  );
  useEffect(() => {
    if (returns > 0) void queries.invalidateQueries({ queryKey: ['seat/list'] });
  }, [queries, returns]);
};
