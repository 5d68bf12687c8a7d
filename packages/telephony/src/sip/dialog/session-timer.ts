import { after, type Instant, ignored, instant, moved, type Step } from '@lianxian/core/kit';
import { type Header, header, listedTokens } from '../grammar/message.ts';
import { parseParams } from '../grammar/params.ts';

/**
 * Session timers (RFC 4028): a session ends by itself unless one side, the refresher, says now and then that it lives.
 * Carriers drop calls whose refresh does not come, after half an hour as a rule.
 *
 *     off ◀──agreed without a timer──┐
 *      │ agreed                      │
 *      ▼                             │
 *     running ──half the interval, we refresh──▶ refreshing ──agreed──▶ running
 *        │                                          │ failed: once more, later
 *        └───────────── too late ───────────────────┴──▶ off, expired: BYE
 *
 * Invariants: each agreement of the dialog starts the time anew; a refresher asks at half of the interval (§7.2); who
 * waits hangs up a little before the end (§10), so that both sides agree on how it ended.
 */
export type SessionTimer =
  | { readonly is: 'off' }
  | ({ readonly is: 'running' } & Terms & { readonly refreshAt: Instant | null; readonly expiresAt: Instant })
  | ({ readonly is: 'refreshing' } & Terms & { readonly expiresAt: Instant });

export interface Terms {
  readonly seconds: number;
  readonly isRefresher: boolean;
}

export type SessionTimerEvent =
  /** A session-changing request was answered 2xx; null: without a timer. */
  | { readonly type: 'agreed'; readonly terms: Terms | null }
  | { readonly type: 'timer' }
  /** Refused in a way that leaves the session as it is; null: there is no use in asking again before the end. */
  | { readonly type: 'refreshFailed'; readonly againInMs: number | null };

type SessionTimerEffect = { readonly type: 'refresh' } | { readonly type: 'expired' };

/** What we ask for, and the least we take (RFC 4028 §4, §5). */
export const SESSION_SECONDS = 1_800;
export const MIN_SESSION_SECONDS = 90;
/** Above a day nobody means it. */
const MAX_SESSION_SECONDS = 86_400;
/** RFC 4028 §10. */
const EARLY_MS = 32_000;

export const stepSessionTimer = (
  state: SessionTimer,
  event: SessionTimerEvent,
  at: Instant,
): Step<SessionTimer, SessionTimerEffect> => {
  switch (event.type) {
    case 'agreed':
      return moved(event.terms === null ? { is: 'off' } : start(event.terms, at));
    case 'timer': {
      if (state.is === 'off') return ignored(state, 'the session has no timer');
      if (at >= state.expiresAt) return moved({ is: 'off' }, { type: 'expired' });
      if (state.is === 'refreshing' || state.refreshAt === null || at < state.refreshAt) {
        return ignored(state, 'nothing is due');
      }
      const { seconds, isRefresher, expiresAt } = state;
      return moved({ is: 'refreshing', seconds, isRefresher, expiresAt }, { type: 'refresh' });
    }
    case 'refreshFailed': {
      if (state.is !== 'refreshing') return ignored(state, 'no refresh is on its way');
      const refreshAt = event.againInMs === null ? null : after(at, event.againInMs);
      return moved({ ...state, is: 'running', refreshAt });
    }
  }
};

const start = ({ seconds, isRefresher }: Terms, at: Instant): SessionTimer => ({
  is: 'running',
  seconds,
  isRefresher,
  refreshAt: isRefresher ? after(at, seconds * 500) : null,
  expiresAt: after(at, seconds * 1_000 - Math.min(EARLY_MS, (seconds * 1_000) / 3)),
});

/** When `timer` is wanted next. */
export const nextOf = (state: SessionTimer): Instant | null => {
  if (state.is === 'off') return null;
  if (state.is === 'refreshing' || state.refreshAt === null) return state.expiresAt;
  return instant(Math.min(state.refreshAt, state.expiresAt));
};

interface SessionExpires {
  readonly seconds: number;
  readonly refresher: 'uac' | 'uas' | null;
}

/** `Session-Expires: 1800;refresher=uac`; null where there is none that makes sense. */
export const readSessionExpires = (headers: readonly Header[]): SessionExpires | null => {
  const value = header(headers, 'session-expires');
  const seconds = readSeconds(value);
  if (value === null || seconds === null) return null;
  const semicolon = value.indexOf(';');
  const refresher = semicolon < 0 ? null : parseParams(value, semicolon)?.get('refresher')?.toLowerCase();
  return { seconds, refresher: refresher === 'uac' || refresher === 'uas' ? refresher : null };
};

export const readMinSeconds = (headers: readonly Header[]): number | null => readSeconds(header(headers, 'min-se'));

const readSeconds = (value: string | null): number | null => {
  const digits = /^\s*(\d{1,9})\s*(;|$)/.exec(value ?? '')?.[1];
  if (digits === undefined) return null;
  return Math.min(Number.parseInt(digits, 10), MAX_SESSION_SECONDS);
};

/** What a session-changing request of ours says (RFC 4028 §7.1, §7.4). `refresher` null: the other side may choose. */
export const askHeaders = (seconds: number, least: number, refresher: 'uac' | 'uas' | null): readonly Header[] => [
  { name: 'session-expires', value: `${seconds}${refresher === null ? '' : `;refresher=${refresher}`}` },
  { name: 'min-se', value: String(least) },
];

export interface TimerAnswer {
  readonly terms: Terms | null;
  readonly headers: readonly Header[];
}

/** Their interval is below our least: 422 with ours (RFC 4028 §6, §9); only for who knows what that means. */
export const isTooShort = (headers: readonly Header[]): boolean => {
  const asked = readSessionExpires(headers);
  return asked !== null && asked.seconds < MIN_SESSION_SECONDS && listedTokens(headers, 'supported').includes('timer');
};

export const leastHeader: Header = { name: 'min-se', value: String(MIN_SESSION_SECONDS) };

/**
 * What our 2xx to a session-changing request says (RFC 4028 §9, table 2). A caller that knows timers and asked for none
 * is given ours, refreshed by us; one that knows none gets one only where a proxy asked, refreshed by us as well.
 */
export const answerTimer = (headers: readonly Header[]): TimerAnswer => {
  const asked = readSessionExpires(headers);
  const doesKnow = listedTokens(headers, 'supported').includes('timer');
  if (asked === null && !doesKnow) return { terms: null, headers: [] };
  const seconds = Math.max(asked?.seconds ?? SESSION_SECONDS, MIN_SESSION_SECONDS);
  const isRefresher = !doesKnow || asked === null || asked.refresher === 'uas';
  const value = `${seconds};refresher=${isRefresher ? 'uas' : 'uac'}`;
  return {
    terms: { seconds, isRefresher },
    headers: [{ name: 'session-expires', value }, ...(isRefresher ? [] : [{ name: 'require', value: 'timer' }])],
  };
};

/** What the 2xx to our session-changing request agreed to (RFC 4028 §7.2). */
export const agreedTimer = (headers: readonly Header[]): Terms | null => {
  const agreed = readSessionExpires(headers);
  if (agreed === null) return null;
  // An interval below the standard's least is a slip of theirs; to obey it would be a flood of ours.
  return { seconds: Math.max(agreed.seconds, MIN_SESSION_SECONDS), isRefresher: agreed.refresher !== 'uas' };
};
