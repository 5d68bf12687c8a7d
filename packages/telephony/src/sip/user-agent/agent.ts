import type { Instant } from '@lianxian/core/kit';
import type { Address, LocalEnd, StoredDialog, StoredInvite } from '../../exchange/types.ts';
import { responseTo } from '../grammar/build.ts';
import { allHeaders, type ReceivedResponse } from '../grammar/message.ts';
import { isKeepAlive, parseMessage, type Refusal } from '../grammar/parse.ts';
import { splitList } from '../grammar/scan.ts';
import { serialise } from '../grammar/serialise.ts';
import { createAlarms } from '../transaction/alarms.ts';
import { createTransactions, type Route } from '../transaction/transactions.ts';
import { answerAddress, stampVia } from '../transport/received.ts';
import type { IncomingControl } from './callee.ts';
import { type CallSpec, cancelStored, placeCall } from './caller.ts';
import type { Challenger } from './challenger.ts';
import type { AgentAction, AgentContext, OfferReply } from './context.ts';
import type { How } from './outgoing-leg.ts';
import { askOptions, hangUpStored, type StoredQuestion } from './questions.ts';
import { createReception } from './reception.ts';

/**
 * A SIP user agent without input or output (RFC 3261 §8, §13): a datagram, a wish or an instant in, a list of actions
 * out, in order. Dice and time are handed in, so a run can be repeated exactly.
 */
export interface UserAgentOptions {
  /** Lower-case hexadecimal of that many bytes; unguessable in the world, repeatable in tests. */
  readonly random: (bytes: number) => string;
  /** Product name for User-Agent and Server. */
  readonly product: string;
  /** Live legs of both directions; beyond it a new INVITE is answered 503 (RFC 3261 §21.5.4). */
  readonly maxLegs: number;
  /** Answers a re-INVITE: its SDP, or null when it has none and we are to offer. */
  readonly onOffer: (leg: string, offer: Uint8Array | null) => OfferReply;
  /** Demands credentials of every INVITE. */
  readonly challenger?: Challenger;
}

export const createUserAgent = (options: UserAgentOptions) => {
  let outbox: AgentAction[] = [];
  const emit = (action: AgentAction) => void outbox.push(action);
  const alarms = createAlarms();
  const context: AgentContext = {
    alarms,
    transactions: createTransactions(alarms, {
      send: (bytes, route, transaction, message) => emit({ type: 'send', bytes, route, transaction, message }),
      onRequest: (request, transaction, at) => reception.onRequest(request, transaction, at),
      onDefect: because => emit({ type: 'defect', because }),
    }),
    emit: action => {
      emit(action);
      if (action.type !== 'leg' || action.event.type !== 'ended') return;
      reception.forget(action.leg);
    },
    random: options.random,
    dialogs: new Map(),
    legs: new Map(),
    onOffer: options.onOffer,
    product: options.product,
  };

  const reception = createReception(context, { maxLegs: options.maxLegs, challenger: options.challenger ?? null });

  const refuseInput = (refusal: Refusal, source: Address, flow: string) => {
    emit({ type: 'refusedInput', because: refusal.because });
    if (refusal.answer === null) return;
    const { status, headers } = refusal.answer;
    const message = responseTo({ headers }, { status, toTag: options.random(8) });
    const route = { destination: source, flow };
    emit({ type: 'send', bytes: serialise(message), route, transaction: null, message });
  };

  const onResponse = (response: ReceivedResponse, at: Instant) => {
    // Ours carried one Via; more were added by somebody who sends answers astray (RFC 3261 §8.1.3.3).
    const hops = allHeaders(response.headers, 'via').flatMap(value => splitList(value) ?? []);
    if (hops.length !== 1) return emit({ type: 'refusedInput', because: 'an answer with a Via not ours' });
    if (!context.transactions.onResponse(response, at)) emit({ type: 'refusedInput', because: 'an unasked answer' });
  };

  const receive = (bytes: Uint8Array, source: Address, flow: string, at: Instant) => {
    if (isKeepAlive(bytes)) return;
    const parsed = parseMessage(bytes);
    if (!parsed.ok) return refuseInput(parsed.refusal, source, flow);
    const { message } = parsed;
    if (message.kind === 'response') return onResponse(message, at);
    const stamped = stampVia(message, source);
    const route: Route = { destination: answerAddress(stamped.via, source), flow };
    context.transactions.onRequest(stamped, route, at);
  };

  /** Turns a function that fills the outbox into one that gives it. */
  const acting =
    <Arguments extends unknown[]>(act: (...parts: Arguments) => void) =>
    (...parts: Arguments): readonly AgentAction[] => {
      act(...parts);
      const actions = outbox;
      outbox = [];
      return actions;
    };

  return {
    receive: acting(receive),
    wake: acting((at: Instant) => alarms.run(at)),
    /** When `wake` is wanted next; null when nothing waits. */
    nextWake: (): Instant | null => alarms.next(),
    sendFailed: acting((transaction: string, at: Instant) => context.transactions.onSendFailed(transaction, at)),
    call: acting((spec: CallSpec, at: Instant) => placeCall(context, spec, at)),
    hangUp: acting((leg: string, how: How | null, at: Instant) => context.legs.get(leg)?.hangUp(how, at)),
    unreachable: acting((leg: string, at: Instant) => context.legs.get(leg)?.unreachable(at)),
    incoming: acting((leg: string, act: (control: IncomingControl) => void) => {
      const control = reception.control(leg);
      if (control !== undefined) act(control);
    }),
    /** OPTIONS; answered by `asked`. */
    ask: acting((token: string, target: Address, local: LocalEnd, flow: string, at: Instant) =>
      askOptions(context, { token, target, local, flow }, at),
    ),
    /** BYE and CANCEL from stored data; answered by `asked`. */
    byeStored: acting((question: StoredQuestion<StoredDialog>, at: Instant) => hangUpStored(context, question, at)),
    cancelStored: acting((question: StoredQuestion<StoredInvite>, at: Instant) => cancelStored(context, question, at)),
    legs: (): number => context.legs.size,
    /** Open transactions, dialogs and alarms: all zero when everything has ended. */
    open: () => ({
      transactions: context.transactions.size(),
      dialogs: context.dialogs.size,
      alarms: alarms.size(),
    }),
  };
};

export type UserAgent = ReturnType<typeof createUserAgent>;
