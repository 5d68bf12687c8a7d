import { expect, test } from 'vitest';
import { keyCap, presses, strokeOf } from './keys.ts';

const pressed = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
});

test('a stroke is the key with what is held beside it; ⌘ is as good as Ctrl', () => {
  expect(strokeOf(pressed('K', { ctrlKey: true }))).toBe('ctrl+k');
  expect(strokeOf(pressed('k', { metaKey: true }))).toBe('ctrl+k');
  expect(strokeOf(pressed('ArrowUp'))).toBe('ArrowUp');
  expect(presses(pressed('ArrowUp', { altKey: true }), ['ArrowUp'])).toBe(false);
});

test.each([
  ['ctrl+k', 'Ctrl K'],
  ['ctrl+Enter', 'Ctrl Enter'],
  ['n', 'n'],
  [' ', '空格'],
  ['ArrowLeft', '←'],
  ['Escape', 'Esc'],
  ['Delete', 'Delete'],
])('%s stands on the keyboard as %s', (stroke, cap) => expect(keyCap(stroke, '空格')).toBe(cap));
