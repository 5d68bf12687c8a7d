import { after, type Instant } from '@lianxian/core/kit';
import type { Address } from '../../exchange/types.ts';
import { dialogKey, dialogOfRequest, storeDialog } from '../dialog/dialog.ts';
import { responseTo } from '../grammar/build.ts';
import { allHeaders, type Header, type ReceivedRequest, type SipResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import type { ServerTransaction } from '../transaction/transactions.ts';
import { capabilities, contactHeader, sdpBodyOf, sdpHeader } from './answers.ts';
import { createAuthenticator } from './authenticator.ts';
import type { AgentContext, LegControl, LegEvent } from './context.ts';
import { type IncomingEffect, type IncomingEvent, type IncomingLegState, stepIncoming } from './incoming-leg.ts';
import { createRepeater } from './repeater.ts';
import { createSession, type Session } from './session.ts';

export interface IncomingControl extends LegControl {
  /** 101–199; with SDP it opens early media. */
  readonly progress: (status: number, local: Address, body: Uint8Array | null, at: Instant) => void;
  readonly answer: (local: Address, body: Uint8Array, at: Instant) => void;
  /** Any final answer from 300 on. */
  readonly refuse: (status: number, reason: string | null, headers: readonly Header[], at: Instant) => void;
  readonly cancel: (at: Instant) => void;
}

/** How long a call may ring here: longer than any proxy waits (timer C, RFC 3261 §16.6), but not for ever. */
const RING_LIMIT_MS = 240_000;

/** Runs one incoming call: carries the effects of `stepIncoming` out through its transaction and session. */
export const takeCall = (
  context: AgentContext,
  leg: string,
  transaction: ServerTransaction,
  isLoopback: boolean,
  at: Instant,
): IncomingControl => {
  const invite = transaction.request;
  const localTag = context.random(8);
  const key = dialogKey(invite.callId, localTag, tagOf(invite.from));
  const repeater = createRepeater(context.alarms);
  let state: IncomingLegState = { is: 'ringing' };
  let session: Session | null = null;
  /** What the next provisional, success or refusal is made of. */
  let pending: SipResponse | null = null;
  let ackBody: Uint8Array | null = null;
  const tell = (event: LegEvent) => context.emit({ type: 'leg', leg, event });

  const handle = (event: IncomingEvent, now: Instant) => {
    const step = stepIncoming(state, event, now);
    if (step.kind === 'impossible') return context.emit({ type: 'defect', because: step.because });
    if (step.kind === 'ignored') return;
    state = step.state;
    for (const effect of step.effects) apply(effect, now);
  };

  const openSession = (local: Address) => {
    const ends = { local, flow: transaction.route.flow, peer: transaction.route.destination };
    session ??= createSession(context, {
      leg,
      dialog: dialogOfRequest(invite, localTag, ends),
      authenticator: createAuthenticator(null, () => ''),
      onBye: now => handle({ type: 'byeReceived' }, now),
      onAckMissing: now => handle({ type: 'hangUp', how: 'ackMissing' }, now),
      isSettled: () => state.is === 'talking',
    });
  };

  const onAck = (request: ReceivedRequest, now: Instant) => {
    if (session?.onAck(request, now) === true || request.cseq.number !== invite.cseq.number) return;
    ackBody = sdpBodyOf(request);
    handle({ type: 'ack' }, now);
  };

  const answerWith = (status: number, headers: readonly Header[], body: Uint8Array | null): SipResponse =>
    responseTo(invite, {
      status,
      toTag: localTag,
      headers: body === null ? headers : [...headers, sdpHeader],
      ...(body === null ? {} : { body }),
    });

  const apply = (effect: IncomingEffect, now: Instant) => {
    switch (effect.type) {
      case 'sendProvisional':
        return transaction.respond(pending!, now);
      case 'sendSuccess': {
        const success = pending!;
        transaction.respond(success, now);
        if (state.is === 'answering' && !isRepeating) {
          isRepeating = true;
          const giveUp = (late: Instant) => handle({ type: 'patience' }, late);
          repeater.start(now, late => handle({ type: 'repeat' }, late), giveUp);
        }
        return;
      }
      case 'sendRefusal':
        return transaction.respond(pending ?? answerWith(effect.status, [], null), now);
      case 'stopRepeating':
        return repeater.stop();
      case 'bye':
        return session!.sendBye(now, done => handle({ type: 'byeDone' }, done));
      case 'tellAnswered':
        return tell({ type: 'answered', dialog: storeDialog(session!.dialog(), isLoopback), body: ackBody });
      case 'tellEnded':
        repeater.stop();
        context.alarms.cancel(ringing);
        session?.close();
        context.dialogs.delete(key);
        context.legs.delete(leg);
        return tell({ type: 'ended', ending: effect.ending });
    }
  };

  let isRepeating = false;
  const ringing = context.alarms.set(after(at, RING_LIMIT_MS), now => {
    if (state.is === 'ringing') handle({ type: 'hangUp', how: 'ringTimeout' }, now);
  });
  transaction.onFailure = (news, now) => {
    if (news === 'transportFailed') handle({ type: 'transportFailed' }, now);
  };
  context.dialogs.set(key, {
    onRequest: (request, within, now) => {
      if (session !== null) return session.onRequest(request, within, now);
      within.respond(responseTo(request, { status: request.method === 'BYE' ? 200 : 491, toTag: null }), now);
      if (request.method === 'BYE') handle({ type: 'byeReceived' }, now);
    },
    onAck,
  });

  const routes: readonly Header[] = allHeaders(invite.headers, 'record-route').map(value => ({
    name: 'record-route',
    value,
  }));
  const send = (event: IncomingEvent, response: SipResponse | null, now: Instant) => {
    if (state.is !== 'ringing') return;
    pending = response;
    handle(event, now);
  };
  return {
    progress: (status, local, body, now) => {
      if (state.is !== 'ringing') return;
      openSession(local);
      send({ type: 'progress' }, answerWith(status, [...routes, contactHeader(local)], body), now);
      pending = null;
    },
    answer: (local, body, now) => {
      if (state.is !== 'ringing') return;
      openSession(local);
      const headers = [...routes, contactHeader(local), ...capabilities(context.product)];
      send({ type: 'answer' }, answerWith(200, headers, body), now);
    },
    refuse: (status, reason, headers, now) => {
      const response = responseTo(invite, {
        status,
        toTag: localTag,
        headers,
        ...(reason === null ? {} : { reason }),
      });
      send({ type: 'refuse', status }, response, now);
    },
    cancel: now => send({ type: 'cancelReceived' }, null, now),
    hangUp: (how, now) => handle({ type: 'hangUp', how }, now),
    unreachable: () => {},
  };
};
