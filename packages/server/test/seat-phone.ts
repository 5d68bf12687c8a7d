import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, connect as reach, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMediaEngine,
  createMediaHost,
  decodeAlaw,
  type Exchange,
  encodeAlaw,
  type IncomingLeg,
  openExchange,
  type RegistrationState,
  tone,
} from '@lianxian/telephony';
import { shareOfTone } from './sides.ts';

/**
 * A seat's telephone without a browser: it registers over TCP through a relay that can be cut, hums a tone of its own, answers
 * or lets ring, and measures what it hears.
 */
export interface SeatPhone {
  readonly rung: readonly Rung[];
  /** Whether it answers the next calls; default true. */
  readonly willAnswer: (answers: boolean) => void;
  readonly register: (account: string, pwd: string) => Promise<RegistrationState['is']>;
  readonly unregister: () => Promise<void>;
  readonly dial: (to: string, headers?: readonly { name: string; value: string }[]) => SeatDial;
  readonly hangUp: () => void;
  readonly talks: () => boolean;
  /** All that the house has said to it, as it came. */
  readonly sip: () => string;
  /** Hums no more: who listens has heard a whole sentence. */
  readonly hush: () => void;
  /** How much of what it hears from now on is this tone, 0…1. */
  readonly hears: (hertz: number, ms?: number) => Promise<number>;
  /** The network is gone: nothing it says arrives any more. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

interface Rung {
  readonly kind: string | null;
  readonly logId: string | null;
  readonly isResume: boolean;
  readonly from: string;
}

interface SeatDial {
  readonly progressed: Promise<void>;
  readonly answered: Promise<void>;
  readonly ended: Promise<{ readonly how: string; readonly code: number | null; readonly reason: string }>;
}

const HUM_MS = 60_000;
/** A recording is written so late, stereo: what came in on the left. */
const FLUSHED_MS = 800;
const HEADER_BYTES = 58;
const BYTES_PER_MS = 16;

/** Passes TCP on until it is cut. */
const openRelay = async (port: number) => {
  const sockets = new Set<Socket>();
  let said = '';
  const server = createServer(near => {
    const far = reach(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    far.on('data', bytes => {
      said += bytes.toString();
    });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port: own,
    said: () => said,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

export const openSeatPhone = async (port: number, hertz: number): Promise<SeatPhone> => {
  const relay = await openRelay(port);
  const engine = createMediaEngine({ ports: null });
  const hum = encodeAlaw(tone([hertz], HUM_MS, 0.3));
  const live = new Set<string>();
  const rung: Rung[] = [];
  let answers = true;
  let dials = 0;
  let credentials = { username: '', password: '' };
  let registration: { readonly stop: () => Promise<void> } | null = null;
  const host = createMediaHost(
    engine,
    { voiceActivity: false },
    () => undefined,
    () => undefined,
  );
  const exchange: Exchange & Pick<Awaited<ReturnType<typeof openExchange>>, 'register'> = await openExchange({
    ...{ bind: '127.0.0.1', port: 0, publicIp: null, media: host },
    sheds: false,
  });
  const trunk = {
    target: { host: '127.0.0.1', port: relay.port },
    transport: 'tcp',
    loopback: false,
    realTimeText: false,
  } as const;
  const folder = await mkdtemp(join(tmpdir(), 'seat-phone-'));
  const recordingOf = (leg: string): string => join(folder, `${leg.replaceAll(/[^\w-]/g, '_')}.wav`);
  const begin = (leg: string): void => {
    live.add(leg);
    host.leg(leg)?.startRecording(recordingOf(leg));
    host.leg(leg)?.play(1, hum);
  };
  exchange.onIncoming((leg: IncomingLeg) => {
    const says = (name: string): string | null => leg.header(name);
    rung.push({
      kind: says('X-Call-Kind'),
      logId: says('X-Log-Id'),
      isResume: says('X-Resume') === '1',
      from: leg.from,
    });
    leg.progress(180, false);
    if (answers) leg.answer();
    return signal => {
      if (signal.type === 'answered') begin(leg.leg);
      if (signal.type === 'ended') live.delete(leg.leg);
    };
  });

  return {
    rung,
    willAnswer: wanted => {
      answers = wanted;
    },
    register: (username, password) => {
      credentials = { username, password };
      const settled = Promise.withResolvers<RegistrationState['is']>();
      registration = exchange.register({ id: username, trunk, ...credentials, expiresS: 300 }, state => {
        if (state.is === 'registered' || state.is === 'failed') settled.resolve(state.is);
      });
      return settled.promise;
    },
    unregister: async () => registration?.stop(),
    dial: (to, headers = []) => {
      dials += 1;
      const leg = `dial-${dials}`;
      const [progressed, answered, ended] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<Awaited<SeatDial['ended']>>(),
      ];
      const request = { leg, trunk: { ...trunk, credentials }, to, from: '', ringTimeoutMs: 30_000, headers };
      exchange.dial(request, signal => {
        if (signal.type === 'provisional' && signal.earlyMedia) progressed.resolve();
        if (signal.type === 'answered') {
          begin(leg);
          answered.resolve();
        }
        if (signal.type === 'ended') {
          live.delete(leg);
          ended.resolve(signal.ending);
        }
      });
      return { progressed: progressed.promise, answered: answered.promise, ended: ended.promise };
    },
    hangUp: () => {
      for (const leg of live) exchange.hangUp(leg);
    },
    talks: () => live.size > 0,
    hush: () => {
      for (const leg of live) host.leg(leg)?.stopPlaying();
    },
    sip: relay.said,
    hears: async (wanted, ms = 600) => {
      const [leg = ''] = live;
      await new Promise(resolve => setTimeout(resolve, ms + FLUSHED_MS));
      const wav = await readFile(recordingOf(leg)).catch(() => Buffer.alloc(0));
      const end = wav.length - ((wav.length - HEADER_BYTES) % 2);
      const heard = wav.subarray(Math.max(HEADER_BYTES, end - ms * BYTES_PER_MS), end).filter((_, n) => n % 2 === 0);
      return heard.length < 800 ? 0 : shareOfTone(decodeAlaw(heard), wanted);
    },
    cut: () => {
      relay.cut();
      void engine.close();
    },
    close: async () => {
      relay.cut();
      await exchange.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
