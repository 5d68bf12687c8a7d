import { type HungUpBy, notDialled, type Verdict, verdictOf } from '@lianxian/core';
import type { LegRefusal, PersonEnd } from './person-leg.ts';

/*
 * How it ended for somebody who takes part, in a verdict's words; and what the INVITE of who dials is refused with.
 */

const answeredBut = (because: string): Verdict => ({ ...verdictOf({ how: 'byUs', code: null }), because });

/** It was there until the call ended, or was not taken before that. */
export const overWithCall = (wasThere: boolean): Verdict =>
  wasThere ? answeredBut('callOver') : notDialled('cancelledByUser');

/** Somebody sent it away, or it left by itself. */
export const parted = (wasThere: boolean, by: HungUpBy): Verdict => {
  if (!wasThere) return notDialled('cancelledByUser');
  return answeredBut(by === 'seat' ? 'seatHungUp' : by === 'user' ? 'userHungUp' : 'callOver');
};

export const endedBy = (end: PersonEnd, by: HungUpBy): Verdict => {
  if (end.why === 'lost') return answeredBut('legLost');
  if (end.why !== 'notTaken') return parted(true, by);
  return verdictOf(end.ending ?? { how: 'mediaFailed', code: null });
};

const FORBIDDEN = 403;
const UNAVAILABLE = 480;
const LEAST_REFUSAL = 400;
/** What a page would take for a question of ours. */
const CHALLENGES: readonly number[] = [401, 407];

/** By the callee's own answer where it gave one; else forbidden, where a rule of ours would not let it be dialled. */
export const refusalOf = ({ sipCode, state, because }: Verdict): LegRefusal => {
  if (sipCode !== null && sipCode >= LEAST_REFUSAL && !CHALLENGES.includes(sipCode)) return { code: sipCode, because };
  const wasTried = state === 'answered' || state === 'noAnswer' || state === 'interrupted';
  return { code: wasTried ? UNAVAILABLE : FORBIDDEN, because };
};
