import type { PlanTemplate } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { emptyPlan } from './templates/empty.ts';

const templates: Readonly<Record<PlanTemplate, Plan>> = { empty: emptyPlan };

/** A new plan's first draft. */
export const planFrom = (template: PlanTemplate, name: string): Plan => ({ ...templates[template], name });
