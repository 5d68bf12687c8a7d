import { randomInt } from 'node:crypto';

/** Closed polygons in the picture's units; what two of them cover both is empty (even-odd), so noise cuts letters. */
type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** A glyph's outline as the font library gives it. */
export interface Command {
  readonly type: 'M' | 'L' | 'C' | 'Q' | 'Z';
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
}

const STEPS = 1_000_000;
/** Evenly between; nobody guesses the next one. */
const between = (from: number, to: number): number => from + ((to - from) * randomInt(STEPS)) / STEPS;

const CURVE_POINTS = 8;

const onCurve = (from: Point, { type, x = 0, y = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0 }: Command, t: number): Point => {
  const u = 1 - t;
  const at = (a: number, b: number, c: number, d: number): number =>
    type === 'C'
      ? u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
      : u * u * a + 2 * u * t * b + t * t * d;
  return [at(from[0], x1, x2, x), at(from[1], y1, y2, y)];
};

/** Curves become short lines: nothing of how the font's maker drew it is left. */
export const polygonsOf = (commands: readonly Command[]): readonly Polygon[] => {
  const polygons: Point[][] = [];
  let last: Point = [0, 0];
  for (const command of commands) {
    const { type, x = 0, y = 0 } = command;
    if (type === 'Z') continue;
    if (type === 'M') polygons.push([[x, y]]);
    else if (type === 'L') polygons.at(-1)?.push([x, y]);
    else for (let n = 1; n <= CURVE_POINTS; n += 1) polygons.at(-1)?.push(onCurve(last, command, n / CURVE_POINTS));
    last = [x, y];
  }
  return polygons;
};

/** Turned, stretched and leaned round its middle, each letter in another way. */
export const distorted = (polygons: readonly Polygon[], [middleX, middleY]: Point): readonly Polygon[] => {
  const [turn, lean, wide, high] = [
    between(-0.26, 0.26),
    between(-0.25, 0.25),
    between(0.85, 1.15),
    between(0.85, 1.1),
  ];
  const [dx, dy] = [between(-2, 2), between(-3, 3)];
  return polygons.map(polygon =>
    polygon.map(([x, y]) => {
      const [fromX, fromY] = [(x - middleX) * wide + (y - middleY) * lean, (y - middleY) * high];
      return [
        middleX + dx + fromX * Math.cos(turn) - fromY * Math.sin(turn),
        middleY + dy + fromX * Math.sin(turn) + fromY * Math.cos(turn),
      ] as const;
    }),
  );
};

/** A wave through the whole picture, another one each time. */
export const waved = (polygons: readonly Polygon[]): readonly Polygon[] => {
  const wave = () => ({ high: between(1, 2.6), long: between(28, 60), begin: between(0, 2 * Math.PI) });
  const [across, down] = [wave(), wave()];
  const by = ({ high, long, begin }: typeof across, place: number) =>
    high * Math.sin((2 * Math.PI * place) / long + begin);
  return polygons.map(polygon => polygon.map(([x, y]) => [x + by(across, y), y + by(down, x)] as const));
};

/** A band as thick as a pen from one side to the other. */
export const band = (width: number, height: number): Polygon => {
  const [thick, from, to] = [between(1, 1.5), between(6, height - 6), between(6, height - 6)];
  const [bow, begin] = [between(4, 11), between(0, Math.PI)];
  const middle = (part: number): Point => [
    part * width,
    from + (to - from) * part + bow * Math.sin(begin + part * Math.PI * 1.6),
  ];
  const parts = Array.from({ length: 25 }, (_, n) => n / 24);
  const there = parts.map(part => middle(part));
  return [...there, ...there.map(([x, y]) => [x, y + thick] as const).reverse()];
};

/** A blot somewhere. */
export const blot = (width: number, height: number): Polygon => {
  const [x, y, size] = [between(4, width - 4), between(4, height - 4), between(0.8, 2.2)];
  return Array.from({ length: 7 }, (_, n) => {
    const [turn, far] = [(2 * Math.PI * n) / 7, size * between(0.6, 1.3)];
    return [x + far * Math.cos(turn), y + far * Math.sin(turn)] as const;
  });
};
