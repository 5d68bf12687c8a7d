/** The thread in which is told what a plan may want to hear, and what it hears by ear: a second of a large one. */
import { heardByEar, type Plan, proposedMeanings } from '@lianxian/core';
import { serveBench } from '../../platform/bench-thread.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';

export type HearingWork = Pick<Plan, 'intents' | 'knowledge' | 'borrowed' | 'defaults'>;

export interface HeardBeside {
  readonly proposed: ReturnType<typeof proposedMeanings>;
  readonly byEar: ReturnType<typeof heardByEar>;
}

serveBench<HearingWork>(
  (plan): HeardBeside => ({ proposed: proposedMeanings(plan), byEar: heardByEar(plan, syllablesOf) }),
);
