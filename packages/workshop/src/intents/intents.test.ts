import { tidy } from '@lianxian/core';
import { expect, test } from 'vitest';
import { builtInTopics, tradeTopics } from '../../../core/src/conversation/recognition/built-in/topics.ts';
import { coursePlan } from './course-plan.ts';
import { measureAll, methods, sets } from './measure.ts';
import { intentTable, readMeasured } from './table.ts';
import { measureTrades, saidOfTrades } from './trades.ts';

const owners = [...coursePlan.intents, ...coursePlan.knowledge];
const listed = owners.flatMap(({ words, sounds = [], exact = [], likes = [] }) => [
  ...words,
  ...sounds,
  ...exact,
  ...likes,
]);
const all = [...sets.heldOut, ...sets.development, ...sets.misheard];

test('two hundred sentences and more are measured, each once, in words that no list of the plan holds', () => {
  expect(sets.development.length).toBeGreaterThanOrEqual(200);
  expect(sets.heldOut.length).toBe(150);
  expect(sets.heldOut.filter(({ means }) => means === null).length).toBe(40);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(all.filter(({ text }) => listed.some(word => tidy(text).includes(tidy(word))))).toEqual([]);
  const known = new Set(owners.map(({ id }) => id));
  expect(all.filter(({ means }) => means !== null && !known.has(means))).toEqual([]);
});

test('no sentence that is measured stands in the built-in intents, whatever particles are around it', () => {
  const bare = (text: string) =>
    tidy(text)
      .replace(/[，。！？、；：,.!?;:…~]/g, '')
      .replace(/^[啊呀哦噢喔嗯呢吧的啦了哈诶唉呃额哎]+|[啊呀哦噢喔嗯呢吧的啦了哈诶唉呃额哎]+$/g, '');
  const kept = new Set([...builtInTopics, ...tradeTopics].flatMap(({ sentences }) => sentences.map(bare)));
  expect([...all, ...saidOfTrades].filter(({ text }) => kept.has(bare(text)))).toEqual([]);
});

test('the table that was published is what is measured', () => {
  const measured = Object.fromEntries(methods.map(method => [method, measureAll(method)]));
  expect({ ...measured, trades: measureTrades() }).toEqual(readMeasured());
});

test('the table says what each method understands, held-out sentences first', () => {
  const outcome = { right: 1, wrong: 2, not: 3 };
  const of = { heldOut: outcome, development: outcome, misheard: outcome };
  const lines = intentTable({ words: of, likes: of, kept: of, sounds: of, byEar: of, trades: outcome }, 'en').split(
    '\n',
  );
  expect(lines[0]).toBe('| method | right | wrong | not |');
  expect(lines[2]).toMatch(/^\| \*\*150 sentences written afterwards, in words of no list; 40 mean nothing/);
  expect(lines[4]).toBe('| + the plan’s own similar sentences | 1 | 2 | 3 |');
  expect(lines[5]).toBe('| + the common meanings it took | 1 | 2 | 3 |');
});
