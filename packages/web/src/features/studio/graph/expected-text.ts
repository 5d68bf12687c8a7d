import type { Plan } from '@lianxian/core';
import { wordOfExit } from './faces.ts';

/** What a test expected, or what was, in words. */
export const expectedText = (plan: Plan, what: string, text: string): string => {
  if (text === '') return text;
  if (what === 'endedBy') return wordOfExit(plan, `${text}HungUp`);
  return what === 'understood' ? wordOfExit(plan, text) : text;
};
