/**
 * One process of the house, kept alive.
 *
 *   ┌─────────┐ ready ┌────┐ died ┌─────────┐ wait over
 *   │starting │──────▶│ up │─────▶│ waiting │──▶ starting …      after GIVE_UP_AFTER deaths in a row: given up
 *   └────┬────┘       └──┬─┘      └────┬────┘
 *        │ died first    └─────────────┴── stop ──▶ draining ──▶ stopped
 *        └──▶ given up (at the very first start), else waiting
 *
 * A child gets a process group of its own: Ctrl-C in a terminal reaches the supervisor alone, and what the child itself
 * started ends with it. It notices our own death by its channel closing.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { cloneDir, withoutSecrets } from '../config.ts';
import type { LogFile } from '../platform/log-file.ts';
import type { Lowered } from './lower.ts';

export interface ChildPlan {
  readonly name: string;
  readonly entry: string;
  readonly args: readonly string[];
  /** Of node itself. */
  readonly flags: readonly string[];
  /** Asked at each start, so that a restarted child learns what has changed. */
  readonly env: () => Readonly<Record<string, string>>;
  /**
   * What it is told first, over its channel; null: nothing. Asked at each start, too. Secrets are told so, and stand in no
   * process's environment: media workers and whatever else runs under our account could read it there.
   */
  readonly told: () => Readonly<Record<string, unknown>> | null;
  /** At its first start, and when it comes again. */
  readonly readyWithinMs: { readonly first: number; readonly again: number };
  /** Whom it runs as; null: as we do. */
  readonly lowered: Lowered | null;
}

/** What a child says with `ready`. */
export type ReadyInfo = Readonly<Record<string, unknown>>;

export interface ChildListener {
  readonly onReady?: (info: ReadyInfo) => void;
  /** It is stopping and waits for so much that is under way. */
  readonly onLeft?: (count: number) => void;
  readonly onDied: (because: string, restartInMs: number) => void;
  /** It died too often in a row; nobody starts it again. */
  readonly onGivenUp: (because: string) => void;
}

export interface Child {
  readonly name: string;
  /** Starts it; resolves with what it said when it got ready, rejects when it died first or was too slow. */
  readonly start: () => Promise<ReadyInfo>;
  /** Asks it to finish within `limitMs`, then ends it and all it started. */
  readonly stop: (limitMs: number) => Promise<void>;
  /** One that is stopping waits for nothing any longer. */
  readonly hurry: () => void;
  /** Ends the process as if it had died: it is started again. */
  readonly renew: () => void;
  readonly killNow: () => void;
}

const RESTART_WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** About three minutes of trying: whatever it is, trying will not mend it. */
const GIVE_UP_AFTER = 12;
/** Having lived this long, a child counts as well again. */
const WELL_AFTER_MS = 60_000;
const LAST_WORDS_BYTES = 4_000;
/** What a child started may close its files before it is ended by force. */
const GROUP_LIMIT_MS = 3_000;

const told = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ready') }),
  z.object({ type: z.literal('refused'), message: z.string() }),
]);

const left = z.object({ type: z.literal('left'), count: z.number() });

/** Sends to the whole group of a child; false when nobody of it is left. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  if (child.pid === undefined) return false;
  try {
    return process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    return false;
  }
};

const endGroup = async (child: ChildProcess): Promise<void> => {
  const until = performance.now() + GROUP_LIMIT_MS;
  while (signalGroup(child, 0) && performance.now() < until) await delay(20);
  signalGroup(child, 'SIGKILL');
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Compiled code of this clone, kept between starts: a process that comes back has its phones to hang up within seconds, and
 * half of its start is compiling. Where it cannot be written, node goes without.
 */
const ownCompileCache = join(cloneDir, 'node_modules/.cache/node');

