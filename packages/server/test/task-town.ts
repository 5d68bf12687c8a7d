import type { Level, Plan } from '@lianxian/core';
import type { Persona } from '@lianxian/core/simulation';
import { type Bus, openBus } from '../src/platform/bus.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { openLastCheck } from '../src/rooms/attempts/index.ts';
import { beat, createFiling, createRecovery, openDialler, type WithinFiling } from '../src/rooms/dialler/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { createLiveCalls } from '../src/rooms/live/index.ts';
import { insertPlan, planVersion } from '../src/rooms/plans/index.ts';
import { createTaskNews, openRunner, type Runner } from '../src/rooms/runner/index.ts';
import { createSimulatedSwitchboard } from '../src/switchboard/simulated.ts';
import type { TestDatabase, TestMerchant } from './database.ts';
import { openFastClock } from './fast-clock.ts';
import { nodeBeat } from './nodes.ts';
import { numberKey, settlings } from './number-key.ts';
import { shortPlan } from './short-plan.ts';

/**
 * Tasks over simulated callees: real rows, runner and dialler, no network. A second of a talk takes 5 ms, a phone rings
 * by the same measure; the hours of the merchant come from a clock that the test sets.
 */
const SPEED = 200;

export interface Town {
  readonly merchant: TestMerchant;
  readonly planId: string;
  /** Who answers at a number; one script an attempt, the last one for all that follow. Everybody else is busy. */
  readonly answers: Map<string, readonly Persona[]>;
  /** Numbers as they were dialled, with the live calls at that moment, over all nodes. */
  readonly dialled: { readonly phone: string; readonly live: number; readonly on: number }[];
  /** What the merchants' clock shows. */
  readonly clock: { now: Date };
  readonly line: (over?: Partial<LineWish>) => Promise<{ readonly lineId: string; readonly portId: string }>;
  readonly task: (wish: TaskWish) => Promise<string>;
  readonly add: (task: string, phones: readonly string[]) => Promise<void>;
  readonly standing: (task: string) => Promise<Standing>;
  readonly callees: (task: string) => Promise<readonly CalleeRow[]>;
  readonly sql: (text: string, ...values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly until: <T>(sees: () => Promise<T | null | undefined | false>) => Promise<T>;
  readonly node: (owner?: string, over?: Partial<NodeWish>) => Promise<TownNode>;
  readonly close: () => Promise<void>;
}

interface LineWish {
  readonly practice: boolean;
  readonly channels: number;
  readonly portChannels: number;
  readonly callsPerSecond: number;
  /** Yuan a minute. */
  readonly price: number;
}
interface TaskWish {
  readonly ports: readonly string[];
  readonly phones?: readonly string[];
  readonly concurrency?: number;
  readonly channels?: number;
  readonly windows?: unknown;
  readonly retries?: unknown;
  readonly state?: string;
}
interface Standing {
  readonly state: string;
  readonly because: string;
  readonly paceBecause: string;
  readonly total: number;
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly settled: number;
  readonly answered: number;
}
interface CalleeRow {
  readonly phone: string;
  readonly state: string;
  readonly because: string;
  readonly attempts: number;
  readonly last: string | null;
  readonly level: Level | null;
}
interface NodeWish {
  readonly isDiskFull: () => Promise<boolean>;
  readonly within: readonly WithinFiling[];
  /** Where endings go that the database does not take; without one they are lost. */
  readonly journal: Journal;
  /** The dialler claims nothing: what is placed stays placed. */
  readonly dials: boolean;
  /** So many tasks at most. */
  readonly mostTasks: number;
  /** A call asks whether it may leave; it does. */
  readonly onAsked: (call: string, phone: string) => void;
  readonly onLeft: (call: string) => void;
}
interface TownNode {
  readonly runner: Runner;
  readonly close: () => Promise<void>;
  /** It stops as a killed process does: nothing is let go, nothing is filed. */
  readonly die: () => Promise<void>;
}

/** Ten o'clock in Shanghai. */
export const WEDNESDAY_TEN = new Date('2026-11-18T02:00:00.000Z');
const always = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);
const PATIENCE_MS = 40_000;
const POLL_MS = 15;

/** Endings that the database does not take are lost here; the journal has its own tests. */
type Journal = Parameters<typeof createFiling>[0]['journal'];
const noJournal: Journal = {
  keep: async ending => {
    throw new Error(`the end of call ${ending.call} was not filed`);
  },
  waiting: async () => [],
  done: async () => undefined,
  setAside: async () => undefined,
};

const busy: Persona = { id: 'busy', answering: { refuses: 486 }, habits: [], asksIntoSilence: [] };

