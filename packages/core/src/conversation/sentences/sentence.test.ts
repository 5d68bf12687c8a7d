import { expect, test } from 'vitest';
import { smallPlan } from '../plan/small-plan.test-data.ts';
import { fixedPartsOf, placedSentences, renderSentence, variablesToFill } from './sentence.ts';

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

const recorded = {
  您好: ['a1', 'a2'],
  请记下: ['b1'],
  王女士: ['w1'],
  ...Object.fromEntries([...'幺三八'].map(digit => [digit, [`d${digit}`]])),
};

test('recorded parts carry their recording, a value its pieces where all are recorded', () => {
  const text = `您好，${slot('name')}，请记下${slot('phone')}。`;
  const sentence = renderSentence(text, variables, { name: '王女士', phone: '138' }, { recorded, turn: 3 });
  expect(sentence.text).toBe('您好，王女士，请记下138。');
  expect(sentence.segments.map(({ text: said, prompt }) => [said, prompt])).toEqual([
    ['您好，', 'a2'],
    ['王女士', 'w1'],
    ['，请记下', 'b1'],
    ['幺', 'd幺'],
    ['三', 'd三'],
    ['八', 'd八'],
    ['。', undefined],
  ]);
});

test('a value of which one piece is missing is synthesised whole', () => {
  const { segments } = renderSentence(slot('phone'), variables, { phone: '139' }, { recorded, turn: 0 });
  expect(segments).toEqual([{ text: '139', fixed: false, spoken: 'digits' }]);
});

test('a text named like something every object has is not recorded', () => {
  const { segments } = renderSentence('constructor', variables, {}, { recorded, turn: 0 });
  expect(segments).toEqual([{ text: 'constructor', fixed: true, spoken: 'asWritten' }]);
});

test('what a speaker records of a sentence are its parts between the variables', () => {
  expect(fixedPartsOf(`${slot('name')}，您好，共${slot('x')}元。`)).toEqual(['，您好，共', '元。']);
});

test('every sentence has its place, which stays when its text is changed', () => {
  const changed = JSON.parse(JSON.stringify(smallPlan).replace('您好', '你好'));
  const places = placedSentences(smallPlan).map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
  expect(placedSentences(changed).map(({ place }) => place)).toEqual(places);
});
