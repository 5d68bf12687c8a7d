import { after, type Instant, ignored, moved, type Step } from '@lianxian/core/kit';
import type { SendFailure } from '../../net/flow.ts';
import type { ReceivedResponse } from '../grammar/message.ts';
import { linger, PATIENCE, T1, TIMER_D, type TimerName, type Timers } from './timers.ts';

/**
 * The INVITE client transaction: RFC 3261 §17.1.1 with the Accepted state of RFC 6026 §7.2.
 *
 *     calling ──1xx──▶ proceeding            A  send INVITE again, doubling      (calling)
 *        │  ╲            │   ╲               B  64·T1 without any answer         (calling)
 *        │   2xx        2xx   300–699        D  absorb repeated final answers    (completed)
 *   300–699   ╲          │     │             M  let further 2xx through          (accepted)
 *        ▼      ▼        ▼     ▼
 *    completed    accepted   completed
 *        │ D        │ M
 *        ▼          ▼
 *           terminated        (B and a transport failure lead here from anywhere before)
 *
 * Invariants: every non-2xx final answer is acknowledged, each repetition again, and passed up once; every 2xx is
 * passed up, because only the user agent can acknowledge it (RFC 3261 §13.2.2.4).
 */
export interface ClientInvite {
  readonly is: 'calling' | 'proceeding' | 'completed' | 'accepted' | 'terminated';
  readonly timers: Timers;
  /** The interval of timer A that comes next, ms. */
  readonly interval: number;
  readonly isReliable: boolean;
}

export type ClientEvent =
  | { readonly type: 'response'; readonly response: ReceivedResponse }
  | { readonly type: 'timer'; readonly timer: TimerName }
  | { readonly type: 'transportFailed'; readonly because: SendFailure }
  /** The system says that nobody listens there: a hint, that counts while nothing was heard (RFC 1122 §4.2.3.9). */
  | { readonly type: 'portClosed' }
  /** Nobody waits any more: a cancelled INVITE got no final answer in 64·T1 (RFC 3261 §9.1). */
  | { readonly type: 'abandon' };

export type ClientEffect =
  | { readonly type: 'sendRequest' }
  | { readonly type: 'sendAck'; readonly response: ReceivedResponse }
  | { readonly type: 'pass'; readonly response: ReceivedResponse }
  | { readonly type: 'timedOut' }
  | { readonly type: 'transportFailed'; readonly because: SendFailure };

/** The INVITE has just been sent. */
export const startClientInvite = (at: Instant, isReliable: boolean): ClientInvite => ({
  is: 'calling',
  timers: { ...(isReliable ? {} : { A: after(at, T1) }), B: after(at, PATIENCE) },
  interval: T1,
  isReliable,
});

/** Sent by a process that has died; whether it was answered provisionally nobody knows, so nothing is repeated. */
export const resumeClientInvite = (isReliable: boolean): ClientInvite => ({
  is: 'proceeding',
  timers: {},
  interval: T1,
  isReliable,
});

const terminated = (state: ClientInvite): ClientInvite => ({ ...state, is: 'terminated', timers: {} });

export const stepClientInvite = (
  state: ClientInvite,
  event: ClientEvent,
  at: Instant,
): Step<ClientInvite, ClientEffect> => {
  if (state.is === 'terminated') return ignored(state, 'the transaction has ended');
  if (event.type === 'response') return onResponse(state, event.response, at);
  if (event.type === 'abandon') return moved(terminated(state));
  if (event.type === 'portClosed') {
    if (state.is !== 'calling') return ignored(state, 'somebody was heard');
    return moved(terminated(state), { type: 'transportFailed', because: 'unreachable' });
  }
  if (event.type === 'transportFailed') {
    // RFC 6026 §7.2: in accepted nothing of ours is on its way, so there is nothing that could have failed.
    if (state.is === 'accepted') return ignored(state, 'nothing is being sent');
    return state.is === 'completed'
      ? moved(terminated(state))
      : moved(terminated(state), { type: 'transportFailed', because: event.because });
  }
  if (state.timers[event.timer] === undefined) return ignored(state, `timer ${event.timer} is not running`);
  if (event.timer === 'A') {
    const interval = state.interval * 2;
    return moved({ ...state, interval, timers: { ...state.timers, A: after(at, interval) } }, { type: 'sendRequest' });
  }
  return event.timer === 'B' ? moved(terminated(state), { type: 'timedOut' }) : moved(terminated(state));
};

const onResponse = (state: ClientInvite, response: ReceivedResponse, at: Instant): Step<ClientInvite, ClientEffect> => {
  const { status } = response;
  const isOpen = state.is === 'calling' || state.is === 'proceeding';
  if (status < 200) {
    if (!isOpen) return ignored(state, 'a provisional answer after a final one');
    return moved({ ...state, is: 'proceeding', timers: {} }, { type: 'pass', response });
  }
  if (status < 300) {
    if (isOpen) {
      return moved({ ...state, is: 'accepted', timers: { M: after(at, PATIENCE) } }, { type: 'pass', response });
    }
    if (state.is === 'accepted') return moved(state, { type: 'pass', response });
    return ignored(state, 'a 2xx after a refusal');
  }
  if (isOpen) {
    const timers = { D: linger(at, TIMER_D, state.isReliable) };
    return moved({ ...state, is: 'completed', timers }, { type: 'sendAck', response }, { type: 'pass', response });
  }
  if (state.is === 'completed') return moved(state, { type: 'sendAck', response });
  return ignored(state, 'a refusal after a 2xx');
};
