import type {
  Answered,
  Ask,
  ConversationNote,
  EndedBy,
  Guard,
  MediaFacts,
  Plan,
  RecordingFacts,
  SentenceSegment,
} from '@lianxian/core';
import type { LocalMedia, MediaHost } from '@lianxian/telephony';
import { fromMachine, now, toMachine } from '../media-worker/clock.ts';
import type { MediaWants, PortRange, TalkOptions, WorkerFailure, WorkerSettings } from '../media-worker/messages.ts';
import { noteWith } from '../media-worker/note-instants.ts';
import type { RecogniserFacts } from '../media-worker/recogniser-session.ts';
import { openReadyPlans } from './ready-plans.ts';
import { createSecondLegs, type SecondLegListener } from './second-legs.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import { type CallMessage, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/**
 * The media workers of a calls process: as many as the calls need, each with at most `callsPerWorker`, the
 * fullest first, and one warm spare beyond them. To the exchange they are its `MediaHost`: a leg is a call, and its
 * media lives in the worker that took it. A worker that dies takes its calls' sound with it and nobody else's: each is
 * told `lost`, and a new worker is started.
 */
export interface MediaWorkers extends MediaHost {
  /**
   * Says what a call will need, before the exchange asks for its media. Resolves when its plan is ready, or never will be,
   * which is told to who opens it: nothing of a call takes long after that.
   */
  readonly prepare: (call: string, request: CallMedia) => Promise<void>;
  /** The same for a second leg, which lives where its call does. */
  readonly prepareSecondLeg: (leg: string, call: string, hears: SecondLegListener) => void;
  /** The second leg was answered: says the announcement to it, then call and leg hear each other (`joined`). */
  readonly join: (leg: string, announcement: string) => void;
  /** The answer to `wantsAsk`. */
  readonly askAnswered: (call: string, ask: number, answer: Answered) => void;
  /** Who is about to end the call; when nobody was named before `close`, it was the callee. */
  readonly willEnd: (call: string, by: EndedBy) => void;
  /** The answer to `onPrompt`. */
  readonly promptMade: (call: string, hash: string, made: boolean) => void;
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

export interface CallMedia {
  readonly plan: Plan;
  readonly talk: TalkOptions;
  readonly hears: CallMediaListener;
  /** What throws while it is told something ends that call alone. */
  readonly guard: Guard;
}

export interface CallMediaListener {
  readonly noted: (notes: readonly ConversationNote[]) => void;
  readonly wantsHangUp: () => void;
  readonly wantsAsk?: (ask: number, what: Ask, limitMs: number) => void;
  readonly unask?: (ask: number) => void;
  readonly wantsPrompt: (hash: string, segment: SentenceSegment) => unknown;
  /** `defect`: what threw, and the events before it; no words, no numbers. */
  readonly failed: (because: WorkerFailure, defect: string) => void;
  /** An answered far end sends nothing any more. */
  readonly vanished: () => void;
  readonly alarm: (because: string) => void;
  /** How the recogniser did that listened to it. */
  readonly recogniserFacts?: (service: string, facts: RecogniserFacts) => void;
  readonly closed: (media: MediaFacts | null, recording: RecordingFacts | null) => void;
  /** The worker died with the call in it; nothing more will come. */
  readonly lost: () => unknown;
}

export interface MediaWorkersOptions extends WorkerSettings {
  readonly callsPerWorker?: number;
  /** When a worker retires by itself: see `worker-pool.ts`. */
  readonly limits?: WorkerPoolOptions['limits'];
  readonly restMs?: number;
  readonly onTrouble: (because: string) => void;
}

interface Held extends CallMedia {
  /** Its plan, made ready from `prepare` on. */
  readonly ready: Promise<Uint8Array>;
  worker: WorkerProcess | null;
  opened: { readonly resolve: (local: LocalMedia) => void; readonly reject: (error: Error) => void } | null;
  endedBy: EndedBy | null;
  finished: boolean;
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
  const calls = new Map<string, Held>();
  const readyPlans = openReadyPlans();
  const secondLegs = createSecondLegs(call => calls.get(call)?.worker ?? null);

  const forget = (call: string, held: Held): void => {
    calls.delete(call);
    if (held.worker) pool.release(call, held.worker);
  };