export const openTown = async (
  test: TestDatabase,
  merchant: TestMerchant = test.merchants[0],
  plan: Plan = shortPlan,
): Promise<Town> => {
  const { database } = test;
  const log = openLog(process.env.LOG_LEVEL ?? 'silent', 'test');
  const db = merchantDb(database.db, merchant.id);
  const planId = await insertPlan(db, plan, new Date());
  const answers: Town['answers'] = new Map();
  const dialled: Town['dialled'] = [];
  const clock = { now: WEDNESDAY_TEN };
  const attempts = new Map<string, number>();
  const closings = new Set<() => Promise<void>>();
  let live = 0;

  const personaOf = (phone: string): Persona => {
    const scripts = answers.get(phone) ?? [busy];
    const attempt = attempts.get(phone) ?? 0;
    attempts.set(phone, attempt + 1);
    return scripts[Math.min(attempt, scripts.length - 1)] ?? busy;
  };

  const sql: Town['sql'] = async (text, ...values) => (await database.pool.query(text, [...values])).rows;

  const node = async (owner = 'here', over: Partial<NodeWish> = {}): Promise<TownNode> => {
    const bus: Bus = await openBus(test.url, database, log);
    const virtual = openFastClock(SPEED);
    const news = createTaskNews({ toTopic: () => undefined });
    let runner: Runner | null = null;
    const filed = createFiling({
      db: database.db,
      journal: over.journal ?? noJournal,
      log,
      within: over.within ?? settlings,
      onFiled: (ending, call) => {
        live -= 1;
        runner?.roomFor(ending.merchantId, call.taskId);
      },
    });
    const underWay = new Set<Promise<void>>();
    const mayLeave = openLastCheck({ db: database.db, owner, clock: { now: () => clock.now }, log, numberKey });
    const phones = new Map<string, string>();
    const filing: typeof filed = {
      ...filed,
      file: ending => {
        const done = filed.file(ending).finally(() => underWay.delete(done));
        underWay.add(done);
        return done;
      },
    };
    const words = createLiveCalls({
      publish: () => undefined,
      publishTask: async () => undefined,
      publishMerchant: async () => undefined,
      later: forget => forget(),
      soon: () => undefined,
      rest: () => undefined,
      publishLines: () => undefined,
      onMoreSip: () => undefined,
    });
    const switchboard = createSimulatedSwitchboard({
      clock: virtual,
      seed: 1,
      personaOf,
      lastCheck: async call => {
        over.onAsked?.(call, phones.get(call) ?? '');
        phones.delete(call);
        const verdict = await mayLeave(call);
        if (verdict === null) over.onLeft?.(call);
        return verdict;
      },
      onSignal: (call, signal) => dialler.onSignal(call, signal),
    });
    const dialler = openDialler<'simulated'>({
      db: database.db,
      bus,
      log,
      owner,
      capacity: over.dials === false ? 0 : 500,
      tell: command => {
        if (command.type === 'answer') return switchboard.tell({ ...command, route: null });
        if (command.type !== 'dial') return switchboard.tell(command);
        live += 1;
        phones.set(command.call, command.phone);
        dialled.push({ phone: command.phone, live, on: performance.now() });
        switchboard.tell({ ...command, route: null });
      },
      wayOf: async ({ phone }) => ({ route: 'simulated', phone, isHeard: true }),
      planOf: async claim =>
        (await planVersion(merchantDb(database.db, claim.merchantId), claim.planId!, claim.planVersion!)) ?? null,
      filing,
      words,
      // Simulated calls leave nothing at a far end.
      dialogs: { keep: () => undefined },
      clock: { now: virtual.now, toDate: () => new Date() },
      isDiskFull: over.isDiskFull ?? (async () => false),
    });
    const heartbeat = (): Promise<unknown> =>
      beat(database.db, nodeBeat({ id: owner, calls: dialler.live().length, capacity: 500 }));
    if (over.journal !== undefined) await filing.fileJournal();
    await createRecovery({
      db: database.db,
      log,
      owner,
      filing,
      dialogOf: () => undefined,
      partiesOf: () => [],
      hangUpStored: async () => undefined,
      salvage: async () => ({ answeredAt: null, answeredOn: null, notes: [], recording: null }),
    }).settle(null);
    await heartbeat();
    const turn = async (): Promise<void> => {
      await heartbeat();
      if (over.journal !== undefined) await filing.fileJournal();
    };
    const beats = setInterval(() => void turn().catch(() => undefined), 1_000);
    runner = openRunner({
      db: database.db,
      bus,
      log,
      clock: { now: () => clock.now },
      owner,
      news,
      isDiskFull: over.isDiskFull ?? (async () => false),
      numberKey,
      lookEveryMs: 100,
      ...(over.mostTasks !== undefined && { mostTasks: over.mostTasks }),
    });
    dialler.begin();
    const end = async (): Promise<void> => {
      clearInterval(beats);
      // A killed process is either before its commit or after it, never still at it when somebody looks.
      await dialler.close();
      await Promise.all(underWay);
      news.close();
      await bus.close();
    };
    const close = async (): Promise<void> => {
      closings.delete(close);
      await runner?.close();
      virtual.close();
      await end();
    };
    closings.add(close);
    return {
      runner,
      close,
      die: async () => {
        virtual.close();
        closings.delete(close);
        const held = runner?.tasks() ?? [];
        await runner?.close();
        await end();
        // What a farewell has let go is as the killed process leaves it.
        await sql("update task set owner = $1, leased_until = now() + interval '30 s' where id = any($2)", owner, held);
        await sql("update calls_node set heartbeat_at = now() - interval '1 minute' where id = $1", owner);
      },
    };
  };

  return {
    merchant,
    planId,
    answers,
    dialled,
    clock,
    sql,
    node,
    line: async ({ practice = false, channels = 200, portChannels = 200, callsPerSecond = 200, price = 0 } = {}) => {
      const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '4008' }, practice);
      await sql('delete from port where merchant_id = $1 and line_id = $2', merchant.id, lineId);
      await sql(
        'update line set channels = $3, calls_per_second = $4, price_per_minute = $5 where merchant_id = $1 and id = $2',
        merchant.id,
        lineId,
        channels,
        callsPerSecond,
        price,
      );
      const [port] = await sql(
        "insert into port (merchant_id, line_id, name, channels) values ($1, $2, '网关', $3) returning id",
        merchant.id,
        lineId,
        portChannels,
      );
      return { lineId, portId: String(port?.id) };
    },
    task: async wish => {
      const [task] = await sql(
        `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries,
           state, created_by) values ($1, '任务', $2, 1, '话术', $3, 30, $4, $5, 'draft', $6) returning id`,
        merchant.id,
        planId,
        wish.concurrency ?? 100,
        JSON.stringify(wish.windows ?? always),
        JSON.stringify(wish.retries ?? {}),
        merchant.owner.id,
      );
      const id = String(task?.id);
      await sql('insert into task_count (merchant_id, task_id) values ($1, $2)', merchant.id, id);
      for (const port of wish.ports)
        await sql('insert into task_port values ($1, $2, $3, $4)', merchant.id, id, port, wish.channels ?? 200);
      await addNumbers(sql, merchant.id, id, wish.phones ?? []);
      await sql(
        'update task set state = $3 where merchant_id = $1 and id = $2',
        merchant.id,
        id,
        wish.state ?? 'running',
      );
      return id;
    },
    add: (task, phones) => addNumbers(sql, merchant.id, task, phones),
    standing: async task => {
      const [row] = await sql(
        `select state, because, pace_because as "paceBecause", total, fresh, retrying, calling, settled, answered
         from task join task_count on task_count.merchant_id = task.merchant_id and task_id = id
         where task.merchant_id = $1 and id = $2`,
        merchant.id,
        task,
      );
      return row as unknown as Standing;
    },
    callees: async task =>
      (await sql(
        `select phone, state, because, attempts, last_state as last, last_level as level from callee
         where merchant_id = $1 and task_id = $2 order by id`,
        merchant.id,
        task,
      )) as unknown as readonly CalleeRow[],
    until: async sees => {
      const limit = performance.now() + PATIENCE_MS;
      for (;;) {
        const seen = await sees();
        if (seen !== null && seen !== undefined && seen !== false) return seen;
        if (performance.now() > limit) throw new Error('what a test waited for did not come');
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
    },
    close: async () => {
      for (const close of [...closings]) await close();
    },
  };
};

/** As an import writes them: practice numbers in their lane, the others in the ordinary one. */
const addNumbers = async (sql: Town['sql'], merchantId: string, task: string, phones: readonly string[]) => {
  await sql(
    `insert into callee (merchant_id, task_id, phone, lane)
     select $1, $2, phone, case when phone like '1540000%' then 2 else 0 end from unnest($3::text[]) phone`,
    merchantId,
    task,
    phones,
  );
  await sql(
    'update task_count set total = total + $3, fresh = fresh + $3 where merchant_id = $1 and task_id = $2',
    merchantId,
    task,
    phones.length,
  );
};
