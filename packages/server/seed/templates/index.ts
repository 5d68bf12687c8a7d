import type { PlanTemplate } from '@lianxian/contract';
import { type Plan, type WordGroups, withAllParts } from '@lianxian/core';
import { empty } from './empty.ts';
import { invitation } from './invitation.ts';
import type { Template } from './parts.ts';
import { reminder } from './reminder.ts';
import { survey } from './survey.ts';

const templates: Readonly<Record<PlanTemplate, Template>> = {
  empty,
  invitation,
  reminder,
  survey,
};

/** A new plan's first draft: its template with all the parts, which listen by the merchant's groups of their names. */
export const planFrom = (template: PlanTemplate, name: string, groups: WordGroups): Plan => {
  const { plan, answers } = templates[template];
  return withAllParts({ ...plan, name }, groups, answers);
};
