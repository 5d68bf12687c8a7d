import { after, type Instant } from '@lianxian/core/kit';
import { storeDialog, viaHeader } from '../dialog/dialog.ts';
import { askHeaders, MIN_SESSION_SECONDS, SESSION_SECONDS } from '../dialog/session-timer.ts';
import type { StoredInvite } from '../dialog/stored.ts';
import { addressValue, cancelFor, essenceOf } from '../grammar/build.ts';
import { emptyBody, type Header, header, type ReceivedResponse, type SipRequest } from '../grammar/message.ts';
import { parseNameAddrs, tagOf } from '../grammar/name-addr.ts';
import { escapeUser, withUser } from '../grammar/uri.ts';
import { MAGIC_COOKIE, parseVia } from '../grammar/via.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { PATIENCE } from '../transaction/timers.ts';
import type { ClientNews, ClientTransaction } from '../transaction/transactions.ts';
import { seenAs } from '../transport/received.ts';
import { allowHeader, contactHeader, sdpHeader, supportedHeader } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import { type AgentContext, type LegEvent, ofLeg } from './context.ts';
import type { Credentials } from './digest.ts';
import type { LegEnding } from './ending.ts';
import { createForks, type Forks } from './forks.ts';
import { type OutgoingEffect, type OutgoingEvent, stepOutgoing } from './outgoing-leg.ts';
import type { StoredQuestion } from './questions.ts';
import { type EndingFacts, factsOf } from './refusal.ts';
import { type Attempted, type CallServer, isWanted, mayRetry, takeNextServer } from './retry.ts';
import type { Session } from './session.ts';

export interface CallSpec {
  readonly leg: string;
  readonly to: string;
  readonly from: string;
  /** Host, or host:port, of the request URI. */
  readonly host: string;
  /** A far end that registered with us is asked for by the contact it gave, with the dialled number in it. */
  readonly contact?: string;
  /** The contact is asked for as it stands: a browser knows itself by the name it gave. */
  readonly asContact?: boolean;
  /** The same of To and From. */
  readonly domain: string;
  /** The servers of the trunk, the best first: the next is tried after a 503, or a transport error before any answer, never after silence. */
  readonly servers: readonly [CallServer, ...CallServer[]];
  readonly isLoopback: boolean;
  readonly credentials: Credentials | null;
  readonly ringTimeoutMs: number;
  readonly body: Uint8Array;
  readonly displayName?: string;
  /** Beside what every INVITE has. */
  readonly headers?: readonly Header[];
}

/** One call on its way: what does not change, and what the effects of its machine change. */
interface Placed extends Attempted {
  readonly context: AgentContext;
  readonly spec: CallSpec;
  readonly callId: string;
  readonly localTag: string;
  readonly forks: Forks;
  readonly tell: (event: LegEvent) => void;
  sequence: number;
  /** The credentials of the last INVITE: its ACK must carry the same (RFC 3261 §22.1). */
  credentials: readonly Header[];
  invite: ClientTransaction | null;
  ringing: Alarm | null;
  patience: Alarm | null;
  /** Another telephone was answered, and this one rings no more. */
  isElsewhere: boolean;
  /** What the far end said as it ended the call. */
  facts: EndingFacts | null;
}

const createPlaced = (
  context: AgentContext,
  spec: CallSpec,
  more: Pick<Placed, 'callId' | 'localTag' | 'uri' | 'state' | 'sequence' | 'isHeard' | 'tell'>,
): Placed => {
  const authenticator = createAuthenticator(spec.credentials, () => context.random(8));
  const call: Placed = {
    context,
    spec,
    authenticator,
    forks: createForks(context, {
      leg: spec.leg,
      authenticator,
      invite: () => {
        const { local, flow, destination: peer } = call.server;
        return { request: call.invite!.request, credentials: call.credentials, ends: { local, flow, peer } };
      },
      // A fork that says BYE before it was chosen leaves the others to ring on.
      onBye: (fork, request, now) => {
        if (!isChosen(call, fork)) return call.forks.session(fork)?.close();
        call.facts = factsOf(request);
        handle(call, { type: 'byeReceived' }, now);
      },
      onGone: (fork, how, now) => isChosen(call, fork) && handle(call, { type: 'hangUp', how }, now),
    }),
    server: spec.servers[0],
    redirects: 0,
    least: MIN_SESSION_SECONDS,
    raised: 0,
    credentials: [],
    invite: null,
    ringing: null,
    patience: null,
    isElsewhere: false,
    facts: null,
    ...more,
  };
  return call;
};

