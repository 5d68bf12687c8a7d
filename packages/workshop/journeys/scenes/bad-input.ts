import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { openFarEnd } from '../../interop/far-end.ts';
import { startSipp } from '../../interop/sipp.ts';
import { apiWith, until } from '../house/api.ts';
import { finishedCall, recordingOf, saveLine } from '../house/calls.ts';
import { brokenRtp, brokenSip, noise, throwAt } from '../house/garbage.ts';
import { findBelow } from '../house/processes.ts';
import type { Ground } from './ground.ts';

const SEED = Number(process.env.SEED ?? 20261121);
const NOISE_COUNT = 300;

/** A call whose far end and whose neighbours throw garbage at every port it has. */
const callUnderFire = async ({ house, api, planId }: Ground) => {
  const farEnd = await openFarEnd({ sends: 'silence', garbage: [...brokenRtp, ...noise(SEED, 50)] });
  const sipp = await startSipp('answers', { sound_port: `${farEnd.port}` });
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${sipp.port}` });
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone: '13812345678' });
    const sound = await farEnd.heardFrom;
    await throwAt([house.sipPort], [...brokenSip, ...noise(SEED, NOISE_COUNT)]);
    await throwAt([sound.port], [...brokenRtp, ...noise(SEED + 1, NOISE_COUNT)]);
    await until('two seconds of talk', 15_000, () => (farEnd.received() > 100 ? true : null));
    await api.call(endpoints.call.hangUp, { id });
    return { detail: await finishedCall(api, id, 20_000), sipp: await sipp.finished };
  } finally {
    await sipp.stop();
    await farEnd.close();
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
      const { detail, sipp } = await callUnderFire(ground());
      expect(sipp.ok, sipp.said).toBe(true);
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
