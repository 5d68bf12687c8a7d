import { type CallKind, type CallParties, farSideOf, type SeatMove } from '@lianxian/core';

/**
 * How a seat stands in a call, read off those who take part in it; what its own machine is told is the difference to how it
 * stood before, so that no news can be counted twice or be missed.
 */
export type Stand = 'none' | 'dialling' | 'ringing' | 'inCall' | 'held';

/** The call as its mailbox tells it. */
interface SeenCall {
  readonly kind: CallKind;
  readonly parties: CallParties;
}

export const standOf = (seat: string, { kind, parties }: SeenCall): Stand => {
  if (kind === 'ended') return 'none';
  const own = parties.present.find(({ who }) => who.type === 'seat' && who.seat === seat);
  if (own === undefined) return 'none';
  if (own.stage === 'dialling') return 'dialling';
  if (own.stage === 'rung' || own.stage === 'ringing') return 'ringing';
  if (own.place === 'held') return 'held';
  // Who talks aside is busy with somebody, though the other side hears music.
  if (own.place === 'aside') return 'inCall';
  return farSideOf(parties, own.party)?.place === 'held' ? 'held' : 'inCall';
};

/** What the machine of a seat is told, in order; `wrapsUp`: where it ends. */
export const movesOf = (was: Stand, is: Stand, wrapsUp: boolean): readonly SeatMove[] => {
  if (was === is) return [];
  if (is === 'none') return [{ type: 'ended', wrapsUp }];
  const begun: readonly SeatMove[] = was === 'none' ? [{ type: is === 'dialling' ? 'dialled' : 'rang' }] : [];
  if (is === 'dialling' || is === 'ringing') return begun;
  const talks: readonly SeatMove[] = was === 'held' ? [{ type: 'resumed' }] : [{ type: 'answered' }];
  if (is === 'inCall') return [...begun, ...talks];
  return was === 'inCall' ? [{ type: 'held' }] : [...begun, ...talks, { type: 'held' }];
};
