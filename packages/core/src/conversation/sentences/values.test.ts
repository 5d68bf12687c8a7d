import { expect, test } from 'vitest';
import { holds } from '../walk/conditions.ts';
import { renderSentence } from './sentence.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a variable called %s, as every object has something, is one like any other',
  name => {
    const sentence = renderSentence(`您好\${${name}}`, new Map(), {}, { recorded: {}, turn: 0 });
    expect(sentence.text).toBe('您好');
    expect(holds({ variable: name, is: 'filled' }, {}, 600)).toBe(false);
    expect(holds({ variable: name, is: 'equal', value: '' }, {}, 600)).toBe(true);
  },
);
