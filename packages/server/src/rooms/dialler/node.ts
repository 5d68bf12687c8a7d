import type { Plan } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { beat, latestVersions, type NodeBeat, type VersionKey } from './dialler.store.ts';
import type { SizedPlan } from './dialler.ts';
import type { Recovery } from './recovery.ts';
import { refuseTwin } from './twin.ts';

/**
 * This calls process among its like: it shows that it lives, and settles what dead ones left
 * (ARCHITECTURE.md#when-something-dies). At the start it settles its own earlier life first.
 */
export interface CallsNode {
  readonly begin: () => Promise<void>;
  /** Shows what is new of it before the next beat. */
  readonly show: () => Promise<void>;
  readonly end: () => Promise<void>;
}

interface CallsNodeOptions {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly recovery: Recovery;
  /** Resolves when calls can be taken. Orphans do not wait for it. */
  readonly ready: () => Promise<void>;
  readonly state: () => NodeBeat;
  /** Ids of the calls that live here. */
  readonly live: () => readonly string[];
}

/** `/readyz` takes a node for gone after 10 s. */
const BEAT_MS = 2_000;
/** Orphans are looked for now and then: leases run for 30 s. */
const SETTLE_EVERY_BEATS = 5;
/**
 * After a time without the database every node looks dead to every other: nobody settles before all had time to show
 * themselves again.
 */
const STEADY_BEATS = 10;
/** Leases and heartbeats are read by the database's clock: when it was set, all have to show themselves anew. */
const CLOCK_JUMP_MS = 3_000;

export const openNode = ({ db, log, recovery, ready, state, live }: CallsNodeOptions): CallsNode => {
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;
  let under = Promise.resolve();
  let last: { readonly at: number; readonly on: number } | null = null;

  /** Whether the database's clock ran as ours did since the last beat. */
  const ranEvenly = (clock: Date): boolean => {
    const seen = { at: clock.getTime(), on: performance.now() };
    const drift = last === null ? 0 : seen.at - last.at - (seen.on - last.on);
    last = seen;
    return Math.abs(drift) < CLOCK_JUMP_MS;
  };

  const turn = async (): Promise<void> => {
    try {
      const clock = await beat(db, state());
      beats = ranEvenly(clock) ? beats + 1 : 0;
      if (beats >= STEADY_BEATS && beats % SETTLE_EVERY_BEATS === 0) await recovery.settle(live());
    } catch (error) {
      beats = 0;
      log.warn({ err: error }, 'the heartbeat did not reach the database');
    }
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      under = turn().then(schedule);
    }, BEAT_MS);
  };

  return {
    begin: async () => {
      await refuseTwin(db, state().id);
      // Before the first heartbeat: whoever died before us is still known to be dead.
      await recovery.settle(null);
      await ready();
      await beat(db, state());
      schedule();
    },
    show: async () => void (await beat(db, state())),
    end: async () => {
      await under;
      clearTimeout(timer);
      await beat(db, { ...state(), draining: true, workers: 0 }).catch(() => undefined);
    },
  };
};

interface VoicingAhead {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly planOf: (version: VersionKey) => Promise<SizedPlan | null>;
  /** Makes what every callee of the plan hears. */
  readonly voice: (plan: Plan) => Promise<void>;
}

const PLANS_AHEAD = 20;

/** Voices the newest plans while nobody calls, so that a plan's first call starts at once. */
export const voicePlansAhead = ({ db, log, planOf, voice }: VoicingAhead): { readonly stop: () => void } => {
  let stopped = false;
  const run = async (): Promise<void> => {
    for (const key of await latestVersions(db, PLANS_AHEAD)) {
      if (stopped) return;
      const plan = await planOf(key);
      if (plan !== null) await voice(plan.graph);
    }
  };
  run().catch(error => {
    if (!stopped) log.warn({ err: error }, 'plans could not be voiced ahead');
  });
  return {
    stop: () => {
      stopped = true;
    },
  };
};
