/**
 * The embedded PostgreSQL: a real server, started below the data folder when no DATABASE_URL is given.
 *
 *            ┌── ours already runs ──▶ attached ─┐
 *   prepare ─┤                                   ├──▶ up ──▶ died ──▶ starting ──▶ up …
 *            └── nobody runs ───────▶ starting ──┘      └──▶ stopping ──▶ stopped
 *
 * Invariants: a server is ours only when it answers with our data folder and our password, whatever a pid file says
 * (`pg_ctl status` lies about a killed server). One port for the life of this object, so that pools find it again
 * after a restart. Whoever finds the server running stops it only when its starter is dead: a command beside a
 * running house must not take the house's database away.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../alive.ts';
import { DatabaseRefused } from '../refused.ts';
import { APP_ROLE, type Cluster, cleanEnvironment, identity, prepareCluster, SUPERUSER } from './cluster.ts';
import { orphansOf, probe, readPostmaster, removeStaleLock, servesFolder } from './postmaster.ts';

interface EmbeddedOptions {
  /** Where the cluster lives; made when missing. */
  readonly folder: string;
  /** Tests only: trades safety for speed. */
  readonly volatile?: boolean;
  /** Tests only: what its processes find in their environment besides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told when the server died and when it is back. */
  readonly onChange?: (what: 'died' | 'back') => void;
}

export interface EmbeddedDatabase {
  /** Connection string of the database `postgres`, with password: keep it out of logs. */
  readonly url: string;
  /** The role the house works with, which is no superuser; whoever migrates makes it. */
  readonly app: { readonly role: string; readonly password: string; readonly url: string };
  /** It was running before us. */
  readonly attached: boolean;
  readonly pid: () => number | null;
  /** Fast shutdown; resolves when the process is gone. */
  readonly stop: () => Promise<void>;
}

/** Recovery after a crash replays the log first; minutes only on a very full disk. */
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
const POLL_MS = 25;
const WATCH_MS = 500;
const RESTART_WAITS_MS = [100, 250, 500, 1_000, 2_000, 5_000] as const;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const urlOf = ({ password }: Pick<Cluster, 'password'>, port: number, role = SUPERUSER): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });

/** Statements and row values stay out of the server's log: they hold phones and names. */
const quiet = { log_min_error_statement: 'panic', log_error_verbosity: 'terse', log_checkpoints: 'off' };
const volatileSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', io_method: 'sync' };

const openLog = (file: string): number => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) truncateSync(file);
  return openSync(file, 'a', 0o600);
};

const launch = (cluster: Cluster, port: number, options: EmbeddedOptions): ChildProcess => {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...quiet,
    ...(options.volatile === true ? volatileSettings : {}),
  };
  const log = openLog(cluster.logFile);
  const child = spawn(
    join(cluster.programs, 'postgres'),
    [
      '-D',
      cluster.dataFolder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    {
      ...identity(cluster.account),
      cwd: cluster.dataFolder,
      env: { ...cleanEnvironment(), ...options.environment },
      stdio: ['ignore', 'ignore', log],
      // Its own process group: Ctrl-C reaches us, and we stop the database last.
      detached: true,
    },
  );
  closeSync(log);
  child.on('error', () => undefined);
  return child;
};

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

const lastWords = async (cluster: Cluster): Promise<string> => {
  const text = await readFile(cluster.logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-3).join(' ');
};

/** A server on our folder that runs already, once it is ready; `null` when none does. */
const findRunning = async (cluster: Cluster): Promise<{ pid: number; port: number } | null> => {
  const until = performance.now() + START_LIMIT_MS;
  while (performance.now() < until) {
    const found = await readPostmaster(cluster.dataFolder);
    if (found === null || !isAlive(found.pid) || servesFolder(found.pid, cluster.dataFolder) === false) return null;
    const answer = await probe(urlOf(cluster, found.port), cluster.dataFolder);
    if (answer === 'ours') return found;
    if (answer === 'foreign' && servesFolder(found.pid, cluster.dataFolder) === null) return null;
    await delay(POLL_MS);
  }
  throw new DatabaseRefused(
    `${cluster.dataFolder} 的数据库在运行但不应答。`,
    `A server runs on ${cluster.dataFolder} but does not answer.`,
  );
};

