import { expect, test } from 'vitest';
import { holds } from '../walk/conditions.ts';
import { renderSentence } from './sentence.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a variable called %s, as every object has something, is one like any other',
  name => {
    const sentence = renderSentence(`您好\${${name}}`, new Map(), {}, { recorded: {}, turn: 0 });
    expect(sentence.text).toBe('您好');
    const known = { values: {}, dates: {}, date: '2026-12-02', minuteOfDay: 600 };
    expect(holds({ variable: name, is: 'filled' }, known)).toBe(false);
    expect(holds({ variable: name, is: 'equal', value: '' }, known)).toBe(true);
    expect(holds({ variable: name, is: 'date', date: { of: 'days', from: { ahead: 0 } } }, known)).toBe(false);
  },
);
