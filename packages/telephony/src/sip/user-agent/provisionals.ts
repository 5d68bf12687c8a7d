import type { Instant } from '@lianxian/core/kit';
import {
  type Provisional,
  type ProvisionalEvent,
  type Provisionals,
  startProvisionals,
  stepProvisionals,
} from '../dialog/reliable.ts';
import type { SipResponse } from '../grammar/message.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import type { AgentContext } from './context.ts';
import { createRepeater } from './repeater.ts';
import { randomBelow } from './work.ts';

/** Runs the reliable provisional answers of a call made to us (RFC 3262 §3). */
export interface ReliableProvisionals {
  readonly send: (provisional: Provisional<SipResponse>, at: Instant) => void;
  readonly state: () => Provisionals<SipResponse>;
  /** False: it acknowledges nothing of ours. */
  readonly onPrack: (acknowledges: { rseq: number; cseq: number; method: string }, at: Instant) => boolean;
  /** A final answer leaves. */
  readonly close: (at: Instant) => void;
  /** The call is over. */
  readonly stop: () => void;
}

/** The first RSeq is random and small enough never to wrap (RFC 3262 §3). */
const FIRST_BELOW = 1_000_000;

export const createProvisionals = (
  context: AgentContext,
  transaction: ServerTransaction,
  onUnacknowledged: (at: Instant) => void,
): ReliableProvisionals => {
  const repeater = createRepeater(context.alarms, Number.POSITIVE_INFINITY);
  let state: Provisionals<SipResponse> = startProvisionals(1 + randomBelow(context, FIRST_BELOW));

  /** True when a PRACK was taken. */
  const handle = (event: ProvisionalEvent<SipResponse>, at: Instant): boolean => {
    const step = stepProvisionals(state, event);
    if (step.kind !== 'moved') return false;
    state = step.state;
    let isAccepted = false;
    for (const effect of step.effects) {
      if (effect.type === 'send') repeat(effect.message, effect.rseq, at);
      else if (effect.type === 'stopRepeating') repeater.stop();
      else if (effect.type === 'giveUp') onUnacknowledged(at);
      else isAccepted = effect.type === 'accept';
    }
    return isAccepted;
  };

  const repeat = (message: SipResponse, rseq: number, at: Instant) => {
    const reliable = [
      { name: 'require', value: '100rel' },
      { name: 'rseq', value: String(rseq) },
    ];
    const response = { ...message, headers: [...message.headers, ...reliable] };
    const send = (now: Instant) => transaction.respond(response, now);
    send(at);
    repeater.start(at, send, now => void handle({ type: 'patience' }, now));
  };

  return {
    send: (provisional, at) => void handle({ type: 'provisional', provisional }, at),
    state: () => state,
    onPrack: ({ rseq, cseq, method }, at) => {
      const { number } = transaction.request.cseq;
      return cseq === number && method === 'INVITE' && handle({ type: 'prack', rseq }, at);
    },
    close: at => void handle({ type: 'final' }, at),
    stop: repeater.stop,
  };
};
