import type { Persona } from '@lianxian/core/simulation';
import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { setRules } from '../../../test/rules.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { takeOut } from '../task-numbers/take-out.store.ts';

/** Whatever becomes of a number of a list, the ledger says why. Codes are written by hand here, as the ledger keeps them. */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

const talker = practiceCallees[0]!.persona;
const refuses = (code: number): Persona => ({
  id: `r${code}`,
  answering: { refuses: code },
  habits: [],
  asksIntoSilence: [],
});
const never: Persona = { id: 'never', answering: { never: true }, habits: [], asksIntoSilence: [] };
const scripts: readonly (readonly Persona[])[] = [
  [talker],
  [refuses(486), talker],
  [refuses(486)],
  [refuses(404)],
  [refuses(503)],
  [never],
];

/** A small generator, so that a seed says all. */
const diceOf = (seed: number) => {
  let at = seed;
  return (sides: number): number => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (at >> 8) % sides;
  };
};

const codes: Readonly<Record<string, number>> = {
  answered: 1,
  triesUsed: 2,
  notRetried: 3,
  interrupted: 4,
  lineFaults: 7,
  faultAlone: 8,
  blacklisted: 9,
  forbidden: 10,
  notDialled: 13,
  undialable: 14,
  takenOut: 15,
};
const [DIALLED, LEFT_OUT, TAKEN_OFF, NOT_DIALLED, SETTLED, REDIAL] = [2, 4, 5, 6, 7, 8];

test.each([1, 2, 3, 4])(
  'every number of a finished task is explained, and each of its calls by what it came to, seed %i',
  async seed => {
    const dice = diceOf(seed);
    const { portId } = await town.line({ callsPerSecond: 50, channels: 40 });
    const count = 40 + dice(30);
    const phones = Array.from({ length: count }, (_, n) => String(13_300_000_000 + seed * 1_000 + n));
    for (const phone of phones) town.answers.set(phone, scripts[dice(scripts.length)]!);
    const outside = ['13800000110', '12590123456', '15400000001'].map(phone => `${phone}`);
    const task = await town.task({
      ports: [portId],
      phones: [...phones, ...outside],
      concurrency: 20,
      channels: 20,
      retries: {
        busy: { times: 1, afterMinutes: 0 },
        noAnswer: { times: 1, afterMinutes: 0 },
        lineFault: { times: 1, afterMinutes: 0 },
      },
      state: 'draft',
    });
    for (const phone of phones.filter(() => dice(8) === 0))
      await town.sql('insert into blacklist (merchant_id, phone) values ($1, $2)', town.merchant.id, phone);
    const node = await town.node();
    await town.sql("update task set state = 'running' where id = $1", task);
    await town.sql("select pg_notify('tasks', $1)", task);
    await town.until(async () => (await town.standing(task)).settled >= 5);
    const some = await town.sql('select id from callee where task_id = $1 order by id desc limit 6', task);
    const key = { merchantId: town.merchant.id, taskId: task };
    const ids = some.map(({ id }) => String(id));
    await rows.database.db.transaction().execute(tx => takeOut(tx, key, ids, { by: '7' }));
    await town.until(async () => (await town.standing(task)).state === 'finished');
    await node.close();

    const decided = await town.sql(
      'select substr(phone::text, 2) as phone, about::text, kind, because from decision where task_id = $1 order by id',
      task,
    );
    const last = new Map(decided.map(row => [row.phone, row]));
    const callees = await town.callees(task);
    for (const { phone, because } of callees) {
      expect(last.get(phone), phone).toMatchObject({ because: codes[because] });
      expect([LEFT_OUT, TAKEN_OFF, SETTLED]).toContain(last.get(phone)?.kind);
    }
    const listed = new Set(callees.map(({ phone }) => phone));
    const gone = [...phones, ...outside].filter(phone => !listed.has(phone));
    for (const phone of gone) expect(last.get(phone), phone).toMatchObject({ kind: TAKEN_OFF, about: '7' });
    const calls = (await town.sql('select id::text from call where task_id = $1', task)).map(({ id }) => String(id));
    const about = (...kinds: (number | undefined)[]) =>
      decided
        .filter(({ kind }) => kinds.includes(kind as number))
        .map(row => String(row.about))
        .toSorted();
    expect(about(DIALLED)).toEqual(calls.toSorted());
    expect(about(NOT_DIALLED, SETTLED, REDIAL)).toEqual(calls.toSorted());
    expect(callees.length).toBe((await town.standing(task)).total);
  },
);

test('what waits for the same reason is decided once', async () => {
  const { portId } = await town.line({ callsPerSecond: 50 });
  const phone = '13355550001';
  town.answers.set(phone, [refuses(486)]);
  const caps = { perDay: 1, per7Days: null, per30Days: null, minutesBetween: 0 };
  await setRules(rows.database, town.merchant.id, { caps, hours: { from: 0, to: 1_440 } });
  const task = await town.task({
    ports: [portId],
    phones: [phone],
    retries: { busy: { times: 3, afterMinutes: 0 } },
  });
  const node = await town.node();
  const putOff = () =>
    town.sql('select amount, rule, version from decision where task_id = $1 and kind = 3 and because = 11', task);
  await town.until(async () => (await putOff()).length > 0);
  // Looked at again, and again put off.
  for (const _ of [1, 2]) {
    const [{ changed_at: before }] = (await town.sql('select changed_at from callee where task_id = $1', task)) as [
      { changed_at: Date },
    ];
    await town.sql('update callee set due_at = now() where task_id = $1', task);
    await town.sql("select pg_notify('tasks', $1)", task);
    await town.until(async () => {
      const [{ changed_at: now }] = (await town.sql('select changed_at from callee where task_id = $1', task)) as [
        { changed_at: Date },
      ];
      return now.getTime() > before.getTime();
    });
  }
  // To midnight, from ten in the morning; by the merchant's rules in their first version.
  expect(await putOff()).toEqual([{ amount: 840, rule: 22, version: 1 }]);
  await node.close();
});
