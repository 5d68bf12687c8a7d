import type { mergePlans, Plan } from '@lianxian/core';
import { Outage, Refusal } from '../../../api/wire.ts';
import { isTaken, type Opened, type Saved } from './draft-server.ts';

import type { SavedState } from './saved-state.ts';

/** What the server has, and what makes one plan of it and of ours. */
export interface Newest {
  readonly theirs: Opened;
  readonly mergePlans: typeof mergePlans;
}

/**
 * Saves a draft by itself. One request at a time; what changes meanwhile is sent after it. Without an answer it is tried
 * again, ever more seldom. When somebody else saved first both are made one, and that is saved; where they cannot be it
 * stops until one has chosen.
 */
interface Rim {
  readonly save: () => Promise<Saved>;
  /** The plan as it is now; compared by identity. */
  readonly now: () => Plan;
  readonly saved: (saved: Saved) => void;
  /** What the server has now. Throws as `save` does. */
  readonly newest: () => Promise<Newest>;
  /** Takes that into the plan; `kept` is the last one both had. Its graph; null: both changed the same. */
  readonly join: (kept: Plan, newest: Newest) => Plan | null;
  readonly state: (state: SavedState) => void;
}

interface Autosave {
  readonly changed: () => void;
  /** Everything is saved now; rejects when it cannot be. */
  readonly flush: () => Promise<void>;
  /** Nothing here is unsaved. */
  readonly isIdle: () => boolean;
  /** The server has this plan: begins, or begins anew. */
  readonly begin: (plan: Plan) => void;
}

/** Long enough for a word to be finished, short enough to lose nothing. */
const saveAfterMs = 1_000;
const againAfterMs = [2_000, 5_000, 10_000, 30_000] as const;

export const createAutosave = (rim: Rim): Autosave => {
  let kept: Plan | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let tries = 0;
  let stopped = false;
  let generation = 0;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run().catch(() => undefined), ms);
  };
  const failed = (error: unknown) => {
    if (isTaken(error)) {
      stopped = true;
      rim.state({ state: 'taken', why: error.message });
    } else if (error instanceof Outage) {
      rim.state({ state: 'offline' });
      later(againAfterMs[Math.min(tries, againAfterMs.length - 1)]!);
      tries += 1;
    } else rim.state({ state: 'refused', why: error instanceof Refusal ? error.message : String(error) });
  };
  /** Why it is not saved; null: somebody else was first, both are one now, and that is to be saved. */
  const whyNot = async (error: unknown, begun: number): Promise<unknown> => {
    if (begun !== generation || !isTaken(error) || kept === null) return error;
    try {
      const newest = await rim.newest();
      if (begun !== generation) return error;
      const theirs = rim.join(kept, newest);
      if (theirs === null) return error;
      kept = theirs;
      return null;
    } catch (another) {
      return another;
    }
  };
  const saveOnce = async () => {
    const plan = rim.now();
    const begun = generation;
    rim.state({ state: 'saving' });
    try {
      const saved = await rim.save();
      if (begun !== generation) return;
      kept = plan;
      tries = 0;
      rim.saved(saved);
    } catch (error) {
      const why = await whyNot(error, begun);
      if (why === null) return;
      if (begun === generation) failed(why);
      throw why;
    }
  };
  const saveAll = async () => {
    while (!stopped && rim.now() !== kept) await saveOnce();
    if (!stopped) rim.state({ state: 'saved' });
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    changed: () => {
      if (stopped) return;
      if (rim.now() === kept && running === null) {
        clearTimeout(timer);
        return rim.state({ state: 'saved' });
      }
      if (tries === 0) rim.state({ state: 'saving' });
      if (running === null) later(tries === 0 ? saveAfterMs : againAfterMs[0]);
    },
    flush: async () => {
      if (stopped) throw new Refusal(0, '');
      await run();
    },
    isIdle: () => running === null && rim.now() === kept,
    begin: plan => {
      generation += 1;
      clearTimeout(timer);
      kept = plan;
      stopped = false;
      tries = 0;
    },
  };
};
