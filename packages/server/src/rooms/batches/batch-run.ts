/**
 * Carries out a batch task (docs/tasks.md#batch-tasks): a row, a job, and a work that goes step by step. Each step is a
 * transaction of the work's own in which it calls `progress`: what was done and where it goes on are committed together,
 * so that a process killed anywhere leaves a batch that goes on exactly there. The cursor is the fence too: it moves from
 * where this process saw it or not at all, so of two processes that carry out the same batch one commits each step.
 *
 * Between steps the work asks `mayGoOn`; no is said when its end is wanted, or when the process ends, and then the work
 * returns what it has. States: running → done | failed (with a sentence) | cancelled.
 */
import { stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { type PushSender, tellIn } from '../../platform/push/index.ts';
import { insertFile, type NewFile } from '../files/index.ts';
import { BATCHES_TOPIC } from './batches.routes.ts';
import {
  type BatchKey,
  type BatchResult,
  type BatchStep,
  beginBatch,
  endBatch,
  moveCursor,
  queueBatch,
} from './batches.store.ts';

/** What a work is given. */
export interface BatchRun extends BatchKey {
  readonly createdBy: string;
  readonly title: string;
  /** As it was started with; the work parses it. */
  readonly input: unknown;
  /** `{}` at first, then what the last committed step left. */
  readonly cursor: unknown;
  readonly done: number;
  /** Once in the transaction of each step. */
  readonly progress: (tx: UnscopedDb, step: BatchStep) => Promise<void>;
  /** Asked after each commit; after a no the work returns. */
  readonly mayGoOn: () => boolean;
}

export interface BatchEnd {
  /** What came of it, as `stored` keeps it. */
  readonly remark: string;
  /** Its bytes are on the disk. */
  readonly file?: NewFile | null;
  /** Nobody waits for the file: whose batch it is is told in these words, as `stored` keeps them. */
  readonly notice?: string;
}
export type BatchWork = (run: BatchRun) => Promise<BatchEnd>;

/** Expected: the batch ends as failed, `end.remark` says why to who started it; what was done stays. */
export class BatchFailed extends Error {
  override readonly name = 'BatchFailed';
  readonly end: BatchEnd;
  constructor(end: BatchEnd) {
    super('batch failed');
    this.end = end;
  }
}

/** Another process carries it out, or it is over. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

interface BatchParts {
  readonly db: UnscopedDb;
  readonly push: PushSender;
  readonly log: Log;
  /** By kind. */
  readonly works: Readonly<Record<string, BatchWork>>;
}

/** Beginnings without a step in between. */
const MOST_TRIES = 5;
/** The list of who watches is read again at most so often. */
const TELL_MS = 500;
/** 「已处理{num}条记录」 is shown for 3 s (docs/wire.md#push-messages). */
const NOTICE_MS = 3_000;
const GIVEN_UP = stored(['brokeOff']);

type Begun = NonNullable<Awaited<ReturnType<typeof beginBatch>>>;

/** Tells who started it how far it is; `done` as of the last commit. */
const openTelling = ({ push }: BatchParts, { merchantId, id }: BatchKey, { createdBy }: Begun) => {
  let toldAt = Number.NEGATIVE_INFINITY;
  let noticedAt = performance.now();
  const changed = () => push.toTopic(merchantId, BATCHES_TOPIC, { type: 'batchChanged', topic: BATCHES_TOPIC, id });
  const notice = (num: number) => push.toEmployee(merchantId, createdBy, { type: 7, id, num });
  return {
    progress: (done: number): void => {
      const at = performance.now();
      if (at - toldAt >= TELL_MS) {
        toldAt = at;
        changed();
      }
      if (at - noticedAt < NOTICE_MS) return;
      noticedAt = at;
      notice(done);
    },
    end: (done: number, fileKey: string | null, msg: string): void => {
      changed();
      notice(done);
      if (fileKey !== null) push.toEmployee(merchantId, createdBy, { type: 6, id, fileId: fileKey, msg });
    },
  };
};

/** One beginning: the work runs until it returns or breaks. Null: the process ends, or another one does it. */
const carryOut = async (
  parts: BatchParts,
  key: BatchKey,
  begun: Begun,
  signal: AbortSignal,
): Promise<(BatchEnd & { state: BatchResult['state']; done: number }) | null> => {
  const telling = openTelling(parts, key, begun);
  let { cursor, cancelled } = begun;
  let done = Number(begun.rowsDone);
  let isBroken = false;
  const run: BatchRun = {
    ...key,
    createdBy: begun.createdBy,
    title: begun.title,
    input: begun.input,
    cursor,
    done,
    progress: async (tx, step) => {
      const moved = await moveCursor(tx, key, cursor, step);
      if (moved === undefined) throw new Overtaken();
      ({ cancelled } = moved);
      cursor = step.cursor;
      done = step.done;
    },
    mayGoOn: () => {
      telling.progress(done);
      isBroken ||= cancelled || signal.aborted;
      return !isBroken;
    },
  };
  const work = parts.works[begun.kind];
  if (work === undefined) throw new Error(`nobody carries out batches of kind ${begun.kind}`);
  try {
    const end = await work(run);
    if (isBroken && !cancelled) return null;
    return { ...end, state: isBroken ? 'cancelled' : 'done', done };
  } catch (error) {
    if (error instanceof Overtaken) return null;
    if (error instanceof BatchFailed) return { ...error.end, state: 'failed', done };
    if (begun.tries < MOST_TRIES) throw error;
    parts.log.error({ err: error, kind: begun.kind }, 'a batch was given up');
    return { remark: GIVEN_UP, state: 'failed', done };
  }
};

const payloadSchema = z.object({ merchantId: z.string(), id: z.string() });

const runBatch = async (parts: BatchParts, payload: unknown, signal: AbortSignal): Promise<void> => {
  const key = payloadSchema.parse(payload);
  const begun = await beginBatch(parts.db, key);
  if (begun === undefined) return;
  const end =
    begun.tries > MOST_TRIES
      ? { remark: GIVEN_UP, state: 'failed' as const, done: Number(begun.rowsDone), file: null }
      : await carryOut(parts, key, begun, signal);
  if (end === null) {
    // What waits for the next process is a new job: this one's failure would make it wait longer each time.
    if (signal.aborted) await queueBatch(parts.db, key);
    return;
  }
  const { remark, state, file, notice } = end;
  const made = await inTransaction(parts.db, async tx => {
    const own = file ? { ...file, createdBy: begun.createdBy } : null;
    const inserted = own ? await insertFile(merchantDb(tx, key.merchantId), own) : null;
    // Who was overtaken leaves no row of a file either.
    if (!(await endBatch(tx, key, { state, remark, fileId: inserted?.id ?? null }))) throw new Overtaken();
    if (notice !== undefined && inserted !== null && state === 'done') {
      const receiver = { merchantId: key.merchantId, employeeId: begun.createdBy };
      await tellIn(tx, receiver, { type: 1, msg: notice, fileId: inserted.key });
    }
    return inserted;
  }).catch((error: unknown) => {
    if (error instanceof Overtaken) return undefined;
    throw error;
  });
  if (made === undefined) return;
  // A file that was asked for is fetched by itself (type 6); one with refused rows waits in the list.
  const fetched = begun.type === 1 && state === 'done' && notice === undefined ? (made?.key ?? null) : null;
  openTelling(parts, key, begun).end(end.done, fetched, begun.title);
};

/** The job that carries out batches of the given works. */
export const batchJob = (parts: BatchParts): Jobs => ({
  batch: (payload, signal) => runBatch(parts, payload, signal),
});
