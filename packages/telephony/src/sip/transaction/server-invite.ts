import { after, type Instant, ignored, impossible, moved, type Step } from '@lianxian/core/kit';
import type { SipResponse } from '../grammar/message.ts';
import { linger, PATIENCE, T1, T2, T4, type TimerName, type Timers } from './timers.ts';

/**
 * The INVITE server transaction: RFC 3261 §17.2.1 with the Accepted state of RFC 6026 §7.1.
 *
 *     proceeding ──300–699──▶ completed ──ACK──▶ confirmed      G  send the refusal again, doubling up to T2 (completed)
 *         │                      │ H                │ I         H  64·T1 without ACK                         (completed)
 *        2xx                     ▼                  ▼           I  absorb repeated ACKs                      (confirmed)
 *         ▼                  terminated ◀───────────┘           L  absorb repeated INVITEs                   (accepted)
 *     accepted ──L──▶ terminated
 *
 * Invariants: a repeated INVITE is answered with the last answer, never shown to the user agent again; after a 2xx the
 * user agent repeats it and gets the ACK, because both belong to the dialog (RFC 3261 §13.3.1.4).
 */
interface ServerInvite {
  readonly is: 'proceeding' | 'completed' | 'confirmed' | 'accepted' | 'terminated';
  readonly timers: Timers;
  /** The interval of timer G that comes next, ms. */
  readonly interval: number;
  readonly last: SipResponse | null;
  readonly isReliable: boolean;
}

export type ServerEvent =
  | { readonly type: 'request' }
  | { readonly type: 'ack' }
  | { readonly type: 'respond'; readonly response: SipResponse }
  | { readonly type: 'timer'; readonly timer: TimerName }
  | { readonly type: 'transportFailed' };

export type ServerEffect =
  | { readonly type: 'send'; readonly response: SipResponse }
  | { readonly type: 'passAck' }
  | { readonly type: 'timedOut' }
  | { readonly type: 'transportFailed' };

export const startServerInvite = (isReliable: boolean): ServerInvite => ({
  is: 'proceeding',
  timers: {},
  interval: T1,
  last: null,
  isReliable,
});

const terminated = (state: ServerInvite): ServerInvite => ({ ...state, is: 'terminated', timers: {} });

export const stepServerInvite = (
  state: ServerInvite,
  event: ServerEvent,
  at: Instant,
): Step<ServerInvite, ServerEffect> => {
  if (state.is === 'terminated') return ignored(state, 'the transaction has ended');
  switch (event.type) {
    case 'request':
      if (state.is !== 'proceeding' && state.is !== 'completed') return ignored(state, 'a repeated INVITE');
      return state.last === null
        ? ignored(state, 'no answer yet')
        : moved(state, { type: 'send', response: state.last });
    case 'ack':
      if (state.is === 'accepted') return moved(state, { type: 'passAck' });
      if (state.is !== 'completed') return ignored(state, 'nothing waits for an ACK');
      return moved({ ...state, is: 'confirmed', timers: { I: linger(at, T4, state.isReliable) } });
    case 'respond':
      return onRespond(state, event.response, at);
    case 'transportFailed':
      // RFC 6026 §7.1: in accepted the dialog's own patience decides, so a lost 2xx does not end it here.
      if (state.is === 'accepted' || state.is === 'confirmed') return ignored(state, 'the next try may get through');
      return moved(terminated(state), { type: 'transportFailed' });
    case 'timer':
      return onTimer(state, event.timer, at);
  }
};

const onRespond = (state: ServerInvite, response: SipResponse, at: Instant): Step<ServerInvite, ServerEffect> => {
  const send = { type: 'send', response } as const;
  const { status } = response;
  if (state.is === 'accepted' && status >= 200 && status < 300) return moved(state, send);
  if (state.is !== 'proceeding') return impossible(`${status} after the final answer`);
  if (status < 200) return moved({ ...state, last: response }, send);
  if (status < 300) return moved({ ...state, is: 'accepted', last: null, timers: { L: after(at, PATIENCE) } }, send);
  const timers = { ...(state.isReliable ? {} : { G: after(at, T1) }), H: after(at, PATIENCE) };
  return moved({ ...state, is: 'completed', last: response, timers }, send);
};

const onTimer = (state: ServerInvite, timer: TimerName, at: Instant): Step<ServerInvite, ServerEffect> => {
  if (state.timers[timer] === undefined) return ignored(state, `timer ${timer} is not running`);
  if (timer !== 'G' || state.last === null) {
    return timer === 'H' ? moved(terminated(state), { type: 'timedOut' }) : moved(terminated(state));
  }
  const interval = Math.min(state.interval * 2, T2);
  return moved(
    { ...state, interval, timers: { ...state.timers, G: after(at, interval) } },
    { type: 'send', response: state.last },
  );
};
