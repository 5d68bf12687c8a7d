import type { Pool } from 'pg';
import type { Ending } from '../src/rooms/dialler/index.ts';

/** A talk of the 25th whose node was taken for dead at its first node, and came to the second. */
export const twiceEnded = async (
  pool: Pool,
  { merchantId, planId, lineId }: { readonly merchantId: string; readonly planId: string; readonly lineId: string },
): Promise<{ readonly id: string; readonly interrupted: Ending; readonly truth: Ending }> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, owner, fence, leased_until,
       placed_at, direction)
     values ($1, $2, 1, '话术', $3, '线路', '13800138000', 'talking', 'paused', 1, now(), '2026-11-25 10:00+08', 'in') returning id`,
    [merchantId, planId, lineId],
  );
  const id = rows[0]!.id;
  const step = { name: '', knowledge: false, atMs: 0, leftName: '' };
  const opening = { ...step, node: 'opening', leftBy: 'yes' } as const;
  const interrupted: Ending = {
    merchantId,
    call: id,
    fence: 1,
    verdict: { state: 'interrupted', fault: 'us', mayRetry: true, sipCode: null, because: 'processDied' },
    hungUpBy: 'platform',
    mayHaveRung: true,
    dialledAt: null,
    answeredAt: '2026-11-25T02:00:01.000Z',
    endedAt: '2026-11-25T02:00:10.000Z',
    ringMs: 10,
    talkMs: 0,
    turns: 0,
    level: null,
    levelRule: '',
    lastNode: null,
    stand: { node: 'opening', how: 'stopped', heardMs: null },
    wantsNoMoreCalls: false,
    transcript: { lines: [], path: [{ ...opening, leftBy: '' }], answers: [] },
    recording: null,
    media: null,
  };
  const truth: Ending = {
    ...interrupted,
    verdict: { state: 'answered', fault: 'nobody', mayRetry: false, sipCode: null, because: 'answered' },
    talkMs: 20_000,
    stand: { node: 'bye', how: 'planned', heardMs: null },
    transcript: { lines: [], path: [opening, { ...step, node: 'bye', leftBy: 'robotHungUp' }], answers: [] },
  };
  return { id, interrupted, truth };
};
