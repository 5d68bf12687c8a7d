import { type AbroadWay, lanes } from '@lianxian/core';
import { practiceCallees } from '@lianxian/core/simulation';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { nodeBeat } from '../../../test/nodes.ts';
import { numberKey } from '../../../test/number-key.ts';
import { openTown, type Town, WEDNESDAY_TEN } from '../../../test/task-town.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { takeSecondLeg } from '../attempts/second-leg.ts';
import { beat } from '../dialler/index.ts';
import { lanesOfTask } from '../imports/import.store.ts';
import { lineRefused, lineToDial } from '../lines/index.ts';
import { createMarks, round } from '../pacing/index.ts';
import { takeTasks } from '../runner/lease.store.ts';
import { livingPorts, portsOfTask } from '../tasks/tasks.store.ts';
import { findOwn, insertLoan } from './lending.store.ts';

/** One line, two merchants and the one whose it is: what it has holds over all of them (docs/lines.md#lent-lines). */
let rows: TestDatabase;
let lender: Town;
let borrower: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  lender = await openTown(rows);
  borrower = await openTown(rows, rows.merchants[1]);
});
afterAll(() => rows.close());
afterEach(async () => {
  await Promise.all([lender.close(), borrower.close()]);
  await lender.sql("update call set stage = 'ended', state = 'busy', owner = null where stage <> 'ended'");
  await lender.sql("update task set state = 'stopped', owner = null");
  lender.dialled.length = 0;
  borrower.dialled.length = 0;
});

let series = 13_460_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};

/** What lives as each call is committed, by the database itself: who looks from outside looks now and then. */
const witness = () =>
  lender.sql(`
    create table witnessed (live int);
    grant all on witnessed to public;
    create function witness() returns trigger language plpgsql as $$ begin
      insert into witnessed select count(*) from call where stage <> 'ended'; return null; end $$;
    create constraint trigger witness after insert on call deferrable initially deferred for each row execute function witness()`);

/** A line of the lender's, and what the borrower has of it. */
const lentLine = async (line: Parameters<Town['line']>[0], channels: number, abroad: AbroadWay = 'none') => {
  const { db } = rows.database;
  const { lineId, portId } = await lender.line(line);
  const root = await findOwn(db, lender.merchant.id, lineId);
  const terms = { name: '平台线路', channels, pricePerMinute: '0', billUnitS: 60, abroad } as const;
  const lent = await insertLoan(merchantDb(db, borrower.merchant.id), root!, terms);
  const [port] = await borrower.sql('select id from port where line_id = $1', lent);
  return { lineId, portId, lent, lentPort: String(port?.id) };
};

test('two diallers race on a lent line for two merchants: never more calls at once than it has, and nobody is left out', async () => {
  const { portId, lentPort } = await lentLine({ channels: 4, callsPerSecond: 200 }, 3);
  const lists = [phones(30), phones(30)] as const;
  const talker = practiceCallees[0]!.persona;
  for (const phone of lists[0].slice(0, 8)) lender.answers.set(phone, [talker]);
  for (const phone of lists[1].slice(0, 8)) borrower.answers.set(phone, [talker]);
  await witness();
  const tasks = [
    await lender.task({ ports: [portId], phones: lists[0] }),
    await borrower.task({ ports: [lentPort], phones: lists[1] }),
  ] as const;
  await Promise.all([lender.node('one'), borrower.node('two')]);
  await lender.until(async () => (await lender.standing(tasks[0])).state === 'finished');
  await lender.until(async () => (await borrower.standing(tasks[1])).state === 'finished');
  const dialled = await lender.sql(
    'select distinct phone from call where task_id = any($1) and dialled_at is not null',
    [...tasks],
  );
  expect(dialled).toHaveLength(60);
  const [seen] = await lender.sql('select max(live)::int as most from witnessed');
  expect(seen).toEqual({ most: 4 });
});

/** One round of each merchant, at the same moment. */
const lookBoth = async (towns: readonly Town[]) => {
  const { db } = rows.database;
  await beat(db, nodeBeat({ id: 'here', capacity: 1_000 }));
  const leases = await takeTasks(db, 'here', 100, true);
  const parts = { db, owner: 'here', numberKey, clock: { now: () => WEDNESDAY_TEN }, isDiskFull: async () => false };
  await Promise.all(
    towns.map(({ merchant }) => {
      const held = leases.filter(({ merchantId }) => merchantId === merchant.id);
      return round(
        parts,
        merchant.id,
        held.map(lease => ({ lease, marks: createMarks() })),
      );
    }),
  );
};
const placed = async ({ sql }: Town, task: string) =>
  Number((await sql('select count(*)::int as n from call where task_id = $1', task))[0]?.n);

/** Calls a second: one starts, and one more whenever the time that the rounds take is worth one. */
const SLOW = 1;
/** A pause is made up for by so much (docs/tasks.md#pacing). */
const BURST_S = 0.1;

