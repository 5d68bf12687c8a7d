import type { Instant } from '@lianxian/core/kit';
import { KEEP_ALIVE } from '../sip/grammar/parse.ts';
import { formatHost, formatHostPort } from '../sip/grammar/uri.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import { createRegistrant, type Registrant } from '../sip/user-agent/registrant.ts';
import {
  nextDue,
  type Registering,
  type RegisteringEvent,
  type RegisterOutcome,
  registrationState,
  startRegistering,
  stepRegistering,
} from '../sip/user-agent/registration.ts';
import type { RegistrationState } from '../sip/user-agent/registration-state.ts';
import type { Driver } from './driver.ts';
import type { Network } from './network.ts';
import type { ExchangeRegister, Registration, RegistrationRequest } from './registration-types.ts';
import type { Trunk } from './types.ts';

/** Runs the registrations of this exchange: the machine decides, this sends, waits and tells. */
interface Registrations extends ExchangeRegister {
  readonly onRegistered: (action: Registered) => void;
  /** A connection is gone for good; `isOver` tells which ways led over it. */
  readonly cut: (isOver: (route: Route) => boolean) => void;
  /** The id of the registration whose Contact carries this mark; null for a stranger's. */
  readonly ofMark: (mark: string) => string | null;
  /** Takes every binding back, within the limit. */
  readonly close: () => Promise<void>;
}

type Registered = Extract<AgentAction, { type: 'registered' }>;

/** Lines of one node; more are refused by a defect of the caller, for each line has one. */
const MAX_REGISTRATIONS = 5_000;
/** Nobody waits longer for a registrar that he takes leave of. */
const STOP_LIMIT_MS = 2_000;

interface Kept {
  readonly request: RegistrationRequest;
  readonly registrant: Registrant;
  readonly onState: (state: RegistrationState) => void;
  state: Registering;
  timer: NodeJS.Timeout | null;
  /** The way the last REGISTER went. */
  route: Route | null;
  readonly gone: PromiseWithResolvers<void>;
}

export const createRegistrations = (parts: {
  readonly net: Network;
  readonly driver: Driver;
  readonly random: (bytes: number) => string;
  /** From 0 up to 1. */
  readonly chance?: () => number;
}): Registrations => {
  const { net, driver, random, chance = Math.random } = parts;
  const kept = new Map<string, Kept>();
  const marks = new Map<string, string>();
  const asking = createAsking({ net, driver, random });

  const feed = (one: Kept, event: RegisteringEvent): void => {
    const step = stepRegistering(one.state, event, driver.now());
    // A system timer may fire a fraction of a millisecond early; what is not yet due is waited for again.
    if (step.kind !== 'moved') return void rearm(one);
    one.state = step.state;
    for (const effect of step.effects) {
      if (effect.type === 'ask') void ask(one, effect.expiresS);
      else if (effect.type === 'tell') one.onState(registrationState(one.state));
      else if (effect.type === 'keepAlive') keepAlive(one);
      else forget(one);
    }
    rearm(one);
  };

  const rearm = (one: Kept): void => {
    if (one.timer !== null) clearTimeout(one.timer);
    const next = nextDue(one.state);
    one.timer =
      next === null
        ? null
        : setTimeout(() => feed(one, { type: 'due' }), Math.max(0, Math.ceil(next - driver.now()))).unref();
  };

  const forget = (one: Kept): void => {
    if (kept.get(one.request.id) === one) kept.delete(one.request.id);
    marks.delete(one.registrant.mark);
    one.gone.resolve();
  };

  const keepAlive = ({ route }: Kept): void => {
    // One that does not leave is noticed at the next refresh.
    if (route !== null) net.send(KEEP_ALIVE, route, () => undefined);
  };

  const ask = async (one: Kept, expiresS: number): Promise<void> => {
    const outcome = await asking.ask(one, expiresS);
    feed(one, { type: 'outcome', outcome, chance: chance() });
  };

  const stop = async (one: Kept): Promise<void> => {
    feed(one, { type: 'stop' });
    const limit = setTimeout(() => one.gone.resolve(), STOP_LIMIT_MS);
    await one.gone.promise;
    clearTimeout(limit);
    if (one.timer !== null) clearTimeout(one.timer);
    forget(one);
  };

  return {
    register: (request, onState): Registration => {
      const earlier = kept.get(request.id);
      if (earlier !== undefined) void stop(earlier);
      if (kept.size >= MAX_REGISTRATIONS) throw new Error('more registrations than an exchange keeps');
      const { trunk, ...who } = request;
      const one: Kept = {
        request,
        registrant: createRegistrant({ ...who, domain: domainOf(trunk) }, random),
        onState,
        state: startRegistering(request.expiresS),
        timer: null,
        route: null,
        gone: Promise.withResolvers<void>(),
      };
      kept.set(request.id, one);
      marks.set(one.registrant.mark, request.id);
      feed(one, { type: 'start' });
      return { stop: () => stop(one), again: () => feed(one, { type: 'again' }) };
    },
    onRegistered: asking.onRegistered,
    cut: isOver => {
      for (const one of kept.values()) {
        if (one.route !== null && isOver(one.route)) feed(one, { type: 'cut', chance: chance() });
      }
    },
    ofMark: mark => marks.get(mark) ?? null,
    close: async () => {
      await Promise.all([...kept.values()].map(stop));
      asking.close();
    },
  };
};

interface AskingParts {
  readonly net: Network;
  readonly driver: Driver;
  readonly random: (bytes: number) => string;
}

/** One REGISTER after the other over the servers of a trunk, until one of them answers. */
const createAsking = ({ net, driver, random }: AskingParts) => {
  const waiting = new Map<string, (outcome: RegisterOutcome) => void>();

  /** The next server is asked after a transport error or 503, never after silence (RFC 3263 §4.3). */
  const ask = async (one: Kept, expiresS: number): Promise<RegisterOutcome> => {
    const { servers, none } = await net.servers(one.request.trunk);
    let outcome: RegisterOutcome = { type: 'unanswered', because: none };
    for (const server of servers) {
      const ends = await net.ends(server.destination, server.flow);
      if (ends === null) {
        outcome = { type: 'unanswered', because: net.door.state().isOpen ? 'unreachable' : 'notOpen' };
        continue;
      }
      one.route = { destination: server.destination, flow: ends.flow };
      outcome = await askOne(one, { ...one.route }, ends.local, expiresS);
      const isElsewhere = outcome.type === 'answered' ? outcome.status === 503 : outcome.because === 'unreachable';
      if (!isElsewhere) return outcome;
    }
    return outcome;
  };

  const askOne = (one: Kept, route: Route, local: Parameters<typeof net.ends>[0], expiresS: number) =>
    new Promise<RegisterOutcome>(settle => {
      const token = random(8);
      waiting.set(token, settle);
      driver.run((agent, at: Instant) =>
        agent.register({ token, registrant: one.registrant, expiresS, local, route }, at),
      );
    });

  return {
    ask,
    onRegistered: ({ token, outcome }: Registered): void => {
      waiting.get(token)?.(outcome);
      waiting.delete(token);
    },
    close: (): void => {
      for (const settle of waiting.values()) settle({ type: 'unanswered', because: 'noReply' });
      waiting.clear();
    },
  };
};

/** The domain that is registered: the trunk's own word, else where it is. */
const domainOf = ({ domain, target }: Trunk): string => {
  if (domain !== undefined && domain !== '') return domain;
  return target.port === null ? formatHost(target.host) : formatHostPort(target.host, target.port);
};
