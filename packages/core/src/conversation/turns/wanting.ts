import { type CalleeWant, calleeWants } from '../events/events.ts';
import { ownOf } from '../plan/exit.ts';
import { actOdds } from '../recognition/dialogue-act/dialogue-act.ts';
import type { Owner } from '../recognition/match.ts';
import type { Draft } from '../walk/state.ts';
import type { Meant } from './meaning.ts';

/*
 * Whether a turn should bring somebody to look at the call while it goes on: it leads nowhere and counts for nothing, so it may be told
 * of plans that have nothing for it as well. There what the sentence does decides, where it surely does that.
 */

/** Log odds; 73 of a hundred. */
const SURE = 1;

/** What the turn asks for as it was understood; undefined: neither. */
export const wantedBy = (draft: Draft, turn: Spoken, meant: Meant): CalleeWant | undefined => {
  const { person, complaint } = draft.state.plan.everyday;
  if ('understood' in meant && meant.type !== 'unrouted') {
    const own = ownOf(meant.understood.meaning);
    const isAmong = (owners: readonly Owner[]): boolean =>
      owners.some(({ kind, id }) => kind === own?.kind && id === own.id);
    if (isAmong(person)) return 'person';
    return isAmong(complaint) ? 'complaint' : undefined;
  }
  // Whatever was asked: neither is an answer to anything.
  const odds = actOdds(turn.text, turn.syllables, null);
  return calleeWants.find(want => odds[want] > SURE);
};

interface Spoken {
  readonly text: string;
  readonly syllables: readonly string[];
}
