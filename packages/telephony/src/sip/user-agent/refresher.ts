import type { Instant } from '@lianxian/core/kit';
import { withTargetOf } from '../dialog/dialog.ts';
import {
  agreedTimer,
  askHeaders,
  MIN_SESSION_SECONDS,
  nextOf,
  readMinSeconds,
  type SessionTimer,
  type SessionTimerEvent,
  stepSessionTimer,
  type Terms,
} from '../dialog/session-timer.ts';
import type { Header, ReceivedResponse } from '../grammar/message.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { contactHeader, supportedHeader } from './answers.ts';
import { retryAfterMs } from './refusal.ts';
import { ask, glareWaitMs, type Work } from './work.ts';

/**
 * Runs the session timer of a dialog (RFC 4028). Refreshes by UPDATE without SDP where the far end takes it, which
 * disturbs nothing; else by a re-INVITE that offers the same again.
 */
export interface Refresher {
  /** A session-changing request was answered 2xx; null: without a timer. */
  readonly agree: (terms: Terms | null, at: Instant) => void;
  /** A re-INVITE of ours was answered. */
  readonly onReinvited: (response: ReceivedResponse, at: Instant) => void;
  /** A re-INVITE of ours was refused: the session runs on as it did. True when the refusal was about the interval. */
  readonly onReinviteRefused: (response: ReceivedResponse, at: Instant) => boolean;
  /** What our session-changing requests say of the timer. */
  readonly headers: () => readonly Header[];
  readonly close: () => void;
}

/** Refusals that mean: not by UPDATE. */
const NO_UPDATE = [405, 415, 420, 501];
/** Between a refresh that was refused and the next: a share of the interval, so that a few fit before its end. */
const RETRY_SHARE = 8;
/** Intervals raised for one refresh: whoever asks for more is not sane. */
const MAX_RAISES = 2;

export const createRefresher = (work: Work, reinvite: (at: Instant) => void): Refresher => {
  const { alarms } = work.context;
  let state: SessionTimer = { is: 'off' };
  let alarm: Alarm | null = null;
  /** The least interval the far end takes. */
  let least = MIN_SESSION_SECONDS;
  let raised = 0;

  const handle = (event: SessionTimerEvent, at: Instant) => {
    if (work.isOver) return;
    const step = stepSessionTimer(state, event, at);
    if (step.kind !== 'moved') return;
    state = step.state;
    alarms.cancel(alarm);
    const next = nextOf(state);
    alarm = next === null ? null : alarms.set(next, now => handle({ type: 'timer' }, now));
    for (const effect of step.effects) {
      if (effect.type === 'expired') work.options.onGone('sessionExpired', at);
      else if (work.takesUpdate) update(at);
      else reinvite(at);
    }
  };

  const headers = (): readonly Header[] => {
    if (state.is === 'off') return [supportedHeader];
    const seconds = Math.max(state.seconds, least);
    return [supportedHeader, ...askHeaders(seconds, least, state.isRefresher ? 'uac' : 'uas')];
  };

  const raiseLeast = (response: ReceivedResponse): boolean => {
    const asked = readMinSeconds(response.headers);
    if (response.status !== 422 || asked === null || asked <= least || raised >= MAX_RAISES) return false;
    raised++;
    least = asked;
    return true;
  };

  const update = (at: Instant) => {
    const parts = { method: 'UPDATE', headers: [contactHeader(work.dialog.local), ...headers()] };
    ask(work, parts, at, (response, now) => {
      if (work.isOver) return;
      if (response === null || response.status === 408) return work.options.onGone('sessionExpired', now);
      if (response.status === 481) return work.options.onGone('byThem', now);
      if (response.status < 300) return renewed(response, now);
      if (NO_UPDATE.includes(response.status)) {
        work.takesUpdate = false;
        return reinvite(now);
      }
      if (raiseLeast(response)) return update(now);
      handle({ type: 'refreshFailed', againInMs: againIn(response) }, now);
    });
  };

  const renewed = (response: ReceivedResponse, at: Instant) => {
    raised = 0;
    work.dialog = withTargetOf(work.dialog, response);
    handle({ type: 'agreed', terms: agreedTimer(response.headers) }, at);
  };

  const againIn = (response: ReceivedResponse): number => {
    if (response.status === 491) return glareWaitMs(work);
    const share = state.is === 'off' ? 0 : (state.seconds * 1_000) / RETRY_SHARE;
    return Math.max(share, retryAfterMs(response.headers) ?? 0);
  };

  return {
    agree: (terms, at) => handle({ type: 'agreed', terms }, at),
    onReinvited: renewed,
    onReinviteRefused: (response, at) => {
      if (raiseLeast(response)) return true;
      handle({ type: 'refreshFailed', againInMs: againIn(response) }, at);
      return false;
    },
    headers,
    close: () => alarms.cancel(alarm),
  };
};
