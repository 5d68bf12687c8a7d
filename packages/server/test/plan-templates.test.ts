import { planGraph, planTemplates } from '@lianxian/contract';
import { faultsOf } from '@lianxian/core';
import { expect, test } from 'vitest';
import { planFrom } from '../seed/templates/index.ts';

test.each(planTemplates)('a plan of the template %s is without fault as it stands', template => {
  const plan = planFrom(template, '新话术');
  expect(faultsOf(plan)).toEqual([]);
  expect(planGraph.parse(plan)).toEqual(plan);
});
