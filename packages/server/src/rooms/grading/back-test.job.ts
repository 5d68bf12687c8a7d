/**
 * Carries out a back-test: level rules tried on the calls of some days, chunk by chunk, newest first. A chunk's counts, its
 * changes and where to go on are one transaction, and the place is the fence too: it moves from where this process saw it
 * or not at all. So a process killed anywhere leaves a back-test that goes on exactly there, and no call is counted twice.
 * Memory holds one chunk. States: running → done | failed | cancelled.
 */
import type { CallFacts, Level, Plan } from '@lianxian/core';
import { z } from 'zod';
import { openByteCache } from '../../platform/byte-cache.ts';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { planVersion } from '../plans/index.ts';
import { type TestedCall, tallyCalls } from './back-test.policy.ts';
import {
  BACK_TEST_JOB,
  beginBackTest,
  commitStep,
  endBackTest,
  purgeOld,
  putTotals,
  queueBackTest,
} from './back-test.store.ts';
import { factsFrom, type KeptWords } from './facts.view.ts';
import { type ChunkRow, countSpan, readChunk } from './graded.store.ts';

/** Some ten MB of facts at once. */
const CHUNK = 2_000;
/** Beginnings without a chunk in between. */
const MOST_TRIES = 5;

type Begun = NonNullable<Awaited<ReturnType<typeof beginBackTest>>>;
type PlanOf = (version: number) => Promise<Plan>;

/** Of graphs of versions that old calls were made with, kept while their rows come. */
const GRAPHS_BYTES = 32 * 1_048_576;

const versions = (db: MerchantDb, planId: string): PlanOf => {
  const known = openByteCache<Plan>(GRAPHS_BYTES);
  return async version => {
    const kept = known.find(String(version));
    if (kept) return kept;
    const found = await planVersion(db, planId, version);
    if (found === undefined) throw new Error('a call was made with a version that is not there');
    known.keep(String(version), found.graph, found.bytes);
    return found.graph;
  };
};

const factsOf = async (row: ChunkRow, planOf: PlanOf): Promise<CallFacts> => {
  if (row.facts !== null) return row.facts;
  const call = { talkMs: row.talkMs, turns: row.turns, hungUpBy: row.hungUpBy ?? 'nobody' };
  return factsFrom(call, row as unknown as KeptWords, await planOf(row.planVersion));
};

const testedOf = async (rows: readonly ChunkRow[], planOf: PlanOf): Promise<readonly TestedCall[]> => {
  const tested: TestedCall[] = [];
  for (const row of rows) {
    const ruled = (row.corrected === null ? row.level : row.ruledLevel) as Level;
    const { id, owner, corrected } = row;
    tested.push({ id, owner, facts: await factsOf(row, planOf), ruled, corrected });
  }
  return tested;
};

/** Until all are done, its end is wanted, or the process ends; null: another one does it, or will. */
const carryOut = async (
  db: MerchantDb,
  id: string,
  begun: Begun,
  signal: AbortSignal,
): Promise<'done' | 'cancelled' | null> => {
  const planOf = versions(db, begun.planId);
  await putTotals(db, id, await countSpan(db, begun));
  let { after, changed } = begun;
  let isWanted = !begun.cancelWanted;
  while (isWanted) {
    if (signal.aborted) return null;
    const rows = await readChunk(db, begun, after, CHUNK);
    const last = rows.at(-1);
    if (last === undefined) return 'done';
    const found = tallyCalls(begun.rules, await testedOf(rows, planOf));
    const moved = await commitStep(db, id, { ...found, changed, from: after, after: last.cursor });
    if (moved === undefined) return null;
    isWanted = !moved.cancelWanted;
    after = last.cursor;
    changed += found.changes.length;
  }
  return 'cancelled';
};

const payloadSchema = z.object({ merchantId: z.string(), id: z.string() });

interface BackTestParts {
  readonly db: UnscopedDb;
  readonly log: Log;
}

export const backTestJob = ({ db: unscopedDb, log }: BackTestParts): Jobs => ({
  [BACK_TEST_JOB]: async (payload, signal) => {
    const { merchantId, id } = payloadSchema.parse(payload);
    const db = merchantDb(unscopedDb, merchantId);
    const begun = await beginBackTest(db, id);
    if (begun === undefined) return;
    if (begun.tries > MOST_TRIES) {
      log.error({ backTest: id }, 'a back-test was given up');
      return endBackTest(db, id, 'failed');
    }
    const end = await carryOut(db, id, begun, signal);
    // What waits for the next process is a new job: this one's failure would make it wait longer each time.
    if (end === null) return signal.aborted ? queueBackTest(db, id) : undefined;
    await endBackTest(db, id, end);
    await purgeOld(db, begun.planId);
  },
});
