import { expect, test } from 'vitest';
import { isTyping } from './keys.ts';

test.each([
  ['<input>', true],
  ['<select></select>', true],
  ['<textarea></textarea>', true],
  ['<div contenteditable><b></b></div>', true],
  ['<button role="combobox"></button>', true],
  ['<div contenteditable="false"></div>', false],
  ['<button></button>', false],
])('one types in %s: %s', (html, typing) => {
  const place = document.createElement('div');
  place.innerHTML = html;
  const target = place.querySelector('b') ?? place.firstElementChild;
  expect(isTyping({ target })).toBe(typing);
});

test('nobody types in a document or a window', () => {
  expect([document, window, null].map(target => isTyping({ target }))).toEqual([false, false, false]);
});
