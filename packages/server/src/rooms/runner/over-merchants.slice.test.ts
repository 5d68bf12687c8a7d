import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setPlatformRules, setRules } from '../../../test/rules.ts';
import { openTown, type Town } from '../../../test/task-town.ts';

/** Caps of the platform over the calls of all merchants together (docs/tasks.md#caps, decision 96). */
let rows: TestDatabase;
let one: Town;
let other: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  [one, other] = [await openTown(rows, rows.merchants[0]), await openTown(rows, rows.merchants[1])];
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  await setPlatformRules(rows.database, { overMerchants: true, caps });
  for (const { merchant } of [one, other])
    await setRules(rows.database, merchant.id, { caps: { ...caps, perDay: null } });
});
afterAll(async () => {
  await one.close();
  await other.close();
  await rows.close();
});

let series = 13_200_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const dialled = () => [...one.dialled, ...other.dialled].map(({ phone }) => phone);

test('two merchants, two diallers racing for the same numbers at one platform cap: each number is dialled once', async () => {
  const list = phones(300);
  const nodes = [await one.node('here'), await other.node('there')];
  const tasks = await Promise.all(
    [one, other].map(async town => {
      const { portId } = await town.line();
      return [town, await town.task({ ports: [portId], phones: list, state: 'draft' })] as const;
    }),
  );
  await one.sql("update task set state = 'running' where id = any($1)", [tasks.map(([, task]) => task)]);
  for (const [town, task] of tasks)
    await town.until(async () => {
      const { settled, retrying, total } = await town.standing(task);
      return settled + retrying === total;
    });
  expect(dialled().toSorted()).toEqual(list);
  const callees = await Promise.all(tasks.map(([town, task]) => town.callees(task)));
  const left = callees.flat().filter(({ state }) => state === 'retry');
  expect(left).toHaveLength(list.length);
  expect(new Set(left.map(({ because, attempts }) => `${because} ${attempts}`))).toEqual(
    new Set(['cappedElsewhere 0']),
  );
  for (const node of nodes) await node.close();
});

test('what is kept of it is neither a phone nor who called', async () => {
  const kept = await one.sql('select row_to_json(n)::text as text from number_called n');
  expect(kept.length).toBeGreaterThan(0);
  for (const { text } of kept) {
    expect(Object.keys(JSON.parse(String(text))).toSorted()).toEqual(['at', 'calls', 'key']);
    expect(JSON.parse(String(text)).key).toMatch(/^[\w-]{22}$/);
  }
});

test('a call that never left is none of the number’s: another merchant calls it', async () => {
  const list = phones(1);
  const silent = await one.node('silent', { dials: false });
  const { portId } = await one.line();
  const task = await one.task({ ports: [portId], phones: list });
  await one.until(async () => (await one.standing(task)).calling === 1);
  await one.sql("update task set state = 'stopped' where id = $1", task);
  await silent.close();
  const node = await one.node('dials');
  await one.until(async () => (await one.standing(task)).calling === 0);
  const left = async () => one.sql('select merchant_id from call where phone = $1 and dialled_at is not null', list[0]);
  expect(await left()).toEqual([]);
  const theirs = await other.task({ ports: [(await other.line()).portId], phones: list });
  await other.until(async () => (await other.standing(theirs)).settled === 1);
  expect(await left()).toEqual([{ merchant_id: other.merchant.id }]);
  await node.close();
});
