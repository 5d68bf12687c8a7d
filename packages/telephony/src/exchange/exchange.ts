import { createGuard, type Instant } from '@lianxian/core/kit';
import { createUserAgent, type UserAgentOptions } from '../sip/user-agent/agent.ts';
import type { Bindings } from '../sip/user-agent/bindings.ts';
import { createChallenger } from '../sip/user-agent/challenger.ts';
import { type AgentAction, defectOf } from '../sip/user-agent/context.ts';
import type { WebRtcHost } from '../webrtc/types.ts';
import { createAcquaintances } from './acquaintances.ts';
import { createAsker, type ExchangeProbe } from './asker.ts';
import { createChance } from './chance.ts';
import { createDriver, type Driver } from './driver.ts';
import { type IncomingHandler, registrationOf, takeLeg } from './incoming.ts';
import type { Legs } from './legs.ts';
import { watchLoad } from './load.ts';
import { openNetwork } from './network.ts';
import type { ExchangeOptions } from './options.ts';
import { dialLeg } from './outgoing.ts';
import { createRegistrarRim } from './registrar.ts';
import type { ExchangeRegistrar, RegistrarPorts } from './registrar-types.ts';
import type { ExchangeRegister } from './registration-types.ts';
import { createRegistrations } from './registrations.ts';
import { createSecurityReport } from './security.ts';
import type { Exchange } from './types.ts';

/** Legs in both directions unless said otherwise; the media workers set the real limit. */
const DEFAULT_MAX_LEGS = 2_000;
/** As long as a finger rests on a key. */
const KEY_MS = 160;
/** How long close waits for the BYEs' answers. */
const CLOSE_LIMIT_MS = 3_000;
/** After "port unreachable" an answer may still be on its way (RFC 1122 calls such news a hint). */
const CLOSED_PORT_GRACE_MS = 1_000;

export type OpenExchange = Exchange & ExchangeProbe & ExchangeRegister & ExchangeRegistrar;

/**
 * Opens telephony's face: sockets and listeners, a user agent behind them and the legs above. Rejects with the system's
 * error when an address cannot be had (EADDRINUSE, EACCES, EADDRNOTAVAIL), with nothing left open.
 */
