import type { Interruption, Plan, Recognised } from '../plan/plan.ts';
import { namesOf } from '../plan/plan-names.ts';
import type { WayOut } from '../plan/ways-out.ts';
import { isRecognisedByNothing, unreadable } from '../recognition/unreadable.ts';
import { variablesOf } from '../sentences/sentence.ts';

/**
 * What is wrong with a plan, each with the place an editor can jump to (docs/conversation.md#faults: a plan can't be
 * published while a router leads nowhere or a node can't be reached).
 */
export type FaultKey =
  | 'noRootFlow'
  | 'noRootNode'
  | 'sameId'
  | 'noSentence'
  | 'emptySentence'
  | 'unknownVariable'
  | 'unknownIntent'
  | 'unknownFlow'
  | 'unknownNode'
  /** A level rule looks for an exit that its node has no more. Stops no call. */
  | 'unknownExit'
  | 'leadsNowhere'
  | 'noWayOn'
  | 'sameRouter'
  | 'misplacedRouter'
  | 'noCollected'
  | 'badAnswer'
  /** A condition on a day that holds of none. */
  | 'badDate'
  | 'badKey'
  | 'unreachable'
  | 'loopsWithoutListening'
  | 'noWords'
  | 'noLevelRule'
  /** Nobody to hand over to, or no number of a telephone. */
  | 'noTarget'
  /** A seat or a group that its merchant has not, or has no more. Stops no call: nobody takes it, and the talk goes on. */
  | 'unknownSeat'
  | 'unknownGroup'
  /** Not an address of the web. */
  | 'badAddress'
  | 'noTemplate'
  | 'noGoal'
  | 'noExit'
  /** `caller`, `machine` or `recorded`: what the opening does not say, and the plan wants it to. Stops no call. */
  | 'openingLacks'
  /**
   * All that is recognised together is more than a call may carry; told of who has most of it, with the share of the limit in
   * percent. Stops no version that is published.
   */
  | 'tooMuch'
  | 'badLimit';

export interface PlanFault {
  /** Where: `node:<id>`, `flow:<id>`, `intent:<id>`, `knowledge:<id>`, `level:<n>`, `variables` or `defaults`. */
  readonly where: string;
  readonly fault: FaultKey;
  /** The word, id or sentence in question; empty where the place says it all. */
  readonly detail: string;
  /** Of `leadsNowhere` at a node: which of its ways out, as {@link WayOut} has it, or `visits`. */
  readonly slot?: string;
}

export const fault = (where: string, key: FaultKey, detail = ''): PlanFault => ({ where, fault: key, detail });

export const interruptionFaults = (plan: Plan, where: string, interruption: Interruption): readonly PlanFault[] => {
  if (interruption.when === 'after') return interruption.ms < 0 ? [fault(where, 'badLimit', 'interruption')] : [];
  if (interruption.when !== 'onIntents') return [];
  return interruption.intents
    .filter(id => !namesOf(plan).meanings.has(id))
    .map(id => fault(where, 'unknownIntent', id));
};

export const sentenceFaults = (plan: Plan, where: string, sentences: readonly string[]): readonly PlanFault[] =>
  sentences.flatMap(text => {
    if (text.trim() === '') return [fault(where, 'emptySentence')];
    return variablesOf(text)
      .filter(name => !namesOf(plan).variables.has(name))
      .map(name => fault(where, 'unknownVariable', name));
  });

export const wordFaults = (where: string, recognised: Recognised): readonly PlanFault[] => {
  const unread = unreadable(recognised);
  return isRecognisedByNothing(recognised) || unread.length > 0 ? [fault(where, 'noWords', unread[0])] : [];
};
