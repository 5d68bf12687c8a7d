import type { Instant } from '@lianxian/core/kit';
import type { Address, StoredDialog } from '../../exchange/types.ts';
import { dialogKey, restoreDialog, viaHeader } from '../dialog/dialog.ts';
import { addressValue, responseTo } from '../grammar/build.ts';
import { allHeaders, emptyBody, type ReceivedRequest, type ReceivedResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { parseMessage, type Refusal } from '../grammar/parse.ts';
import { splitList } from '../grammar/scan.ts';
import { serialise } from '../grammar/serialise.ts';
import { formatHostPort } from '../grammar/uri.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import { createAlarms } from '../transaction/alarms.ts';
import { createTransactions, type Route, type ServerTransaction } from '../transaction/transactions.ts';
import { answerAddress, stampVia } from '../transport/received.ts';
import { capabilities } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import { type IncomingControl, takeCall } from './callee.ts';
import { type CallSpec, placeCall } from './caller.ts';
import type { Challenger } from './challenger.ts';
import type { AgentAction, AgentContext, OfferReply } from './context.ts';
import { inspectRequest } from './inspect.ts';
import type { How } from './outgoing-leg.ts';
import { createSession } from './session.ts';

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

/** Seconds a caller should wait when we are full. */
const RETRY_AFTER = '5';

export const createUserAgent = (options: UserAgentOptions) => {
  let outbox: AgentAction[] = [];
  const emit = (action: AgentAction) => void outbox.push(action);
  const alarms = createAlarms();
  const incoming = new Map<string, IncomingControl>();
  /** By server transaction, for CANCEL. */
  const ringing = new Map<string, IncomingControl>();
  /** Call-ID, From tag and CSeq of INVITEs on their way: the same again by another path is a loop (RFC 3261 §8.2.2.2). */
  const seen = new Map<string, string>();
  /** What to forget with a leg. */
  const forgetters = new Map<string, () => void>();

  const onRequest = (request: ReceivedRequest, transaction: ServerTransaction | null, at: Instant) => {
    const toTag = tagOf(request.to);
    const user = context.dialogs.get(dialogKey(request.callId, toTag, tagOf(request.from)));
    if (transaction === null) return user?.onAck(request, at);
    const respond = (status: number, headers: readonly { name: string; value: string }[] = []) =>
      transaction.respond(responseTo(request, { status, toTag: options.random(8), headers }), at);
    if (request.method === 'CANCEL') return onCancel(request, respond, at);
    if (toTag !== '') return user === undefined ? respond(481) : user.onRequest(request, transaction, at);
    const objection = inspectRequest(request);
    if (objection !== null) {
      return transaction.respond(responseTo(request, { ...objection, toTag: options.random(8) }), at);
    }
    if (request.method === 'OPTIONS') return respond(200, capabilities(options.product));
    if (request.method === 'BYE') return respond(481);
    onInvite(request, transaction, respond, at);
  };

  type Respond = (status: number, headers?: readonly { name: string; value: string }[]) => void;

  const onCancel = (request: ReceivedRequest, respond: Respond, at: Instant) => {
    const invite = context.transactions.inviteOf(request);
    if (invite === null) return respond(481);
    respond(200);
    ringing.get(invite.key)?.cancel(at);
  };

  const onInvite = (request: ReceivedRequest, transaction: ServerTransaction, respond: Respond, at: Instant) => {
    const name = `${request.callId} ${tagOf(request.from)} ${request.cseq.number}`;
    if (seen.has(name)) return respond(482);
    const demand = options.challenger?.demand(request, at) ?? null;
    if (demand !== null) return respond(demand.status, demand.headers);
    if (context.legs.size >= options.maxLegs) return respond(503, [{ name: 'retry-after', value: RETRY_AFTER }]);
    transaction.respond(responseTo(request, { status: 100, toTag: null }), at);
    const leg = options.random(8);
    const control = takeCall(context, leg, transaction, transaction.route.flow === 'loopback');
    seen.set(name, leg);
    incoming.set(leg, control);
    ringing.set(transaction.key, control);
    context.legs.set(leg, control);
    emit({ type: 'incoming', leg, invite: request, route: transaction.route });
    forgetters.set(leg, () => {
      seen.delete(name);
      incoming.delete(leg);
      ringing.delete(transaction.key);
    });
  };

  const context: AgentContext = {
    alarms,
    transactions: createTransactions(alarms, {
      send: (bytes, route, transaction, message) => emit({ type: 'send', bytes, route, transaction, message }),
      onRequest,
      onDefect: because => emit({ type: 'defect', because }),
    }),
    emit: action => {
      emit(action);
      if (action.type !== 'leg' || action.event.type !== 'ended') return;
      forgetters.get(action.leg)?.();
      forgetters.delete(action.leg);
    },
    random: options.random,
    dialogs: new Map(),
    legs: new Map(),
    onOffer: options.onOffer,
    product: options.product,
  };

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
    const parsed = parseMessage(bytes);
    if (!parsed.ok) return refuseInput(parsed.refusal, source, flow);
    const { message } = parsed;
    if (message.kind === 'response') return onResponse(message, at);
    const stamped = stampVia(message, source);
    const route: Route = { destination: answerAddress(stamped.via, source), flow };
    context.transactions.onRequest(stamped, route, at);
  };

  const ask = (token: string, target: Address, local: Address, flow: string, at: Instant) => {
    const branch = MAGIC_COOKIE + options.random(12);
    const uri = `sip:${formatHostPort(target.host, target.port)}`;
    const headers = [
      viaHeader(local, branch),
      { name: 'max-forwards', value: '70' },
      {
        name: 'from',
        value: `${addressValue(`sip:${formatHostPort(local.host, local.port)}`)};tag=${options.random(8)}`,
      },
      { name: 'to', value: addressValue(uri) },
      { name: 'call-id', value: options.random(16) },
      { name: 'cseq', value: '1 OPTIONS' },
      ...capabilities(options.product).filter(each => each.name !== 'server'),
      { name: 'user-agent', value: options.product },
    ];
    const request = { kind: 'request' as const, method: 'OPTIONS', uri, headers, body: emptyBody };
    context.transactions.request(request, branch, { destination: target, flow }, at, news => {
      const status = news.type === 'response' ? news.response.status : null;
      if (status === null || status >= 200) {
        emit({ type: 'asked', token, status, failed: news.type === 'transportFailed' });
      }
    });
  };

  const byeStored = (token: string, stored: StoredDialog, local: Address, flow: string, at: Instant) => {
    const session = createSession(context, {
      leg: token,
      dialog: restoreDialog(stored, local, flow),
      authenticator: createAuthenticator(null, () => ''),
      onBye: () => {},
      onAckMissing: () => {},
      isSettled: () => true,
    });
    session.sendBye(at, (_at, status) => emit({ type: 'asked', token, status, failed: false }));
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
      const control = incoming.get(leg);
      if (control !== undefined) act(control);
    }),
    /** OPTIONS; answered by `asked`. */
    ask: acting(ask),
    /** BYE from stored data; answered by `asked`. */
    byeStored: acting(byeStored),
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
