import type { LocalMedia, RemoteMedia } from '@lianxian/telephony';
import { now, toMachine } from '../media-worker/clock.ts';
import type { MediaWants } from '../media-worker/messages.ts';
import type { CallMessage, WorkerProcess } from './worker-process.ts';

/**
 * Second legs (people who are rung), as calls sees them: each lives in the worker of the call it stands beside, and goes
 * with it. To the exchange they are legs like any other.
 */
export interface Besides {
  readonly prepare: (leg: string, call: string, hears: BesideListener) => void;
  readonly has: (leg: string) => boolean;
  readonly open: (leg: string, wants: MediaWants) => Promise<LocalMedia>;
  readonly connect: (leg: string, remote: RemoteMedia, phase: 'early' | 'confirmed') => void;
  readonly join: (leg: string, announcement: string) => void;
  readonly close: (leg: string) => void;
  /** From its worker. */
  readonly hear: (message: CallMessage) => void;
  /** The worker of this call is gone. */
  readonly lost: (call: string) => void;
}

/** What is told of a second leg. */
export interface BesideListener {
  /** Its far end and the call hear each other. */
  readonly joined: () => void;
  /** Its far end sends nothing any more, or its worker died with it. */
  readonly gone: () => void;
}

interface Beside {
  readonly call: string;
  readonly hears: BesideListener;
  opened: PromiseWithResolvers<LocalMedia> | null;
}

/** A worker opens a socket; longer means it is stuck. */
const OPEN_LIMIT_MS = 5_000;

export const createBesides = (workerOf: (call: string) => WorkerProcess | null): Besides => {
  const legs = new Map<string, Beside>();
  const workerBeside = (leg: string): WorkerProcess | null => {
    const beside = legs.get(leg);
    return beside ? workerOf(beside.call) : null;
  };

  return {
    prepare: (leg, call, hears) => legs.set(leg, { call, hears, opened: null }),
    has: leg => legs.has(leg),
    open: async (leg, wants) => {
      const beside = legs.get(leg);
      const worker = workerBeside(leg);
      if (!beside || !worker) throw new Error('its call is over');
      beside.opened = Promise.withResolvers<LocalMedia>();
      const limit = setTimeout(
        () => beside.opened?.reject(new Error('the media worker did not answer')),
        OPEN_LIMIT_MS,
      );
      worker.send({ type: 'openBeside', call: leg, beside: beside.call, wants });
      return await beside.opened.promise.finally(() => clearTimeout(limit));
    },
    connect: (leg, remote, phase) =>
      workerBeside(leg)?.send({ type: 'connect', call: leg, remote, phase, at: toMachine(now()) }),
    join: (leg, announcement) => {
      const beside = legs.get(leg);
      if (beside) workerBeside(leg)?.send({ type: 'join', call: leg, beside: beside.call, announcement });
    },
    close: leg => {
      workerBeside(leg)?.send({ type: 'close', call: leg, by: 'platform' });
      legs.delete(leg);
    },
    hear: message => {
      const beside = legs.get(message.call);
      if (!beside) return;
      if (message.type === 'opened') beside.opened?.resolve(message.local);
      if (message.type === 'openFailed') beside.opened?.reject(new Error(message.because));
      if (message.type === 'joined') beside.hears.joined();
      if (message.type === 'vanished') beside.hears.gone();
    },
    lost: call => {
      for (const [leg, beside] of legs) {
        if (beside.call !== call) continue;
        legs.delete(leg);
        beside.opened?.reject(new Error('the media worker died'));
        beside.hears.gone();
      }
    },
  };
};
