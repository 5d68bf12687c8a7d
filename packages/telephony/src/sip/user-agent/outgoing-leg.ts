import { type Instant, ignored, moved, type Step } from '@lianxian/core/kit';
import type { LegEnding } from './ending.ts';

/**
 * A call we make, seen from above its transactions (RFC 3261 §9.1, §13.2, §15).
 *
 *     calling ──1xx──▶ proceeding ──2xx──▶ talking ──hangUp──▶ closing ──▶ ended
 *        │ hangUp          │ hangUp, ringTimeout     (BYE out)   ▲            ▲
 *        ▼                 ▼                                     │            │
 *     leaving ──1xx──▶ cancelling ──2xx (it came too late)───────┘            │
 *        └─────────────────┴──refusal, no reply, patience────────────────────▶┘
 *
 * Invariants: CANCEL leaves only after a provisional answer; every 2xx, of whichever fork and however often it comes,
 * is acknowledged; a 2xx nobody wants gets ACK and BYE; `ended` is said exactly once, with why the first reason came.
 */
export type OutgoingLeg =
  | { readonly is: 'calling' | 'proceeding' }
  | { readonly is: 'leaving' | 'cancelling'; readonly how: How }
  | { readonly is: 'talking'; readonly fork: string }
  | { readonly is: 'closing'; readonly fork: string; readonly how: How }
  | { readonly is: 'ended'; readonly fork: string | null };

export type How = LegEnding['how'];

export type OutgoingEvent =
  | { readonly type: 'provisional'; readonly status: number }
  | { readonly type: 'success'; readonly fork: string }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly reason: string;
      readonly canRetry: boolean;
      /** It wants our credentials less safely than before. */
      readonly isWeakened?: boolean;
    }
  | { readonly type: 'noReply' }
  /** `canRetry`: another server of the trunk is left, and nothing was heard of this one (RFC 3263 §4.3). */
  | { readonly type: 'transportFailed'; readonly because: string; readonly canRetry: boolean }
  | { readonly type: 'hangUp'; readonly how: How | null }
  | { readonly type: 'ringTimeout' }
  | { readonly type: 'byeReceived' }
  | { readonly type: 'byeDone' }
  /** 64·T1 after CANCEL without a final answer: the INVITE is taken for cancelled (RFC 3261 §9.1). */
  | { readonly type: 'patience' };

export type OutgoingEffect =
  | { readonly type: 'retry' }
  | { readonly type: 'cancel' }
  | { readonly type: 'acknowledge'; readonly fork: string }
  | { readonly type: 'bye'; readonly fork: string }
  | { readonly type: 'tellAnswered' }
  | { readonly type: 'tellEnded'; readonly ending: LegEnding };

type OutgoingStep = Step<OutgoingLeg, OutgoingEffect>;

const end = (how: How, code: number | null, reason = '', fork: string | null = null): OutgoingStep =>
  moved<OutgoingLeg, OutgoingEffect>({ is: 'ended', fork }, { type: 'tellEnded', ending: { how, code, reason } });

export const stepOutgoing = (state: OutgoingLeg, event: OutgoingEvent, _at: Instant): OutgoingStep => {
  if (event.type === 'success') return onSuccess(state, event.fork);
  switch (state.is) {
    case 'calling':
    case 'proceeding':
      return whileCalling(state, event);
    case 'leaving':
    case 'cancelling':
      return whileLeaving(state, event);
    case 'talking':
      if (event.type === 'hangUp') {
        const how = event.how ?? 'byUs';
        return moved({ is: 'closing', fork: state.fork, how }, { type: 'bye', fork: state.fork });
      }
      return event.type === 'byeReceived'
        ? end('byThem', null, '', state.fork)
        : ignored(state, 'the call is answered');
    case 'closing':
      // A BYE that meets ours ends the call too (glare): both sides answer 200, nobody waits.
      if (event.type === 'byeDone' || event.type === 'byeReceived') return end(state.how, null, '', state.fork);
      return ignored(state, 'the call is being hung up');
    case 'ended':
      return ignored(state, 'the call has ended');
  }
};

/** `moved`, with effects of several kinds. */
const go = (state: OutgoingLeg, ...effects: readonly OutgoingEffect[]): OutgoingStep => moved(state, ...effects);

const onSuccess = (state: OutgoingLeg, fork: string): OutgoingStep => {
  const acknowledge: OutgoingEffect = { type: 'acknowledge', fork };
  const bye: OutgoingEffect = { type: 'bye', fork };
  switch (state.is) {
    case 'calling':
    case 'proceeding':
      return go({ is: 'talking', fork }, acknowledge, { type: 'tellAnswered' });
    case 'leaving':
    case 'cancelling':
      return go({ is: 'closing', fork, how: state.how }, acknowledge, bye);
    case 'talking':
    case 'closing':
    case 'ended':
      return state.fork === fork ? go(state, acknowledge) : go(state, acknowledge, bye);
  }
};

type Calling = Extract<OutgoingLeg, { is: 'calling' | 'proceeding' }>;

const whileCalling = (state: Calling, event: OutgoingEvent): OutgoingStep => {
  switch (event.type) {
    case 'provisional':
      return moved({ is: 'proceeding' });
    case 'refused': {
      if (event.canRetry) return moved({ is: 'calling' }, { type: 'retry' });
      if (event.isWeakened === true) return end('weakChallenge', event.status, event.reason);
      const isAboutCredentials = event.status === 401 || event.status === 407;
      return end(isAboutCredentials ? 'credentialsRefused' : 'refused', event.status, event.reason);
    }
    case 'noReply':
      return end('noReply', null);
    case 'transportFailed':
      if (event.canRetry) return moved({ is: 'calling' }, { type: 'retry' });
      return end('transportError', null, event.because);
    case 'hangUp':
      return leave(state, event.how ?? 'cancelled');
    case 'ringTimeout':
      return leave(state, 'ringTimeout');
    default:
      return ignored(state, 'the call is not answered yet');
  }
};

const leave = (state: Calling, how: How): OutgoingStep =>
  state.is === 'calling' ? moved({ is: 'leaving', how }) : moved({ is: 'cancelling', how }, { type: 'cancel' });

type Leaving = Extract<OutgoingLeg, { is: 'leaving' | 'cancelling' }>;

const whileLeaving = (state: Leaving, event: OutgoingEvent): OutgoingStep => {
  switch (event.type) {
    case 'provisional':
      if (state.is === 'cancelling') return ignored(state, 'CANCEL is on its way');
      return moved({ is: 'cancelling', how: state.how }, { type: 'cancel' });
    case 'refused':
      return end(state.how, event.status, event.reason);
    case 'noReply':
    case 'transportFailed':
      // It never rang, so the ring limit is not what ended it.
      if (state.is === 'leaving' && state.how === 'ringTimeout') {
        return event.type === 'noReply' ? end('noReply', null) : end('transportError', null, event.because);
      }
      return end(state.how, null);
    case 'patience':
      return end(state.how, null);
    default:
      return ignored(state, 'the call is being given up');
  }
};
