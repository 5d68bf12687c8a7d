import type { Instant } from '@lianxian/core/kit';
import type { UserAgent } from '../sip/user-agent/agent.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import type { Driver } from './driver.ts';
import type { Address, Exchange } from './types.ts';
import type { Wire, WireEnds } from './wire.ts';

/** OPTIONS to a trunk, for its health: the final status, or why there was none. */
export interface ExchangeProbe {
  readonly probe: (trunk: {
    readonly target: Address;
    readonly loopback: boolean;
  }) => Promise<
    { readonly code: number; readonly because: null } | { readonly code: null; readonly because: NoAnswer }
  >;
}

type NoAnswer = 'noReply' | 'unresolved' | 'unreachable';

/** Requests outside of any leg, each with its one answer: the final status, or why there was none. */
export interface Asker extends ExchangeProbe, Pick<Exchange, 'hangUpStored'> {
  readonly onAsked: (action: Extract<AgentAction, { type: 'asked' }>) => void;
  /** The exchange closes: what still waits is told that no reply came. */
  readonly close: () => void;
}

interface Question {
  readonly token: string;
  readonly ends: WireEnds;
  readonly destination: Address;
}

/** The dialog is not there any more (RFC 3261 §15.1.2, §21.4.19); any other refusal of a BYE leaves it open. */
const GONE = [404, 410, 481];
/** The INVITE's own last word when CANCEL took it back (RFC 3261 §9.2). */
const TERMINATED = 487;

export const createAsker = (parts: {
  readonly wire: Wire;
  readonly driver: Driver;
  readonly random: (bytes: number) => string;
}): Asker => {
  const { wire, driver, random } = parts;
  const waiting = new Map<string, (status: number | null) => void>();
  let isClosed = false;

  const ask = async (
    target: Address,
    isLoopback: boolean,
    start: (agent: UserAgent, question: Question, at: Instant) => readonly AgentAction[],
  ): Promise<number | NoAnswer> => {
    const host = await wire.resolver.resolve(target.host);
    if (host === null) return 'unresolved';
    const destination = { host, port: target.port };
    const ends = await wire.ends(destination, isLoopback);
    if (ends === null) return 'unreachable';
    if (isClosed) return 'noReply';
    const token = random(8);
    const status = await new Promise<number | null>(settle => {
      waiting.set(token, settle);
      driver.run((agent, at) => start(agent, { token, ends, destination }, at));
    });
    return status ?? 'noReply';
  };

  return {
    onAsked: action => {
      waiting.get(action.token)?.(action.status);
      waiting.delete(action.token);
    },
    hangUpStored: async (stored, credentials) => {
      const answer = await ask(stored.destination, stored.loopback, (agent, { token, ends }, at) => {
        const rest = { token, local: ends.local, flow: ends.flow, credentials: credentials ?? null };
        if ('uri' in stored) return agent.cancelStored({ ...rest, stored }, at);
        return agent.byeStored({ ...rest, stored }, at);
      });
      if (typeof answer === 'string') return 'noReply';
      if (answer < 300 || answer === TERMINATED) return 'ended';
      return GONE.includes(answer) ? 'gone' : 'noReply';
    },
    probe: async trunk => {
      const answer = await ask(trunk.target, trunk.loopback, (agent, { token, ends, destination }, at) =>
        agent.ask(token, destination, ends.local, ends.flow, at),
      );
      return typeof answer === 'string' ? { code: null, because: answer } : { code: answer, because: null };
    },
    close: () => {
      isClosed = true;
      for (const settle of waiting.values()) settle(null);
      waiting.clear();
    },
  };
};