/** Runs one outgoing call: carries the effects of `stepOutgoing` out through transactions and sessions. */
export const placeCall = (context: AgentContext, spec: CallSpec, at: Instant): void => {
  const call = createPlaced(context, spec, {
    callId: context.random(16),
    localTag: context.random(8),
    uri: uriOf(spec),
    state: { is: 'calling' },
    sequence: 0,
    isHeard: false,
    tell: event => context.emit({ type: 'leg', leg: spec.leg, event }),
  });
  call.ringing = context.alarms.set(after(at, spec.ringTimeoutMs), now => handle(call, { type: 'ringTimeout' }, now));
  context.legs.set(spec.leg, {
    hangUp: (how, now) => {
      call.isElsewhere = how === 'elsewhere';
      handle(call, { type: 'hangUp', how: how === 'elsewhere' ? null : how }, now);
    },
    reoffer: now => talking(call)?.reoffer(now),
    sendKeys: (keys, ms, now) => talking(call)?.sendKeys(keys, ms, now),
  });
  sendInvite(call, at);
};

/** The session of an answered call. */
const talking = (call: Placed): Session | null =>
  call.state.is === 'talking' ? call.forks.session(call.state.fork) : null;

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
  const call = createPlaced(
    context,
    { ...leg, servers: [server], credentials, ringTimeoutMs: 0, body: emptyBody },
    {
      callId: header(headers, 'call-id') ?? '',
      localTag: tagOf(from),
      uri,
      state: { is: 'cancelling', how: 'cancelled' },
      sequence: Number.parseInt(header(headers, 'cseq') ?? '', 10),
      isHeard: true,
      tell: event => {
        if (event.type !== 'ended') return;
        const wasAnswered = 'fork' in call.state && call.state.fork !== null;
        context.emit({ type: 'asked', token, status: wasAnswered ? 200 : event.ending.code });
      },
    },
  );
  const onNews = newsOf(call);
  call.invite = context.transactions.resumeInvite(
    request,
    { branch: via.branch, route: { destination, flow } },
    at,
    onNews,
  );
  cancel(call, at);
};

const handle = (call: Placed, event: OutgoingEvent, now: Instant, response: ReceivedResponse | null = null) =>
  ofLeg(call.context, call.spec.leg, () => {
    const step = stepOutgoing(call.state, event, now);
    if (step.kind === 'impossible') throw new Error(step.because);
    if (step.kind === 'ignored') return;
    call.state = step.state;
    for (const effect of step.effects) apply(call, effect, now, response);
  });

const uriOf = ({ contact, asContact, to, host }: CallSpec): string => {
  if (contact === undefined) return `sip:${escapeUser(to)}@${host}`;
  return asContact === true ? contact : withUser(contact, to);
};

const fromOf = ({ displayName = '', from, domain }: CallSpec): string => {
  const address = addressValue(`sip:${escapeUser(from)}@${domain}`);
  return displayName === '' ? address : `"${displayName.replace(/["\\]/g, '\\$&')}" ${address}`;
};

