import { after, type Instant, ignored, moved, type Step } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import type { RegistrationBecause, RegistrationState } from './registration-state.ts';

/**
 * One registration of ours with a carrier, kept up until it is stopped (RFC 3261 §10.2).
 *
 *     unregistered ──start──▶ registering ──200──▶ registered ──due──▶ refreshing ──200──▶ registered
 *                                │ ▲                  │                  │
 *                        refused,│ │due, again        │stop              │refused, no answer
 *                       no answer▼ │                  ▼                  ▼
 *                              failed            unregistering         failed (the old binding may still stand)
 *                                └────stop────▶ unregistered ◀── answer or none
 *
 * Invariants: one REGISTER is under way at a time (§10.2); a refresh leaves well before the binding runs out, at no
 * instant that all lines of a carrier share; failures wait longer and longer (RFC 5626 §4.5), refused credentials longest,
 * for a carrier that is asked again and again with a wrong password locks the account; `tell` follows every change.
 */
export interface Registering extends RegistrationState {
  /** When the next keep-alive is due; null while there is no binding. */
  readonly keepAliveAt: Instant | null;
  /** What is asked for, once the registrar said what is too brief for it. */
  readonly expiresS: number;
  /** In a row. */
  readonly failures: number;
  /** 423 was answered in this chain already: a registrar that raises its bid for ever is not followed. */
  readonly isRaised: boolean;
  /** Stopped while a REGISTER was under way: the binding is taken back after its answer. */
  readonly wantsStop: boolean;
}

/** What came of one REGISTER with its repetitions for credentials. */
export type RegisterOutcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      /** Of our own contact in a 200; null: the registrar does not keep it. */
      readonly grantedS: number | null;
      /** Min-Expires of a 423. */
      readonly minExpiresS: number | null;
      readonly retryAfterS: number | null;
      /** It asked for credentials less safely than before, and was not answered. */
      readonly isWeakened: boolean;
      readonly roundTripMs: number;
      readonly seenAs: Address | null;
    }
  | {
      readonly type: 'unanswered';
      readonly because: Extract<
        RegistrationBecause,
        'noReply' | 'unresolved' | 'notAllowed' | 'notOpen' | 'unreachable' | 'certificate'
      >;
    };

/** `chance` is a throw of dice from 0 up to 1: how far an instant is moved, so that a thousand lines do not ask at once. */
export type RegisteringEvent =
  | { readonly type: 'start' }
  | { readonly type: 'due' }
  | { readonly type: 'again' }
  /** The connection it was made over broke: who would call us by it cannot. */
  | { readonly type: 'cut'; readonly chance: number }
  | { readonly type: 'outcome'; readonly outcome: RegisterOutcome; readonly chance: number }
  | { readonly type: 'stop' };

export type RegisteringEffect =
  /** REGISTER for so long; 0 takes the binding back. */
  | { readonly type: 'ask'; readonly expiresS: number }
  | { readonly type: 'keepAlive' }
  | { readonly type: 'tell' }
  /** Nothing more will come. */
  | { readonly type: 'stopped' };

/** A longer binding than a day says nothing of today. */
const MAX_EXPIRES_S = 86_400;
/** Waits grow from here, doubling, to five minutes; half to all of each is waited (RFC 5626 §4.5). */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 300_000;
const CREDENTIALS_WAIT_MS = 1_800_000;
/** A registrar that asks us to stay away longer is asked once an hour all the same. */
const MAX_RETRY_AFTER_S = 3_600;
/** A binding granted for less is refreshed as fast as this all the same, or it would be a flood. */
const SHORTEST_REFRESH_MS = 5_000;
/** A carrier that restarts cuts all its lines at once, and must not hear them all at once. */
const CUT_WAIT_MS = 5_000;
/** Translations of home and office routers forget a UDP way after 30 s (RFC 5626 §4.4.2: 24–29 s). */
export const KEEP_ALIVE_MS = 25_000;

export const startRegistering = (expiresS: number): Registering => ({
  is: 'unregistered',
  code: null,
  because: '',
  until: null,
  againAt: null,
  roundTripMs: null,
  seenAs: null,
  keepAliveAt: null,
  expiresS: Math.min(expiresS, MAX_EXPIRES_S),
  failures: 0,
  isRaised: false,
  wantsStop: false,
});

/** What others see of it. */
export const registrationState = (state: Registering): RegistrationState => {
  const { is, code, because, until, againAt, roundTripMs, seenAs } = state;
  return { is, code, because, until, againAt, roundTripMs, seenAs };
};

/** When `due` is wanted next. */
export const nextDue = ({ againAt, keepAliveAt }: Registering): Instant | null => {
  if (againAt === null || keepAliveAt === null) return againAt ?? keepAliveAt;
  return againAt < keepAliveAt ? againAt : keepAliveAt;
};

type RegisteringStep = Step<Registering, RegisteringEffect>;
const tell: RegisteringEffect = { type: 'tell' };
const to = (state: Registering, ...effects: readonly RegisteringEffect[]): RegisteringStep => moved(state, ...effects);

