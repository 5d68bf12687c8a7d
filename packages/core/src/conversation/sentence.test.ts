import { expect, test } from 'vitest';
import { renderSentence, variablesToFill } from './sentence.ts';
import { smallPlan } from './small-plan.test-data.ts';

const slot = (name: string): string => `\${${name}}`;
const variables = new Map([
  ['name', { name: 'name', label: '称呼', fallback: '', spoken: 'asWritten' as const }],
  ['city', { name: 'city', label: '城市', fallback: '贵校', spoken: 'asWritten' as const }],
  ['phone', { name: 'phone', label: '号码', fallback: '', spoken: 'digits' as const }],
]);

test('fixed parts stay shared prompts and variables are filled for the callee', () => {
  expect(
    renderSentence(`您好，${slot('name')}，请记下${slot('phone')}。`, variables, { name: '王女士', phone: '138' }),
  ).toEqual({
    text: '您好，王女士，请记下138。',
    segments: [
      { text: '您好，', fixed: true, spoken: 'asWritten' },
      { text: '王女士', fixed: false, spoken: 'asWritten' },
      { text: '，请记下', fixed: true, spoken: 'asWritten' },
      { text: '138', fixed: false, spoken: 'digits' },
      { text: '。', fixed: true, spoken: 'asWritten' },
    ],
  });
});

test.each<[string, Record<string, string>, string]>([
  [`您好，${slot('name')}，我是小启。`, {}, '您好，我是小启。'],
  [`${slot('name')}，您好。`, {}, '您好。'],
  [`${slot('name')}，您好。`, { name: '  ' }, '您好。'],
  [`我在${slot('city')}。`, {}, '我在贵校。'],
  [`我在${slot('city')}。`, { city: '苏州' }, '我在苏州。'],
  [slot('name'), {}, ''],
  ['没有变量。', {}, '没有变量。'],
])('%s with %j is said as 「%s」', (template, values, text) => {
  expect(renderSentence(template, variables, values).text).toBe(text);
});

test('what its sentences say and no collect node asks for is filled from outside', () => {
  const own = [...smallPlan.variables, variables.get('city')!];
  const farewell = `${slot('name')}，${slot('phone')}，再见。`;
  const plan = { ...smallPlan, variables: own, defaults: { ...smallPlan.defaults, farewell } };
  expect(variablesToFill(plan).map(({ name }) => name)).toEqual(['name']);
});
