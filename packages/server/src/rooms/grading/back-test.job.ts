/**
 * Carries out a back-test: level rules tried on the calls of some days, chunk by chunk, newest first. A chunk's counts, its
 * changes and where to go on are one transaction, and the place is the fence too: it moves from where this process saw it
 * or not at all. So a process killed anywhere leaves a back-test that goes on exactly there, and no call is counted twice.
 * Memory holds one chunk. States: running → done | failed | cancelled.
 */
import type { CallFacts, Level, Plan } from '@lianxian/core';
import { z } from 'zod';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { type Tally, type TestedCall, tallyCalls } from './back-test.policy.ts';
import {
  BACK_TEST_JOB,
  type BackTestKey,
  beginBackTest,
  commitStep,
  endBackTest,
  purgeOld,
  queueBackTest,
  setTotal,
} from './back-test.store.ts';
import { factsFrom, type KeptWords } from './facts.view.ts';
import { type ChunkRow, countSpan, readChunk, versionOf } from './graded.store.ts';

/** Some ten MB of facts at once. */
const CHUNK = 2_000;
/** Beginnings without a chunk in between. */
const MOST_TRIES = 5;

type Begun = NonNullable<Awaited<ReturnType<typeof beginBackTest>>>;

/** Graphs of the versions that old calls were made with, each read once. */
const versions = (db: HouseDb, merchantId: string, planId: string) => {
  const known = new Map<number, Promise<Plan>>();
  return (version: number): Promise<Plan> => {
    const found = known.get(version) ?? versionOf(db, merchantId, planId, version);
    known.set(version, found);
    return found;
  };
};

const factsOf = async (row: ChunkRow, planOf: (version: number) => Promise<Plan>): Promise<CallFacts> => {
  if (row.facts !== null) return row.facts;
  const call = { talkMs: row.talk_ms, turns: row.turns, hungUpBy: row.hung_up_by ?? 'nobody' };
  return factsFrom(call, row as unknown as KeptWords, await planOf(row.plan_version));
};

const testedOf = async (rows: readonly ChunkRow[], planOf: (version: number) => Promise<Plan>) => {
  const tested: TestedCall[] = [];
  for (const row of rows) {
    const ruled = row.corrected === null ? row.level : row.ruled_level;
    // A person gave it its only level: there is nothing that rules could change.
    if (ruled === null) continue;
    tested.push({ id: row.id, facts: await factsOf(row, planOf), ruled: ruled as Level, corrected: row.corrected });
  }
  return tested;
};

/** Until all are done, its end is wanted, or the process ends; null: another one does it, or will. */
const carryOut = async (
  db: HouseDb,
  own: BackTestKey,
  begun: Begun,
  signal: AbortSignal,
): Promise<'done' | 'cancelled' | null> => {
  const span = { merchantId: own.merchantId, ...begun };
  const planOf = versions(db, own.merchantId, begun.planId);
  await setTotal(db, own, await countSpan(db, span));
  let { after, changed } = begun;
  let isWanted = !begun.cancelWanted;
  let tally: Tally = begun;
  while (isWanted) {
    if (signal.aborted) return null;
    const rows = await readChunk(db, span, after, CHUNK);
    const last = rows.at(-1);
    if (last === undefined) return 'done';
    const found = tallyCalls(begun.rules, await testedOf(rows, planOf), tally);
    const counted = { ...found.tally, done: tally.done + rows.length };
    const step = { tally: counted, changes: found.changes, changed, from: after, after: last.cursor };
    const moved = await commitStep(db, own, step);
    if (moved === undefined) return null;
    isWanted = !moved.cancelWanted;
    after = last.cursor;
    changed += found.changes.length;
    tally = counted;
  }
  return 'cancelled';
};

const payloadSchema = z.object({ merchantId: z.string(), id: z.string() });

export interface BackTestParts {
  readonly db: HouseDb;
  readonly log: Log;
}

export const backTestJob = ({ db, log }: BackTestParts): Jobs => ({
  [BACK_TEST_JOB]: async (payload, signal) => {
    const own = payloadSchema.parse(payload);
    const begun = await beginBackTest(db, own);
    if (begun === undefined) return;
    if (begun.tries > MOST_TRIES) {
      log.error({ backTest: own.id }, 'a back-test was given up');
      return endBackTest(db, own, 'failed');
    }
    const end = await carryOut(db, own, begun, signal);
    // What waits for the next process is a new job: this one's failure would make it wait longer each time.
    if (end === null) return signal.aborted ? queueBackTest(db, own) : undefined;
    await endBackTest(db, own, end);
    await purgeOld(db, own, begun.planId);
  },
});
