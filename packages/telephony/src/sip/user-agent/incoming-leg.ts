import { type Instant, ignored, moved, type Step } from '@lianxian/core/kit';
import type { LegEnding } from './ending.ts';
import type { How } from './outgoing-leg.ts';

/**
 * A call made to us, seen from above its transactions (RFC 3261 §9.2, §13.3, §15).
 *
 *     ringing ──answer──▶ answering ──ACK──▶ talking ──hangUp──▶ closing ──▶ ended
 *      │  │ a PRACK is awaited  ▲ │ 64·T1 without ACK              ▲            ▲
 *      │  └──▶ held ──PRACK─────┘ └────────────────────────────────┘            │
 *      └────────┴──refuse, hangUp, CANCEL, no PRACK, transport failure─────────▶┘
 *
 * Invariants: exactly one final answer leaves; the 2xx is repeated until its ACK or 64·T1 (§13.3.1.4); BYE waits for
 * the ACK or for the end of that wait (§15); no 2xx passes a reliable provisional with SDP (RFC 3262 §3); `ended` is said
 * exactly once.
 */
export type IncomingLegState =
  | { readonly is: 'ringing' }
  /** Answered by us, but a PRACK must come first. */
  | { readonly is: 'held' }
  /** `wants`: we hung up before the ACK came. */
  | { readonly is: 'answering'; readonly wants: How | null }
  | { readonly is: 'talking' }
  | { readonly is: 'closing'; readonly how: How }
  | { readonly is: 'ended' };

export type IncomingEvent =
  | { readonly type: 'progress' }
  | { readonly type: 'answer'; readonly isHeld: boolean }
  /** The awaited PRACK came; or it never did. */
  | { readonly type: 'acknowledged' }
  | { readonly type: 'unacknowledged' }
  | { readonly type: 'refuse'; readonly status: number }
  | { readonly type: 'cancelReceived' }
  | { readonly type: 'ack' }
  | { readonly type: 'repeat' }
  | { readonly type: 'patience' }
  | { readonly type: 'hangUp'; readonly how: How | null }
  | { readonly type: 'byeReceived' }
  | { readonly type: 'byeDone' }
  | { readonly type: 'transportFailed' };

export type IncomingEffect =
  | { readonly type: 'sendProvisional' }
  | { readonly type: 'sendRefusal'; readonly status: number }
  | { readonly type: 'sendSuccess' }
  | { readonly type: 'stopRepeating' }
  | { readonly type: 'bye' }
  | { readonly type: 'tellAnswered' }
  | { readonly type: 'tellEnded'; readonly ending: LegEnding };

type IncomingStep = Step<IncomingLegState, IncomingEffect>;

const ended = (how: How, code: number | null): IncomingEffect => ({
  type: 'tellEnded',
  ending: { how, code, reason: '' },
});

/** What an unanswered call is refused with when our side hangs up: "temporarily unavailable" says nothing untrue. */
const HANGUP_STATUS = 480;

export const stepIncoming = (state: IncomingLegState, event: IncomingEvent, _at: Instant): IncomingStep => {
  switch (state.is) {
    case 'ringing':
      return whileRinging(state, event);
    case 'held':
      if (event.type === 'acknowledged') return moved({ is: 'answering', wants: null }, { type: 'sendSuccess' });
      return beforeAnswer(state, event);
    case 'answering':
      return whileAnswering(state, event);
    case 'talking':
      if (event.type === 'hangUp') return moved({ is: 'closing', how: event.how ?? 'byUs' }, { type: 'bye' });
      if (event.type === 'byeReceived') return moved({ is: 'ended' }, ended('byThem', null));
      return ignored(state, 'the call is answered');
    case 'closing':
      if (event.type === 'byeDone' || event.type === 'byeReceived') {
        return moved({ is: 'ended' }, ended(state.how, null));
      }
      return ignored(state, 'the call is being hung up');
    case 'ended':
      return ignored(state, 'the call has ended');
  }
};

const whileRinging = (state: IncomingLegState, event: IncomingEvent): IncomingStep => {
  switch (event.type) {
    case 'progress':
      return moved(state, { type: 'sendProvisional' });
    case 'answer':
      if (event.isHeld) return moved({ is: 'held' });
      return moved({ is: 'answering', wants: null }, { type: 'sendSuccess' });
    case 'refuse':
      return moved({ is: 'ended' }, { type: 'sendRefusal', status: event.status }, ended('refused', event.status));
    default:
      return beforeAnswer(state, event);
  }
};

const beforeAnswer = (state: IncomingLegState, event: IncomingEvent): IncomingStep => {
  switch (event.type) {
    case 'hangUp': {
      const how = event.how ?? 'byUs';
      const status = how === 'noCommonCodec' ? 488 : how === 'mediaFailed' || how === 'defect' ? 500 : HANGUP_STATUS;
      return moved({ is: 'ended' }, { type: 'sendRefusal', status }, ended(how, status));
    }
    // A BYE in an early dialog ends it; the INVITE is then answered 487 (RFC 3261 §15.1.2).
    case 'byeReceived':
    case 'cancelReceived':
      return moved({ is: 'ended' }, { type: 'sendRefusal', status: 487 }, ended('cancelled', 487));
    case 'transportFailed':
      return moved({ is: 'ended' }, ended('transportError', null));
    // RFC 3262 §3: a caller that acknowledges nothing is refused with a 5xx.
    case 'unacknowledged':
      return moved({ is: 'ended' }, { type: 'sendRefusal', status: 504 }, ended('ackMissing', 504));
    default:
      return ignored(state, 'the call is ringing');
  }
};

type Answering = Extract<IncomingLegState, { is: 'answering' }>;

const whileAnswering = (state: Answering, event: IncomingEvent): IncomingStep => {
  switch (event.type) {
    case 'repeat':
      return moved(state, { type: 'sendSuccess' });
    case 'ack':
      if (state.wants === null) return moved({ is: 'talking' }, { type: 'stopRepeating' }, { type: 'tellAnswered' });
      return moved({ is: 'closing', how: state.wants }, { type: 'stopRepeating' }, { type: 'bye' });
    case 'patience': {
      const how = state.wants ?? 'ackMissing';
      return moved({ is: 'closing', how }, { type: 'stopRepeating' }, { type: 'bye' });
    }
    case 'hangUp':
      return state.wants === null
        ? moved({ is: 'answering', wants: event.how ?? 'byUs' })
        : ignored(state, 'the call is being hung up');
    case 'byeReceived':
      return moved({ is: 'ended' }, { type: 'stopRepeating' }, ended('byThem', null));
    default:
      return ignored(state, 'the answer waits for its ACK');
  }
};
