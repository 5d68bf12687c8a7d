import { configEndpoints } from '@lianxian/contract';
import type { CallingRules } from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { ownCallingRules, saveCallingRules } from './settings.store.ts';

const wireOf = ({ legal, ...caps }: CallingRules) => ({
  legalFromMinute: legal.from,
  legalToMinute: legal.to,
  ...caps,
});

export const bindSettings = (front: Front, houseDb: HouseDb): void => {
  bind(front, configEndpoints.calling, async (_, { session }) => {
    return wireOf(await ownCallingRules(houseDb, session.merchantId));
  });
  /** Tasks read them at every look: what is not placed yet follows within seconds. */
  bind(front, configEndpoints.saveCalling, async (input, context) => {
    const { legalFromMinute: from, legalToMinute: to, ...caps } = input;
    if (from >= to) throw refuse('hoursBackwards');
    await context.db.transaction(async tx => {
      const before = wireOf(await ownCallingRules(houseDb, context.session.merchantId));
      await saveCallingRules(tx, { legal: { from, to }, ...caps });
      await recordAudit(tx, { action: 'settings.calling', before, after: input }, auditBy(context));
    });
    return {};
  });
};
