import { describe, expect, it } from 'vitest';
import { openTelephone } from '../src/telephone/index.ts';
import { RIGHT_PASSWORD } from './scenes.ts';
import { freeUdpPort, sippIsThere, startSipp } from './sipp.ts';

/** Our SIP alone against sipp: each scenario and how the call must end, by RFC 3261 and by hand. */
const table: readonly {
  readonly scenario: string;
  readonly hangsUp?: 'ringing' | 'talking';
  readonly password?: string;
  readonly ends: string;
}[] = [
  { scenario: 'answers', hangsUp: 'talking', ends: 'byUs —' },
  { scenario: 'busy', ends: 'refused 486' },
  { scenario: 'declines', ends: 'refused 603' },
  { scenario: 'rings', hangsUp: 'ringing', ends: 'cancelled 487' },
  { scenario: 'hangs-up', ends: 'byThem —' },
  { scenario: 'early-media', hangsUp: 'talking', ends: 'byUs —' },
  { scenario: 'asks-401', hangsUp: 'talking', password: RIGHT_PASSWORD, ends: 'byUs —' },
  { scenario: 'asks-407', hangsUp: 'talking', password: RIGHT_PASSWORD, ends: 'byUs —' },
  { scenario: 'refuses-credentials', password: 'wrong', ends: 'credentialsRefused 401' },
  { scenario: 'talks-nonsense', ends: 'noCommonCodec —' },
];

describe.skipIf(!sippIsThere)('our telephone against sipp', () => {
  it.concurrent.each(table)('$scenario: $ends', async ({ scenario, hangsUp, password, ends }) => {
    const telephone = await openTelephone();
    const port = await freeUdpPort();
    const sipp = await startSipp(scenario, { sound_port: `${port}`, relay_port: '9', password: RIGHT_PASSWORD });
    try {
      const call = telephone.dial({
        target: { host: '127.0.0.1', port: sipp.port },
        number: '13812345678',
        ...(password ? { credentials: { username: 'lianxian', password } } : {}),
      });
      if (hangsUp === 'talking') await call.answered;
      if (hangsUp === 'ringing') await call.ringing;
      if (hangsUp) call.hangUp();
      const { ending } = await call.ended;
      const { ok, said } = await sipp.finished;
      expect(ok, said).toBe(true);
      expect(`${ending.how} ${ending.code ?? '—'}`).toBe(ends);
    } finally {
      await sipp.stop();
      await telephone.close();
    }
  });
});
