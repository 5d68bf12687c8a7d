import type { PlanTemplate } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { emptyPlan } from './empty.ts';
import { invitation } from './invitation.ts';
import { reminder } from './reminder.ts';
import { survey } from './survey.ts';

const templates: Readonly<Record<PlanTemplate, Plan>> = { empty: emptyPlan, invitation, reminder, survey };

/** A new plan's first draft. */
export const planFrom = (template: PlanTemplate, name: string): Plan => ({ ...templates[template], name });
