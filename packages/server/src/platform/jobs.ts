import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './db/index.ts';
import { openJobsLife } from './jobs-life.ts';
import type { Log } from './log.ts';

/**
 * What the jobs process can do, by name; rooms bring theirs. Payloads hold ids only and are parsed by the job. `signal`
 * says that the process ends: long work stops at the next place where it can go on later.
 */
export type Jobs = Readonly<Record<string, (payload: unknown, signal: AbortSignal) => Promise<void>>>;

interface JobsOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
  /** graphile-worker's crontab lines. */
  readonly crontab: string;
  readonly log: Log;
}

const AT_ONCE = 4;
const POLL_MS = 2_000;

/** A job as part of another statement, in SQL. */
interface AddedJob {
  /** Of type json. */
  readonly payload: RawBuilder<unknown>;
  /** What still waits under it is replaced. */
  readonly key: RawBuilder<unknown>;
  /** Jobs of one queue are carried out one after the other: whoever asks for a hundred takes one place, not all. */
  readonly queue?: RawBuilder<unknown>;
}

/** Adds a job as part of another statement, e.g. what an insert returns. */
export const jobAdded = (name: string, { payload, key, queue = sql`null` }: AddedJob): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${name}::text, ${payload}, queue_name => ${queue}, job_key => ${key})`;

/**
 * Adds a job inside the caller's transaction: it exists if and only if the write does. With `key` a job that still
 * waits is replaced, not doubled.
 */
export const addJob = async (
  tx: Kysely<Tables>,
  name: string,
  payload: Readonly<Record<string, string | number | readonly object[]>>,
  key?: string,
): Promise<void> => {
  const job = { payload: sql`${JSON.stringify(payload)}::json`, key: sql`${key ?? null}::text` };
  await sql`select ${jobAdded(name, job)}`.execute(tx);
};

/**
 * Whether the first look for a job reached the database. graphile-worker keeps what that look came to, a failure too, and
 * would look no more: a runner that failed is begun anew.
 */
const firstLook = (events: WorkerEvents): Promise<boolean> =>
  new Promise(settle => {
    events.once('worker:getJob:error', () => settle(false));
    for (const reached of ['worker:getJob:empty', 'job:start'] as const) events.once(reached, () => settle(true));
  });

interface RunningJobs {
  readonly isLooking: boolean;
  readonly stop: () => Promise<void>;
}

const begin = async ({ pool, crontab, log }: JobsOptions, taskList: TaskList): Promise<RunningJobs> => {
  const events: WorkerEvents = new EventEmitter();
  const looked = firstLook(events);
  const life = openJobsLife(pool, log);
  events.on('pool:create', ({ workerPool }) => life.begin(workerPool.id));
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: new Logger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  });
  runner.events.on('job:error', ({ job, error }) => {
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed');
  });
  runner.promise.catch(error => log.error({ err: error }, 'the jobs stopped'));
  const stop = async (): Promise<void> => {
    await runner.stop();
    await life.end();
  };
  return { isLooking: await looked, stop };
};

/**
 * Runs jobs until closed, and resolves when they are looked for; a failed job is tried again later with growing waits, one
 * of a dead process at once.
 */
export const runJobs = async (options: JobsOptions): Promise<{ close: () => Promise<void> }> => {
  const ending = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.jobs).map(([name, job]) => [name, payload => job(payload, ending.signal)]),
  );
  let running = await begin(options, taskList);
  while (!running.isLooking) {
    options.log.warn('the database could not be asked for jobs');
    await running.stop();
    await delay(POLL_MS);
    running = await begin(options, taskList);
  }
  return {
    close: async () => {
      ending.abort();
      await running.stop();
    },
  };
};
