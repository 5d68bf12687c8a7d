import { configEndpoints } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { recordAudit } from '../audit/index.ts';
import { callingRulesOf, saveCallingRules } from './settings.store.ts';

export const bindSettings = (front: Front, houseDb: HouseDb): void => {
  bind(front, configEndpoints.calling, async (_, { session }) => {
    const { legal, ...caps } = await callingRulesOf(houseDb, session.merchantId);
    return { legalFromMinute: legal.from, legalToMinute: legal.to, ...caps };
  });
  /** Tasks read them at every look: what is not placed yet follows within seconds. */
  bind(front, configEndpoints.saveCalling, async (input, { db, session, ip, at }) => {
    const { legalFromMinute: from, legalToMinute: to, ...caps } = input;
    if (from >= to) throw refuse('hoursBackwards');
    await db.transaction(async tx => {
      await saveCallingRules(tx, { legal: { from, to }, ...caps });
      await recordAudit(tx, { action: 'settings.calling', employeeId: session.employeeId, ip, at });
    });
    return {};
  });
};
