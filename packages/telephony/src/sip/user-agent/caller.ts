import { after, type Instant } from '@lianxian/core/kit';
import type { Address, LegEnding, LocalEnd, StoredInvite } from '../../exchange/types.ts';
import { dialogKey, dialogOfAnswer, requestWithin, routeOf, storeDialog, viaHeader } from '../dialog/dialog.ts';
import { addressValue, cancelFor, essenceOf } from '../grammar/build.ts';
import { emptyBody, type Header, header, type ReceivedResponse, type SipRequest } from '../grammar/message.ts';
import { parseNameAddrs, tagOf } from '../grammar/name-addr.ts';
import { serialise } from '../grammar/serialise.ts';
import { escapeUser } from '../grammar/uri.ts';
import { MAGIC_COOKIE, parseVia } from '../grammar/via.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { PATIENCE } from '../transaction/timers.ts';
import type { ClientNews, ClientTransaction } from '../transaction/transactions.ts';
import type { Flow } from '../transport/flow.ts';
import { allowHeader, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { AgentContext, LegEvent } from './context.ts';
import type { Credentials } from './digest.ts';
import { type OutgoingEffect, type OutgoingEvent, type OutgoingLeg, stepOutgoing } from './outgoing-leg.ts';
import type { StoredQuestion } from './questions.ts';
import { createSession, type Session } from './session.ts';

export interface CallSpec {
  readonly leg: string;
  readonly to: string;
  readonly from: string;
  /** Host, or host:port, of the request URI. */
  readonly host: string;
  /** The same of To and From. */
  readonly domain: string;
  /** The servers of the trunk, the best first: the next is tried after a transport error or a 503, never after silence. */
  readonly servers: readonly [CallServer, ...CallServer[]];
  readonly isLoopback: boolean;
  readonly credentials: Credentials | null;
  readonly ringTimeoutMs: number;
  readonly body: Uint8Array;
}

/** One server: where it is, how we name ourselves towards it, by what. */
export interface CallServer {
  readonly destination: Address;
  readonly local: LocalEnd;
  readonly flow: Flow;
}

/** RFC 3263 §4.3 moves on after this answer, and after no other. */
const SERVER_FULL = 503;

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
  readonly tell: (event: LegEvent) => void;
  state: OutgoingLeg;
  server: CallServer;
  /** A provisional answer beyond 100 Trying came: this server has the call, no other may get it. */
  isHeard: boolean;
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
    tell: event => context.emit({ type: 'leg', leg: spec.leg, event }),
    state: { is: 'calling' },
    server: spec.servers[0],
    isHeard: false,
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
      if (isUnheard && call.invite !== null) context.transactions.onSendFailed(call.invite.key, 'unreachable', now);
    },
  });
  sendInvite(call, at);
};

/**
 * Takes up the INVITE of a process that has died and cancels it; answered by `asked`. Whatever still answers the INVITE
 * is seen through: a refusal gets its ACK, an answer that crosses the CANCEL gets ACK and BYE.
 * A departure: RFC 3261 §9.1 wants a provisional answer before CANCEL, and here nobody knows whether one had come. A far
 * end that never saw the INVITE says 481, which hurts nobody.
 */
export const cancelStored = (context: AgentContext, question: StoredQuestion<StoredInvite>, at: Instant): void => {
  const { token, stored, local, flow, credentials } = question;
  const { uri, headers, destination } = stored;
  const request: SipRequest = { kind: 'request', method: 'INVITE', uri, headers, body: emptyBody };
  const via = parseVia(header(headers, 'via') ?? '');
  const from = parseNameAddrs([header(headers, 'from') ?? ''])?.[0];
  if (via === null || from === undefined) {
    context.emit({ type: 'asked', token, status: null });
    return;
  }
  const server = { destination, local, flow };
  const leg = { leg: token, to: '', from: '', host: '', domain: '', isLoopback: stored.loopback };
  const call: Placed = {
    context,
    spec: { ...leg, servers: [server], credentials, ringTimeoutMs: 0, body: emptyBody },
    callId: header(headers, 'call-id') ?? '',
    localTag: tagOf(from),
    uri,
    authenticator: createAuthenticator(credentials, () => context.random(8)),
    forks: new Map(),
    tell: event => {
      if (event.type !== 'ended') return;
      const wasAnswered = 'fork' in call.state && call.state.fork !== null;
      context.emit({ type: 'asked', token, status: wasAnswered ? 200 : event.ending.code });
    },
    state: { is: 'cancelling', how: 'cancelled' },
    server,
    isHeard: true,
    sequence: Number.parseInt(header(headers, 'cseq') ?? '', 10),
    credentials: [],
    invite: null,
    ringing: null,
    patience: null,
  };
  const onNews = (news: ClientNews, later: Instant) => hear(call, news, later);
  call.invite = context.transactions.resumeInvite(request, via.branch, { destination, flow }, at, onNews);
  cancel(call, at);
};

