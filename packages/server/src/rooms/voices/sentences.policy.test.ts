import type { Plan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { frozenOf, gapsOf, type Recording, recordedSentences, synthesisedOf } from './sentences.policy.ts';

const slot = (name: string): string => `\${${name}}`;
const planOf = (sentences: readonly string[], voice?: Plan['defaults']['voice']): Plan => ({
  name: '话术',
  variables: [{ name: 'name', label: '称呼', fallback: '', spoken: 'surname' }],
  rootFlow: 'main',
  flows: [{ id: 'main', name: '主流程', rootNode: 'a', nodes: [{ kind: 'hangup', id: 'a', name: '结束', sentences }] }],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
    farewell: '再见。',
    ...(voice === undefined ? {} : { voice }),
  },
});
let next = 0;
const recording = (key: string, part: Partial<Recording> = {}): Recording => {
  next += 1;
  const base = {
    id: String(next),
    text: key,
    key,
    kind: 'sentence',
    speaker: '李敏',
    chosen: true,
    place: '',
  } as const;
  return { ...base, sound: `s${next}`, ...part };
};
const bye = recording('再见');
const statesOf = (plan: Plan, all: readonly Recording[]) => recordedSentences(plan, all).map(({ state }) => state);

test('a sentence is recorded when all its parts between variables are; marks at the ends do not matter', () => {
  const plan = planOf([`您好，${slot('name')}，方便吗？`]);
  expect(statesOf(plan, [bye, recording('您好')])).toEqual(['missing', 'recorded']);
  expect(statesOf(plan, [bye, recording('您好'), recording('方便吗')])).toEqual(['recorded', 'recorded']);
});

test('a text that was changed after it was recorded is known by its place', () => {
  const before = recording('您好', { place: 'a/says/0.0' });
  const [sentence] = recordedSentences(planOf(['您好呀']), [bye, before]);
  expect(sentence).toMatchObject({ state: 'changed', parts: [{ text: '您好呀', was: { text: '您好' } }] });
});

test('only a plan that is to be recorded has gaps; sentences synthesised by choice are none', () => {
  const sentences = ['您好', '方便吗'];
  expect(gapsOf(planOf(sentences), [bye])).toEqual([]);
  const plan = planOf(sentences, { source: 'recorded', synthesised: ['方便吗'] });
  expect(gapsOf(plan, [bye]).map(({ place, state }) => [place, state])).toEqual([['a/says/0', 'missing']]);
});

test('a plan with a speaker takes recordings of that one alone, base voices apart', () => {
  const plan = planOf(['您好', '嗯'], { source: 'recorded', speaker: '李敏' });
  const others = [recording('您好', { speaker: '王强' }), recording('嗯', { speaker: '王强', kind: 'base' })];
  expect(gapsOf(plan, [bye, ...others]).map(({ text }) => text)).toEqual(['您好']);
});

test('a version carries the takes in use, in the order they were recorded, and the pieces of values', () => {
  const takes = [recording('您好', { sound: 'one' }), recording('您好', { sound: 'two' })];
  const off = recording('您好', { sound: 'off', chosen: false });
  const piece = recording('女士', { kind: 'piece', sound: 'piece' });
  const frozen = frozenOf(planOf(['您好。']), [...takes, off, piece, recording('别的')]);
  expect(frozen).toEqual({ 您好: ['one', 'two'], 女士: ['piece'] });
});

test('a version says how much of it a voice is heard in: what is not recorded, and values that no piece tells', () => {
  const plan = planOf(['您好', `再打给${slot('name')}`, '方便吗']);
  const recorded = { 您好: ['a'], 再打给: ['b'], 再见: ['c'] };
  expect(synthesisedOf({ ...plan, recorded })).toEqual({ sentences: 4, synthesised: 2 });
  expect(synthesisedOf({ ...planOf(['您好']), recorded })).toEqual({ sentences: 2, synthesised: 0 });
});
