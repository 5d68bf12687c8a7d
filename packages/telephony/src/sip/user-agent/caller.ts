import { after, type Instant } from '@lianxian/core/kit';
import type { Address, LegEnding } from '../../exchange/types.ts';
import { dialogKey, dialogOfAnswer, requestWithin, routeOf, storeDialog, viaHeader } from '../dialog/dialog.ts';
import { addressValue, cancelFor } from '../grammar/build.ts';
import type { Header, ReceivedResponse, SipRequest } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { serialise } from '../grammar/serialise.ts';
import { escapeUser } from '../grammar/uri.ts';
import { MAGIC_COOKIE } from '../grammar/via.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { PATIENCE } from '../transaction/timers.ts';
import type { ClientNews, ClientTransaction } from '../transaction/transactions.ts';
import { allowHeader, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { AgentContext, LegEvent } from './context.ts';
import type { Credentials } from './digest.ts';
import { type OutgoingEffect, type OutgoingEvent, type OutgoingLeg, stepOutgoing } from './outgoing-leg.ts';
import { createSession, type Session } from './session.ts';

export interface CallSpec {
  readonly leg: string;
  readonly to: string;
  readonly from: string;
  /** Host, or host:port, of the request URI. */
  readonly host: string;
  /** The same of To and From. */
  readonly domain: string;
  readonly destination: Address;
  readonly local: Address;
  readonly flow: string;
  readonly isLoopback: boolean;
  readonly credentials: Credentials | null;
  readonly ringTimeoutMs: number;
  readonly body: Uint8Array;
}

/** Forks that answer after this many are left alone: their own patience ends them. */
const MAX_FORKS = 8;

interface Fork {
  readonly session: Session;
  readonly ack: SipRequest;
  readonly ackBytes: Buffer;
}

/** One call on its way: what does not change, and what the effects of its machine change. */
interface Placed {
  readonly context: AgentContext;
  readonly spec: CallSpec;
  readonly callId: string;
  readonly localTag: string;
  readonly uri: string;
  readonly authenticator: Authenticator;
  readonly forks: Map<string, Fork>;
  state: OutgoingLeg;
  sequence: number;
  /** The credentials of the last INVITE: its ACK must carry the same (RFC 3261 §22.1). */
  credentials: readonly Header[];
  invite: ClientTransaction | null;
  ringing: Alarm | null;
  patience: Alarm | null;
}

/** Runs one outgoing call: carries the effects of `stepOutgoing` out through transactions and sessions. */
export const placeCall = (context: AgentContext, spec: CallSpec, at: Instant): void => {
  const call: Placed = {
    context,
    spec,
    callId: context.random(16),
    localTag: context.random(8),
    uri: `sip:${escapeUser(spec.to)}@${spec.host}`,
    authenticator: createAuthenticator(spec.credentials, () => context.random(8)),
    forks: new Map(),
    state: { is: 'calling' },
    sequence: 0,
    credentials: [],
    invite: null,
    ringing: context.alarms.set(after(at, spec.ringTimeoutMs), now => handle(call, { type: 'ringTimeout' }, now)),
    patience: null,
  };
  context.legs.set(spec.leg, {
    hangUp: (how, now) => handle(call, { type: 'hangUp', how }, now),
    unreachable: now => {
      const isUnheard = call.state.is === 'calling' || call.state.is === 'leaving';
      if (isUnheard && call.invite !== null) context.transactions.onSendFailed(call.invite.key, now);
    },
  });
  tell(call, { type: 'dialled', callId: call.callId });
  sendInvite(call, at);
};

const tell = (call: Placed, event: LegEvent) => call.context.emit({ type: 'leg', leg: call.spec.leg, event });

const handle = (call: Placed, event: OutgoingEvent, now: Instant, response: ReceivedResponse | null = null) => {
  const step = stepOutgoing(call.state, event, now);
  if (step.kind === 'impossible') return call.context.emit({ type: 'defect', because: step.because });
  if (step.kind === 'ignored') return;
  call.state = step.state;
  for (const effect of step.effects) apply(call, effect, now, response);
};

const sendInvite = (call: Placed, now: Instant) => {
  const { context, spec } = call;
  const branch = MAGIC_COOKIE + context.random(12);
  call.sequence++;
  call.credentials = call.authenticator.headers('INVITE', call.uri);
  const message: SipRequest = {
    kind: 'request',
    method: 'INVITE',
    uri: call.uri,
    headers: [
      viaHeader(spec.local, branch),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${addressValue(`sip:${escapeUser(spec.from)}@${spec.domain}`)};tag=${call.localTag}` },
      { name: 'to', value: addressValue(`sip:${escapeUser(spec.to)}@${spec.domain}`) },
      { name: 'call-id', value: call.callId },
      { name: 'cseq', value: `${call.sequence} INVITE` },
      contactHeader(spec.local),
      allowHeader,
      { name: 'user-agent', value: context.product },
      ...call.credentials,
      sdpHeader,
    ],
    body: spec.body,
  };
  const route = { destination: spec.destination, flow: spec.flow };
  const onNews = (news: ClientNews, later: Instant) => hear(call, news, later);
  call.invite = context.transactions.request(message, branch, route, now, onNews);
};

/** News of the INVITE's transaction, as events of the leg. */
const hear = (call: Placed, news: ClientNews, now: Instant) => {
  if (news.type === 'timedOut') return handle(call, { type: 'noReply' }, now);
  if (news.type === 'transportFailed') return handle(call, { type: 'transportFailed' }, now);
  const { response } = news;
  const { status, reason } = response;
  if (status < 200) return handle(call, { type: 'provisional', status }, now, response);
  if (status < 300) {
    const fork = tagOf(response.to);
    if (!call.forks.has(fork) && call.forks.size >= MAX_FORKS) return;
    return handle(call, { type: 'success', fork }, now, response);
  }
  const isWanted = call.state.is === 'calling' || call.state.is === 'proceeding';
  handle(call, { type: 'refused', status, reason, canRetry: isWanted && call.authenticator.absorb(response) }, now);
};

const isChosen = (call: Placed, tag: string): boolean => 'fork' in call.state && call.state.fork === tag;

const openFork = (call: Placed, tag: string, response: ReceivedResponse): Fork => {
  const { context, spec } = call;
  const ends = { local: spec.local, flow: spec.flow, peer: spec.destination };
  const dialog = dialogOfAnswer(call.invite!.request, response, ends);
  const session = createSession(context, {
    leg: spec.leg,
    dialog,
    authenticator: call.authenticator,
    onBye: now => (isChosen(call, tag) ? handle(call, { type: 'byeReceived' }, now) : session.close()),
    onAckMissing: now => handle(call, { type: 'hangUp', how: 'ackMissing' }, now),
    isSettled: () => true,
  });
  // The ACK of a 2xx has the INVITE's number and a branch of its own (RFC 3261 §13.2.2.4).
  const ack = requestWithin(dialog, {
    method: 'ACK',
    branch: MAGIC_COOKIE + context.random(12),
    sequence: response.cseq.number,
    headers: call.credentials,
  });
  const fork = { session, ack, ackBytes: serialise(ack) };
  call.forks.set(tag, fork);
  context.dialogs.set(dialogKey(call.callId, call.localTag, tag), {
    onRequest: session.onRequest,
    onAck: (request, now) => void session.onAck(request, now),
  });
  return fork;
};

const apply = (call: Placed, effect: OutgoingEffect, now: Instant, response: ReceivedResponse | null) => {
  switch (effect.type) {
    case 'retry':
      return sendInvite(call, now);
    case 'cancel':
      return cancel(call, now);
    case 'acknowledge': {
      const { ack, ackBytes, session } = call.forks.get(effect.fork) ?? openFork(call, effect.fork, response!);
      const route = routeOf(session.dialog());
      return call.context.emit({ type: 'send', bytes: ackBytes, route, transaction: null, message: ack });
    }
    case 'bye': {
      const { session } = call.forks.get(effect.fork)!;
      return session.sendBye(now, done => {
        if (isChosen(call, effect.fork)) handle(call, { type: 'byeDone' }, done);
        session.close();
      });
    }
    case 'tellProvisional':
      return tell(call, { type: 'provisional', status: response!.status, body: sdpBodyOf(response!) });
    case 'tellAnswered': {
      call.context.alarms.cancel(call.ringing);
      const dialog = storeDialog(call.forks.get(tagOf(response!.to))!.session.dialog(), call.spec.isLoopback);
      return tell(call, { type: 'answered', dialog, body: sdpBodyOf(response!) });
    }
    case 'tellEnded':
      return settle(call, effect.ending);
  }
};

const cancel = (call: Placed, now: Instant) => {
  const { transactions, alarms } = call.context;
  const { request, route, key } = call.invite!;
  // Whether CANCEL itself is answered matters to nobody: the INVITE's final answer or our patience decides.
  transactions.request(cancelFor(request), key.slice(0, key.indexOf(' ')), route, now, () => {});
  call.patience = alarms.set(after(now, PATIENCE), later => {
    transactions.abandon(key, later);
    handle(call, { type: 'patience' }, later);
  });
};

const settle = (call: Placed, ending: LegEnding) => {
  const { alarms, legs } = call.context;
  alarms.cancel(call.ringing);
  alarms.cancel(call.patience);
  if ('fork' in call.state && call.state.fork !== null) call.forks.get(call.state.fork)?.session.close();
  legs.delete(call.spec.leg);
  tell(call, { type: 'ended', ending });
};
