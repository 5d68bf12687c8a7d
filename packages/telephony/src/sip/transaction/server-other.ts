import { type Instant, ignored, impossible, moved, type Step } from '@lianxian/core/kit';
import type { SipResponse } from '../grammar/message.ts';
import type { ServerEffect, ServerEvent } from './server-invite.ts';
import { linger, PATIENCE, type Timers } from './timers.ts';

/**
 * The server transaction of every other request: RFC 3261 §17.2.2.
 *
 *     trying ──1xx──▶ proceeding             J  answer repeated requests with the same final answer
 *        │ 200–699       │ 200–699
 *        └──▶ completed ◀┘
 *                │ J
 *                ▼
 *            terminated        (a transport failure leads here from anywhere)
 *
 * Invariant: a repeated request gets the last answer and is never shown to the user agent twice.
 */
interface ServerOther {
  readonly is: 'trying' | 'proceeding' | 'completed' | 'terminated';
  readonly timers: Timers;
  readonly last: SipResponse | null;
  readonly isReliable: boolean;
}

export const startServerOther = (isReliable: boolean): ServerOther => ({
  is: 'trying',
  timers: {},
  last: null,
  isReliable,
});

const terminated = (state: ServerOther): ServerOther => ({ ...state, is: 'terminated', timers: {} });

export const stepServerOther = (
  state: ServerOther,
  event: ServerEvent,
  at: Instant,
): Step<ServerOther, ServerEffect> => {
  if (state.is === 'terminated') return ignored(state, 'the transaction has ended');
  switch (event.type) {
    case 'request':
      return state.last === null
        ? ignored(state, 'no answer yet')
        : moved(state, { type: 'send', response: state.last });
    case 'ack':
      return ignored(state, 'only an INVITE is acknowledged');
    case 'respond': {
      const { response } = event;
      if (state.is === 'completed') return impossible(`${response.status} after the final answer`);
      const send = { type: 'send', response } as const;
      if (response.status < 200) return moved({ ...state, is: 'proceeding', last: response }, send);
      const timers = { J: linger(at, PATIENCE, state.isReliable) };
      return moved({ ...state, is: 'completed', last: response, timers }, send);
    }
    case 'transportFailed':
      return moved(terminated(state), { type: 'transportFailed' });
    case 'timer':
      if (state.timers[event.timer] === undefined) return ignored(state, `timer ${event.timer} is not running`);
      return moved(terminated(state));
  }
};
