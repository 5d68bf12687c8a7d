import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { openTown, type Town } from '../../../test/task-town.ts';

/** Numbers of other countries (docs/tasks.md#numbers-abroad): over lines that are let, at the hours of the callee. */
let rows: TestDatabase;
let town: Town;
let node: Awaited<ReturnType<Town['node']>>;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await setRules(rows.database, town.merchant.id, {});
  node = await town.node();
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const nineToEight = Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]);
const [tokyo, london, states, home] = ['+81312345678', '+442079460958', '+14155552671', '13300000001'] as const;
const over = async (abroad: string) => {
  const { lineId, portId } = await town.line();
  await town.sql('update line set abroad = $1 where id = $2', abroad, lineId);
  return portId;
};
const listed = async (portId: string, phones: readonly string[]) => {
  const task = await town.task({ ports: [portId], phones, windows: nineToEight, state: 'draft' });
  await town.sql("update callee set lane = 3 where task_id = $1 and phone like '+%'", task);
  await town.sql("update task set state = 'running' where id = $1", task);
  return task;
};
const seen = async (task: string) =>
  Object.fromEntries((await town.callees(task)).map(({ phone, state, because }) => [phone, `${state} ${because}`]));

test('at ten in Beijing Tokyo is called, London sleeps, and of the States one end or the other does', async () => {
  const task = await listed(await over('plus'), [tokyo, london, states, home]);
  await town.until(async () => {
    const { settled, retrying } = await town.standing(task);
    return settled === 2 && retrying === 2;
  });
  expect(await seen(task)).toEqual({
    [tokyo]: 'settled notRetried',
    [home]: 'settled notRetried',
    [london]: 'retry hours',
    [states]: 'retry hours',
  });
  const [due] = await town.sql(
    `select round(extract(epoch from due_at - changed_at) / 3600)::int as hours from callee where task_id = $1 and phone = $2`,
    ...[task, london],
  );
  // Two in the morning in London in November: seven hours to nine.
  expect(due).toEqual({ hours: 7 });
});

test('a line that does not call abroad dials none: its task leaves them out and says so', async () => {
  town.dialled.length = 0;
  const task = await listed(await over('none'), [tokyo, home]);
  await town.until(async () => (await town.standing(task)).settled === 2);
  expect(await seen(task)).toEqual({ [tokyo]: 'settled undialable', [home]: 'settled notRetried' });
  expect(town.dialled.map(({ phone }) => phone)).toEqual([home]);
});

test('switched off between the claim and the call, nothing leaves', async () => {
  await node.close();
  const placing = await town.node('silent', { dials: false });
  const task = await listed(await over('00'), ['+81312345679']);
  await town.until(async () => (await town.standing(task)).calling === 1);
  await placing.close();
  await town.sql("update line set abroad = 'none'");
  await town.node('dials');
  await town.until(async () => (await town.standing(task)).settled === 1);
  expect(await town.sql('select dialled_at from call where task_id = $1', task)).toEqual([{ dialled_at: null }]);
});
