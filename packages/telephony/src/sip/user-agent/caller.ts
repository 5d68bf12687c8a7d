import { after, type Instant } from '@lianxian/core/kit';
import type { Address } from '../../exchange/types.ts';
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
import { createAuthenticator } from './authenticator.ts';
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

interface InviteParts {
  readonly uri: string;
  readonly branch: string;
  readonly callId: string;
  readonly localTag: string;
  readonly sequence: number;
  readonly credentials: readonly Header[];
  readonly product: string;
}

const inviteFor = (spec: CallSpec, parts: InviteParts): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: parts.uri,
  headers: [
    viaHeader(spec.local, parts.branch),
    { name: 'max-forwards', value: '70' },
    { name: 'from', value: `${addressValue(`sip:${escapeUser(spec.from)}@${spec.domain}`)};tag=${parts.localTag}` },
    { name: 'to', value: addressValue(`sip:${escapeUser(spec.to)}@${spec.domain}`) },
    { name: 'call-id', value: parts.callId },
    { name: 'cseq', value: `${parts.sequence} INVITE` },
    contactHeader(spec.local),
    allowHeader,
    { name: 'user-agent', value: parts.product },
    ...parts.credentials,
    sdpHeader,
  ],
  body: spec.body,
});

/** Runs one outgoing call: carries the effects of `stepOutgoing` out through transactions and sessions. */
export const placeCall = (context: AgentContext, spec: CallSpec, at: Instant): void => {
  const { alarms, transactions, random } = context;
  const ends = { local: spec.local, flow: spec.flow, peer: spec.destination };
  const callId = random(16);
  const localTag = random(8);
  const uri = `sip:${escapeUser(spec.to)}@${spec.host}`;
  const authenticator = createAuthenticator(spec.credentials, () => random(8));
  const forks = new Map<string, Fork>();
  let state: OutgoingLeg = { is: 'calling' };
  let sequence = 0;
  let credentialHeaders: readonly Header[] = [];
  let invite: ClientTransaction | null = null;
  let patience: Alarm | null = null;
  const tell = (event: LegEvent) => context.emit({ type: 'leg', leg: spec.leg, event });

  const sendInvite = (now: Instant) => {
    const branch = MAGIC_COOKIE + random(12);
    sequence++;
    credentialHeaders = authenticator.headers('INVITE', uri);
    const message = inviteFor(spec, {
      uri,
      branch,
      callId,
      localTag,
      sequence,
      credentials: credentialHeaders,
      product: context.product,
    });
    const route = { destination: spec.destination, flow: spec.flow };
    invite = transactions.request(message, branch, route, now, onNews);
  };

  const onNews = (news: ClientNews, now: Instant) => {
    if (news.type === 'timedOut') return handle({ type: 'noReply' }, now);
    if (news.type === 'transportFailed') return handle({ type: 'transportFailed' }, now);
    const { response } = news;
    const { status, reason } = response;
    if (status < 200) return handle({ type: 'provisional', status }, now, response);
    if (status < 300) {
      const fork = tagOf(response.to);
      if (forks.has(fork) || forks.size < MAX_FORKS) handle({ type: 'success', fork }, now, response);
      return;
    }
    const isWanted = state.is === 'calling' || state.is === 'proceeding';
    handle({ type: 'refused', status, reason, canRetry: isWanted && authenticator.absorb(response) }, now);
  };

  const handle = (event: OutgoingEvent, now: Instant, response: ReceivedResponse | null = null) => {
    const step = stepOutgoing(state, event, now);
    if (step.kind === 'impossible') return context.emit({ type: 'defect', because: step.because });
    if (step.kind === 'ignored') return;
    state = step.state;
    for (const effect of step.effects) apply(effect, now, response);
  };

  const openFork = (tag: string, response: ReceivedResponse): Fork => {
    const dialog = dialogOfAnswer(invite!.request, response, ends);
    const session = createSession(context, {
      leg: spec.leg,
      dialog,
      authenticator,
      onBye: now => (isChosen(tag) ? handle({ type: 'byeReceived' }, now) : session.close()),
      onAckMissing: now => handle({ type: 'hangUp', how: 'ackMissing' }, now),
      isSettled: () => true,
    });
    // The ACK of a 2xx carries the INVITE's number and credentials (RFC 3261 §13.2.2.4, §22.1), with a branch of its own.
    const ack = requestWithin(dialog, {
      method: 'ACK',
      branch: MAGIC_COOKIE + random(12),
      sequence: response.cseq.number,
      headers: credentialHeaders,
    });
    const fork = { session, ack, ackBytes: serialise(ack) };
    forks.set(tag, fork);
    context.dialogs.set(dialogKey(callId, localTag, tag), {
      onRequest: session.onRequest,
      onAck: (request, now) => void session.onAck(request, now),
    });
    return fork;
  };

  const isChosen = (tag: string): boolean => 'fork' in state && state.fork === tag;

  const apply = (effect: OutgoingEffect, now: Instant, response: ReceivedResponse | null) => {
    switch (effect.type) {
      case 'retry':
        return sendInvite(now);
      case 'cancel': {
        const { request, route, key } = invite!;
        transactions.request(cancelFor(request), key.slice(0, key.indexOf(' ')), route, now, () => {});
        patience = alarms.set(after(now, PATIENCE), later => {
          transactions.abandon(key, later);
          handle({ type: 'patience' }, later);
        });
        return;
      }
      case 'acknowledge': {
        const { ack, ackBytes, session } = forks.get(effect.fork) ?? openFork(effect.fork, response!);
        const route = routeOf(session.dialog());
        return context.emit({ type: 'send', bytes: ackBytes, route, transaction: null, message: ack });
      }
      case 'bye':
        return forks.get(effect.fork)!.session.sendBye(now, done => {
          if (isChosen(effect.fork)) handle({ type: 'byeDone' }, done);
          forks.get(effect.fork)!.session.close();
        });
      case 'tellProvisional':
        return tell({ type: 'provisional', status: response!.status, body: sdpBodyOf(response!) });
      case 'tellAnswered': {
        alarms.cancel(ringing);
        const dialog = forks.get(tagOf(response!.to))!.session.dialog();
        return tell({ type: 'answered', dialog: storeDialog(dialog, spec.isLoopback), body: sdpBodyOf(response!) });
      }
      case 'tellEnded':
        alarms.cancel(ringing);
        alarms.cancel(patience);
        if ('fork' in state && state.fork !== null) forks.get(state.fork)?.session.close();
        context.legs.delete(spec.leg);
        return tell({ type: 'ended', ending: effect.ending });
    }
  };

  const ringing = alarms.set(after(at, spec.ringTimeoutMs), now => handle({ type: 'ringTimeout' }, now));
  context.legs.set(spec.leg, {
    hangUp: (how, now) => handle({ type: 'hangUp', how }, now),
    unreachable: now => {
      if (state.is === 'calling' || state.is === 'leaving') transactions.onSendFailed(invite!.key, now);
    },
  });
  tell({ type: 'dialled', callId });
  sendInvite(at);
};
