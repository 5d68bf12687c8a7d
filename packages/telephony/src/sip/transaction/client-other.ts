import { after, type Instant, ignored, moved, type Step } from '@lianxian/core/kit';
import type { ClientEffect, ClientEvent } from './client-invite.ts';
import { linger, PATIENCE, T1, T2, T4, type Timers } from './timers.ts';

/**
 * The client transaction of every other request (BYE, CANCEL, OPTIONS …): RFC 3261 §17.1.2.
 *
 *     trying ──1xx──▶ proceeding             E  send again: doubling up to T2 (trying), every T2 (proceeding)
 *        │ 200–699       │ 200–699           F  64·T1 without a final answer
 *        └──▶ completed ◀┘                   K  absorb repeated answers
 *                │ K
 *                ▼
 *            terminated        (F and a transport failure lead here from trying and proceeding)
 *
 * When a connection breaks nobody knows whether the request had arrived. It is sent once more, over a new one: to a far
 * end that had it that is a repetition. (An INVITE is not: the far end has ended its transaction, and might ring twice.)
 *
 * Invariant: exactly one of a final answer, `timedOut`, `transportFailed` is told to the user agent.
 */
interface ClientOther {
  readonly is: 'trying' | 'proceeding' | 'completed' | 'terminated';
  readonly timers: Timers;
  /** The interval of timer E that comes next, ms. */
  readonly interval: number;
  readonly isReliable: boolean;
  /** A connection broke under it, and it was sent over another. */
  readonly isSentAgain: boolean;
}

export const startClientOther = (at: Instant, isReliable: boolean): ClientOther => ({
  is: 'trying',
  timers: { ...(isReliable ? {} : { E: after(at, T1) }), F: after(at, PATIENCE) },
  interval: T1,
  isReliable,
  isSentAgain: false,
});

const terminated = (state: ClientOther): ClientOther => ({ ...state, is: 'terminated', timers: {} });

export const stepClientOther = (
  state: ClientOther,
  event: ClientEvent,
  at: Instant,
): Step<ClientOther, ClientEffect> => {
  if (state.is === 'terminated') return ignored(state, 'the transaction has ended');
  if (event.type === 'response') {
    if (state.is === 'completed') return ignored(state, 'an answer after the final one');
    const pass = { type: 'pass', response: event.response } as const;
    if (event.response.status < 200) return moved({ ...state, is: 'proceeding' }, pass);
    return moved({ ...state, is: 'completed', timers: { K: linger(at, T4, state.isReliable) } }, pass);
  }
  if (event.type === 'abandon') return moved(terminated(state));
  if (event.type === 'portClosed') {
    if (state.is !== 'trying') return ignored(state, 'somebody was heard');
    return moved(terminated(state), { type: 'transportFailed', because: 'unreachable' });
  }
  if (event.type === 'transportFailed') {
    if (state.is === 'completed') return ignored(state, 'nothing is being sent');
    if (event.because === 'cut' && !state.isSentAgain)
      return moved({ ...state, isSentAgain: true }, { type: 'sendRequest' });
    return moved(terminated(state), { type: 'transportFailed', because: event.because });
  }
  if (state.timers[event.timer] === undefined) return ignored(state, `timer ${event.timer} is not running`);
  if (event.timer === 'E') {
    const interval = state.is === 'proceeding' ? T2 : Math.min(state.interval * 2, T2);
    return moved({ ...state, interval, timers: { ...state.timers, E: after(at, interval) } }, { type: 'sendRequest' });
  }
  return event.timer === 'F' ? moved(terminated(state), { type: 'timedOut' }) : moved(terminated(state));
};
