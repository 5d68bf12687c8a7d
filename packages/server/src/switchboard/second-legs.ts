import type { LocalMedia, RemoteMedia } from '@lianxian/telephony';
import { now, toMachine } from '../media-worker/clock.ts';
import type { MediaWants } from '../media-worker/messages.ts';
import type { CallMessage, WorkerProcess } from './worker-process.ts';

/**
 * Second legs (people who are rung), as calls sees them: each lives in the worker of the call it belongs to, and goes
 * with it. To the exchange they are legs like any other.
 */
export interface SecondLegs {
  readonly prepare: (leg: string, call: string, hears: SecondLegListener) => void;
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
export interface SecondLegListener {
  /** Its far end and the call hear each other. */
  readonly joined: () => void;
  /** Its far end sends nothing any more, or its worker died with it. */
  readonly gone: () => void;
}

interface SecondLeg {
  readonly call: string;
  readonly hears: SecondLegListener;
  opened: PromiseWithResolvers<LocalMedia> | null;
}

/** A worker opens a socket; longer means it is stuck. */
const OPEN_LIMIT_MS = 5_000;

export const createSecondLegs = (workerOf: (call: string) => WorkerProcess | null): SecondLegs => {
  const legs = new Map<string, SecondLeg>();
  const workerOfLeg = (leg: string): WorkerProcess | null => {
    const second = legs.get(leg);
    return second ? workerOf(second.call) : null;
  };

  return {
    prepare: (leg, call, hears) => legs.set(leg, { call, hears, opened: null }),
    has: leg => legs.has(leg),
    open: async (leg, wants) => {
      const second = legs.get(leg);
      const worker = workerOfLeg(leg);
      if (!second || !worker) throw new Error('its call is over');
      second.opened = Promise.withResolvers<LocalMedia>();
      const limit = setTimeout(
        () => second.opened?.reject(new Error('the media worker did not answer')),
        OPEN_LIMIT_MS,
      );
      worker.send({ type: 'openSecondLeg', call: leg, mainCall: second.call, wants });
      return await second.opened.promise.finally(() => clearTimeout(limit));
    },
    connect: (leg, remote, phase) =>
      workerOfLeg(leg)?.send({ type: 'connect', call: leg, remote, phase, at: toMachine(now()) }),
    join: (leg, announcement) => {
      const second = legs.get(leg);
      if (second) workerOfLeg(leg)?.send({ type: 'join', call: leg, mainCall: second.call, announcement });
    },
    close: leg => {
      workerOfLeg(leg)?.send({ type: 'close', call: leg, by: 'platform' });
      legs.delete(leg);
    },
    hear: message => {
      const second = legs.get(message.call);
      if (!second) return;
      if (message.type === 'opened') second.opened?.resolve(message.local);
      if (message.type === 'openFailed') second.opened?.reject(new Error(message.because));
      if (message.type === 'joined') second.hears.joined();
      if (message.type === 'vanished') second.hears.gone();
    },
    lost: call => {
      for (const [leg, second] of legs) {
        if (second.call !== call) continue;
        legs.delete(leg);
        second.opened?.reject(new Error('the media worker died'));
        second.hears.gone();
      }
    },
  };
};
