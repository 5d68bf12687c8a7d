import { expect, test } from 'vitest';
import type { ConditionNode } from '../plan/plan.ts';
import { ask, smallPlan as plan } from '../plan/small-plan.test-data.ts';
import { sideTexts } from './side-texts.ts';

/** As its first node says it. */
const asks = ['您好，{称呼}，方便吗？', '现在方便吗？'];
const sides = (mine: unknown, theirs: unknown) => sideTexts({ plan, part: mine }, { plan, part: theirs });

test('both sides read as what they say; what is gone says nothing', () => {
  expect(sides({ ...ask, sentences: ['早上好'] }, undefined)).toEqual({ mine: '早上好', theirs: '' });
  expect(sides(ask, { ...ask, name: '问好' })).toEqual({
    mine: ['开场', ...asks].join(' / '),
    theirs: ['问好', ...asks].join(' / '),
  });
  expect(sides('问卷', '调查问卷')).toEqual({ mine: '问卷', theirs: '调查问卷' });
});

test('a condition reads as what must hold and where it leads, by names', () => {
  const node: ConditionNode = {
    ...{ kind: 'condition', id: 'n9', name: '多大', otherwise: 'bye' },
    branches: [{ when: { variable: 'age', is: 'less', value: '7' }, to: 'menu' }],
  };
  const later = { all: [...node.branches.map(({ when }) => when), { timeOfDay: { from: 540, to: 1_085 } }] };
  expect(sides(node, { ...node, branches: [{ when: later, to: 'age' }] })).toEqual({
    mine: '年龄 < 7 → 按键 / → 再见',
    theirs: '年龄 < 7 & 09:00–18:05 → 问年龄 / → 再见',
  });
});

test('where both say the same they read by the settings in which they differ', () => {
  const other = { ...ask, visits: { most: 3, to: 'bye' } };
  expect(sides({ ...ask, visits: { most: 2, to: 'bye' } }, other)).toEqual({
    mine: [...asks, 'most 2'].join(' / '),
    theirs: [...asks, 'most 3'].join(' / '),
  });
  expect(sides(7, 8)).toEqual({ mine: '7', theirs: '8' });
});
