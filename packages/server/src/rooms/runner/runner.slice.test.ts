import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town } from '../../../test/task-town.ts';

/** Whole tasks over simulated callees, in a two-hundredth of their time. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});
beforeEach(() => {
  town.dialled.length = 0;
});

const talker = practiceCallees[0]!.persona;
const busy = practiceCallees.find(({ persona }) => persona.id === 'busy')!.persona;
const over = (task: string) => town.until(async () => (await town.standing(task)).state === 'finished');
/** Eleven figures that no other test has. */
let series = 13_000_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series + n));
};
const timesDialled = (phone: string) => town.dialled.filter(call => call.phone === phone).length;

test('a task calls each of its numbers once, no more at once than it may, and is finished when all are settled', async () => {
  const { portId } = await town.line();
  const list = phones(60);
  for (const phone of list.slice(0, 20)) town.answers.set(phone, [talker]);
  const task = await town.task({ ports: [portId], phones: list, concurrency: 15 });
  await over(task);
  expect(town.dialled.map(call => call.phone).sort()).toEqual(list);
  expect(Math.max(...town.dialled.map(call => call.live))).toBeLessThanOrEqual(15);
  expect(await town.standing(task)).toMatchObject({ total: 60, fresh: 0, calling: 0, settled: 60, answered: 20 });
  const settled = await town.callees(task);
  expect(settled.filter(callee => callee.because === 'answered').map(callee => callee.phone)).toEqual(
    list.slice(0, 20),
  );
  expect(settled.filter(callee => callee.last === 'busy').map(callee => callee.because)).toEqual(
    Array.from({ length: 40 }, () => 'notRetried'),
  );
  const minutes = await town.sql('select sum(calls)::int as calls from task_minute where task_id = $1', task);
  expect(minutes).toEqual([{ calls: 60 }]);
});
