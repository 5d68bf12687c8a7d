import { verdictOf } from '@lianxian/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTelephone, type Telephone } from '../src/telephone/index.ts';
import { finalCodes } from './final-codes.ts';
import { type SippCarrier, sippIsThere, startSipp } from './sipp.ts';
import { answersCall, at, goes, hears, hearsCall, scenario } from './sipp-scenario.ts';

/** One carrier that refuses every call with the code its number ends with. */
const refusing = scenario(
  'refuses by number',
  hearsCall(Object.fromEntries(finalCodes.map(([code]) => [`sip:1390000${code}@`, `refuses${code}`]))),
  ...finalCodes.flatMap(([code, words]) => [
    at(`refuses${code}`),
    answersCall('100 Trying'),
    answersCall(`${code} ${words}`, { again: true, contact: null }),
    hears('ACK'),
    goes('over'),
  ]),
  at('over'),
);

describe.skipIf(!sippIsThere).each(['udp', 'tcp'] as const)('a carrier over %s that refuses', transport => {
  let telephone: Telephone;
  let carrier: SippCarrier;
  beforeAll(async () => {
    telephone = await openTelephone();
    carrier = await startSipp(refusing, {}, { transport, calls: finalCodes.length });
  });
  afterAll(async () => {
    await carrier.stop();
    await telephone.close();
  });

  it.concurrent.each(finalCodes)('with %i %s: %s, a call that is %s', async (code, words, how, state) => {
    const target = { host: '127.0.0.1', port: carrier.port };
    const { ending } = await telephone.dial({ target, number: `1390000${code}`, trunk: { transport } }).ended;
    expect(ending).toMatchObject({ how, code, reason: words });
    expect(verdictOf(ending)).toMatchObject({ state, sipCode: code });
  });

  it('has every refusal acknowledged', async () => {
    const { ok, said } = await carrier.finished;
    expect(ok, said).toBe(true);
  });
});
