import type { Answered, EndedBy } from '@lianxian/core';
import type { LocalMedia, MediaHost } from '@lianxian/telephony';
import { now, toMachine } from '../media-worker/clock.ts';
import type { CalleePlace, HeardPlace } from '../media-worker/company.ts';
import type { Joining, LegRole, MediaWants, PortRange, ToWorker, WorkerSettings } from '../media-worker/messages.ts';
import { type HeldLeg, type LegRequest, tellLeg } from './held-leg.ts';
import { openReadyPlans, type ReadyPlans } from './ready-plans.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import { type LegMessage, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/**
 * The media workers of a calls process: as many as the calls need, each with at most `callsPerWorker`, the
 * fullest first, and one warm spare beyond them. To the exchange they are its `MediaHost`: the media of a leg lives in the
 * worker that took it, that of a person who is rung in the worker of the call. A worker that dies takes its legs' sound
 * with it and nobody else's: each is told `lost`, and a new worker is started.
 */
export interface MediaWorkers extends MediaHost {
  /**
   * Says what a leg will need, before the exchange asks for its media. Resolves when its plan is ready, or never will be,
   * which is told to who opens it: nothing of a call takes long after that.
   */
  readonly prepare: (leg: string, request: LegRequest) => Promise<void>;
  /** A leg that joins another was answered: hears the announcement, is awaited, comes to its place (`joined`). */
  readonly join: (leg: string, joining: Joining) => void;
  /** Of a leg that talks: where its far end stands, and those who joined it. */
  readonly arrange: (leg: string, callee: CalleePlace, places: readonly (readonly [string, HeardPlace])[]) => void;
  /** The recording of a leg that talks is paused, or goes on. */
  readonly record: (leg: string, on: boolean) => void;
  /** Keys to the far end of a leg that talks. */
  readonly keys: (leg: string, keys: string) => void;
  /** The talk of a leg can be paid for so long yet. */
  readonly runOut: (leg: string, leftMs: number) => void;
  /** Says this to the callee of a leg that talks, which wants to be hung up then. */
  readonly takeLeave: (leg: string, text: string) => void;
  /** The answer to `wantsAsk`. */
  readonly askAnswered: (leg: string, ask: number, answer: Answered) => void;
  /** Who is about to end the call; when nobody was named before `close`, it was the callee. */
  readonly willEnd: (leg: string, by: EndedBy) => void;
  /** The answer to `wantsPrompt`. */
  readonly promptMade: (leg: string, hash: string, made: boolean) => void;
  /** Resolves when the first worker is ready. */
  readonly ready: () => Promise<void>;
  readonly counts: () => { readonly ready: number; readonly calls: number };
  readonly pids: () => readonly number[];
  /**
   * New workers for new calls, the old ones end with their last call: nothing is dropped. Resolves when they are gone;
   * rejects when no new one got ready, and the old ones serve on.
   */
  readonly restart: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
}

export interface MediaWorkersOptions extends WorkerSettings {
  readonly callsPerWorker?: number;
  /** When a worker retires by itself: see `worker-pool.ts`. */
  readonly limits?: WorkerPoolOptions['limits'];
  readonly restMs?: number;
  readonly onTrouble: (because: string) => void;
}

const CALLS_PER_WORKER = 200;
/**
 * A worker that is ready opens two sockets; longer means it is stuck, and the call must not wait for it. One that is being
 * started has a limit of its own: after a death on a loaded machine a start takes longer than this.
 */
const OPEN_LIMIT_MS = 5_000;
const STOP_LIMIT_MS = 5_000;

/** Even ports a worker needs: two a call (audio, text), as many at rest. */
const PORTS_PER_CALL = 4;

