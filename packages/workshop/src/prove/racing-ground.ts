import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dice } from '@lianxian/core';
import { migrate, openDatabase, startEmbedded } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { openTown } from '../../../server/test/task-town.ts';
import type { TestMerchant } from '../../../server/test/template.ts';
import { pidsBelow } from '../bench/cpu.ts';
import { openDirectAt } from './database.ts';
import { openMovedClock } from './faketime.ts';
import type { Caps } from './racing-judge.ts';

/**
 * Where a race is run: a PostgreSQL of its own, two merchants with two tasks each that share half of their numbers, rules of
 * three levels. Who is called is always engaged, and is called again.
 */
const MERCHANTS = ['200001', '200002'] as const;
/** Minutes of the day: the merchant's hours, and one task with a pause at noon. */
const windows = [
  [[540, 1_200]],
  [
    [540, 720],
    [780, 1_140],
  ],
] as const;
const caps: Caps = { perDay: 2, per7Days: 5, per30Days: 8, minutesBetween: 30 };
const platformCaps = { perDay: 3, per7Days: 6, per30Days: 10, minutesBetween: 10 };
/** Sooner than caps let it be: they say when. */
const retries = { busy: { times: 6, afterMinutes: 20 } };
const CHANNELS = 40;
const FIRST_PHONE = 13_000_000_000;

const calendar = { days: {}, holidaysOff: false, makeUpDaysOn: false };
const week = (of: readonly (readonly [number, number])[]) =>
  Array.from({ length: 7 }, () => of.map(([from, to]) => ({ from, to })));

/** What is gone already needs no killing. */
const killed = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
};

export interface RaceGround {
  readonly url: string;
  readonly merchants: readonly [TestMerchant, TestMerchant];
  readonly tasks: readonly {
    readonly id: string;
    readonly merchant: string;
    readonly windows: (typeof windows)[number];
  }[];
  readonly caps: Caps;
  readonly rows: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** New numbers, half of them on another list of the merchant's as well. */
  readonly addNumbers: (dice: Dice, count: number) => Promise<void>;
  /** Null: the database's clock is the machine's. */
  readonly moveDatabase: ((offsetMs: number) => Promise<void>) | null;
  readonly killDatabase: () => void;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export const openRaceGround = async (): Promise<RaceGround> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-race-'));
  // PostgreSQL runs as another user when we are root, and must be able to pass.
  await chmod(folder, 0o711);
  const clock = await openMovedClock(folder);
  const environment = clock?.environment ?? {};
  const server = await startEmbedded({ folder: join(folder, 'postgres'), environment });
  const database = openDatabase(server.url, openLog('silent', 'prove'), { statementLimitMs: 0 });
  await migrate(database);
  const made = MERCHANTS.map(async (number): Promise<TestMerchant> => {
    const owner = { account: 'owner', password: `secret-${number}` };
    const names = { merchantNumber: number, merchantName: number, name: '测试', demo: false };
    const { merchantId, employeeId } = await createOwner(database.db, { ...owner, ...names });
    return { id: merchantId, number, owner: { ...owner, id: employeeId } };
  });
  const merchants = [await made[0]!, await made[1]!] as const;
  const platform = { hours: { from: 480, to: 1_260 }, caps: platformCaps, overMerchants: false, shifts: {} };
  await database.pool.query("insert into platform_rules (version, rules, by_name) values (1, $1, '平台')", [
    JSON.stringify(platform),
  ]);
  const tasks: { id: string; merchant: string; windows: (typeof windows)[number] }[] = [];
  for (const merchant of merchants) {
    const rules = {
      calendar: { ...calendar, week: week([[540, 1_200]]) },
      caps,
      provinces: {},
      byHand: 'warn',
      channels: 300,
    };
    await database.pool.query(
      `insert into merchant_rules (merchant_id, version, rules)
       select $1, coalesce(max(version), 0) + 1, $2 from merchant_rules where merchant_id = $1`,
      [merchant.id, JSON.stringify(rules)],
    );
    const town = await openTown({ url: server.url, database, merchants, close: async () => undefined }, merchant);
    for (const own of windows) {
      const { portId } = await town.line({ channels: CHANNELS, portChannels: CHANNELS, callsPerSecond: 100 });
      const id = await town.task({ ports: [portId], windows: week(own), retries });
      tasks.push({ id, merchant: merchant.id, windows: own });
    }
    await town.close();
  }
  await database.close();
  const direct = await openDirectAt(server.url);
  let phones = 0;
  return {
    ...{ url: server.url, merchants, tasks, caps, folder },
    rows: direct.rows,
    addNumbers: async (dice, count) => {
      for (const { id, merchant } of tasks) {
        const own = Array.from({ length: count }, () =>
          String(FIRST_PHONE + (dice.next() < 0.5 ? dice.between(0, phones + count) : phones++)),
        );
        await direct.rows(
          `with added as (
             insert into callee (merchant_id, task_id, phone, lane)
             select $1, $2, phone, 0 from unnest($3::text[]) phone on conflict do nothing returning 1)
           update task_count set total = total + n, fresh = fresh + n from (select count(*)::int as n from added) added
           where merchant_id = $1 and task_id = $2`,
          [merchant, id, [...new Set(own)]],
        );
      }
    },
    moveDatabase: clock?.moveTo ?? null,
    killDatabase: () => {
      const pid = server.pid();
      for (const each of pid === null ? [] : pidsBelow(pid)) killed(each);
    },
    close: async () => {
      await direct.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
