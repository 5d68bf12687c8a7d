import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WebRtcFailure, WebRtcHost, WebRtcOpened } from '@lianxian/telephony';
import type { FromGate, GateSettings, ToGate } from '../webrtc-gate/messages.ts';

/**
 * The gate of the seats' sound as calls sees it: a forked child that is started again when it dies. All legs it had are
 * told lost at once; their calls go on, for a customer's leg has no part in it (decision 101).
 */
export interface WebRtcProcess extends WebRtcHost {
  /** Resolves when it can be used; rejects when its ports cannot be had. */
  readonly ready: () => Promise<void>;
  /** Of the child that lives now. */
  readonly pid: () => number | undefined;
  readonly shutdown: () => Promise<void>;
}

interface WebRtcProcessOptions extends GateSettings {
  readonly onTrouble: (because: string) => void;
}

const entry = fileURLToPath(new URL('../webrtc-gate/main.ts', import.meta.url));
/** Node and a native library load in well under a second; a machine under load may need many times that. */
const START_LIMIT_MS = 20_000;
/** The browser's description is read and ours made in milliseconds. */
const OPEN_LIMIT_MS = 10_000;
const RESTART_WAITS_MS = [0, 250, 1_000, 4_000, 15_000] as const;
/** Having lived this long, it counts as well again. */
const WELL_AFTER_MS = 60_000;
const STOP_LIMIT_MS = 3_000;

interface Leg {
  /** Until it is open. */
  opening: { readonly settle: (opened: WebRtcOpened) => void; readonly reject: (error: Error) => void } | null;
}

const forkGate = (): ChildProcess =>
  fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: process.env,
    execArgv: [...process.execArgv],
  });

export const startWebRtcProcess = ({ onTrouble, ...settings }: WebRtcProcessOptions): WebRtcProcess => {
  const legs = new Map<string, Leg>();
  let tell: (leg: string, because: WebRtcFailure) => void = () => undefined;
  let child: ChildProcess | null = null;
  let isStopped = false;
  let deaths = 0;
  let restart: NodeJS.Timeout | undefined;
  let ready = Promise.withResolvers<void>();

  const lose = (because: string): void => {
    for (const [leg, { opening }] of [...legs]) {
      legs.delete(leg);
      if (opening === null) tell(leg, 'processGone');
      else opening.reject(new Error(because));
    }
  };

  const hear = (message: FromGate): void => {
    switch (message.type) {
      case 'defect':
        onTrouble(message.because);
        return;
      case 'ready':
        ready.resolve();
        return;
      case 'refused':
        // Tried again as if it had died: whoever has its port may give it back.
        ready.reject(new Error(message.because));
        child?.kill('SIGKILL');
        return;
      case 'opened': {
        const leg = legs.get(message.leg);
        leg?.opening?.settle(message.opened);
        if (leg !== undefined) leg.opening = null;
        return;
      }
      default:
        end(message);
    }
  };

  const end = (message: Extract<FromGate, { type: 'openFailed' | 'failed' }>): void => {
    const leg = legs.get(message.leg);
    if (leg === undefined) return;
    legs.delete(message.leg);
    if (message.type === 'failed') tell(message.leg, message.because);
    else leg.opening?.reject(new Error(message.because));
  };

  const launch = (): void => {
    const bornAt = performance.now();
    const started = forkGate();
    child = started;
    const startLimit = setTimeout(() => started.kill('SIGKILL'), START_LIMIT_MS).unref();
    void ready.promise.catch(() => undefined).finally(() => clearTimeout(startLimit));
    let isGone = false;
    const leave = (because: string): void => {
      clearTimeout(startLimit);
      if (isGone) return;
      isGone = true;
      ready.reject(new Error(because));
      lose(because);
      if (isStopped) return;
      onTrouble(because);
      if (performance.now() - bornAt > WELL_AFTER_MS) deaths = 0;
      const wait = RESTART_WAITS_MS[Math.min(deaths++, RESTART_WAITS_MS.length - 1)];
      ready = Promise.withResolvers<void>();
      ready.promise.catch(() => undefined);
      restart = setTimeout(launch, wait);
    };
    started.on('message', message => !isGone && hear(message as FromGate));
    started.on('error', error => leave(error.message));
    started.on('disconnect', () => leave('the webrtc gate lost its channel'));
    started.on('exit', (code, signal) => leave(`the webrtc gate ended (${signal ?? code})`));
    send({ type: 'start', settings });
  };

  const send = (message: ToGate): void => {
    // A dying child: its end is noticed by the events above.
    if (child?.connected === true) child.send(message, () => undefined);
  };

  ready.promise.catch(() => undefined);
  launch();

  return {
    open: async (leg, wants) => {
      await within(ready.promise, OPEN_LIMIT_MS);
      const opening = Promise.withResolvers<WebRtcOpened>();
      legs.set(leg, { opening: { settle: opening.resolve, reject: opening.reject } });
      send({ type: 'open', leg, wants });
      return await within(opening.promise, OPEN_LIMIT_MS);
    },
    answer: (leg, sdp) => send({ type: 'answer', leg, sdp }),
    close: leg => {
      legs.get(leg)?.opening?.reject(new Error('the leg is over'));
      legs.delete(leg);
      send({ type: 'close', leg });
    },
    onFailed: listener => {
      tell = listener;
    },
    ready: () => ready.promise,
    pid: () => child?.pid,
    shutdown: async () => {
      isStopped = true;
      clearTimeout(restart);
      const last = child;
      if (last === null || last.exitCode !== null || last.signalCode !== null) return;
      const ended = new Promise<void>(settle => last.once('exit', () => settle()));
      if (last.connected) last.disconnect();
      const limit = setTimeout(() => last.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(limit);
    },
  };
};

const within = async <T>(promise: Promise<T>, limitMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the webrtc gate did not answer in time')), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
};
