import { endpoints, type OutputOf } from '@lianxian/contract';
import { type People, type Plan, personMeant, type TransferNode } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { useDraft, useDraftStore } from './draft-store.ts';

type Choices = OutputOf<typeof endpoints.seat.choices>;

const handsOver = (plan: Plan): boolean =>
  plan.flows.some(({ nodes }) => nodes.some(({ kind }) => kind === 'transfer'));

/** Seats and groups of the merchant; asked for once there is somebody to hand over to. */
export const usePeople = (): Choices | undefined => {
  const isAsked = useDraft(({ plan }) => handsOver(plan));
  const { data } = useQuery({
    queryKey: ['seat/choices'],
    queryFn: ({ signal }) => call(endpoints.seat.choices, {}, { signal, quiet: true }),
    enabled: isAsked,
  });
  return data;
};

const peopleOf = ({ seats, groups }: Choices): People => ({
  seats: seats.map(({ id, name, account, extension }) => ({ id, names: [name, account, String(extension)] })),
  groups: groups.map(({ id, name }) => ({ id, names: [name] })),
});

/** The draft learns who is there, now and whenever that changes: what it hands over to nobody is its fault. */
export const usePeopleOfDraft = (): void => {
  const choices = usePeople();
  const { getState } = useDraftStore();
  useEffect(() => {
    if (choices) getState().knows(peopleOf(choices));
  }, [choices, getState]);
};

/** Whom a transfer means, by id; what is written there where that is nobody. */
export const meantBy = (choices: Choices | undefined, to: TransferNode['to']): string => {
  if (to.type === 'outside') return to.number;
  const person = choices && personMeant(peopleOf(choices), to);
  return person?.id ?? (to.type === 'seat' ? to.seat : to.group);
};

/** What the seat or group is called that a node hands over to; '' for any other node. */
export const useTargetName = (nodeId: string): string => {
  const choices = usePeople();
  const node = useDraft(({ plan }) => plan.flows.flatMap(({ nodes }) => nodes).find(({ id }) => id === nodeId));
  if (node?.kind !== 'transfer' || node.to.type === 'outside') return '';
  const id = meantBy(choices, node.to);
  const all = node.to.type === 'seat' ? choices?.seats : choices?.groups;
  return all?.find(one => one.id === id)?.name ?? '';
};
