import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase, startEmbedded } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { openTown, type Town } from '../../../server/test/task-town.ts';
import { parentOf } from './cpu.ts';
import { openSlowWay } from './slow-way.ts';

export type Lane = 'fresh' | 'retry' | 'west' | 'practice';

/** Calls a second that the line takes. */
export const RATE = 50;
/** At which the far west may be called as well. */
export const MIDDAY = new Date('2026-11-18T04:00:00.000Z');
const laneNumbers: Readonly<Record<Lane, number>> = { fresh: 0, retry: 0, west: 1, practice: 2 };
/** A task has each number once, and the practice town so many: they stand at the end of a list of others. */
const TOWN = 10_000;
const MERCHANT = { number: '200001', owner: { account: 'owner', password: 'secret-200001' } };

/**
 * A database of its own with tasks over simulated callees who are busy. Nothing vacuums a list, and what the planner knows of it
 * is of before the dialling: as in the hour after a big import.
 */
export interface PacingGround {
  /** A task that does not run yet: its numbers wait in this lane. */
  readonly task: (lane: Lane, numbers: number) => Promise<string>;
  /** So many of its numbers were dialled before, from the first on. */
  readonly dialTo: (task: string, dialled: number) => Promise<void>;
  /** Calls of it so far. */
  readonly placed: (task: string) => Promise<number>;
  /** Where its database is asked. */
  readonly url: string;
  /** The process that all of its database's are below. */
  readonly postmaster: () => Promise<number>;
  readonly sql: Town['sql'];
  readonly town: Town;
  readonly database: Database;
  readonly merchantId: string;
  /** Runs it by a node that is so far from the database; ends with all its calls filed. `onPool`: has the node's connections before it asks anything. */
  readonly run: (task: string, roundTripMs: number, onPool?: (pool: Database['pool']) => void) => Promise<Running>;
  readonly close: () => Promise<void>;
}

export interface Running {
  readonly placed: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Nobody is in two lists of a ground: who was called so often today is called no more. */
const APART = 2_000_000;

const fill = async ({ sql, merchant }: Town, task: string, lane: Lane, numbers: number): Promise<void> => {
  const others = lane === 'practice' ? numbers - TOWN : numbers;
  await sql(
    `insert into callee (merchant_id, task_id, phone, lane, state, due_at)
     select $1::bigint, $2::bigint, (case when n <= $6::int then 13000000000 + ${APART} * $2::bigint + n else 15399999999 + n - $6::int end)::text,
       case when n <= $6::int and $3::int = 2 then 0 else $3::int end, $4::text,
       case when $4::text = 'retry' then now() - interval '20 days' + n * interval '1 s' end
     from generate_series(1, $5::int) n`,
    merchant.id,
    task,
    laneNumbers[lane],
    lane === 'retry' ? 'retry' : 'fresh',
    numbers,
    others,
  );
  await sql('analyze callee');
};

const count = ({ sql }: Town, task: string) =>
  sql(
    `update task_count set total = n.total, settled = n.settled, fresh = n.fresh, retrying = n.retrying, calling = 0
     from (select count(*) as total, count(*) filter (where state = 'settled') as settled,
         count(*) filter (where state = 'fresh') as fresh, count(*) filter (where state = 'retry') as retrying
       from callee where task_id = $1) n where task_id = $1`,
    task,
  );

const placed = async ({ sql }: Town, task: string): Promise<number> =>
  Number((await sql('select count(*)::int as n from call where task_id = $1', task))[0]?.n ?? 0);

const openRunning = async (town: Town, caller: Town, task: string, close: () => Promise<void>): Promise<Running> => {
  await town.sql("update task set state = 'running' where id = $1", task);
  await caller.node('bench');
  return {
    placed: () => placed(town, task),
    stop: async () => {
      await town.sql("update task set state = 'paused' where id = $1", task);
      await town.until(async () => (await town.sql("select from call where stage <> 'ended' limit 1")).length === 0);
      await caller.close();
      await close();
    },
  };
};

const makeMerchant = async ({ db }: Database) => {
  const { account, password } = MERCHANT.owner;
  const names = { merchantNumber: MERCHANT.number, merchantName: '甲商户', name: '测试', demo: false };
  const made = await createOwner(db, { account, password, ...names });
  return { ...MERCHANT, id: made.merchantId, owner: { ...MERCHANT.owner, id: made.employeeId } };
};

export const openPacingGround = async (): Promise<PacingGround> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-pacing-'));
  // PostgreSQL runs as another user when we are root, and must be able to pass.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ folder: join(folder, 'postgres') });
  const log = openLog('silent', 'bench');
  const near = openDatabase(server.url, log, { statementLimitMs: 0 });
  await migrate(near);
  const merchant = await makeMerchant(near);
  const grounds = (url: string, database: Database) => ({
    url,
    database,
    merchants: [merchant, merchant] as const,
    close: async () => undefined,
  });
  const town = await openTown(grounds(server.url, near), merchant);
  await town.sql('alter table callee set (autovacuum_enabled = false)');
  return {
    task: async (lane, numbers) => {
      const wide = { channels: 1_000, portChannels: 1_000, callsPerSecond: RATE };
      const { portId } = await town.line({ practice: lane === 'practice', ...wide });
      const ports = [portId];
      if (lane === 'practice') {
        // The others of its list wait for a line that is switched off: without any they would be put aside meanwhile.
        const off = await town.line(wide);
        await town.sql('update line set enabled = false where id = $1', off.lineId);
        ports.push(off.portId);
      }
      const task = await town.task({ ports, channels: 1_000, concurrency: 1_000, state: 'draft' });
      await fill(town, task, lane, numbers);
      await count(town, task);
      return task;
    },
    dialTo: async (task, dialled) => {
      await town.sql(
        `update callee set state = 'settled', due_at = null where task_id = $1 and state <> 'settled'
           and id < (select min(id) from callee where task_id = $1) + $2::int`,
        task,
        dialled,
      );
      await count(town, task);
    },
    placed: task => placed(town, task),
    url: server.url,
    sql: town.sql,
    town,
    database: near,
    merchantId: merchant.id,
    postmaster: async () => {
      const [own] = await town.sql('select pg_backend_pid() as pid');
      return parentOf(Number(own?.pid));
    },
    run: async (task, roundTripMs, onPool) => {
      const way = await openSlowWay(Number(new URL(server.url).port), roundTripMs);
      const url = roundTripMs === 0 ? server.url : Object.assign(new URL(server.url), { port: String(way.port) }).href;
      const database = openDatabase(url, log);
      onPool?.(database.pool);
      const caller = await openTown(grounds(url, database), merchant);
      caller.clock.now = MIDDAY;
      return openRunning(town, caller, task, async () => {
        await database.close();
        await way.close();
      });
    },
    close: async () => {
      await town.close();
      await near.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
