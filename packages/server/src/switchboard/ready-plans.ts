import type { Plan } from '@lianxian/core';
import { openBench } from '../platform/bench.ts';
import { openByteCache } from '../platform/byte-cache.ts';

/**
 * Plans as media workers need them, made ready in a thread: the loop that sends sound is only handed bytes, and the one that
 * speaks SIP only hands them on. A plan is made ready once for all workers and kept while there is room.
 */
export interface ReadyPlans {
  /**
   * The compiled plan as v8 writes it (`node:v8`, serialize). Rejects when it has faults, takes too long or too much memory,
   * or when its merchant's minute is spent: that call ends, the other merchants' go on.
   */
  readonly of: (key: string, plan: Plan) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Hundreds of plans of the usual size; the largest that may be published takes 5 MB. */
const KEPT_BYTES = 96 * 1_024 * 1_024;
/** Plans of one merchant that may wait for their turn: published ones, which have passed the gates. */
const MOST_WAITING = 500;
/** Of processor time a merchant's plans may take a minute: fifty of the largest, or all of his of the usual size. */
const MINUTE_MS = 30_000;

const program = new URL('./compile.thread.ts', import.meta.url);

export const openReadyPlans = (minuteMs: number = MINUTE_MS): ReadyPlans => {
  const bench = openBench({ limits: { waiting: MOST_WAITING, minuteMs } });
  const kept = openByteCache<Uint8Array>(KEPT_BYTES);
  const making = new Map<string, Promise<Uint8Array>>();

  const make = async (key: string, plan: Plan): Promise<Uint8Array> => {
    // Keys begin with the merchant: merchants take turns.
    const [owner = ''] = key.split('.');
    const made = await bench.run<Uint8Array | null>(program, owner, plan);
    if (made === null) throw new Error('the plan has faults');
    kept.keep(key, made, made.byteLength);
    return made;
  };

  return {
    of: (key, plan) => {
      const known = kept.find(key);
      if (known) return Promise.resolve(known);
      const made = making.get(key) ?? make(key, plan).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
    close: bench.close,
  };
};