test.each(['channels', 'rate', 'numbers'] as const)('what two rounds at once find of %s is given once', async what => {
  const rate = what === 'rate' ? SLOW : 200;
  const { lineId, portId, lentPort } = await lentLine(
    { channels: what === 'channels' ? 5 : 100, callsPerSecond: rate },
    100,
  );
  if (what === 'numbers') await lender.sql('update line_number set daily_cap = 5 where line_id = $1', lineId);
  await lender.sql("update line set paced_until = clock_timestamp() - interval '1 hour' where id = $1", lineId);
  const tasks = [
    await lender.task({ ports: [portId], phones: phones(20) }),
    await borrower.task({ ports: [lentPort], phones: phones(20) }),
  ] as const;
  const from = performance.now();
  await lookBoth([lender, borrower]);
  const seconds = (performance.now() - from) / 1_000;
  const all = (await placed(lender, tasks[0])) + (await placed(borrower, tasks[1]));
  if (what === 'rate') {
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(1 + Math.floor((seconds + BURST_S) * SLOW));
  } else expect(all).toBe(5);
  if (what === 'numbers') {
    await lender.sql("update call set stage = 'ended', state = 'busy' where stage <> 'ended'");
    await lookBoth([lender, borrower]);
    expect((await placed(lender, tasks[0])) + (await placed(borrower, tasks[1]))).toBe(5);
    const callers = await lender.sql('select distinct caller_number from call where task_id = any($1)', [...tasks]);
    expect(callers).toEqual([{ caller_number: '4008' }]);
  }
});

test('a lent line that its owner switches off, that rests, or that is taken back is dialled by nobody', async () => {
  const { lineId, lent, lentPort } = await lentLine({ channels: 10, callsPerSecond: 200 }, 10);
  const task = await borrower.task({ ports: [lentPort], phones: phones(3) });
  const because = async () => {
    await lookBoth([borrower]);
    const standing = await borrower.standing(task);
    return [await placed(borrower, task), standing.state, standing.paceBecause || standing.because];
  };
  await lender.sql('update line set enabled = false where id = $1', lineId);
  expect(await because()).toEqual([0, 'running', 'lineOff']);
  await lender.sql('update line set enabled = true where id = $1', lineId);
  // The borrower's calls are told of the line itself.
  for (let n = 0; n < 5; n += 1)
    await rows.database.db
      .transaction()
      .execute(tx => lineRefused(tx, { merchantId: borrower.merchant.id, lineId: lent }));
  expect(await because()).toEqual([0, 'running', 'lineDown']);
  await lender.sql('update line_health set rests_until = null, rests = 0, faults = 0 where line_id = $1', lineId);
  await borrower.sql('update line set removed_at = now() where id = $1', lent);
  expect(await because()).toEqual([0, 'paused', 'lineDown']);
});

test.each([
  ['lets them, in its own way', '00', 'plus', 1],
  ['its lender does not let call them', 'plus', 'none', 0],
  ['its own owner switched off', 'none', 'plus', 0],
] as const)('numbers abroad over a line that %s', async (_, line, lent, dialled) => {
  const made = await lentLine({ channels: 5, callsPerSecond: 200 }, 5, lent);
  await lender.sql('update line set abroad = $1 where id = $2', line, made.lineId);
  const task = await borrower.task({ ports: [made.lentPort], phones: ['+81312345678'] });
  await borrower.sql('update callee set lane = 3 where task_id = $1', task);
  await lookBoth([borrower]);
  expect(await placed(borrower, task)).toBe(dialled);
  const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
  const byHand = await lineToDial(merchantDb(rows.database.db, borrower.merchant.id), made.lent, secrets);
  const way = dialled === 1 ? '00' : 'none';
  expect(byHand?.abroad).toBe(way);
  // Nor does a list take what would wait for ever.
  const own = merchantDb(rows.database.db, borrower.merchant.id);
  expect((await lanesOfTask(own, task)).includes(lanes.abroad)).toBe(dialled === 1);
  const [ofTask] = await portsOfTask(own, task);
  const ofPort = (await livingPorts(own, [made.lentPort])).get(made.lentPort);
  expect([ofTask?.abroad, ofPort?.abroad]).toEqual([way, way]);
});

test('a second leg of a borrower’s call finds the channels that the owner’s calls have', async () => {
  const { portId, lent, lentPort } = await lentLine({ channels: 3, callsPerSecond: 200 }, 3);
  const [theirs, ours] = [
    await borrower.task({ ports: [lentPort], phones: phones(1) }),
    await lender.task({ ports: [portId], phones: phones(2) }),
  ];
  await lookBoth([borrower]);
  await lookBoth([lender]);
  expect([await placed(borrower, theirs), await placed(lender, ours)]).toEqual([1, 2]);
  const [call] = await borrower.sql(
    "update call set stage = 'talking', owner = 'here', fence = 1, leased_until = now() where task_id = $1 returning id, fence",
    theirs,
  );
  const wish = { merchantId: borrower.merchant.id, lineId: lent, call: String(call?.id), fence: Number(call?.fence) };
  const take = () =>
    takeSecondLeg({ db: rows.database.db, numberKey }, { ...wish, phone: '13900139000', callerNumber: '4008' });
  expect(await take()).toBe('lineFull');
  await lender.sql(
    "update call set stage = 'ended', state = 'busy' where task_id = $1 and id in (select id from call where task_id = $1 limit 1)",
    ours,
  );
  expect(await take()).toBeNull();
});
