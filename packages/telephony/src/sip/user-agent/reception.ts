import type { Instant } from '@lianxian/core/kit';
import { dialogKey } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import type { Header, ReceivedRequest } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { type ServerTransaction, sourceOf } from '../transaction/transactions.ts';
import { capabilities, comeBackHeader } from './answers.ts';
import { type IncomingControl, takeCall } from './callee.ts';
import type { Challenger } from './challenger.ts';
import type { AgentContext } from './context.ts';
import { inspectRequest } from './inspect.ts';
import type { Registrar } from './registrar.ts';

/** Where requests from outside arrive: each goes to its dialog, to its INVITE, becomes a call, or is refused. */
export interface Reception {
  /** A new request; an ACK of a dialog comes without transaction. */
  readonly onRequest: (request: ReceivedRequest, transaction: ServerTransaction | null, at: Instant) => void;
  readonly control: (leg: string) => IncomingControl | undefined;
  readonly forget: (leg: string) => void;
}

interface Arrival {
  readonly control: IncomingControl;
  readonly transaction: string;
  readonly name: string;
}

type Respond = (status: number, headers?: readonly Header[]) => void;

/** What the same request has in common by every path. */
const nameOf = (request: ReceivedRequest): string => `${request.callId} ${tagOf(request.from)} ${request.cseq.number}`;

export const createReception = (
  context: AgentContext,
  options: {
    readonly maxLegs: number;
    readonly challenger: Challenger | null;
    readonly registrar: Registrar | null;
  },
): Reception => {
  const arrivals = new Map<string, Arrival>();
  /** By server transaction, for CANCEL. */
  const ringing = new Map<string, IncomingControl>();
  /** Call-ID, From tag and CSeq of live INVITEs: the same again by another path is a loop (RFC 3261 §8.2.2.2). */
  const seen = new Set<string>();

  const onCancel = (request: ReceivedRequest, respond: Respond, at: Instant) => {
    const invite = context.transactions.inviteOf(request);
    if (invite === null) return respond(481);
    respond(200);
    options.registrar?.cancel(invite.key, at);
    ringing.get(invite.key)?.cancel(at);
  };

  const onInvite = (request: ReceivedRequest, transaction: ServerTransaction, respond: Respond, at: Instant) => {
    if (seen.has(nameOf(request))) return respond(482);
    const demand = options.challenger?.demand(request, sourceOf(transaction).host, at) ?? null;
    if (demand !== null) return respond(demand.status, demand.headers);
    const take = (account: string | null, now: Instant) => takeIn(transaction, respond, account, now);
    if (options.registrar === null) take(null, at);
    else options.registrar.admit(request, transaction, at, take);
  };

  const takeIn = (transaction: ServerTransaction, respond: Respond, account: string | null, at: Instant) => {
    const { request } = transaction;
    const name = nameOf(request);
    // It may have come by another path while its account was looked up.
    if (seen.has(name)) return respond(482);
    if (context.legs.size >= options.maxLegs) return respond(503, [comeBackHeader]);
    transaction.respond(responseTo(request, { status: 100, toTag: null }), at);
    const leg = context.random(8);
    const control = takeCall(context, leg, transaction, at);
    seen.add(name);
    ringing.set(transaction.key, control);
    arrivals.set(leg, { control, transaction: transaction.key, name });
    context.legs.set(leg, control);
    context.emit({ type: 'incoming', leg, invite: request, route: transaction.route, account });
  };

  return {
    onRequest: (request, transaction, at) => {
      const toTag = tagOf(request.to);
      const user = context.dialogs.get(dialogKey(request.callId, toTag, tagOf(request.from)));
      if (transaction === null) return user?.onAck(request, at);
      const respond: Respond = (status, headers = []) =>
        transaction.respond(responseTo(request, { status, toTag: context.random(8), headers }), at);
      if (request.method === 'CANCEL') return onCancel(request, respond, at);
      if (toTag !== '') return user === undefined ? respond(481) : user.onRequest(request, transaction, at);
      if (request.method === 'REGISTER' && options.registrar !== null) {
        return options.registrar.onRegister(request, transaction, at);
      }
      const objection = inspectRequest(request);
      if (objection !== null) return respond(objection.status, objection.headers);
      if (request.method === 'OPTIONS') return respond(200, capabilities(context.product));
      // Everything else but an INVITE needs a dialog, and this one names none.
      if (request.method !== 'INVITE') return respond(481);
      onInvite(request, transaction, respond, at);
    },
    control: leg => arrivals.get(leg)?.control,
    forget: leg => {
      const arrival = arrivals.get(leg);
      if (arrival === undefined) return;
      arrivals.delete(leg);
      seen.delete(arrival.name);
      ringing.delete(arrival.transaction);
    },
  };
};
