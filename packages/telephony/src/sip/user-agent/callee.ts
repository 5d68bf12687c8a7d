import { after, type Instant } from '@lianxian/core/kit';
import type { LocalEnd } from '../../net/flow.ts';
import { dialogKey, dialogOfRequest, storeDialog } from '../dialog/dialog.ts';
import { holdsAnswer } from '../dialog/reliable.ts';
import { answerTimer } from '../dialog/session-timer.ts';
import { responseTo } from '../grammar/build.ts';
import { type Header, listedTokens, type ReceivedRequest, type SipResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import type { Alarm } from '../transaction/alarms.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import { type AgentContext, type LegControl, type LegEvent, ofLeg } from './context.ts';
import type { LegEnding } from './ending.ts';
import { type IncomingEffect, type IncomingEvent, type IncomingLegState, stepIncoming } from './incoming-leg.ts';
import { createProvisionals, type ReliableProvisionals } from './provisionals.ts';
import { type EndingFacts, factsOf } from './refusal.ts';
import { createRepeater, type Repeater } from './repeater.ts';
import { createSession, type Session } from './session.ts';

export interface IncomingControl extends LegControl {
  /** 101–199; with SDP it opens early media. */
  readonly progress: (
    status: number,
    local: LocalEnd,
    said: { readonly body: Uint8Array | null; readonly headers?: readonly Header[] },
    at: Instant,
  ) => void;
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
  /** Null: the caller does not ask for reliable ones. */
  readonly provisionals: ReliableProvisionals | null;
  state: IncomingLegState;
  session: Session | null;
  /** The answer that the next effect sends. */
  pending: SipResponse | null;
  isRepeating: boolean;
  /** Our SDP has left in an answer that counts. */
  isSaid: boolean;
  /** The caller's answer has to come in the ACK. */
  isAnswerInAck: boolean;
  ringing: Alarm | null;
  facts: EndingFacts | null;
}

/** Runs one incoming call: carries the effects of `stepIncoming` out through its transaction and session. */
export const takeCall = (
  context: AgentContext,
  leg: string,
  transaction: ServerTransaction,
  at: Instant,
): IncomingControl => {
  const wantsReliable = listedTokens(transaction.request.headers, 'require').includes('100rel');
  const call: Taken = {
    context,
    leg,
    transaction,
    isLoopback: transaction.route.flow === 'loopback',
    localTag: context.random(8),
    repeater: createRepeater(context.alarms),
    provisionals: wantsReliable
      ? createProvisionals(context, transaction, now => handle(call, { type: 'unacknowledged' }, now))
      : null,
    state: { is: 'ringing' },
    session: null,
    pending: null,
    isRepeating: false,
    isSaid: false,
    isAnswerInAck: false,
    ringing: context.alarms.set(after(at, RING_LIMIT_MS), now => {
      if (isUnanswered(call)) handle(call, { type: 'hangUp', how: 'ringTimeout' }, now);
    }),
    facts: null,
  };
  transaction.onFailure = (news, now) => {
    if (news === 'transportFailed') handle(call, { type: 'transportFailed' }, now);
  };
  context.dialogs.set(keyOf(call), {
    onRequest: (request, within, now) => ofLeg(context, leg, () => hearRequest(call, request, within, now)),
    onAck: (request, now) => ofLeg(context, leg, () => hearAck(call, request, now)),
  });
  return controlOf(call);
};

const isUnanswered = ({ state }: Taken): boolean => state.is === 'ringing' || state.is === 'held';

const controlOf = (call: Taken): IncomingControl => ({
  progress: (status, local, { body, headers = [] }, now) => {
    if (call.state.is !== 'ringing') return;
    openSession(call, local);
    const sdp = call.isSaid ? null : body;
    const response = answerWith(call, status, [...routesOf(call), contactHeader(local), ...headers], sdp);
    if (call.provisionals !== null && status > 100) {
      if (sdp !== null) say(call);
      return call.provisionals.send({ message: response, hasSdp: sdp !== null }, now);
    }
    send(call, { type: 'progress' }, response, now);
    call.pending = null;
  },
  answer: (local, body, now) => {
    if (call.state.is !== 'ringing') return;
    openSession(call, local);
    const timer = answerTimer(call.transaction.request.headers);
    const headers = [...routesOf(call), contactHeader(local), ...capabilities(call.context.product), ...timer.headers];
    const response = answerWith(call, 200, headers, call.isSaid ? null : body);
    const isHeld = call.provisionals !== null && holdsAnswer(call.provisionals.state());
    send(call, { type: 'answer', isHeld }, response, now);
  },
  refuse: (status, reason, headers, now) => {
    const response = answerWith(call, status, headers, null);
    send(call, { type: 'refuse', status }, reason === null ? response : { ...response, reason }, now);
  },
  cancel: now => send(call, { type: 'cancelReceived' }, null, now),
  hangUp: (how, now) => handle(call, { type: 'hangUp', how: how === 'elsewhere' ? null : how }, now),
  reoffer: now => talking(call)?.reoffer(now),
  sendKeys: (keys, ms, now) => talking(call)?.sendKeys(keys, ms, now),
});

const talking = (call: Taken): Session | null => (call.state.is === 'talking' ? call.session : null);

/** Whether the caller brought no offer, so that ours goes out first. */
const isOurOffer = (call: Taken): boolean => sdpBodyOf(call.transaction.request) === null;

/** Our SDP leaves in an answer that counts: a reliable provisional or the 2xx. */
const say = (call: Taken) => {
  if (call.isSaid) return;
  call.isSaid = true;
  call.session?.takeTurn(isOurOffer(call) ? 'weOffer' : 'weAnswer');
};

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

const handle = (call: Taken, event: IncomingEvent, now: Instant, ack: ReceivedRequest | null = null) =>
  ofLeg(call.context, call.leg, () => {
    const step = stepIncoming(call.state, event, now);
    if (step.kind === 'impossible') throw new Error(step.because);
    if (step.kind === 'ignored') return;
    call.state = step.state;
    for (const effect of step.effects) apply(call, effect, now, ack);
  });

const send = (call: Taken, event: IncomingEvent, response: SipResponse | null, now: Instant) => {
  if (!isUnanswered(call)) return;
  call.pending = response;
  handle(call, event, now);
};

const openSession = (call: Taken, local: LocalEnd) => {
  const { request, route } = call.transaction;
  call.session ??= createSession(call.context, {
    leg: call.leg,
    dialog: dialogOfRequest(request, call.localTag, { local, flow: route.flow, peer: route.destination }),
    authenticator: createAuthenticator(null, () => ''),
    isCaller: false,
    offers: isOurOffer(call) ? 'open' : 'theirs',
    onBye: (bye, now) => {
      call.facts = factsOf(bye);
      handle(call, { type: 'byeReceived' }, now);
    },
    onAckMissing: now => handle(call, { type: 'hangUp', how: 'ackMissing' }, now),
    onGone: (how, now) => handle(call, { type: 'hangUp', how }, now),
    isSettled: () => call.state.is === 'talking',
    onPrack: (acknowledges, now) => call.provisionals?.onPrack(acknowledges, now) === true,
    onPracked: now => {
      const isFree = call.provisionals === null || !holdsAnswer(call.provisionals.state());
      if (isFree) handle(call, { type: 'acknowledged' }, now);
    },
  });
  call.session.note(request);
};

const hearRequest = (call: Taken, request: ReceivedRequest, within: ServerTransaction, now: Instant) => {
  if (call.session !== null) return call.session.onRequest(request, within, now);
  within.respond(responseTo(request, { status: request.method === 'BYE' ? 200 : 491, toTag: null }), now);
  if (request.method === 'BYE') handle(call, { type: 'byeReceived' }, now);
};

const hearAck = (call: Taken, request: ReceivedRequest, now: Instant) => {
  const isOfReinvite = call.session?.onAck(request, now) === true;
  if (isOfReinvite || request.cseq.number !== call.transaction.request.cseq.number) return;
  handle(call, { type: 'ack' }, now, request);
};

const apply = (call: Taken, effect: IncomingEffect, now: Instant, ack: ReceivedRequest | null) => {
  const { transaction, repeater } = call;
  switch (effect.type) {
    case 'sendProvisional':
      return transaction.respond(call.pending!, now);
    case 'sendSuccess':
      transaction.respond(call.pending!, now);
      if (!call.isRepeating) succeed(call, now);
      return;
    case 'sendRefusal':
      call.provisionals?.close(now);
      return transaction.respond(refusalOf(call, effect.status), now);
    case 'stopRepeating':
      return repeater.stop();
    case 'bye':
      return call.session!.sendBye(now, done => handle(call, { type: 'byeDone' }, done), byeReason(call.state));
    case 'tellAnswered': {
      const { fork, body } = { fork: tagOf(transaction.request.from), body: answerIn(call, ack) };
      return tell(call, { type: 'answered', dialog: storeDialog(call.session!.dialog(), call.isLoopback), body, fork });
    }
    case 'tellEnded':
      return settle(call, effect.ending);
  }
};

/** A far end that vanished is not one that hung up: whoever passed its call on to us can tell (RFC 3326). */
const byeReason = (state: IncomingLegState): readonly Header[] => {
  if (state.is !== 'closing' || (state.how !== 'silent' && state.how !== 'transportError')) return [];
  return [{ name: 'reason', value: `SIP ;cause=408 ;text="${state.how}"` }];
};

const refusalOf = (call: Taken, status: number): SipResponse =>
  call.pending !== null && call.pending.status >= 300 ? call.pending : answerWith(call, status, [], null);

/** The 2xx has left for the first time: it is repeated until its ACK, and the session begins. */
const succeed = (call: Taken, at: Instant) => {
  call.isRepeating = true;
  call.provisionals?.close(at);
  call.session!.confirm(call.session!.dialog(), answerTimer(call.transaction.request.headers).terms, at);
  call.isAnswerInAck = !call.isSaid && isOurOffer(call);
  say(call);
  call.repeater.start(
    at,
    late => handle(call, { type: 'repeat' }, late),
    late => handle(call, { type: 'patience' }, late),
  );
};

/** The answer to our offer, where the 2xx had to make one (RFC 3261 §13.3.1.4). */
const answerIn = (call: Taken, ack: ReceivedRequest | null): Uint8Array | null => {
  if (!call.isAnswerInAck || ack === null) return null;
  const body = sdpBodyOf(ack);
  call.session?.takeTurn(body === null ? 'theyRefuse' : 'theyAnswer');
  return body;
};

const settle = (call: Taken, ending: LegEnding) => {
  const { context, leg } = call;
  call.repeater.stop();
  call.provisionals?.stop();
  context.alarms.cancel(call.ringing);
  call.session?.close();
  context.dialogs.delete(keyOf(call));
  context.legs.delete(leg);
  const isTheirs = ending.how === 'byThem' && call.facts !== null;
  tell(call, { type: 'ended', ending: isTheirs ? { ...ending, ...call.facts } : ending });
};
