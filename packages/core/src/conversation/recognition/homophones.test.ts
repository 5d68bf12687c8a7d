import { expect, test } from 'vitest';
import type { Intent, KnowledgeItem } from '../plan/plan.ts';
import { heardByEar } from './homophones.ts';
import { buildRecognition, recognise } from './recognise.ts';

/** By hand: the syllables of all that is said here, as the rim would make them. */
const sounding = `
bao报抱保包 gao告高搞 hui会回惠悔 yi议忆意一以 kong空恐 fu腹付复 gan感敢赶 xing兴性 qu趣去 zai在再 shi是时试 ma吗码 na拿
wo我 yao要 de的 bie别憋 da打达 le了 ni你 bu不 qi起 qian前钱 ji几计 tian天
`;
const known = new Map(
  [...sounding.matchAll(/([a-z]+)(\P{ASCII}+)/gu)].flatMap(([, syllable, chars]) =>
    [...chars!].map(char => [char, syllable!] as const),
  ),
);
const syllablesOf = (text: string) => Array.from(text, char => known.get(char) ?? '');

const item = (id: string, words: readonly string[]): KnowledgeItem => ({
  ...{ id, name: id, priority: 1, words, answers: ['好'], limit: 1 },
  ...{ interruption: { when: 'never' as const }, next: { resume: 'continue' as const } },
});
const no: Intent = { id: '没兴趣', name: '没兴趣', priority: 1, words: ['感兴趣'], means: 'yes' };
const never: Intent = { id: '别打', name: '别打', priority: 1, words: ['别打了'], means: 'refuse', noMoreCalls: true };
const plan = {
  intents: [no, never],
  knowledge: [item('报告', ['报告']), item('会议', ['会议']), item('空腹', ['空腹']), item('钱', ['钱'])],
};
const meant = (text: string, byEar = true) =>
  recognise(buildRecognition({ ...plan, defaults: { byEar } }, syllablesOf), text, syllablesOf(text)).map(
    ({ entry, by, means }) => `${entry.id} ${by}${means ? ` ${means}` : ''}`,
  );

test.each([
  ['我要拿抱告', ['报告 sound']],
  ['要恐付吗', ['空腹 sound']],
  ['我敢兴趣', ['没兴趣 sound yes']],
  ['不赶兴趣', ['没兴趣 sound no']],
])('a word of two syllables and more is heard though it is written otherwise: 「%s」 is %j', (text, ids) => {
  expect(meant(text)).toEqual(ids);
  expect(meant(text, false)).toEqual([]);
});

test.each([
  ['回忆', 'is a word of its own'],
  ['我不会一起去', 'is made of parts of others'],
  ['几天前', 'has one syllable'],
  ['憋打了', 'would call somebody never again'],
])('「%s」 is nothing of the plan: it %s', text => {
  expect(meant(text)).toEqual([]);
});

test('what is said outright comes first', () => {
  expect(meant('拿报告在回议')).toEqual(['报告 words']);
});

test('an operator is shown how his words may be written and are heard all the same', () => {
  const shown = heardByEar({ ...plan, defaults: { byEar: true } }, syllablesOf);
  expect(shown.map(({ owner }) => owner.id)).not.toContain('别打');
  const [first] = shown.find(({ owner }) => owner.id === '报告')!.heard;
  expect(first!.word).toBe('报告');
  expect(first!.written).not.toBe('报告');
  expect(meant(`我要拿${first!.written}`)).toEqual(['报告 sound']);
  expect(heardByEar({ ...plan, defaults: {} }, syllablesOf)).toEqual([]);
});