export const stepRegistering = (state: Registering, event: RegisteringEvent, at: Instant): RegisteringStep => {
  if (state.wantsStop && event.type !== 'outcome') return ignored(state, 'it is being stopped');
  switch (event.type) {
    case 'start':
      return state.is === 'unregistered' ? ask(state, at) : ignored(state, 'it was started already');
    case 'again':
      if (state.is === 'registered' || state.is === 'failed') return ask(state, at);
      return ignored(state, 'nothing waits');
    case 'cut':
      if (state.is !== 'registered') return ignored(state, 'it asks anew anyway');
      return to({ ...state, againAt: after(at, CUT_WAIT_MS * (0.2 + 0.8 * event.chance)), keepAliveAt: null });
    case 'due':
      return onDue(state, at);
    case 'stop':
      return onStop(state);
    case 'outcome':
      if (state.is === 'unregistering') return to(unregistered(state), tell, { type: 'stopped' });
      if (state.is !== 'registering' && state.is !== 'refreshing') return ignored(state, 'nothing was asked');
      return onOutcome(state, event.outcome, event.chance, at);
  }
};

const ask = (state: Registering, at: Instant, isRaised = false): RegisteringStep => {
  const isBound = state.until !== null && state.until > at;
  const now = isBound ? ({ is: 'refreshing' } as const) : ({ is: 'registering', until: null } as const);
  return to({ ...state, ...now, againAt: null, isRaised }, tell, { type: 'ask', expiresS: state.expiresS });
};

const onDue = (state: Registering, at: Instant): RegisteringStep => {
  if (state.againAt !== null && state.againAt <= at) return ask(state, at);
  if (state.keepAliveAt === null || state.keepAliveAt > at) return ignored(state, 'nothing is due');
  return to({ ...state, keepAliveAt: after(at, KEEP_ALIVE_MS) }, { type: 'keepAlive' });
};

const onStop = (state: Registering): RegisteringStep => {
  if (state.is === 'registering' || state.is === 'refreshing') return to({ ...state, wantsStop: true });
  if (state.until === null) return to({ ...unregistered(state), wantsStop: true }, tell, { type: 'stopped' });
  return takeBack(state);
};

const takeBack = (state: Registering): RegisteringStep =>
  to({ ...state, is: 'unregistering', againAt: null, keepAliveAt: null, wantsStop: true }, tell, {
    type: 'ask',
    expiresS: 0,
  });

const unregistered = (state: Registering): Registering => ({
  ...state,
  is: 'unregistered',
  until: null,
  againAt: null,
  keepAliveAt: null,
});

const onOutcome = (state: Registering, outcome: RegisterOutcome, chance: number, at: Instant): RegisteringStep => {
  if (outcome.type === 'unanswered') {
    // Whether the registrar heard us nobody knows: what it may hold is taken back too.
    if (state.wantsStop) return takeBack(state);
    return failed({ ...state, code: null, roundTripMs: null }, outcome.because, { retryAfterS: 0, chance }, at);
  }
  const { status, roundTripMs, seenAs } = outcome;
  const heard = { ...state, code: status, roundTripMs, seenAs: seenAs ?? state.seenAs };
  const isKept = status < 300 && outcome.grantedS !== null && outcome.grantedS > 0;
  if (state.wantsStop) {
    if (isKept || state.until !== null) return takeBack(heard);
    return to(unregistered(heard), tell, { type: 'stopped' });
  }
  if (isKept) return registered(heard, outcome.grantedS, chance, at);
  if (status < 300) return failed({ ...heard, until: null }, 'notRegistered', { retryAfterS: 0, chance }, at);
  const { minExpiresS } = outcome;
  if (status === 423 && !state.isRaised && minExpiresS !== null && isRaise(state, minExpiresS)) {
    return ask({ ...heard, expiresS: minExpiresS }, at, true);
  }
  return failed(heard, refusal(outcome), { retryAfterS: outcome.retryAfterS ?? 0, chance }, at);
};

const isRaise = ({ expiresS }: Registering, minExpiresS: number): boolean =>
  minExpiresS > expiresS && minExpiresS <= MAX_EXPIRES_S;

const refusal = ({ status, isWeakened }: Extract<RegisterOutcome, { type: 'answered' }>): RegistrationBecause => {
  if (isWeakened) return 'weakChallenge';
  if (status === 401 || status === 403 || status === 407) return 'credentialsRefused';
  return status >= 500 && status < 600 ? 'serverError' : 'refused';
};

/** Refreshed after 70 to 85 % of what was granted: of the least usual, a minute, 9 s are left for what is lost. */
const registered = (state: Registering, grantedS: number, chance: number, at: Instant): RegisteringStep => {
  const grantedMs = Math.min(grantedS, MAX_EXPIRES_S) * 1_000;
  const refreshMs = Math.max(SHORTEST_REFRESH_MS, grantedMs * (0.7 + 0.15 * chance));
  return to(
    {
      ...state,
      is: 'registered',
      because: '',
      until: after(at, grantedMs),
      againAt: after(at, refreshMs),
      keepAliveAt: after(at, KEEP_ALIVE_MS),
      failures: 0,
    },
    tell,
  );
};

const failed = (
  state: Registering,
  because: RegistrationBecause,
  { retryAfterS, chance }: { readonly retryAfterS: number; readonly chance: number },
  at: Instant,
): RegisteringStep => {
  const failures = state.failures + 1;
  const most =
    because === 'credentialsRefused'
      ? CREDENTIALS_WAIT_MS
      : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 8));
  const waitMs = Math.max(most * (0.5 + 0.5 * chance), Math.min(retryAfterS, MAX_RETRY_AFTER_S) * 1_000);
  const until = state.until !== null && state.until > at ? state.until : null;
  const keepAliveAt = until === null ? null : state.keepAliveAt;
  return to({ ...state, is: 'failed', because, until, failures, againAt: after(at, waitMs), keepAliveAt }, tell);
};
