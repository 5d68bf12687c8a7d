import { type HungUpBy, interrupted, type Verdict } from '@lianxian/core';

/** Who ended an answered call, in the verdict's own words; before the answer, a cancel tells who cancelled. */
export const spoken = (verdict: Verdict, by: HungUpBy): Verdict => {
  if (verdict.because === 'cancelledByUser' && by !== 'user' && by !== 'seat')
    return { ...verdict, because: 'shutDown' };
  if (verdict.because !== 'robotHungUp') return verdict;
  if (by === 'user') return { ...verdict, because: 'userHungUp' };
  if (by === 'seat') return { ...verdict, because: 'seatHungUp' };
  if (by === 'robot') return verdict;
  return { ...interrupted('shutDown'), sipCode: verdict.sipCode };
};
