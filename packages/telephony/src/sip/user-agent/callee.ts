import { after, type Instant } from '@lianxian/core/kit';
import type { LegEnding, LocalEnd } from '../../exchange/types.ts';
import { dialogKey, dialogOfRequest, storeDialog } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import type { Header, ReceivedRequest, SipResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import type { Alarm } from '../transaction/alarms.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import type { AgentContext, LegControl, LegEvent } from './context.ts';
import { type IncomingEffect, type IncomingEvent, type IncomingLegState, stepIncoming } from './incoming-leg.ts';
import { createRepeater, type Repeater } from './repeater.ts';
import { createSession, type Session } from './session.ts';

export interface IncomingControl extends LegControl {
  /** 101–199; with SDP it opens early media. */
  readonly progress: (status: number, local: LocalEnd, body: Uint8Array | null, at: Instant) => void;
  readonly answer: (local: LocalEnd, body: Uint8Array, at: Instant) => void;
  /** Any final answer from 300 on. */
  readonly refuse: (status: number, reason: string | null, headers: readonly Header[], at: Instant) => void;
  readonly cancel: (at: Instant) => void;
}

/** How long a call may ring here: longer than any proxy waits (timer C, RFC 3261 §16.6), but not for ever. */
const RING_LIMIT_MS = 240_000;

/** One call at our door: what does not change, and what the effects of its machine change. */
interface Taken {
  readonly context: AgentContext;
  readonly leg: string;
  readonly transaction: ServerTransaction;
  readonly isLoopback: boolean;
  readonly localTag: string;
  readonly repeater: Repeater;
  state: IncomingLegState;
  session: Session | null;
  /** The answer that the next effect sends. */
  pending: SipResponse | null;
  isRepeating: boolean;
  ackBody: Uint8Array | null;
  ringing: Alarm | null;
}

/** Runs one incoming call: carries the effects of `stepIncoming` out through its transaction and session. */
export const takeCall = (
  context: AgentContext,
  leg: string,
  transaction: ServerTransaction,
  isLoopback: boolean,
  at: Instant,
): IncomingControl => {
  const call: Taken = {
    context,
    leg,
    transaction,
    isLoopback,
    localTag: context.random(8),
    repeater: createRepeater(context.alarms),
    state: { is: 'ringing' },
    session: null,
    pending: null,
    isRepeating: false,
    ackBody: null,
    ringing: context.alarms.set(after(at, RING_LIMIT_MS), now => {
      if (call.state.is === 'ringing') handle(call, { type: 'hangUp', how: 'ringTimeout' }, now);
    }),
  };
  transaction.onFailure = (news, now) => {
    if (news === 'transportFailed') handle(call, { type: 'transportFailed' }, now);
  };
  context.dialogs.set(keyOf(call), {
    onRequest: (request, within, now) => hearRequest(call, request, within, now),
    onAck: (request, now) => hearAck(call, request, now),
  });
  return controlOf(call);
};

const controlOf = (call: Taken): IncomingControl => ({
  progress: (status, local, body, now) => {
    if (call.state.is !== 'ringing') return;
    openSession(call, local);
    const response = answerWith(call, status, [...routesOf(call), contactHeader(local)], body);
    send(call, { type: 'progress' }, response, now);
    call.pending = null;
  },
  answer: (local, body, now) => {
    if (call.state.is !== 'ringing') return;
    openSession(call, local);
    const headers = [...routesOf(call), contactHeader(local), ...capabilities(call.context.product)];
    send(call, { type: 'answer' }, answerWith(call, 200, headers, body), now);
  },
  refuse: (status, reason, headers, now) => {
    const response = answerWith(call, status, headers, null);
    send(call, { type: 'refuse', status }, reason === null ? response : { ...response, reason }, now);
  },
  cancel: now => send(call, { type: 'cancelReceived' }, null, now),
  hangUp: (how, now) => handle(call, { type: 'hangUp', how }, now),
  unreachable: () => {},
});

const keyOf = (call: Taken): string => {
  const { callId, from } = call.transaction.request;
  return dialogKey(callId, call.localTag, tagOf(from));
};

/** The caller's routes go back in every answer that makes a dialog (RFC 3261 §12.1.1). */
const routesOf = (call: Taken): readonly Header[] =>
  call.transaction.request.headers.filter(each => each.name === 'record-route');

const answerWith = (call: Taken, status: number, headers: readonly Header[], body: Uint8Array | null): SipResponse =>
  responseTo(call.transaction.request, {
    status,
    toTag: call.localTag,
    headers: body === null ? headers : [...headers, sdpHeader],
    ...(body === null ? {} : { body }),
  });

const tell = (call: Taken, event: LegEvent) => call.context.emit({ type: 'leg', leg: call.leg, event });

const handle = (call: Taken, event: IncomingEvent, now: Instant) => {
  const step = stepIncoming(call.state, event, now);
  if (step.kind === 'impossible') return call.context.emit({ type: 'defect', because: step.because });
  if (step.kind === 'ignored') return;
  call.state = step.state;
  for (const effect of step.effects) apply(call, effect, now);
};

const send = (call: Taken, event: IncomingEvent, response: SipResponse | null, now: Instant) => {
  if (call.state.is !== 'ringing') return;
  call.pending = response;
  handle(call, event, now);
};

const openSession = (call: Taken, local: LocalEnd) => {
  const { request, route } = call.transaction;
  call.session ??= createSession(call.context, {
    leg: call.leg,
    dialog: dialogOfRequest(request, call.localTag, { local, flow: route.flow, peer: route.destination }),
    authenticator: createAuthenticator(null, () => ''),
    onBye: now => handle(call, { type: 'byeReceived' }, now),
    onAckMissing: now => handle(call, { type: 'hangUp', how: 'ackMissing' }, now),
    isSettled: () => call.state.is === 'talking',
  });
};

const hearRequest = (call: Taken, request: ReceivedRequest, within: ServerTransaction, now: Instant) => {
  if (call.session !== null) return call.session.onRequest(request, within, now);
  within.respond(responseTo(request, { status: request.method === 'BYE' ? 200 : 491, toTag: null }), now);
  if (request.method === 'BYE') handle(call, { type: 'byeReceived' }, now);
};

const hearAck = (call: Taken, request: ReceivedRequest, now: Instant) => {
  const isOfReinvite = call.session?.onAck(request, now) === true;
  if (isOfReinvite || request.cseq.number !== call.transaction.request.cseq.number) return;
  call.ackBody = sdpBodyOf(request);
  handle(call, { type: 'ack' }, now);
};

const apply = (call: Taken, effect: IncomingEffect, now: Instant) => {
  const { transaction, repeater } = call;
  switch (effect.type) {
    case 'sendProvisional':
      return transaction.respond(call.pending!, now);
    case 'sendSuccess':
      transaction.respond(call.pending!, now);
      if (call.isRepeating) return;
      call.isRepeating = true;
      return repeater.start(
        now,
        late => handle(call, { type: 'repeat' }, late),
        late => handle(call, { type: 'patience' }, late),
      );
    case 'sendRefusal':
      return transaction.respond(call.pending ?? answerWith(call, effect.status, [], null), now);
    case 'stopRepeating':
      return repeater.stop();
    case 'bye':
      return call.session!.sendBye(now, done => handle(call, { type: 'byeDone' }, done));
    case 'tellAnswered': {
      const dialog = storeDialog(call.session!.dialog(), call.isLoopback);
      return tell(call, { type: 'answered', dialog, body: call.ackBody });
    }
    case 'tellEnded':
      return settle(call, effect.ending);
  }
};

const settle = (call: Taken, ending: LegEnding) => {
  const { context, leg } = call;
  call.repeater.stop();
  context.alarms.cancel(call.ringing);
  call.session?.close();
  context.dialogs.delete(keyOf(call));
  context.legs.delete(leg);
  tell(call, { type: 'ended', ending });
};