  const hear = (message: CallMessage) => {
    const held = calls.get(message.call);
    if (!held) return secondLegs.hear(message);
    if (message.type === 'closed') forget(message.call, held);
    held.guard(pass)(message, held);
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
      for (const call of worker.calls) {
        const held = calls.get(call);
        if (!held) continue;
        held.worker = null;
        secondLegs.lost(call);
        // Nothing has been said of it yet: another worker takes it.
        held.opened?.reject(new Error(because));
        if (held.opened && !held.finished) continue;
        calls.delete(call);
        held.guard(held.hears.lost)();
      }
    },
  });

  const release = (call: string): void => {
    const held = calls.get(call);
    if (!held || held.finished) return;
    held.finished = true;
    if (held.worker) held.worker.send({ type: 'close', call, by: held.endedBy ?? 'callee' });
    else {
      calls.delete(call);
      held.hears.closed(null, null);
    }
  };

  return {
    prepare: (call, request) => {
      const ready = readyPlans.of(request.talk.planKey, request.plan);
      calls.set(call, { ...request, ready, worker: null, opened: null, endedBy: null, finished: false });
      return ready.then(
        () => undefined,
        () => undefined,
      );
    },

    open: async (call, wants) => {
      if (secondLegs.has(call)) return secondLegs.open(call, wants);
      const held = calls.get(call);
      if (!held || held.finished) throw new Error('the call was not prepared');
      return await openWithin(pool, call, held, wants);
    },

    connect: (call, remote, phase) =>
      secondLegs.has(call)
        ? secondLegs.connect(call, remote, phase)
        : calls.get(call)?.worker?.send({ type: 'connect', call, remote, phase, at: toMachine(now()) }),

    heardKey: (call, key) => calls.get(call)?.worker?.send({ type: 'key', call, key }),

    close: call => (secondLegs.has(call) ? secondLegs.close(call) : release(call)),

    willEnd: (call, by) => {
      const held = calls.get(call);
      if (held) held.endedBy ??= by;
    },

    prepareSecondLeg: secondLegs.prepare,
    join: secondLegs.join,
    askAnswered: (call, ask, answer) => calls.get(call)?.worker?.send({ type: 'askAnswered', call, ask, answer }),

    promptMade: (call, hash, made) => calls.get(call)?.worker?.send({ type: 'promptMade', call, hash, made }),

    ready: () => Promise.any(pool.all().map(worker => worker.ready)),
    counts: () => ({ ready: pool.all().filter(worker => worker.isReady()).length, calls: calls.size }),
    pids: () => pool.all().flatMap(worker => worker.pid ?? []),

    restart: pool.restart,
    shutdown: async () => {
      await Promise.all([pool.close(STOP_LIMIT_MS), readyPlans.close()]);
    },
  };
};

/** In one worker of the pool, or, should that die over it, in the next, within the limit. */
const openWithin = async (pool: WorkerPool, call: string, held: Held, wants: MediaWants): Promise<LocalMedia> => {
  const plan = await held.ready;
  const until = performance.now() + OPEN_LIMIT_MS;
  for (;;) {
    const worker = await pool.take(call, until - performance.now());
    if (held.finished) {
      pool.release(call, worker);
      throw new Error('the call is over');
    }
    held.worker = worker;
    try {
      return await openIn(worker, call, { held, plan }, wants);
    } catch (error) {
      const workerDied = held.worker === null && !held.finished;
      if (!workerDied || performance.now() > until) throw error;
    }
  }
};

/** Rejects when the worker refuses, does not answer, or dies meanwhile. */
const openIn = async (
  worker: WorkerProcess,
  call: string,
  { held, plan }: { readonly held: Held; readonly plan: Uint8Array },
  wants: MediaWants,
): Promise<LocalMedia> => {
  let limit: NodeJS.Timeout | undefined;
  try {
    await worker.ready;
    if (held.finished) throw new Error('the call is over');
    return await new Promise<LocalMedia>((resolve, reject) => {
      held.opened = { resolve, reject };
      limit = setTimeout(() => reject(new Error('the media worker did not answer')), OPEN_LIMIT_MS);
      worker.teachPlan({ type: 'plan', key: held.talk.planKey, compiled: plan });
      worker.send({ type: 'open', call, talk: held.talk, wants });
    });
  } finally {
    clearTimeout(limit);
    held.opened = null;
  }
};

/** What a worker says of a call, to who opened it. */
const pass = (message: CallMessage, { opened, hears }: Held) => {
  switch (message.type) {
    case 'opened':
      opened?.resolve(message.local);
      return;
    case 'openFailed':
      opened?.reject(new Error(message.because));
      return;
    case 'noted':
      return hears.noted(message.notes.map(note => noteWith(note, fromMachine)));
    case 'wantsHangUp':
      return hears.wantsHangUp();
    case 'wantsAsk':
      return hears.wantsAsk?.(message.ask, message.what, message.limitMs);
    case 'unask':
      return hears.unask?.(message.ask);
    case 'joined':
      // Of second legs alone.
      return;
    case 'wantsPrompt':
      return hears.wantsPrompt(message.hash, message.segment);
    case 'failed':
      return hears.failed(message.because, message.defect);
    case 'vanished':
      return hears.vanished();
    case 'alarm':
      return hears.alarm(message.because);
    case 'recogniserFacts':
      return hears.recogniserFacts?.(message.service, message.facts);
    case 'closed':
      return hears.closed(message.media, message.recording);
  }
};