const waitForEnd = async (pid: number): Promise<boolean> => {
  const until = performance.now() + STOP_LIMIT_MS;
  while (performance.now() < until) {
    if (!isAlive(pid)) return true;
    await delay(POLL_MS);
  }
  return false;
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone, which is what the signal was for.
  }
};

/** Nothing that was committed is lost with them: a server that was killed recovers from its log. */
const endOrphans = async (dataFolder: string): Promise<void> => {
  const orphans = await orphansOf(dataFolder);
  for (const pid of orphans) signal(pid, 'SIGKILL');
  for (const pid of orphans) await waitForEnd(pid);
};

/** Starts a server and waits until it answers as ours. */
const startServer = async (cluster: Cluster, port: number, options: EmbeddedOptions): Promise<ChildProcess | null> => {
  await removeStaleLock(cluster.dataFolder);
  await endOrphans(cluster.dataFolder);
  const child = launch(cluster, port, options);
  const until = performance.now() + START_LIMIT_MS;
  while (!hasEnded(child) && performance.now() < until) {
    if ((await probe(urlOf(cluster, port), cluster.dataFolder)) === 'ours' && !hasEnded(child)) return child;
    await delay(POLL_MS);
  }
  if (!hasEnded(child)) child.kill('SIGKILL');
  return null;
};

/** Fast shutdown (SIGINT): open transactions are rolled back, the data is left clean. SIGQUIT when that hangs. */
const shutDown = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid)) return;
  signal(pid, 'SIGQUIT');
  await waitForEnd(pid);
};

/** @param nextPort asked at each try: what was free a moment ago may be somebody else's when the server binds it. */
const startAgain = async (
  cluster: Cluster,
  nextPort: () => Promise<number>,
  options: EmbeddedOptions,
): Promise<{ readonly pid: number | null; readonly port: number }> => {
  for (const wait of RESTART_WAITS_MS) {
    const port = await nextPort();
    const child = await startServer(cluster, port, options);
    if (child !== null) return { pid: child.pid ?? null, port };
    await delay(wait);
  }
  throw new DatabaseRefused(
    `内置的 PostgreSQL 启动失败：${await lastWords(cluster)}`,
    `The embedded PostgreSQL does not start; see ${cluster.logFile}.`,
  );
};

/**
 * Starts the embedded server below `folder`, or attaches to the one that already serves it; restarts it when it dies.
 * Throws {@link DatabaseRefused} with a sentence when it cannot be.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const cluster = await prepareCluster(options.folder);
  const running = await findRunning(cluster);
  const served = running ?? (await startAgain(cluster, freePort, options));
  const { port } = served;
  let { pid }: { pid: number | null } = served;
  const starter = Number(await readFile(cluster.ownerFile, 'utf8').catch(() => ''));
  const isOurs = running === null || starter === process.pid || starter === 0 || !isAlive(starter);
  if (isOurs) await writeFile(cluster.ownerFile, String(process.pid));

  let stopping = false;
  let watching: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (stopping || watching !== null || (pid !== null && isAlive(pid))) return;
    watching = revive().finally(() => {
      watching = null;
    });
  }, WATCH_MS);
  watch.unref();
  const revive = async (): Promise<void> => {
    if (!isOurs) return;
    pid = null;
    options.onChange?.('died');
    // Another try follows at the next look: a database that is away is no reason to die ourselves.
    const again = await startAgain(cluster, async () => port, options).catch(() => null);
    if (again?.pid == null) return;
    pid = again.pid;
    options.onChange?.('back');
  };
  const stopAtExit = () => {
    if (isOurs && pid !== null) signal(pid, 'SIGINT');
  };
  process.once('exit', stopAtExit);
  return {
    url: urlOf(cluster, port),
    app: {
      role: APP_ROLE,
      password: cluster.appPassword,
      url: urlOf({ password: cluster.appPassword }, port, APP_ROLE),
    },
    attached: running !== null,
    pid: () => pid,
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await watching;
      process.off('exit', stopAtExit);
      if (!isOurs) return;
      if (pid !== null) await shutDown(pid);
      pid = null;
      await rm(cluster.ownerFile, { force: true });
    },
  };
};
