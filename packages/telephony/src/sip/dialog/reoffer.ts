import { ignored, moved, type Step } from '@lianxian/core/kit';

/**
 * Our own re-INVITE (RFC 3261 §14.1): hold, resume, a refresh of the session.
 *
 *     quiet ──want──▶ asking ──2xx──▶ quiet
 *       │ not our turn  │ 491 (glare), not our turn      ▲
 *       ▼               ▼                                │
 *     waiting ◀─────────┘            refused, no reply ──┘   (the session stays as it was)
 *       └──the wait is over──▶ asking
 *
 * Invariants: one at a time; what is wanted while one is on its way is asked for after it, once; a refusal changes
 * nothing; 481 and silence mean that the far end knows the dialog no more (§12.2.1.2).
 */
export type Reoffer =
  | { readonly is: 'quiet' }
  | { readonly is: 'asking'; readonly isWantedAgain: boolean; readonly tries: number }
  | { readonly is: 'waiting'; readonly tries: number };

export type ReofferEvent =
  /** `isFree`: no other offer is in the air. */
  | { readonly type: 'want'; readonly isFree: boolean }
  | { readonly type: 'waited'; readonly isFree: boolean }
  | { readonly type: 'answered' }
  | { readonly type: 'refused'; readonly status: number }
  | { readonly type: 'noReply' };

export type ReofferEffect =
  | { readonly type: 'ask' }
  | { readonly type: 'wait' }
  | { readonly type: 'tellRefused'; readonly status: number }
  | { readonly type: 'tellGone'; readonly because: 'unknown' | 'noReply' };

/** After so many glares in a row the far end is not sane. */
const MAX_TRIES = 10;

const go = (state: Reoffer, ...effects: readonly ReofferEffect[]): Step<Reoffer, ReofferEffect> =>
  moved(state, ...effects);

export const stepReoffer = (state: Reoffer, event: ReofferEvent): Step<Reoffer, ReofferEffect> => {
  switch (event.type) {
    case 'want':
      if (state.is === 'waiting') return ignored(state, 'it will be asked for');
      if (state.is === 'asking') return moved({ ...state, isWantedAgain: true });
      return begin(event.isFree, 0);
    case 'waited':
      return state.is === 'waiting' ? begin(event.isFree, state.tries) : ignored(state, 'nothing waits');
    default:
      return state.is === 'asking' ? onOutcome(state, event) : ignored(state, 'nothing was asked');
  }
};

const begin = (isFree: boolean, tries: number): Step<Reoffer, ReofferEffect> => {
  if (isFree) return go({ is: 'asking', isWantedAgain: false, tries: tries + 1 }, { type: 'ask' });
  if (tries >= MAX_TRIES) return go({ is: 'quiet' }, { type: 'tellRefused', status: 491 });
  return go({ is: 'waiting', tries: tries + 1 }, { type: 'wait' });
};

type Asking = Extract<Reoffer, { is: 'asking' }>;
type Outcome = Exclude<ReofferEvent, { type: 'want' | 'waited' }>;

const onOutcome = (state: Asking, event: Outcome): Step<Reoffer, ReofferEffect> => {
  if (event.type === 'noReply') return go({ is: 'quiet' }, { type: 'tellGone', because: 'noReply' });
  if (event.type === 'answered') {
    return state.isWantedAgain ? go({ is: 'waiting', tries: 0 }, { type: 'wait' }) : moved({ is: 'quiet' });
  }
  const { status } = event;
  if (status === 481) return go({ is: 'quiet' }, { type: 'tellGone', because: 'unknown' });
  if (status === 408) return go({ is: 'quiet' }, { type: 'tellGone', because: 'noReply' });
  if (status === 491 && state.tries < MAX_TRIES) return go({ is: 'waiting', tries: state.tries }, { type: 'wait' });
  const refused: ReofferEffect = { type: 'tellRefused', status };
  return state.isWantedAgain
    ? go({ is: 'waiting', tries: 0 }, refused, { type: 'wait' })
    : go({ is: 'quiet' }, refused);
};
