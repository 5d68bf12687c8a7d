/**
 * Which jobs processes live. A job is locked by the process that carries it out; when that one dies (kill -9, power) the
 * lock stays, and graphile-worker would wait four hours. So each process holds a session lock of PostgreSQL named after
 * its own id: it is gone the moment the process is. Every process looks for jobs whose holder has none and frees them.
 *
 * A holder counts as dead when two looks in a row found its name free: between its first job and its session lock pass
 * some milliseconds. No clock is compared, so one that is set back frees nothing early and keeps nothing for ever.
 *
 * A job waits for its hour by the database's clock. When that was set back, jobs of before would wait as long as it was set
 * back by: they are known by their last change, which is yet to come, and are due at once.
 */
import type { Pool, PoolClient } from 'pg';
import type { Log } from './log.ts';

interface JobsLife {
  /** Holds the lock of this name from now on. */
  readonly begin: (name: string) => void;
  readonly end: () => Promise<void>;
}

const FIRST_LOOK_MS = 300;
const LOOK_MS = 5_000;
/** Names the locks of jobs processes among all advisory locks. */
const CLASS = 0x6a6f6273;

/** Holders of jobs other than `own` whose session lock is free; the look itself leaves none behind. */
const holdersWithoutLife = async (client: PoolClient, own: string): Promise<string[]> => {
  const { rows } = await client.query<{ holder: string; free: boolean }>(
    `select holder, pg_try_advisory_lock($1, hashtext(holder)) as free
     from (select distinct locked_by as holder from graphile_worker.jobs where locked_by is not null and locked_by <> $2) as held`,
    [CLASS, own],
  );
  const free = rows.filter(row => row.free).map(row => row.holder);
  await client.query('select pg_advisory_unlock($1, hashtext(holder)) from unnest($2::text[]) as holder', [
    CLASS,
    free,
  ]);
  return free;
};

const bringForward = (client: PoolClient): Promise<unknown> =>
  client.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs
     where updated_at > now() + interval '2 seconds' and run_at > now() having count(*) > 0`,
  );

export const openJobsLife = (pool: Pool, log: Log): JobsLife => {
  let own = '';
  let client: PoolClient | null = null;
  let suspects: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();

  const hold = async (): Promise<PoolClient> => {
    if (client !== null) return client;
    const next = await pool.connect();
    next.once('error', () => {
      if (client !== next) return;
      client = null;
      next.release(true);
    });
    client = next;
    await next.query('select pg_advisory_lock($1, hashtext($2))', [CLASS, own]);
    return next;
  };
  const look = async (): Promise<void> => {
    const held = await hold();
    await bringForward(held);
    const free = await holdersWithoutLife(held, own);
    const dead = free.filter(holder => suspects.has(holder));
    suspects = new Set(free);
    if (dead.length === 0) return;
    await held.query('select graphile_worker.force_unlock_workers($1)', [dead]);
    log.info({ processes: dead.length }, 'jobs of a process that died go on');
  };
  const lookAgain = (afterMs: number): void => {
    timer = setTimeout(() => {
      looking = look().catch((error: unknown) =>
        log.warn({ err: error }, 'jobs of dead processes were not looked for'),
      );
      void looking.then(() => timer !== null && lookAgain(suspects.size > 0 ? FIRST_LOOK_MS : LOOK_MS));
    }, afterMs);
  };
  return {
    begin: name => {
      own = name;
      lookAgain(0);
    },
    end: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await looking;
      client?.release(true);
      client = null;
    },
  };
};
