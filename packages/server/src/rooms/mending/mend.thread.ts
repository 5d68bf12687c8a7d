/** The thread in which ways to mend a draft are tried, and the test that a mended line leaves. */

import type { Lesson } from '@lianxian/contract';
import { type Plan, taught } from '@lianxian/core';
import { compileDraft, runTest, type TestConversation } from '@lianxian/core/simulation';
import { serveBench } from '../../platform/bench-thread.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { type MendWish, type Proposed, proposed } from './mend.policy.ts';

export type MendWork =
  | { readonly does: 'propose'; readonly plan: Plan; readonly wish: MendWish }
  | {
      readonly does: 'test';
      readonly plan: Plan;
      readonly lessons: readonly Lesson[];
      readonly test: TestConversation;
    };

/** Whether a test holds with the draft as it will be. */
const holds = (plan: Plan, lessons: readonly Lesson[], test: TestConversation): boolean => {
  const draft = compileDraft(lessons.reduce(taught, plan), syllablesOf);
  return draft.ok && runTest(draft.compiled, test, { syllables: syllablesOf }).broken.length === 0;
};

serveBench<MendWork>((work): Proposed | boolean =>
  work.does === 'propose' ? proposed(work.plan, work.wish, syllablesOf) : holds(work.plan, work.lessons, work.test),
);
