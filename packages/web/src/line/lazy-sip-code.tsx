import { lazy } from 'react';
import { wordsOf } from '../text/words.ts';

/** The words of all codes come only where a call has failed. */
export const LazySipCode = lazy(async () => {
  const [{ SipCode }] = await Promise.all([import('./sip-code.tsx'), wordsOf('monitor')]);
  return { default: SipCode };
});
