import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import captcha from 'svg-captcha';
import { bitmapSvg } from './captcha-bitmap.ts';
import { band, blot, type Command, distorted, type Polygon, polygonsOf, waved } from './captcha-shapes.ts';

/**
 * Four letters as a picture. The library draws each letter as a path of its own, a little shaken: 25 lines that compare
 * its commands with the font's read all of them. Here letters are bent one by one and together, noise is laid across
 * them, and what comes out is one bitmap.
 */

// The package's own font has no licence; Barlow is under the OFL.
captcha.loadFont(createRequire(import.meta.url).resolve('@fontsource/barlow/files/barlow-latin-600-normal.woff'));

interface Font {
  readonly charToGlyph: (letter: string) => {
    readonly getPath: (
      x: number,
      y: number,
      size: number,
    ) => {
      readonly commands: readonly Command[];
      readonly getBoundingBox?: () => unknown;
    };
  };
}
const { font } = captcha.options as unknown as { readonly font: Font };

/** None is taken for another (0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G). */
const LETTERS = 'ACDEFHJKMNPRTUVWXY34679';
const SIZE = 4;
export const [WIDTH, HEIGHT] = [110, 40];
const FONT_SIZE = 33;
const BANDS = 2;
const BLOTS = 10;

const middleOf = (polygons: readonly Polygon[]): readonly [number, number] => {
  const points = polygons.flat();
  const middle = (n: 0 | 1): number => {
    const values = points.map(point => point[n]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return [middle(0), middle(1)];
};

const letterAt = (letter: string, place: number): readonly Polygon[] => {
  const drawn = polygonsOf(font.charToGlyph(letter).getPath(0, 0, FONT_SIZE).commands);
  const [x, y] = middleOf(drawn);
  const to = [((place + 0.5) * (WIDTH - 10)) / SIZE + 5, HEIGHT / 2] as const;
  const moved = drawn.map(polygon => polygon.map(point => [point[0] - x + to[0], point[1] - y + to[1]] as const));
  return distorted(moved, to);
};

/** Draws these letters, at most four; another picture each time. */
export const drawCaptcha = (text: string): string => {
  const letters = [...text].flatMap((letter, place) => letterAt(letter, place));
  const noise = [
    ...Array.from({ length: BANDS }, () => band(WIDTH, HEIGHT)),
    ...Array.from({ length: BLOTS }, () => blot(WIDTH, HEIGHT)),
  ];
  return bitmapSvg(waved([...letters, ...noise]), WIDTH, HEIGHT);
};

export const newCaptcha = (): { readonly text: string; readonly image: string } => {
  const text = Array.from({ length: SIZE }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return { text, image: drawCaptcha(text) };
};
