import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../net/address.ts';
import { header, type ReceivedResponse } from '../sip/grammar/message.ts';
import { formatHost, formatHostPort } from '../sip/grammar/uri.ts';
import { seenAs } from '../sip/transport/received.ts';
import type { UserAgent } from '../sip/user-agent/agent.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import type { Driver } from './driver.ts';
import type { FlowEnds, Network, Reached, Server } from './network.ts';
import type { Exchange } from './types.ts';

/** OPTIONS to a trunk or to a far end that registered with us (RFC 3261 §11): for health and diagnosis. */
export interface ExchangeProbe {
  readonly probe: (trunk: Reached) => Promise<ProbeResult>;
}

/** `code`: the final status; null when there was none, and `because` says why. Any status shows that somebody lives. */
export type ProbeResult = ProbeFacts &
  ({ readonly code: number; readonly because: null } | { readonly code: null; readonly because: NoAnswer });

interface ProbeFacts {
  /** Where the last OPTIONS went; null where no address was found. */
  readonly target: Address | null;
  /** How we named ourselves in Via. */
  readonly saidAs: Address | null;
  /** What the far end saw instead (RFC 3581); null where it did not tell. Another host: address translation. */
  readonly seenAs: Address | null;
  /** From the request to its final answer. */
  readonly roundTripMs: number | null;
  /** Its Server or User-Agent header. */
  readonly software: string | null;
}

/** `notOpen`: our own door could not be opened (`door.state` says why). */
export type NoAnswer = 'noReply' | 'unresolved' | 'notAllowed' | 'notOpen' | 'unreachable' | 'certificate';

/** Requests outside of any leg, each with its one answer: the final status, or why there was none. */
interface Asker extends ExchangeProbe, Pick<Exchange, 'hangUpStored'> {
  readonly onAsked: (action: Asked) => void;
  /** The exchange closes: what still waits is told that no reply came. */
  readonly close: () => void;
}

type Asked = Extract<AgentAction, { type: 'asked' }>;

interface Question {
  readonly token: string;
  readonly ends: FlowEnds;
}

interface Reply {
  readonly status: number | null;
  readonly because: NoAnswer | null;
  readonly answer: ReceivedResponse | null;
  readonly ends: FlowEnds | null;
  readonly tookMs: number;
}

/** The dialog is not there any more (RFC 3261 §15.1.2, §21.4.19); any other refusal of a BYE leaves it open. */
const GONE = [404, 410, 481];
/** The INVITE's own last word when CANCEL took it back (RFC 3261 §9.2). */
const TERMINATED = 487;

const unanswered = (because: NoAnswer, ends: FlowEnds | null): Reply => ({
  status: null,
  because,
  answer: null,
  ends,
  tookMs: 0,
});

export const createAsker = (parts: {
  readonly net: Network;
  readonly driver: Driver;
  readonly random: (bytes: number) => string;
}): Asker => {
  const { net, driver, random } = parts;
  const waiting = new Map<string, (asked: Pick<Asked, 'status' | 'answer' | 'because'>) => void>();
  let isClosed = false;

  const ask = async (
    server: Server,
    start: (agent: UserAgent, question: Question, at: Instant) => readonly AgentAction[],
  ): Promise<Reply> => {
    const ends = await net.ends(server.destination, server.flow);
    if (ends === null) return unanswered(net.door.state().isOpen ? 'unreachable' : 'notOpen', null);
    if (isClosed) return unanswered('noReply', ends);
    const token = random(8);
    const began = driver.now();
    const asked = await new Promise<Pick<Asked, 'status' | 'answer' | 'because'>>(settle => {
      waiting.set(token, settle);
      driver.run((agent, at) => start(agent, { token, ends }, at));
    });
    const { status, answer = null } = asked;
    const because = asked.because === 'cut' ? 'unreachable' : (asked.because ?? 'noReply');
    return { status, because: status === null ? because : null, answer, ends, tookMs: driver.now() - began };
  };

  /** The next server is asked when the one before could not be reached at all; one that is silent is an answer. */
  const probe = async (trunk: Reached): Promise<ProbeResult> => {
    const { servers, none } = await net.servers(trunk);
    let result = tell(null, unanswered(none, null));
    for (const server of servers) {
      const uri = trunk.binding?.contact ?? uriOf(trunk.target);
      const reply = await ask(server, (agent, { token, ends }, at) =>
        agent.ask({ token, uri, target: server.destination, local: ends.local, flow: ends.flow }, at),
      );
      result = tell(server.destination, reply);
      if (reply.because === null || reply.because === 'noReply') return result;
    }
    return result;
  };

  return {
    onAsked: action => {
      waiting.get(action.token)?.(action);
      waiting.delete(action.token);
    },
    hangUpStored: async (stored, credentials) => {
      const flow = stored.flow ?? (stored.loopback ? 'loopback' : 'main');
      const reply = await ask({ destination: stored.destination, flow }, (agent, { token, ends }, at) => {
        const rest = { token, local: ends.local, flow: ends.flow, credentials: credentials ?? null };
        if ('uri' in stored) return agent.cancelStored({ ...rest, stored }, at);
        return agent.byeStored({ ...rest, stored }, at);
      });
      if (reply.status === null) return 'noReply';
      if (reply.status < 300 || reply.status === TERMINATED) return 'ended';
      return GONE.includes(reply.status) ? 'gone' : 'noReply';
    },
    probe,
    close: () => {
      isClosed = true;
      for (const settle of waiting.values()) settle({ status: null });
      waiting.clear();
    },
  };
};

const uriOf = ({ host, port }: Reached['target']): string =>
  `sip:${port === null ? formatHost(host) : formatHostPort(host, port)}`;

const tell = (target: Address | null, { status, because, answer, ends, tookMs }: Reply): ProbeResult => {
  const headers = answer?.headers ?? [];
  const facts: ProbeFacts = {
    target,
    saidAs: ends === null ? null : { host: ends.local.host, port: ends.local.port },
    seenAs: answer === null ? null : seenAs(answer),
    roundTripMs: status === null ? null : tookMs,
    software: header(headers, 'server') ?? header(headers, 'user-agent'),
  };
  if (status !== null) return { ...facts, code: status, because: null };
  return { ...facts, code: null, because: because ?? 'noReply' };
};
