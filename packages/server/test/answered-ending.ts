import type { Ending } from '../src/rooms/dialler/index.ts';

/** An answered call of five seconds that the callee ended, as filing takes it. */
export const answeredEnding = (
  { merchantId, call, fence }: Pick<Ending, 'merchantId' | 'call' | 'fence'>,
  more: Partial<Ending> = {},
): Ending => ({
  merchantId,
  call,
  fence,
  verdict: { state: 'answered', fault: 'nobody', mayRetry: false, sipCode: null, because: 'calleeHungUp' },
  hungUpBy: 'callee',
  mayHaveRung: true,
  dialledAt: null,
  answeredAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:05.000Z',
  ringMs: 10,
  talkMs: 5_000,
  turns: 0,
  level: 'A',
  levelRule: '',
  lastNode: null,
  wantsNoMoreCalls: false,
  transcript: { lines: [], path: [], answers: [] },
  recording: null,
  media: null,
  ...more,
});
