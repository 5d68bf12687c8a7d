import { expect, test, vi } from 'vitest';
import { untilKept } from './until-kept.ts';

test('what fails is done again until it is done, once', async () => {
  const keep = untilKept(1);
  const work = vi.fn(async () => 'kept').mockRejectedValueOnce(new Error('away'));
  expect(await keep(work)).toBe('kept');
  expect(work).toHaveBeenCalledTimes(2);
});

test('who ends does not wait for it', async () => {
  const keep = untilKept();
  const away = async (): Promise<void> => Promise.reject(new Error('away'));
  const waiting = expect(keep(away)).rejects.toThrow('away');
  keep.stop();
  await waiting;
  await expect(keep(away)).rejects.toThrow('away');
});
