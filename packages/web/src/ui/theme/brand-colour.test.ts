import { expect, test } from 'vitest';
import { contrastOf } from './brand-colour.ts';
import { coloursOf, type Mode, type ThemeName, themes } from './tokens.ts';

const named = Object.keys(themes) as ThemeName[];
const modes: readonly Mode[] = ['light', 'dark'];
/** Of every hue, and the ends: nothing that somebody may type is left unreadable. */
const own = [
  '#ffffff',
  '#000000',
  '#ffe600',
  '#00ff00',
  '#0a1640',
  '#1d6fe0',
  '#ff5a5f',
  '#7f7f7f',
  '#c7b8ff',
  '#3b0000',
];

test('contrast is what WCAG has for known pairs', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
});

test.each(own)('on an own colour, %s, and of it everything can be read, in all themes, light and dark', colour => {
  for (const theme of named)
    for (const mode of modes) {
      const { brand, brandH, brandText, brandT, sheet, sheet2, hover } = coloursOf(theme, mode, colour);
      const pairs = [
        ['#ffffff', brand],
        ['#ffffff', brandH],
        ...[sheet, sheet2, hover, brandT].map(ground => [brandText, ground] as const),
      ] as const;
      for (const [text, ground] of pairs)
        expect(contrastOf(text, ground), `${theme} ${mode}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
});

test('a colour that can be read stays as it is, and without one the theme has its own', () => {
  expect(coloursOf('default', 'light', '#1b43a8').brand).toBe('#1b43a8');
  expect(coloursOf('default', 'light').brand).toBe(themes.default.light.brand);
});
