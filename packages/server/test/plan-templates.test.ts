import { planGraph, planTemplates } from '@lianxian/contract';
import { compilePlan, faultsOf } from '@lianxian/core';
import { createTypedTalk } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { planFrom } from '../seed/templates/index.ts';

test.each(planTemplates)('a plan of the template %s is without fault as it stands', template => {
  const plan = planFrom(template, '新话术');
  expect(faultsOf(plan)).toEqual([]);
  expect(planGraph.parse(plan)).toEqual(plan);
});

test.each(planTemplates)(
  'in a plan of the template %s 「在开会」 is no refusal, nor a day at which not to call a wish',
  template => {
    const result = compilePlan(planFrom(template, '新话术'));
    const plan = result.ok ? result.compiled : expect.unreachable();
    for (const text of ['我在开会呢', '我在开车', '今天别打了明天再打', '上班时间别打电话']) {
      const talk = createTypedTalk(plan);
      talk.begin();
      talk.say(text);
      talk.letFinish();
      expect(talk.state().counts).toMatchObject({ refusals: 0, notUnderstood: 0 });
      expect(talk.notes().some(({ type }) => type === 'callee.wantsNoMoreCalls')).toBe(false);
    }
  },
);
