import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { openFarEnd } from '../../interop/far-end.ts';
import { startSipp } from '../../interop/sipp.ts';
import { until } from '../house/api.ts';
import { type CallDetail, finishedCall, recordingOf, saveLine } from '../house/calls.ts';
import { findBelow } from '../house/processes.ts';
import type { Ground } from './ground.ts';

interface Death {
  readonly detail: CallDetail;
  /** From the moment the killed process was back (or its parent acted) to the BYE at the carrier. */
  readonly byeAfterMs: number;
  readonly ok: boolean;
  readonly said: string;
}

const CALLS = '--role calls';
const WORKER = 'media-worker/main.ts';

/** A call to sipp in mid-sentence; then `victim` is killed with -9. */
const killDuringCall = async ({ house, api, planId }: Ground, victim: string): Promise<Death> => {
  const farEnd = await openFarEnd({ sends: 'silence' });
  const sipp = await startSipp('answers', { sound_port: `${farEnd.port}` });
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${sipp.port}` });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    await until('sound at the far end', 15_000, () => (farEnd.received() > 100 ? true : null));
    const pid = await findBelow(house.supervisorPid, victim);
    if (pid === null) throw new Error(`no process runs ${victim}`);
    process.kill(pid, 'SIGKILL');
    const backAt = await until(`a new ${victim}`, 15_000, async () => {
      const next = await findBelow(house.supervisorPid, victim);
      return next !== null && next !== pid ? Date.now() : null;
    });
    const detail = await finishedCall(api, id, 20_000);
    const { ok, said, messages } = await sipp.finished;
    const bye = messages.find(message => message.way === 'received' && message.text.includes('BYE '));
    return { detail, ok, said, byeAfterMs: (bye?.atMs ?? Number.POSITIVE_INFINITY) - backAt };
  } finally {
    await sipp.stop();
    await farEnd.close();
  }
};

const BYE_LIMIT_MS = 5_000;

export const deaths = (ground: () => Ground): void => {
  describe.sequential('when a process dies in the middle of a call', () => {
    it.each([
      ['a media worker', WORKER, 'workerDied'],
      ['the calls process', CALLS, 'processDied'],
    ])(
      '%s: the carrier gets BYE, the record says interrupted, sound and words are kept',
      async (_, victim, because) => {
        const { house, api } = ground();
        const { detail, ok, said, byeAfterMs } = await killDuringCall(ground(), victim);
        expect(ok, said).toBe(true);
        expect(byeAfterMs).toBeLessThan(BYE_LIMIT_MS);
        expect(detail).toMatchObject({ state: 'interrupted', because });
        expect(detail.transcript[0]).toMatchObject({ speaker: 'robot' });
        const sound = await recordingOf(house, api, detail);
        expect(sound.durationMs).toBeGreaterThan(1500);
      },
    );
  });
};
