import { createRequire } from 'node:module';
import captcha from 'svg-captcha';
import { expect, test } from 'vitest';
import { drawCaptcha, newCaptcha } from './captcha-picture.ts';

/**
 * The solver that read a thousand of a thousand: each letter was a path of its own, so its commands say which glyph it
 * is, and a shake of a tenth of a unit hides nothing.
 */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679';
const require = createRequire(import.meta.url);
captcha.loadFont(require.resolve('@fontsource/barlow/files/barlow-latin-600-normal.woff'));
interface Glyph {
  getPath(x: number, y: number, size: number): { toPathData(): string };
}
const { font } = captcha.options as unknown as { font: { charToGlyph(letter: string): Glyph } };

const numbersOf = (d: string) => (d.match(/-?[\d.]+/g) ?? []).map(Number);
const commandsOf = (d: string) => d.replace(/[^MLQCZ]/g, '');
const shapeOf = (d: string) => {
  const values = numbersOf(d);
  return values.map((value, n) => value - (values[n % 2] ?? 0));
};
const known = [...LETTERS].map(letter => {
  const d = font.charToGlyph(letter).getPath(0, 0, 38).toPathData();
  return { letter, commands: commandsOf(d), shape: shapeOf(d) };
});
const solve = (svg: string): string =>
  [...svg.matchAll(/<path [^>]*?d="([^"]+)"[^>]*>/g)]
    .filter(([element]) => !element.includes('fill="none"'))
    .map(([, d = '']) => {
      const [shape, commands] = [shapeOf(d), commandsOf(d)];
      const far = (glyph: (typeof known)[number]) =>
        glyph.commands === commands
          ? Math.max(...shape.map((value, n) => Math.abs(value - (glyph.shape[n] ?? 0))))
          : 1e9;
      const best = known.toSorted((a, b) => far(a) - far(b))[0];
      return { x: numbersOf(d)[0] ?? 0, letter: best !== undefined && far(best) < 5 ? best.letter : '' };
    })
    .toSorted((a, b) => a.x - b.x)
    .map(({ letter }) => letter)
    .join('');

const ROUNDS = 50;

test('the solver by outlines reads the library’s pictures, and none of ours', () => {
  const shaken = { size: 4, noise: 2, width: 110, height: 40, fontSize: 38, charPreset: LETTERS };
  const theirs = Array.from({ length: ROUNDS }, () => captcha.create(shaken)).filter(
    ({ text, data }) => solve(data) === text,
  );
  expect(theirs.length, 'of the library’s').toBeGreaterThan(ROUNDS * 0.9);
  const ours = Array.from({ length: ROUNDS }, newCaptcha);
  expect(ours.filter(({ text, image }) => solve(image) === text)).toEqual([]);
  for (const { image } of ours) expect(image).toMatch(/^<svg [^>]+><image [^>]+\/><\/svg>$/);
});

test('the same letters are another picture each time, and each picture is small', () => {
  const pictures = Array.from({ length: 20 }, () => drawCaptcha('K7MP'));
  expect(new Set(pictures).size).toBe(20);
  for (const picture of pictures) expect(picture.length).toBeLessThan(8_000);
});
