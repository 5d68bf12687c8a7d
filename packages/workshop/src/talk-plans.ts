import { readFileSync } from 'node:fs';
import { type CompiledPlan, compilePlan, type Plan } from '@lianxian/core';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { handingOver } from '../../server/seed/course-follow-up-person.ts';

/** Plans by the name they are called by in the terminal and in talk files. */
const seeded: Readonly<Record<string, Plan>> = {
  'course-follow-up': courseFollowUp,
  'course-with-people': handingOver(courseFollowUp, '1'),
};

/** A seeded plan by name, or a plan's JSON by path. Throws a sentence when there is none or it has faults. */
export const planCalled = (name: string): CompiledPlan => {
  const plan = seeded[name] ?? planFile(name);
  const result = compilePlan(plan);
  if (result.ok) return result.compiled;
  const faults = result.faults.map(({ where, fault, detail }) => `  ${where}: ${fault} ${detail}`);
  throw new Error(`the plan ${name} has faults:\n${faults.join('\n')}`);
};

const planFile = (path: string): Plan => {
  if (!path.endsWith('.json'))
    throw new Error(
      `no plan is called ${path}; there is ${Object.keys(seeded).join(', ')}, or give a plan's .json file`,
    );
  return JSON.parse(readFileSync(path, 'utf8')) as Plan;
};
