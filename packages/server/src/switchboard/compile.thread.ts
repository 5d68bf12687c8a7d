/** The thread in which a published plan is made ready for calls (`ready-plans.ts`). Null: it has faults. */
import { serialize } from 'node:v8';
import { compilePlan, type Plan } from '@lianxian/core';
import { serveBench } from '../platform/bench-thread.ts';
import { syllablesOf } from '../platform/words/syllables.ts';

serveBench<Plan>(plan => {
  const result = compilePlan(plan, syllablesOf);
  return result.ok ? serialize(result.compiled) : null;
});
