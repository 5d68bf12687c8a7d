import { instant, type SwitchboardCommand } from '@lianxian/core';
import { expect, test } from 'vitest';
import { claimOf, nobodysDatabase as db } from '../../../test/claimed.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { openLog } from '../../platform/log.ts';
import { createLiveCalls } from '../live/index.ts';
import { defectLimitMs, openDialler } from './dialler.ts';
import type { Ending } from './filing.store.ts';

test('after a defect calls go on for a minute at most, and less where a planned stop waits for less', () => {
  expect([0, 20, 300, 3_600].map(defectLimitMs)).toEqual([11_000, 31_000, 71_000, 71_000]);
});

const claim = claimOf('7', { direction: 'in', practice: false, phone: '13800000000' });

test('who called while the row was being written and a drain passed meanwhile is told to come back, and his row ends', async () => {
  const [told, filed]: [SwitchboardCommand<null>[], Ending[]] = [[], []];
  const never = () => undefined;
  const ports = {
    publish: never,
    publishTask: async () => undefined,
    publishMerchant: async () => undefined,
    publishLines: never,
    onMoreSip: never,
  };
  const dialler = openDialler<null>({
    db,
    bus: {
      notify: async () => undefined,
      listen: async () => async () => undefined,
      onBack: never,
      close: async () => {},
    },
    log: openLog('silent', 'test'),
    owner: 'one',
    capacity: 10,
    tell: command => void told.push(command),
    wayOf: async () => ({ route: null, phone: '', isHeard: true }),
    planOf: async () => ({ graph: shortPlan, bytes: 2_000 }),
    filing: { file: async ending => void filed.push(ending), fileJournal: async () => undefined },
    words: createLiveCalls({ ...ports, later: never, soon: never, rest: never }),
    dialogs: { keep: never },
    clock: { now: () => instant(7_000), toDate: at => new Date(at) },
    isDiskFull: async () => false,
  });
  await dialler.drain(0);
  dialler.take(claim, { offer: 'leg', route: null, plan: shortPlan, isHeard: true });
  expect(told).toEqual([{ type: 'refuse', offer: 'leg', because: 'notNow' }]);
  expect(filed).toMatchObject([{ call: '7', verdict: { state: 'interrupted', because: 'shutDown' } }]);
  await expect.poll(dialler.live).toEqual([]);
  await dialler.close();
});