/** Each worker has its own part of the range, so that two do not try the same ports; a small range is shared. */
const partOf = (range: PortRange, index: number, perWorker: number): PortRange => {
  const wanted = perWorker * PORTS_PER_CALL * 2;
  const parts = Math.max(1, Math.floor((range.to - range.from + 1) / wanted));
  if (parts === 1) return range;
  const from = range.from + (index % parts) * wanted;
  return { from, to: from + wanted - 1 };
};

export const startMediaWorkers = (options: MediaWorkersOptions): MediaWorkers => {
  const perWorker = options.callsPerWorker ?? CALLS_PER_WORKER;
  const legs = new Map<string, HeldLeg>();
  const readyPlans = openReadyPlans();

  const forget = (leg: string, held: HeldLeg): void => {
    legs.delete(leg);
    held.place.reject(new Error('the leg is over'));
    if (held.worker) pool.release(leg, held.worker);
  };

  const hear = (message: LegMessage) => {
    const held = legs.get(message.leg);
    if (!held) return;
    if (message.type === 'closed') forget(message.leg, held);
    held.request.guard(tellLeg)(message, held);
  };

  const pool = createWorkerPool({
    callsPerWorker: perWorker,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.restMs === undefined ? {} : { restMs: options.restMs }),
    onDefect: options.onTrouble,
    start: (index, listener) => {
      const { callsPerWorker, limits, restMs, onTrouble, ...settings } = options;
      const rtpPorts = settings.rtpPorts && partOf(settings.rtpPorts, index, perWorker);
      return startWorkerProcess({ ...settings, rtpPorts }, { onMessage: hear, ...listener });
    },
    onGone: (worker, because) => {
      options.onTrouble(because);
      for (const leg of worker.legs) {
        const held = legs.get(leg);
        if (!held) continue;
        held.worker = null;
        held.opened?.reject(new Error(because));
        // Nothing has been said of it yet: another worker takes it.
        if (held.opened && !held.finished && 'plan' in held.request) continue;
        legs.delete(leg);
        held.request.guard(held.request.hears.lost)();
      }
    },
  });

  const close = (leg: string): void => {
    const held = legs.get(leg);
    if (!held || held.finished) return;
    held.finished = true;
    held.place.reject(new Error('the leg is over'));
    if (held.worker) held.worker.send({ type: 'close', leg, by: held.endedBy ?? 'callee' });
    else {
      legs.delete(leg);
      held.request.hears.closed?.(null, null);
    }
  };

  const workerOf = (leg: string): WorkerProcess | null => legs.get(leg)?.worker ?? null;

  return {
    prepare: (leg, request) => {
      const plan = readyPlanOf(readyPlans, request);
      const place = Promise.withResolvers<WorkerProcess>();
      // Who joins awaits it; most legs are joined by nobody.
      place.promise.catch(() => undefined);
      legs.set(leg, { request, plan, place, worker: null, opened: null, endedBy: null, finished: false });
      return Promise.allSettled([plan]).then(() => undefined);
    },

    open: async (leg, wants) => {
      const held = legs.get(leg);
      if (!held || held.finished) throw new Error('the leg was not prepared');
      const { request } = held;
      if ('plan' in request) return await openWithin(pool, leg, held, wants);
      const worker = await placeOf(legs.get(request.main));
      if (held.finished) throw new Error('the leg is over');
      // It takes room where its call lives, whatever room there is.
      worker.legs.add(leg);
      held.worker = worker;
      return await openIn(worker, held, { type: 'open', leg, role: roleOf(request), wants });
    },

    connect: (leg, remote, phase) => workerOf(leg)?.send({ type: 'connect', leg, remote, phase, at: toMachine(now()) }),

    heardKey: (leg, key) => workerOf(leg)?.send({ type: 'key', leg, key }),

    close,

    willEnd: (leg, by) => {
      const held = legs.get(leg);
      if (held) held.endedBy ??= by;
    },

    join: (leg, joining) => workerOf(leg)?.send({ type: 'join', leg, ...joining }),
    arrange: (leg, callee, places) => workerOf(leg)?.send({ type: 'arrange', leg, callee, places }),
    record: (leg, on) => workerOf(leg)?.send({ type: 'record', leg, on }),
    keys: (leg, keys) => workerOf(leg)?.send({ type: 'keys', leg, keys }),
    takeLeave: (leg, text) => workerOf(leg)?.send({ type: 'farewell', leg, text }),
    runOut: (leg, leftMs) => workerOf(leg)?.send({ type: 'runOut', leg, leftMs }),
    askAnswered: (leg, ask, answer) => workerOf(leg)?.send({ type: 'askAnswered', leg, ask, answer }),

    promptMade: (leg, hash, made) => workerOf(leg)?.send({ type: 'promptMade', leg, hash, made }),

    ready: () => Promise.any(pool.all().map(worker => worker.ready)),
    counts: () => ({
      ready: pool.all().filter(worker => worker.isReady()).length,
      calls: [...legs.values()].filter(({ request }) => 'plan' in request).length,
    }),
    pids: () => pool.all().flatMap(worker => worker.pid ?? []),

    restart: pool.restart,
    shutdown: async () => {
      await Promise.all([pool.close(STOP_LIMIT_MS), readyPlans.close()]);
    },
  };
};

