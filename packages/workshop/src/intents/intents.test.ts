import { tidy } from '@lianxian/core';
import { expect, test } from 'vitest';
import { coursePlan } from './course-plan.ts';
import { measure, methods, sets } from './measure.ts';
import { intentTable, readMeasured } from './table.ts';

const owners = [...coursePlan.intents, ...coursePlan.knowledge];
const listed = owners.flatMap(({ words, sounds = [], exact = [], likes = [] }) => [
  ...words,
  ...sounds,
  ...exact,
  ...likes,
]);
const all = [...sets.newWording, ...sets.misheard];

test('two hundred sentences and more are measured, each once, in words that no list of the plan holds', () => {
  expect(sets.newWording.length).toBeGreaterThanOrEqual(200);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(all.filter(({ text }) => listed.some(word => tidy(text).includes(tidy(word))))).toEqual([]);
  const known = new Set(owners.map(({ id }) => id));
  expect(all.filter(({ means }) => means !== null && !known.has(means))).toEqual([]);
});

test('the table that was published is what is measured', () => {
  const measured = Object.fromEntries(
    methods.map(method => [
      method,
      { newWording: measure(method, sets.newWording), misheard: measure(method, sets.misheard) },
    ]),
  );
  expect(measured).toEqual(readMeasured());
});

test('the table says what each method understands', () => {
  const outcome = { right: 1, wrong: 2, not: 3 };
  const of = { newWording: outcome, misheard: outcome };
  const lines = intentTable({ words: of, likes: of, sounds: of }, 'en').split('\n');
  expect(lines[0]).toBe('| method | right | wrong | not |');
  expect(lines[4]).toBe('| + similar sentences | 1 | 2 | 3 |');
});