export const openExchange = async (options: ExchangeOptions): Promise<OpenExchange> => {
  const { random = createChance(), maxLegs = DEFAULT_MAX_LEGS, media, webRtc = null, isPerson = () => false } = options;
  const legs: Legs = new Map();
  const quiet = createQuiet(legs, webRtc);
  const load = options.sheds === false ? null : watchLoad();
  const security = createSecurityReport(options.onSecurity);
  const acquaintances = createAcquaintances(options.isKnown ?? null);
  let handler: IncomingHandler | null = null;
  let isClosing = false;
  /** Null until both sockets are open: what comes earlier is dropped, and SIP repeats it. */
  let driver: Driver | null = null;

  const registrar = createRegistrarRim(options.registrar, because => options.onTrouble?.('input', because));
  const agent = createUserAgent({
    ...agentOptions(options, { random, maxLegs, bindings: registrar.bindings }),
    ...(load && { isOverloaded: account => (account === null || !isPerson(account)) && load.isOver() }),
    ...(options.isKnown === undefined ? {} : { isKnown: acquaintances.isKnown }),
    isForUs: invite => registrationOf({ invite, registrationOf: registrations.ofMark }) !== null,
    onOffer: (leg, offer, fork) => legs.get(leg)?.onOffer(offer, fork) ?? { status: 488 },
  });

  const net = await openNetwork({ ...options, isKnown: acquaintances.isKnown }, random, {
    onRefused: host => security.note('refusedConnection', host),
    onMessage: (bytes, source, flow) => driver?.run((it, at) => it.receive(bytes, source, flow, at)),
    onGarbage: (head, because, source, flow) =>
      driver?.run((it, at) => it.refuseGarbage(head, because, { source, flow }, at)),
    onCut: isOver => {
      driver?.run((it, at) => it.cut(isOver, at));
      if (driver === null) return;
      registrar.cut(isOver);
      registrations.cut(isOver);
    },
    onClosedPort: target =>
      void setTimeout(() => driver?.run((it, at) => it.portClosed(target, at)), CLOSED_PORT_GRACE_MS).unref(),
  });

  const onAction = (action: AgentAction, at: Instant) => {
    switch (action.type) {
      case 'send':
        return net.note('out', action, at);
      case 'received':
        return net.note('in', { ...action, route: { destination: action.source, flow: action.flow } }, at);
      case 'leg':
        if (action.event.type === 'dialled') net.listen(action.event.invite);
        return legs.get(action.leg)?.onEvent(action.event, at);
      case 'incoming':
        // Strangers' calls do not come so far.
        net.know(action.route.flow);
        return takeLeg(parts, { ...action, registrationOf: registrations.ofMark }, isClosing ? null : handler);
      case 'asked':
        return asker.onAsked(action);
      case 'registered':
        return registrations.onRegistered(action);
      case 'lookUp':
        return registrar.onLookUp(action);
      case 'bound':
        return registrar.onBound(action);
      case 'met':
        acquaintances.met(action.host);
        return net.know(action.flow);
      case 'security':
        return security.note(action.kind, action.address);
      case 'refusedInput':
        return options.onTrouble?.('input', action.because);
      case 'defect':
        return onDefect(action.because, action.leg ?? null);
    }
  };
  /** Whatever threw, it is reported, and at most the leg it threw for ends. */
  const onDefect = (error: unknown, leg: string | null) => {
    options.onTrouble?.('defect', defectOf(error));
    if (leg !== null) legs.get(leg)?.fail();
  };
  const running = createDriver(agent, { send: net.send, onAction, onDefect });
  const guardOf = (leg: string) => createGuard(error => onDefect(error, leg));
  const parts = { net, driver: running, media, webRtc, legs, maxLegs, random, guardOf, forget: quiet.forget };
  const asker = createAsker({ net, driver: running, random });
  const registrations = createRegistrations({ net, driver: running, random });
  await registrar.start({ net, driver: running });
  for (const { source } of registrar.bindings.all()) acquaintances.met(source.host);
  driver = running;

  return {
    dial: (request, onSignal) => {
      if (!isClosing) return dialLeg(parts, request, onSignal);
      const ending = { how: 'cancelled', code: null, reason: 'the exchange is closing' } as const;
      queueMicrotask(() => onSignal({ type: 'ended', at: running.now(), ending }));
    },
    hangUp: (leg, how) => legs.get(leg)?.hangUp(how ?? null),
    hold: (leg, on) => legs.get(leg)?.hold(on),
    sendKeys: (leg, keys, ms) => legs.get(leg)?.sendKeys(keys, ms ?? KEY_MS),
    hangUpStored: asker.hangUpStored,
    probe: asker.probe,
    register: registrations.register,
    bindingsOf: registrar.bindingsOf,
    unbind: registrar.unbind,
    onIncoming: handle => {
      handler = handle;
    },
    get localAddress() {
      return net.main;
    },
    door: net.door,
    listening: net.listening,
    legs: () => legs.size,
    close: async () => {
      if (isClosing) return;
      isClosing = true;
      for (const leg of [...legs.values()]) leg.hangUp(null);
      await Promise.all([quiet.wait(), registrations.close()]);
      for (const leg of [...legs.values()]) leg.abandon();
      asker.close();
      registrar.close();
      running.stop();
      load?.stop();
      security.close();
      await net.close();
    },
  };
};

const innerOf = ({ realm, isInner }: RegistrarPorts) => ({ realm, ...(isInner && { isInner }) });

/** What of the user agent is settled from the beginning. */
const agentOptions = (
  { product = 'Lianxian', registrar, challenge }: ExchangeOptions,
  { random, maxLegs, bindings }: Pick<UserAgentOptions, 'random' | 'maxLegs'> & { readonly bindings: Bindings },
) => ({
  ...{ random, maxLegs, product },
  ...(registrar === undefined ? {} : { registrar: { bindings, ...innerOf(registrar) } }),
  ...(challenge === undefined ? {} : { challenger: createChallenger({ ...challenge, secret: random(16) }) }),
});

/** Takes ended legs off the books, those whose way to a browser is lost too, and lets close wait for the last, up to a limit. */
const createQuiet = (legs: Legs, webRtc: WebRtcHost | null) => {
  webRtc?.onFailed(leg => legs.get(leg)?.hangUp('transportError'));
  let onQuiet: (() => void) | null = null;
  return {
    forget: (leg: string) => {
      legs.delete(leg);
      if (legs.size === 0) onQuiet?.();
    },
    wait: (): Promise<void> => {
      if (legs.size === 0) return Promise.resolve();
      return new Promise(settle => {
        const timer = setTimeout(settle, CLOSE_LIMIT_MS);
        onQuiet = () => {
          clearTimeout(timer);
          settle();
        };
      });
    },
  };
};
