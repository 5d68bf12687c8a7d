import { lazy } from 'react';

/** The words of all codes come only where a call has failed. */
export const LazySipCode = lazy(() => import('./sip-code.tsx').then(file => ({ default: file.SipCode })));
