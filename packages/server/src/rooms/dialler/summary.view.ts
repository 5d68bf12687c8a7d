import type { EndedHow } from '@lianxian/contract';
import type { CallFacts, ConversationSummary, EndedBy, Exit, Level } from '@lianxian/core';
import type { Transcript } from './transcript.view.ts';

/** What a record keeps of the conversation's own last word. A call that broke off has none: what is known is kept. */
export interface Summed {
  readonly turns: number;
  /** An unanswered call has none (docs/calls.md#outcomes). */
  readonly level: Level | null;
  readonly levelRule: string | null;
  readonly lastNode: string | null;
  /** Absent in journals of earlier releases. */
  readonly tags?: readonly string[];
  readonly customerType?: number | null;
  readonly facts?: CallFacts | null;
  readonly stand?: Stand | null;
}

/** Where in the plan the talk stood when it ended, and how it ended there. */
interface Stand {
  readonly node: string;
  readonly how: EndedHow;
  /** Of a sentence that the callee did not hear to its end. */
  readonly heardMs: number | null;
}

export const summedOf = (summary: ConversationSummary | null, transcript: Transcript | null): Summed => ({
  turns: summary?.turns ?? 0,
  level: summary?.level ?? null,
  levelRule: summary?.levelRule ?? null,
  lastNode: summary?.lastNode || null,
  tags: summary?.tags ?? [],
  customerType: summary?.customerType ?? null,
  facts: summary?.facts ?? null,
  stand: standOf(summary, transcript),
});

const standOf = (summary: ConversationSummary | null, transcript: Transcript | null): Stand | null => {
  const last = transcript?.path.findLast(step => !step.knowledge);
  if (last === undefined) return null;
  const heardMs = summary?.heardMs ?? null;
  return {
    node: last.node,
    how: summary === null ? 'stopped' : howEnded(summary.endedBy, summary.facts.transferred, last.leftBy, heardMs),
    heardMs: heardMs === null ? null : Math.round(heardMs),
  };
};

/** What the robot leaves by of itself (core's turns and ending), as the reason of an ending. */
const partings: Readonly<Partial<Record<Exit, EndedHow>>> = {
  robotHungUp: 'planned',
  noMoreCalls: 'noMoreCalls',
  notUnderstood: 'notUnderstood',
  silence: 'silence',
  tooLong: 'tooLong',
  tooManyTurns: 'tooLong',
  // No money was left: no fault of the plan.
  platformHungUp: 'stopped',
};

const howEnded = (by: EndedBy, isTransferred: boolean, leftBy: Exit | '', heardMs: number | null): EndedHow => {
  if (isTransferred) return 'transferred';
  if (by === 'callee') return heardMs === null ? 'afterHearing' : 'midSentence';
  if (by !== 'robot') return 'stopped';
  return (leftBy !== '' && partings[leftBy]) || 'gaveUp';
};
