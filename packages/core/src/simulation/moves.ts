import type { Answered } from '../conversation/index.ts';

/** One thing the callee, or the world, does in a talk that is replayed. */
export type Move =
  /** Lets the robot finish, then speaks. */
  | { readonly does: 'say'; readonly text: string }
  /** Speaks into what the robot says, so long after it began. */
  | { readonly does: 'over'; readonly text: string; readonly afterMs: number }
  /** Noise that is no sentence, so long into what the robot says. */
  | { readonly does: 'cough'; readonly afterMs: number; readonly ms: number }
  | { readonly does: 'press'; readonly keys: string }
  /** Nobody speaks for so long, once the robot has finished. */
  | { readonly does: 'silent'; readonly ms: number }
  /** What the world says to the next thing it is asked, so long afterwards. */
  | { readonly does: 'answer'; readonly answer: Answered; readonly afterMs?: number | undefined }
  /** The callee hangs up: when the robot has finished, or so long into what it says. */
  | { readonly does: 'hangUp'; readonly afterMs?: number | undefined };

/** Moves of one talk; a longer one is no conversation. */
export const MOST_MOVES = 200;
