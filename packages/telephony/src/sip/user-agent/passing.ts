import type { Instant } from '@lianxian/core/kit';
import { dialogKey } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import type { ReceivedRequest, SipResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { serialise } from '../grammar/serialise.ts';
import { type Route, sourceOf } from '../transaction/transactions.ts';
import { comeBackHeader } from './answers.ts';
import type { AgentContext } from './context.ts';
import type { Reception } from './reception.ts';
import type { Strangers } from './strangers.ts';

/**
 * What an agent answers in passing, remembering nothing (RFC 3261 §8.2.7), so that refusing costs less than what is refused:
 * whatever strangers want, and when it is crowded all that belongs to nothing that lives. A flood of questions, or of
 * requests in dialogs that never were, cannot take the room that the BYE of a live call needs.
 *
 * Invariant: what belongs to a live call or transaction is never passed by.
 */
export interface Passing {
  /** True when the request has been dealt with so; `bytes`: how long it was. */
  readonly take: (request: ReceivedRequest, route: Route, bytes: number, at: Instant) => boolean;
}

/** The last fifth of the transactions is kept for the calls that live. */
const CROWDED_SHARE = 0.8;

export const createPassing = (
  context: AgentContext,
  reception: Pick<Reception, 'onRequest'>,
  strangers: Strangers,
  options: { readonly isOverloaded: (route: Route, at: Instant) => boolean; readonly maxTransactions: number },
): Passing => {
  const { transactions, dialogs, emit } = context;
  /** The same for every repetition (RFC 3261 §8.2.7). */
  const toTag = context.random(8);

  const belongs = (request: ReceivedRequest): boolean => {
    if (request.method === 'ACK' || !transactions.isNew(request)) return true;
    if (request.method === 'CANCEL') return transactions.inviteOf(request) !== null;
    return dialogs.has(dialogKey(request.callId, tagOf(request.to), tagOf(request.from)));
  };

  const isNewCall = (request: ReceivedRequest): boolean => request.method === 'INVITE' && tagOf(request.to) === '';

  /** Overload sheds new calls alone: questions for our health are answered as long as there is room. */
  const isTooMuch = (request: ReceivedRequest, route: Route, at: Instant): boolean => {
    if (transactions.serving() >= CROWDED_SHARE * options.maxTransactions) return true;
    return isNewCall(request) && options.isOverloaded(route, at);
  };

  const answer = (request: ReceivedRequest, route: Route, at: Instant, respond: (message: SipResponse) => void) =>
    reception.onRequest(request, { key: '', request, route, respond, onFailure: null }, at);

  const send = (message: SipResponse, bytes: Buffer, route: Route) =>
    emit({ type: 'send', bytes, route, transaction: null, message });

  const passStranger = (request: ReceivedRequest, route: Route, bytes: number, at: Instant) => {
    const address = sourceOf({ route }).host;
    strangers.heard(route, bytes, at);
    const respond = (message: SipResponse) => {
      const answered = serialise(message);
      if (strangers.mayAnswer(route, answered.length)) send(message, answered, route);
      else if (request.method === 'REGISTER') emit({ type: 'security', kind: 'strangerRegister', address });
    };
    if (!isNewCall(request)) return answer(request, route, at, respond);
    emit({ type: 'security', kind: 'strangerCall', address });
    // The same for every number, so that none can be told from another.
    if (strangers.isFirst(request, route)) respond(responseTo(request, { status: 404, toTag }));
  };

  return {
    take: (request, route, bytes, at) => {
      if (belongs(request)) return false;
      if (strangers.isStranger(request, route)) {
        passStranger(request, route, bytes, at);
        return true;
      }
      if (!isTooMuch(request, route, at)) return false;
      const respond = (message: SipResponse) => send(message, serialise(message), route);
      const wantsMemory = isNewCall(request) || request.method === 'REGISTER';
      if (wantsMemory) respond(responseTo(request, { status: 503, toTag, headers: [comeBackHeader] }));
      else answer(request, route, at, respond);
      return true;
    },
  };
};
