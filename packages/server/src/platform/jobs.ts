import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from './db/index.ts';
import type { Log } from './log.ts';

/** What the jobs process can do, by name; rooms bring theirs. Payloads hold ids only and are parsed by the job. */
export type Jobs = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface JobsOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
  /** graphile-worker's crontab lines. */
  readonly crontab: string;
  readonly log: Log;
}

const AT_ONCE = 4;
const POLL_MS = 2_000;

/**
 * Adds a job inside the caller's transaction: it exists if and only if the write does. With `key` a job that still
 * waits is replaced, not doubled.
 */
export const addJob = async (
  tx: Kysely<Tables>,
  name: string,
  payload: Readonly<Record<string, string | number>>,
  key?: string,
): Promise<void> => {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null})`.execute(
    tx,
  );
};

/** Runs jobs until closed; a failed job is tried again later with growing waits. */
export const runJobs = async ({ pool, jobs, crontab, log }: JobsOptions): Promise<{ close: () => Promise<void> }> => {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, payload => job(payload)]),
  );
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  });
  runner.events.on('job:error', ({ job, error }) => {
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, 'a job failed');
  });
  runner.promise.catch(error => log.error({ err: error }, 'the jobs stopped'));
  return { close: () => runner.stop() };
};
