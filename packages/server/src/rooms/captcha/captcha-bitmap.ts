import { crc32, deflateSync } from 'node:zlib';
import type { Polygon } from './captcha-shapes.ts';

/** Points of the picture a unit: screens show it sharp. Each is sampled twice each way, so edges are soft. */
const SCALE = 2;
const SAMPLES = 2;
const INK = 0x2a;

const edgesOf = (polygons: readonly Polygon[]) =>
  polygons.flatMap(polygon =>
    polygon
      .map((from, n) => [from, polygon[(n + 1) % polygon.length] ?? from] as const)
      .filter(([a, b]) => a[1] !== b[1]),
  );

/** How much of each point is covered, 0–255, row by row; even-odd. */
const coverageOf = (polygons: readonly Polygon[], columns: number, rows: number): Uint8Array => {
  const counts = new Uint8Array(columns * rows);
  const edges = edgesOf(polygons);
  const fine = SCALE * SAMPLES;
  for (let line = 0; line < rows * SAMPLES; line += 1) {
    const y = (line + 0.5) / fine;
    const crossings = edges
      .filter(([a, b]) => a[1] <= y !== b[1] <= y)
      .map(([a, b]) => (a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) * fine)
      .sort((a, b) => a - b);
    const row = Math.floor(line / SAMPLES) * columns;
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const [from, to] = [Math.max(0, Math.round(crossings[n] ?? 0)), Math.round(crossings[n + 1] ?? 0)];
      for (let x = from; x < Math.min(to, columns * SAMPLES); x += 1) {
        const place = row + Math.floor(x / SAMPLES);
        counts[place] = (counts[place] ?? 0) + 1;
      }
    }
  }
  return counts.map(count => Math.round((255 * count) / (SAMPLES * SAMPLES)));
};

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG (W3C, third edition): grey with alpha, eight bits each, no filter. */
const pngOf = (coverage: Uint8Array, columns: number, rows: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 4, 0, 0, 0], 8);
  const lines = Buffer.alloc(rows * (1 + 2 * columns));
  for (const [place, alpha] of coverage.entries()) {
    const at = Math.floor(place / columns) * (1 + 2 * columns) + 1 + 2 * (place % columns);
    lines[at] = INK;
    lines[at + 1] = alpha;
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** SVG text whose one element is a bitmap: there is no outline in it to compare with a font's. */
export const bitmapSvg = (polygons: readonly Polygon[], width: number, height: number): string => {
  const [columns, rows] = [width * SCALE, height * SCALE];
  const png = pngOf(coverageOf(polygons, columns, rows), columns, rows).toString('base64');
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}"><image ${size} href="data:image/png;base64,${png}"/></svg>`;
};
