import { compileOnly } from '../src/platform/db/index.ts';
import type { ClaimedCall } from '../src/rooms/dialler/dialler.store.ts';

/** No server is asked: what is kept for a crash, and what waits to be dialled, is nobody's business there. */
export const nobodysDatabase = compileOnly();

/** A test call over the practice line, claimed and not dialled yet. */
export const claimOf = (call: string, over: Partial<ClaimedCall> = {}): ClaimedCall => ({
  merchantId: '1',
  call,
  fence: 1,
  direction: 'out',
  taskId: null,
  planId: '1',
  planVersion: 1,
  lineId: '1',
  practice: true,
  phone: '15400000001',
  callerNumber: '',
  ringTimeoutMs: 60_000,
  variables: {},
  file: '',
  zone: 'Asia/Shanghai',
  hangUpWanted: false,
  isStale: false,
  ...over,
});
