import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { openTelephone } from '../../src/telephone/index.ts';
import { apiWith } from '../house/api.ts';
import { finishedCall, recordingOf, saveLine } from '../house/calls.ts';
import { brokenRtp, brokenSip, noise, throwAt } from '../house/garbage.ts';
import { findBelow } from '../house/processes.ts';
import type { Ground } from './ground.ts';

const SEED = Number(process.env.SEED ?? 20261121);
const NOISE_COUNT = 300;

/** A call while strangers throw garbage at every port it has. */
const callUnderFire = async ({ house, api, planId }: Ground) => {
  const telephone = await openTelephone();
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${telephone.address.port}` });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    const call = await telephone.nextCall(60_000);
    const speaking = call.waitFor('the robot', signal => signal.type === 'speaking', 60_000);
    await throwAt([house.sipPort], brokenSip);
    await call.answer();
    await speaking;
    await throwAt([house.sipPort], [...brokenSip, ...noise(SEED, NOISE_COUNT)]);
    await throwAt([call.soundFrom()?.port ?? 0], [...brokenRtp, ...noise(SEED + 1, NOISE_COUNT)]);
    await new Promise(resolve => setTimeout(resolve, 1_500));
    await api.call(endpoints.call.hangUp, { id });
    expect((await call.ended).ending.how).toBe('byThem');
    return await finishedCall(api, id, 60_000);
  } finally {
    await telephone.close();
  }
};

const ODD = [
  "'; drop table call_record; --",
  '\u0000{name}',
  '<script>alert(1)</script>',
  '𠮷'.repeat(200),
  '-1',
  '1e99',
];

export const badInput = (ground: () => Ground): void => {
  describe('bad input', () => {
    it(`malformed SIP, SDP and RTP during a call harm nobody (seed ${SEED})`, async () => {
      const { house, api } = ground();
      const before = await findBelow(house.supervisorPid, '--role calls');
      const detail = await callUnderFire(ground());
      expect(detail).toMatchObject({ state: 'answered', hungUpBy: 'user' });
      expect((await recordingOf(house, api, detail)).durationMs).toBeGreaterThan(1500);
      expect(await findBelow(house.supervisorPid, '--role calls')).toBe(before);
    });

    it('every endpoint answers odd fields with a refusal or a result, never with a fault', async () => {
      const { api } = ground();
      const all = Object.values(endpoints).flatMap(module => Object.values(module));
      const asked = all.filter(endpoint => endpoint.path !== 'user/logout');
      for (const odd of ODD) {
        for (const { path, input } of asked) {
          const fields = Object.keys((input as { shape?: object }).shape ?? {});
          const answer = await api.send(path, Object.fromEntries(fields.map(field => [field, odd])));
          expect({ path, odd, status: answer.status }).toEqual({ path, odd, status: 200 });
          expect(answer.errorMsg, path).not.toMatch(/error|exception|at .*\.ts/i);
        }
      }
    });

    it('says what is wrong: unknown path, a megabyte in a field, a token nobody gave', async () => {
      const { api, house } = ground();
      expect(await api.send('call/nothing', {})).toMatchObject({ status: 200, errorCode: 106 });
      expect(await api.send('line/save', { name: 'x'.repeat(1 << 20) })).toMatchObject({ status: 200, errorCode: 108 });
      expect(await apiWith(house, 'not-a-token').send('call/list', {})).toMatchObject({ status: 200, errorCode: 103 });
    });
  });
};
