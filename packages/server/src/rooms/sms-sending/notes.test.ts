import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { openNotes } from './notes.ts';
import type { HandedOver } from './settle.ts';

const log = openLog('silent', 'test');
const answer = (id: string): HandedOver => ({
  id,
  providerId: '1',
  answer: { type: 'accepted', refs: [] },
  free: false,
});

test('an answer that comes while earlier ones are being written is written after them', async () => {
  const batches: string[][] = [];
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const notes = openNotes(async batch => {
    batches.push(batch.map(({ id }) => id));
    begun.resolve();
    await release.promise;
  }, log);
  const early = [notes.keep(answer('1')), notes.keep(answer('2'))];
  await begun.promise;
  const late = notes.keep(answer('3'));
  release.resolve();
  await Promise.all([...early, late]);
  expect(batches).toEqual([['1', '2'], ['3']]);
  await notes.keep(answer('4'));
  expect(batches.at(-1)).toEqual(['4']);
});

test('a database that is away is asked again, in the same order; who closes gives up', async () => {
  const batches: string[][] = [];
  let failures = 1;
  const notes = openNotes(async batch => {
    batches.push(batch.map(({ id }) => id));
    if (failures-- > 0) throw new Error('the database is away');
  }, log);
  const first = notes.keep(answer('1'));
  const second = notes.keep(answer('2'));
  await Promise.all([first, second]);
  expect(batches).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  failures = Number.POSITIVE_INFINITY;
  const lost = notes.keep(answer('3'));
  notes.close();
  await lost;
  expect(batches).toHaveLength(3);
});

test('what is written is done, though answers keep coming', async () => {
  let begun = Promise.withResolvers<void>();
  const writings: PromiseWithResolvers<void>[] = [];
  const notes = openNotes(async () => {
    const writing = Promise.withResolvers<void>();
    writings.push(writing);
    begun.resolve();
    await writing.promise;
  }, log);
  const first = notes.keep(answer('1'));
  await begun.promise;
  begun = Promise.withResolvers<void>();
  const second = notes.keep(answer('2'));
  writings[0]!.resolve();
  await first;
  await begun.promise;
  writings[1]!.resolve();
  await second;
});
