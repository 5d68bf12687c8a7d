import { expect, test } from 'vitest';
import { nodeSize } from '../graph/node-shape.ts';
import { createLook, put, reveal, wholeLook } from './studio-context.ts';

const size = { width: 650, height: 700 };

test.each([
  ['fifty-six nodes below each other', { x: -40, y: 0, width: nodeSize.width, height: 56 * 174 }],
  ['thirty beside each other', { x: 900, y: -3_000, width: 30 * 274, height: 122 }],
  ['a single one', { x: 5, y: 5, ...nodeSize }],
])('all of %s is seen, none of it larger than it is', (_, box) => {
  const { x, y, zoom } = wholeLook(box, size);
  const [left, top] = [box.x * zoom + x, box.y * zoom + y];
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(left + box.width * zoom).toBeLessThanOrEqual(size.width);
  expect(top + box.height * zoom).toBeLessThanOrEqual(size.height);
  expect(zoom).toBeLessThanOrEqual(1);
});

test('what is brought into view moves the canvas no further than it takes', () => {
  const look = createLook();
  look.setState({ size });
  put(look, 'f', { x: 0, y: 0, zoom: 1 });
  reveal(look, 'f', { x: 100, y: 100, ...nodeSize });
  expect(look.getState().viewports.f).toEqual({ x: 0, y: 0, zoom: 1 });
  reveal(look, 'f', { x: 600, y: -300, ...nodeSize });
  const { x, y } = look.getState().viewports.f!;
  expect([600 + x + nodeSize.width <= size.width, -300 + y >= 0]).toEqual([true, true]);
  expect(y).toBeLessThan(400);
});