export const keepChild = (plan: ChildPlan, log: LogFile, listener: ChildListener): Child => {
  let child: ChildProcess | null = null;
  let stopping = false;
  let deaths = 0;
  let restart: NodeJS.Timeout | undefined;

  const launch = (): ChildProcess => {
    const { before = [], ids = {}, compileCache = ownCompileCache } = plan.lowered ?? {};
    const [program, ...around] = [...before, process.execPath];
    const started = fork(plan.entry, [...plan.args], {
      ...ids,
      ...(program === undefined ? {} : { execPath: program }),
      execArgv: [...around, ...process.execArgv, ...plan.flags],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env: { NODE_COMPILE_CACHE: compileCache, ...withoutSecrets(process.env), ...plan.env() },
    });
    const told = plan.told();
    if (told !== null) started.send(told, () => undefined);
    started.stdout?.on('data', log.write);
    started.stderr?.on('data', log.write);
    started.on('error', () => undefined);
    started.on('message', message => {
      const news = left.safeParse(message);
      if (news.success) listener.onLeft?.(news.data.count);
    });
    return started;
  };

  const afterDeath = (bornAt: number, because: string): void => {
    if (stopping) return;
    if (performance.now() - bornAt > WELL_AFTER_MS) deaths = 0;
    deaths += 1;
    if (deaths > GIVE_UP_AFTER) {
      listener.onGivenUp(because);
      return;
    }
    const wait = RESTART_WAITS_MS[Math.min(deaths, RESTART_WAITS_MS.length) - 1]!;
    listener.onDied(because, wait);
    restart = setTimeout(() => begin('again').catch(() => undefined), wait);
  };

  /** At the very first start whoever waits decides; later each failure is one more death. */
  const begin = async (time: 'first' | 'again'): Promise<ReadyInfo> => {
    if (stopping) throw new Error(`${plan.name} is not started: it has been stopped`);
    const started = launch();
    const bornAt = performance.now();
    let isKept = time === 'again';
    child = started;
    started.once('exit', (code, signal) => {
      if (isKept) afterDeath(bornAt, signal ?? `exit code ${code}`);
    });
    try {
      const info = await waitForReady(started, plan.name, plan.readyWithinMs[time]);
      isKept = true;
      listener.onReady?.(info);
      return info;
    } catch (error) {
      signalGroup(started, 'SIGKILL');
      throw error;
    }
  };

  return {
    name: plan.name,
    start: () => begin('first'),
    stop: async limitMs => {
      stopping = true;
      clearTimeout(restart);
      const last = child;
      if (last === null) return;
      if (!hasEnded(last)) {
        const ended = new Promise<void>(resolve => last.once('exit', () => resolve()));
        if (last.connected) last.send({ type: 'drain', limitMs }, () => undefined);
        await Promise.race([ended, delay(limitMs + 1_000, undefined, { ref: false })]);
      }
      await endGroup(last);
    },
    hurry: () => {
      if (child?.connected) child.send({ type: 'hurry' }, () => undefined);
    },
    renew: () => {
      if (child?.connected) child.send({ type: 'renew' }, () => undefined);
    },
    killNow: () => {
      stopping = true;
      clearTimeout(restart);
      if (child !== null) signalGroup(child, 'SIGKILL');
    },
  };
};

const waitForReady = (child: ChildProcess, name: string, withinMs: number): Promise<ReadyInfo> => {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_BYTES);
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new Error(`${name} was not ready within ${withinMs / 1_000} s\n${lastWords}`));
    }, withinMs);
    child.on('message', message => {
      const known = told.safeParse(message);
      if (!known.success) return;
      clearTimeout(limit);
      if (known.data.type === 'refused') reject(new ChildRefused(known.data.message));
      else resolve(known.data);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      reject(new Error(`${name} ended before it was ready (${signal ?? `exit code ${code}`})\n${lastWords}`));
    });
  });
};

/** A child that said in a sentence why it cannot run. */
export class ChildRefused extends Error {
  override readonly name = 'ChildRefused';
}
