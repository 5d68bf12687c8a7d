import { expect, test } from 'vitest';
import { createPlayout, FRAME_SAMPLES } from './playout.ts';

const audio = (byte: number, length: number): Uint8Array => new Uint8Array(length).fill(byte);

/** Frames as [first byte, last byte], or what has just ended. */
const run = (playout: ReturnType<typeof createPlayout>, frames: number): string[] => {
  const target = new Uint8Array(FRAME_SAMPLES);
  const seen: string[] = [];
  for (let n = 0; n < frames; n += 1) {
    const finished = playout.finished();
    if (finished) seen.push(`${finished.id} heard ${finished.heardMs}`);
    seen.push(playout.frame(target, 0) ? `${target[0]}…${target[159]}` : 'nothing');
  }
  return seen;
};

test('prompts follow each other, the last frame is filled with silence, and an end is told when it was heard', () => {
  const playout = createPlayout();
  playout.play(1, audio(7, 200));
  playout.play(2, audio(9, 160));
  expect(run(playout, 5)).toEqual(['7…7', '7…213', '1 heard 25', '9…9', '2 heard 20', 'nothing', 'nothing']);
});

test('stopping says how much of each was heard', () => {
  const playout = createPlayout();
  playout.play(1, audio(7, 1_600));
  playout.play(2, audio(9, 160));
  run(playout, 3);
  expect(playout.stop()).toEqual([
    { id: 1, heardMs: 60, complete: false },
    { id: 2, heardMs: 0, complete: false },
  ]);
  expect(run(playout, 1)).toEqual(['nothing']);
});

test('a prompt whose last frame has left is complete even when stopped then', () => {
  const playout = createPlayout();
  playout.play(1, audio(7, 100));
  run(playout, 1);
  expect(playout.stop()).toEqual([{ id: 1, heardMs: 12.5, complete: true }]);
});

test('an empty prompt is over at once', () => {
  const playout = createPlayout();
  playout.play(1, audio(7, 0));
  expect(run(playout, 1)).toEqual(['1 heard 0', 'nothing']);
});

test('a caller who queues without end is refused', () => {
  const playout = createPlayout();
  for (let id = 0; id < 256; id += 1) playout.play(id, audio(7, 1));
  expect(() => playout.play(256, audio(7, 1))).toThrow(RangeError);
});

test('a prompt of several sounds plays them without a seam, from where it is to begin', () => {
  const playout = createPlayout();
  playout.play(1, [audio(1, 80), audio(2, 0), audio(3, 160), audio(4, 160)], 15);
  expect(run(playout, 4)).toEqual(['3…4', '4…213', '1 heard 50', 'nothing', 'nothing']);
  playout.play(2, [audio(1, 160), audio(2, 1_600)], 40);
  run(playout, 1);
  expect(playout.stop()).toEqual([{ id: 2, heardMs: 60, complete: false }]);
  playout.play(3, audio(1, 160), 5_000);
  expect(run(playout, 1)).toEqual(['3 heard 20', 'nothing']);
});