const readyPlanOf = (readyPlans: ReadyPlans, request: LegRequest): Promise<Uint8Array> | null => {
  if (!('plan' in request) || request.plan === null || request.talk.planKey === null) return null;
  return readyPlans.of(request.talk.planKey, request.plan);
};

const roleOf = (request: LegRequest): LegRole =>
  'plan' in request
    ? { type: 'talks', talk: request.talk }
    : { type: 'joins', main: request.main, person: request.person };

/** The worker where a leg is open, once it is; who waits in vain is told. */
const placeOf = async (main: HeldLeg | undefined): Promise<WorkerProcess> => {
  if (main === undefined) throw new Error('its call is over');
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('its call was not opened')), OPEN_LIMIT_MS);
  });
  return await Promise.race([main.place.promise, late]).finally(() => clearTimeout(limit));
};

/** A leg that talks: in one worker of the pool, or, should that die over it, in the next, within the limit. */
const openWithin = async (pool: WorkerPool, leg: string, held: HeldLeg, wants: MediaWants): Promise<LocalMedia> => {
  const { request } = held;
  const compiled = await held.plan;
  if (!('plan' in request)) throw new Error('the leg has no talk');
  const { planKey: key } = request.talk;
  const role = roleOf(request);
  const until = performance.now() + OPEN_LIMIT_MS;
  for (;;) {
    const worker = await pool.take(leg, until - performance.now());
    if (held.finished) {
      pool.release(leg, worker);
      throw new Error('the call is over');
    }
    held.worker = worker;
    try {
      const local = await openIn(worker, held, { type: 'open', leg, role, wants }, () => {
        if (key !== null && compiled !== null) worker.teachPlan({ type: 'plan', key, compiled });
      });
      held.place.resolve(worker);
      return local;
    } catch (error) {
      const workerDied = held.worker === null && !held.finished;
      if (!workerDied || performance.now() > until) throw error;
    }
  }
};

/** Rejects when the worker refuses, does not answer, or dies meanwhile. `first`: what it must know before. */
const openIn = async (
  worker: WorkerProcess,
  held: HeldLeg,
  order: Extract<ToWorker, { readonly type: 'open' }>,
  first: () => void = () => undefined,
): Promise<LocalMedia> => {
  let limit: NodeJS.Timeout | undefined;
  try {
    await worker.ready;
    if (held.finished) throw new Error('the call is over');
    return await new Promise<LocalMedia>((resolve, reject) => {
      held.opened = { resolve, reject };
      limit = setTimeout(() => reject(new Error('the media worker did not answer')), OPEN_LIMIT_MS);
      first();
      worker.send(order);
    });
  } finally {
    clearTimeout(limit);
    held.opened = null;
  }
};
