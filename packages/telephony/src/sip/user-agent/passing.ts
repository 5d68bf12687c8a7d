import type { Instant } from '@lianxian/core/kit';
import { dialogKey } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import type { ReceivedRequest, SipResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { serialise } from '../grammar/serialise.ts';
import type { Route } from '../transaction/transactions.ts';
import { comeBackHeader } from './answers.ts';
import type { AgentContext } from './context.ts';
import type { Reception } from './reception.ts';

/**
 * What a crowded agent does with requests that belong to nothing that lives: it answers them in passing and remembers
 * nothing (RFC 3261 §8.2.7), so that refusing costs less than what is refused. A flood of questions, or of requests in
 * dialogs that never were, cannot take the room that the BYE of a live call needs.
 *
 * Invariant: what belongs to a live call or transaction is never passed by.
 */
export interface Passing {
  /** True when the request has been answered so. */
  readonly take: (request: ReceivedRequest, route: Route, at: Instant) => boolean;
}

/** The last fifth of the transactions is kept for the calls that live. */
const CROWDED_SHARE = 0.8;

export const createPassing = (
  context: AgentContext,
  reception: Pick<Reception, 'onRequest'>,
  options: { readonly isOverloaded: () => boolean; readonly maxTransactions: number },
): Passing => {
  const { transactions, dialogs, emit } = context;
  /** The same for every repetition (RFC 3261 §8.2.7). */
  const toTag = context.random(8);

  const belongs = (request: ReceivedRequest): boolean => {
    if (request.method === 'ACK' || !transactions.isNew(request)) return true;
    if (request.method === 'CANCEL') return transactions.inviteOf(request) !== null;
    return dialogs.has(dialogKey(request.callId, tagOf(request.to), tagOf(request.from)));
  };

  /** Overload sheds new calls alone: questions for our health are answered as long as there is room. */
  const isTooMuch = (request: ReceivedRequest): boolean => {
    if (transactions.serving() >= CROWDED_SHARE * options.maxTransactions) return true;
    return request.method === 'INVITE' && tagOf(request.to) === '' && options.isOverloaded();
  };

  return {
    take: (request, route, at) => {
      if (belongs(request) || !isTooMuch(request)) return false;
      const respond = (message: SipResponse) =>
        emit({ type: 'send', bytes: serialise(message), route, transaction: null, message });
      const wantsMemory = (request.method === 'INVITE' && tagOf(request.to) === '') || request.method === 'REGISTER';
      if (wantsMemory) respond(responseTo(request, { status: 503, toTag, headers: [comeBackHeader] }));
      else reception.onRequest(request, { key: '', request, route, respond, onFailure: null }, at);
      return true;
    },
  };
};
