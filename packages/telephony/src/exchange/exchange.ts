import { randomBytes } from 'node:crypto';
import type { Instant } from '@lianxian/core/kit';
import { formatHostPort } from '../sip/grammar/uri.ts';
import { createUserAgent, type UserAgent } from '../sip/user-agent/agent.ts';
import { createChallenger } from '../sip/user-agent/challenger.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import { createDriver, type Driver } from './driver.ts';
import { type IncomingHandler, takeLeg } from './incoming.ts';
import type { Legs } from './legs.ts';
import type { ExchangeOptions } from './options.ts';
import { dialLeg } from './outgoing.ts';
import type { Address, Exchange, StoredDialog } from './types.ts';
import { openWire, type Wire } from './wire.ts';

/** Legs in both directions unless said otherwise; the media workers set the real limit. */
const DEFAULT_MAX_LEGS = 2_000;
/** How long close waits for the BYEs' answers. */
const CLOSE_LIMIT_MS = 3_000;
/** After "port unreachable" an answer may still be on its way (RFC 1122 calls such news a hint). */
const CLOSED_PORT_GRACE_MS = 1_000;

type Asked = Extract<AgentAction, { type: 'asked' }>;

/**
 * Opens telephony's face: two UDP sockets, a user agent between them and the legs above. Rejects with the system's
 * error when the main address cannot be had (EADDRINUSE, EACCES, EADDRNOTAVAIL).
 */
export const openExchange = async (options: ExchangeOptions): Promise<Exchange & ExchangeProbe> => {
  const random = options.random ?? ((bytes: number) => randomBytes(bytes).toString('hex'));
  const maxLegs = options.maxLegs ?? DEFAULT_MAX_LEGS;
  const legs: Legs = new Map();
  const asked = new Map<string, (answer: Asked) => void>();
  let handler: IncomingHandler | null = null;
  let isClosing = false;
  let onQuiet: (() => void) | null = null;

  const forget = (leg: string) => {
    legs.delete(leg);
    if (legs.size === 0) onQuiet?.();
  };

  const agent: UserAgent = createUserAgent({
    random,
    product: options.product ?? 'Lianxian',
    maxLegs,
    onOffer: (leg, offer) => legs.get(leg)?.onOffer(offer) ?? { status: 488 },
    ...(options.challenge === undefined
      ? {}
      : { challenger: createChallenger({ ...options.challenge, secret: random(16) }) }),
  });

  const onAction = (action: AgentAction, at: Instant) => {
    switch (action.type) {
      case 'send':
        return wire.noteOut(action.message, action.bytes, action.route.destination, at);
      case 'leg':
        return legs.get(action.leg)?.onEvent(action.event, at);
      case 'incoming': {
        return takeLeg(
          { wire, driver, media: options.media, legs, random, forget },
          action.leg,
          action.invite,
          action.route,
          isClosing ? null : handler,
        );
      }
      case 'asked':
        asked.get(action.token)?.(action);
        asked.delete(action.token);
        return;
      case 'refusedInput':
        return options.onTrouble?.('input', action.because);
      case 'defect':
        return options.onTrouble?.('defect', action.because);
    }
  };

  const onClosedPort = (target: Address) => {
    const key = formatHostPort(target.host, target.port);
    for (const [leg, live] of legs) {
      const to = live.target();
      if (to === null || formatHostPort(to.host, to.port) !== key) continue;
      const timer = setTimeout(() => driver.run((it, at) => it.unreachable(leg, at)), CLOSED_PORT_GRACE_MS);
      timer.unref();
    }
  };

  const wire: Wire = await openWire(
    options,
    (bytes, source, flow) => driver.run((it, at) => it.receive(bytes, source, flow, at)),
    onClosedPort,
  );
  const driver: Driver = createDriver(agent, { send: wire.send, onAction });

  /** Asks something outside of any leg and waits for its one answer; null when there is no way there. */
  const ask = async (
    target: Address,
    isLoopback: boolean,
    start: (
      token: string,
      ends: { local: Address; flow: string },
      destination: Address,
      at: Instant,
    ) => readonly AgentAction[],
  ): Promise<Asked | 'unresolved' | 'unreachable'> => {
    const host = await wire.resolver.resolve(target.host);
    if (host === null) return 'unresolved';
    const destination = { host, port: target.port };
    const ends = await wire.ends(destination, isLoopback);
    if (ends === null) return 'unreachable';
    const token = random(8);
    return new Promise(settle => {
      asked.set(token, settle);
      driver.run((_agent, at) => start(token, ends, destination, at));
    });
  };

  return {
    dial: (request, onSignal) => {
      if (isClosing) {
        const ending = { how: 'cancelled', code: null, reason: 'the exchange is closing' } as const;
        return queueMicrotask(() => onSignal({ type: 'ended', at: driver.now(), ending }));
      }
      dialLeg({ wire, driver, media: options.media, legs, maxLegs, random, forget }, request, onSignal);
    },
    hangUp: leg => legs.get(leg)?.hangUp(),
    hangUpStored: async (dialog: StoredDialog) => {
      const answer = await ask(dialog.destination, dialog.loopback, (token, ends, _destination, at) =>
        agent.byeStored(token, dialog, ends.local, ends.flow, at),
      );
      if (typeof answer === 'string' || answer.status === null) return 'noReply';
      if (answer.status < 300) return 'ended';
      return answer.status === 481 || answer.status === 404 || answer.status === 410 ? 'gone' : 'noReply';
    },
    probe: async trunk => {
      const answer = await ask(trunk.target, trunk.loopback, (token, ends, destination, at) =>
        agent.ask(token, destination, ends.local, ends.flow, at),
      );
      if (answer === 'unresolved' || answer === 'unreachable') return { code: null, because: answer };
      return answer.status === null ? { code: null, because: 'noReply' } : { code: answer.status, because: null };
    },
    onIncoming: handle => {
      handler = handle;
    },
    localAddress: wire.main,
    legs: () => legs.size,
    close: async () => {
      if (isClosing) return;
      isClosing = true;
      for (const leg of [...legs.values()]) leg.hangUp();
      if (legs.size > 0) await quiet();
      for (const leg of [...legs.values()]) leg.abandon();
      driver.stop();
      await wire.close();
    },
  };

  /** Resolves when the last leg has ended, or at the limit. */
  function quiet(): Promise<void> {
    return new Promise(settle => {
      const timer = setTimeout(settle, CLOSE_LIMIT_MS);
      onQuiet = () => {
        clearTimeout(timer);
        settle();
      };
    });
  }
};

/** OPTIONS to a trunk, for its health: the final status, or why there was none. */
export interface ExchangeProbe {
  readonly probe: (trunk: {
    readonly target: Address;
    readonly loopback: boolean;
  }) => Promise<
    | { readonly code: number; readonly because: null }
    | { readonly code: null; readonly because: 'noReply' | 'unresolved' | 'unreachable' }
  >;
}