const sendInvite = (call: Placed, now: Instant) => {
  const { context, spec, server } = call;
  const branch = MAGIC_COOKIE + context.random(12);
  call.sequence++;
  call.forks.forget();
  call.credentials = call.authenticator.headers('INVITE', call.uri, spec.body);
  const message: SipRequest = {
    kind: 'request',
    method: 'INVITE',
    uri: call.uri,
    headers: [
      viaHeader(server.local, branch),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${fromOf(spec)};tag=${call.localTag}` },
      { name: 'to', value: addressValue(`sip:${escapeUser(spec.to)}@${spec.domain}`) },
      { name: 'call-id', value: call.callId },
      { name: 'cseq', value: `${call.sequence} INVITE` },
      contactHeader(server.local),
      allowHeader,
      supportedHeader,
      ...askHeaders(Math.max(SESSION_SECONDS, call.least), call.least, null),
      { name: 'user-agent', value: context.product },
      ...(spec.headers ?? []),
      ...call.credentials,
      sdpHeader,
    ],
    body: spec.body,
  };
  const { destination, flow } = server;
  const route = { destination, flow };
  const invite = { uri: call.uri, headers: essenceOf(message), destination, loopback: spec.isLoopback, flow };
  call.tell({ type: 'dialled', callId: call.callId, invite });
  const onNews = newsOf(call);
  call.invite = context.transactions.request(message, { branch, route }, now, onNews);
};

const newsOf = (call: Placed) => (news: ClientNews, now: Instant) =>
  ofLeg(call.context, call.spec.leg, () => hear(call, news, now));

/** News of the INVITE's transaction, as events of the leg. */
const hear = (call: Placed, news: ClientNews, now: Instant) => {
  if (news.type === 'timedOut') return handle(call, { type: 'noReply' }, now);
  if (news.type === 'transportFailed') {
    const { because } = news;
    // Even 100 Trying tells that a server has the INVITE: it may be ringing the callee already.
    const canRetry = call.state.is === 'calling' && takeNextServer(call);
    return handle(call, { type: 'transportFailed', because, canRetry }, now);
  }
  const { response } = news;
  const { status, reason } = response;
  call.isHeard ||= status > 100 && status < 200;
  if (status < 200) return hearProvisional(call, response, now);
  if (status < 300) {
    if (call.forks.onSuccess(response, now)) handle(call, { type: 'success', fork: tagOf(response.to) }, now, response);
    return;
  }
  call.facts = factsOf(response);
  const canRetry = mayRetry(call, response);
  handle(call, { type: 'refused', status, reason, canRetry, isWeakened: call.authenticator.isWeakened() }, now);
};

const hearProvisional = (call: Placed, response: ReceivedResponse, now: Instant) => {
  const { status } = response;
  if (status === 100) return handle(call, { type: 'provisional', status }, now);
  const heard = call.forks.onProvisional(response, now);
  if (heard === null) return;
  const isTold = isWanted(call);
  handle(call, { type: 'provisional', status }, now);
  if (isTold)
    call.tell({ type: 'provisional', status, body: heard.body, fork: tagOf(response.to), seenAs: seenAs(response) });
};

const isChosen = (call: Placed, tag: string): boolean => 'fork' in call.state && call.state.fork === tag;

const apply = (call: Placed, effect: OutgoingEffect, now: Instant, response: ReceivedResponse | null) => {
  switch (effect.type) {
    case 'retry':
      return sendInvite(call, now);
    case 'cancel':
      return cancel(call, now);
    case 'acknowledge':
      return call.forks.acknowledge(effect.fork);
    case 'bye':
      return call.forks.session(effect.fork)?.sendBye(
        now,
        done => {
          if (isChosen(call, effect.fork)) handle(call, { type: 'byeDone' }, done);
          call.forks.session(effect.fork)?.close();
        },
        call.isElsewhere ? [ELSEWHERE] : [],
      );
    case 'tellAnswered': {
      call.context.alarms.cancel(call.ringing);
      const fork = tagOf(response!.to);
      const dialog = storeDialog(call.forks.session(fork)!.dialog(), call.spec.isLoopback);
      return call.tell({
        type: 'answered',
        dialog,
        body: call.forks.answerOf(fork, response!),
        fork,
        seenAs: seenAs(response!),
      });
    }
    case 'tellEnded':
      return settle(call, effect.ending);
  }
};

/** Why it rings no more (RFC 3326 §2): telephones do not call it missed. */
const ELSEWHERE: Header = { name: 'reason', value: 'SIP;cause=200;text="Call completed elsewhere"' };

const withHeader = (request: SipRequest, more: Header): SipRequest => ({
  ...request,
  headers: [...request.headers, more],
});

const cancel = (call: Placed, now: Instant) => {
  const { transactions, alarms } = call.context;
  const { request, route, key } = call.invite!;
  // Whether CANCEL itself is answered matters to nobody: the INVITE's final answer or our patience decides.
  const asked = call.isElsewhere ? withHeader(cancelFor(request), ELSEWHERE) : cancelFor(request);
  transactions.request(asked, { branch: key.slice(0, key.indexOf(' ')), route }, now, () => {});
  call.patience = alarms.set(after(now, PATIENCE), later => {
    transactions.abandon(key, later);
    handle(call, { type: 'patience' }, later);
  });
};

const settle = (call: Placed, ending: LegEnding) => {
  const { alarms, legs } = call.context;
  alarms.cancel(call.ringing);
  alarms.cancel(call.patience);
  call.forks.close();
  legs.delete(call.spec.leg);
  const isTheirs = ending.code !== null || ending.how === 'byThem';
  call.tell({ type: 'ended', ending: isTheirs && call.facts !== null ? { ...ending, ...call.facts } : ending });
};
