import { instant } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { openSeats } from './index.ts';

const LI = '5';
const calls = { find: () => null, ofSeat: () => [], ask: () => undefined, hangUp: () => undefined };

test('who dials as soon as his telephone is registered is there, though the database has not said yet whose it is', async () => {
  const known = Promise.withResolvers<{ merchantId: string; wrapUpMs: number } | null>();
  const seats = openSeats({
    ...{ log: openLog('silent', 'test'), now: () => instant(0), calls, rejoin: () => undefined },
    seatOf: () => known.promise,
    shows: () => undefined,
    tellElsewhere: () => undefined,
    callsOver: async () => [],
  });
  expect(await seats.arrived(LI)).toBeUndefined();
  seats.registered(`seat.${LI}`, true);
  const arrived = seats.arrived(LI);
  known.resolve({ merchantId: '1', wrapUpMs: 0 });
  expect((await arrived)?.progress().being).toBe('idle');
  seats.unregistered(`seat.${LI}`, true);
  expect(await seats.arrived(LI)).toBeUndefined();
  await seats.close();
});