const handle = (call: Placed, event: OutgoingEvent, now: Instant, response: ReceivedResponse | null = null) => {
  const step = stepOutgoing(call.state, event, now);
  if (step.kind === 'impossible') return call.context.emit({ type: 'defect', because: step.because });
  if (step.kind === 'ignored') return;
  call.state = step.state;
  for (const effect of step.effects) apply(call, effect, now, response);
};

const sendInvite = (call: Placed, now: Instant) => {
  const { context, spec, server } = call;
  const branch = MAGIC_COOKIE + context.random(12);
  call.sequence++;
  call.credentials = call.authenticator.headers('INVITE', call.uri);
  const message: SipRequest = {
    kind: 'request',
    method: 'INVITE',
    uri: call.uri,
    headers: [
      viaHeader(server.local, branch),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${addressValue(`sip:${escapeUser(spec.from)}@${spec.domain}`)};tag=${call.localTag}` },
      { name: 'to', value: addressValue(`sip:${escapeUser(spec.to)}@${spec.domain}`) },
      { name: 'call-id', value: call.callId },
      { name: 'cseq', value: `${call.sequence} INVITE` },
      contactHeader(server.local),
      allowHeader,
      { name: 'user-agent', value: context.product },
      ...call.credentials,
      sdpHeader,
    ],
    body: spec.body,
  };
  const { destination, flow } = server;
  const route = { destination, flow };
  const invite = { uri: call.uri, headers: essenceOf(message), destination, loopback: spec.isLoopback, flow };
  call.tell({ type: 'dialled', callId: call.callId, invite });
  const onNews = (news: ClientNews, later: Instant) => hear(call, news, later);
  call.invite = context.transactions.request(message, branch, route, now, onNews);
};

/** News of the INVITE's transaction, as events of the leg. */
const hear = (call: Placed, news: ClientNews, now: Instant) => {
  if (news.type === 'timedOut') return handle(call, { type: 'noReply' }, now);
  if (news.type === 'transportFailed') {
    const { because } = news;
    return handle(call, { type: 'transportFailed', because, canRetry: takeNextServer(call) }, now);
  }
  const { response } = news;
  const { status, reason } = response;
  call.isHeard ||= status > 100 && status < 200;
  if (status < 200) return handle(call, { type: 'provisional', status }, now, response);
  if (status < 300) {
    const fork = tagOf(response.to);
    if (!call.forks.has(fork) && call.forks.size >= MAX_FORKS) return;
    return handle(call, { type: 'success', fork }, now, response);
  }
  const canRetry =
    status === SERVER_FULL ? takeNextServer(call) : isWanted(call) && call.authenticator.absorb(response);
  handle(call, { type: 'refused', status, reason, canRetry }, now);
};

const isWanted = (call: Placed): boolean => call.state.is === 'calling' || call.state.is === 'proceeding';

/**
 * Moves on to the next server (RFC 3263 §4.3), where there is one and this one cannot have the call: nothing but 100 was
 * heard of it. Same Call-ID, a higher number, another branch: whatever still arrives late stays apart.
 */
const takeNextServer = (call: Placed): boolean => {
  const next = call.spec.servers[call.spec.servers.indexOf(call.server) + 1];
  if (next === undefined || call.isHeard || !isWanted(call)) return false;
  call.server = next;
  return true;
};

const isChosen = (call: Placed, tag: string): boolean => 'fork' in call.state && call.state.fork === tag;

const openFork = (call: Placed, tag: string, response: ReceivedResponse): Fork => {
  const { context, spec, server } = call;
  const ends = { local: server.local, flow: server.flow, peer: server.destination };
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
      return call.tell({ type: 'provisional', status: response!.status, body: sdpBodyOf(response!) });
    case 'tellAnswered': {
      call.context.alarms.cancel(call.ringing);
      const dialog = storeDialog(call.forks.get(tagOf(response!.to))!.session.dialog(), call.spec.isLoopback);
      return call.tell({ type: 'answered', dialog, body: sdpBodyOf(response!) });
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
  call.tell({ type: 'ended', ending });
};
