import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { openTelephone } from '../../src/telephone/index.ts';
import { until } from '../house/api.ts';
import { type CallDetail, finishedCall, recordingOf, saveLine } from '../house/calls.ts';
import { findBelow, hasListener } from '../house/processes.ts';
import type { Ground } from './ground.ts';

interface Death {
  readonly detail: CallDetail;
  /**
   * From the moment the killed process was back, loaded and listening for SIP, to the BYE at the carrier; negative when the
   * BYE was there before.
   */
  readonly byeAfterMs: number;
}

const CALLS = '--role calls';
const WORKER = 'media-worker/main.ts';
const BYE_LIMIT_MS = 5_000;
/** Long, for a busy machine loads it slowly. */
const BACK_LIMIT_MS = 60_000;
const TALK_MS = 2_000;

/** A call to somebody else's telephone, in mid-sentence; then `victim` is killed with -9. */
const killDuringCall = async ({ house, api, planId }: Ground, victim: string): Promise<Death> => {
  const telephone = await openTelephone();
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${telephone.address.port}` });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    const call = await telephone.nextCall(60_000);
    const speaking = call.waitFor('the robot', signal => signal.type === 'speaking', 60_000);
    await call.answer();
    await speaking;
    await new Promise(resolve => setTimeout(resolve, TALK_MS));
    const pid = await findBelow(house.supervisorPid, victim);
    if (pid === null) throw new Error(`no process runs ${victim}`);
    process.kill(pid, 'SIGKILL');
    const backAt = await until(`a new ${victim}`, BACK_LIMIT_MS, async () => {
      const next = await findBelow(house.supervisorPid, victim);
      return next !== null && next !== pid && (await hasListener(house.sipPort)) ? performance.now() : null;
    });
    const { at, ending } = await call.ended;
    expect(ending.how).toBe('byThem');
    return { detail: await finishedCall(api, id, 60_000), byeAfterMs: at - backAt };
  } finally {
    await telephone.close();
  }
};

export const deaths = (ground: () => Ground): void => {
  describe('when a process dies in the middle of a call', () => {
    it.each([
      ['a media worker', WORKER, 'workerDied'],
      ['the calls process', CALLS, 'processDied'],
    ])(
      '%s: the carrier gets BYE, the record says interrupted, sound and words are kept',
      async (_, victim, because) => {
        const { house, api } = ground();
        const { detail, byeAfterMs } = await killDuringCall(ground(), victim);
        expect(byeAfterMs).toBeLessThan(BYE_LIMIT_MS);
        expect(detail).toMatchObject({ state: 'interrupted', because });
        expect(detail.transcript[0]).toMatchObject({ speaker: 'robot' });
        const sound = await recordingOf(house, api, detail);
        expect(sound.durationMs).toBeGreaterThan(TALK_MS - 500);
      },
    );
  });
};
