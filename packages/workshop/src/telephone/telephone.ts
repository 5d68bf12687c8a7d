import {
  type Address,
  createMediaEngine,
  createMediaHost,
  type ExchangeOptions,
  type LegSignal,
  type MediaSignal,
  type OpenExchange,
  openExchange,
  type Trunk,
} from '@lianxian/telephony';
import { createCall, type RunningCall, type TelephoneCall } from './calls.ts';

/**
 * A telephone on loopback, for tests and for `npm run phone`: dials, is called, refuses, demands credentials, sends keys
 * and text, waits to hear. Real SIP and RTP on the network, made of telephony alone.
 */
export interface Telephone {
  readonly address: Address;
  readonly dial: (request: DialWish) => TelephoneCall;
  /** The next call that comes in; it neither rings nor is answered until told. Rejects after `limitMs`. */
  readonly nextCall: (limitMs: number) => Promise<TelephoneCall>;
  /** What else its exchange can: register, be registered with, hold. */
  readonly exchange: OpenExchange;
  /** Hangs up everything and closes; resolves when nothing is left open. */
  readonly close: () => Promise<void>;
}

interface DialWish {
  readonly target: Address;
  readonly number: string;
  readonly callerNumber?: string;
  readonly credentials?: NonNullable<Trunk['credentials']>;
  readonly realTimeText?: boolean;
  readonly ringTimeoutMs?: number;
  /** Transport, encryption, codecs and all else of the trunk it leaves by. */
  readonly trunk?: Partial<Trunk>;
}

export interface TelephoneOptions {
  readonly port?: number;
  /** Calls at once; more are answered 503. */
  readonly maxCalls?: number;
  /** Demanded of whoever calls: 401 as the far end itself, 407 as a proxy before it. */
  readonly demands?: { readonly status: 401 | 407; readonly username: string; readonly password: string };
  readonly onSignal?: (call: TelephoneCall, signal: LegSignal | MediaSignal) => void;
  /** Listeners for streams, certificate, registrar: what else an exchange may have. */
  readonly exchange?: Pick<ExchangeOptions, 'listeners' | 'certificate' | 'registrar' | 'onMessage'>;
}

const LOOPBACK = '127.0.0.1';
const DEFAULT_MAX_CALLS = 100;
const DEFAULT_RING_MS = 30_000;
const NONCE_LIFETIME_MS = 60_000;

export const openTelephone = async (options: TelephoneOptions = {}): Promise<Telephone> => {
  const calls = new Map<string, RunningCall>();
  const arrived: RunningCall[] = [];
  const wanted: ((call: RunningCall) => void)[] = [];
  const engine = createMediaEngine({ ports: null });
  const media = createMediaHost(
    engine,
    { voiceActivity: true },
    (leg, signal) => calls.get(leg)?.onMedia(signal),
    () => undefined,
  );
  const { demands } = options;
  const exchange = await openExchange({
    bind: LOOPBACK,
    port: options.port ?? 0,
    publicIp: null,
    media,
    sheds: false,
    maxLegs: options.maxCalls ?? DEFAULT_MAX_CALLS,
    product: 'Lianxian test telephone',
    ...(demands ? { challenge: challengeOf(demands) } : {}),
    ...options.exchange,
  });

  const take = (parts: Omit<Parameters<typeof createCall>[0], 'media' | 'hangUp' | 'onSignal'>): RunningCall => {
    const call: RunningCall = createCall({
      ...parts,
      media: () => media.leg(parts.leg),
      hangUp: () => exchange.hangUp(parts.leg),
      onSignal: signal => options.onSignal?.(call, signal),
    });
    calls.set(parts.leg, call);
    call.ended.then(() => calls.delete(parts.leg)).catch(() => undefined);
    return call;
  };

  exchange.onIncoming(incoming => {
    const { leg, to, from } = incoming;
    const call = take({ leg, number: to, callerNumber: from, incoming });
    const waiting = wanted.shift();
    if (waiting) waiting(call);
    else arrived.push(call);
    return call.onLeg;
  });

  let dialled = 0;
  return {
    address: exchange.localAddress,
    exchange,
    dial: wish => {
      const call = take({
        leg: `dialled-${++dialled}`,
        number: wish.number,
        callerNumber: wish.callerNumber ?? '',
        incoming: null,
      });
      exchange.dial(
        {
          leg: call.leg,
          to: wish.number,
          from: wish.callerNumber ?? 'telephone',
          ringTimeoutMs: wish.ringTimeoutMs ?? DEFAULT_RING_MS,
          trunk: {
            target: wish.target,
            loopback: true,
            realTimeText: wish.realTimeText ?? true,
            ...(wish.credentials ? { credentials: wish.credentials } : {}),
            ...wish.trunk,
          },
        },
        call.onLeg,
      );
      return call;
    },
    nextCall: limitMs => nextOf(arrived, wanted, limitMs),
    close: async () => {
      await exchange.close();
      await engine.close();
    },
  };
};

const challengeOf = ({ status, username, password }: NonNullable<TelephoneOptions['demands']>) => ({
  status,
  realm: 'telephone',
  nonceLifetimeMs: NONCE_LIFETIME_MS,
  passwordOf: (name: string) => (name === username ? password : null),
});

const nextOf = (
  arrived: RunningCall[],
  wanted: ((call: RunningCall) => void)[],
  limitMs: number,
): Promise<TelephoneCall> => {
  const there = arrived.shift();
  if (there) return Promise.resolve(there);
  return new Promise((resolve, reject) => {
    const take = (call: RunningCall) => {
      clearTimeout(limit);
      resolve(call);
    };
    const limit = setTimeout(() => {
      wanted.splice(wanted.indexOf(take), 1);
      reject(new Error(`nobody called within ${limitMs} ms`));
    }, limitMs);
    wanted.push(take);
  });
};
