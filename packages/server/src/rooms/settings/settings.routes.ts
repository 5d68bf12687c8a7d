import { configEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import type { CallingRules } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import {
  lockSettings,
  type MerchantSettings,
  merchantFacts,
  merchantSettingsOf,
  saveMerchantSettings,
} from './merchant.store.ts';
import { ownCallingRules, saveCallingRules } from './settings.store.ts';
import { bindTables } from './tables.routes.ts';

const wireOf = ({ legal, ...caps }: CallingRules) => ({
  legalFromMinute: legal.from,
  legalToMinute: legal.to,
  ...caps,
});

const bindCalling = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, configEndpoints.calling, async (_, { session }) =>
    wireOf(await ownCallingRules(unscopedDb, session.merchantId)),
  );
  /** Tasks read them at every look: what is not placed yet follows within seconds. */
  bind(front, configEndpoints.saveCalling, async (input, context) => {
    const { legalFromMinute: from, legalToMinute: to, ...caps } = input;
    if (from >= to) throw refuse('hoursBackwards');
    await context.db.transaction(async tx => {
      const before = wireOf(await ownCallingRules(unscopedDb, context.session.merchantId));
      await saveCallingRules(tx, { legal: { from, to }, ...caps });
      await recordAudit(tx, { action: 'settings.calling', before, after: input }, auditBy(context));
    });
    return {};
  });
};

const all = async (
  { db, session }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof configEndpoints.all>> => {
  const [rules, settings, { zone, channelLimit }] = await Promise.all([
    ownCallingRules(unscopedDb, session.merchantId),
    merchantSettingsOf(db),
    merchantFacts(unscopedDb, session.merchantId),
  ]);
  return {
    ...wireOf(rules),
    ...settings,
    bellLevels: [...settings.bellLevels],
    zone,
    channelsGranted: channelLimit,
    maySaveCalling: session.buttons.has('task:control'),
    maySave: session.roleCode === 'company' || session.roleCode === 'agent',
  };
};

/** As the audit shows them: a level a field. */
const factsOf = ({ levelNames, bellLevels, ...rest }: MerchantSettings): Facts => ({
  bellLevels: bellLevels.join(' '),
  ...Object.fromEntries(Object.entries(levelNames).map(([level, name]) => [`level${level}`, name])),
  ...rest,
});

const save = async (input: InputOf<typeof configEndpoints.save>, context: SignedInContext): Promise<void> => {
  await context.db.transaction(async tx => {
    const before = await lockSettings(tx);
    const after = {
      levelNames: input.levelNames ?? before.levelNames,
      ownerSeesPhones: input.ownerSeesPhones ?? before.ownerSeesPhones,
      demandsFactor: input.demandsFactor ?? before.demandsFactor,
      levelNeedsWhy: input.levelNeedsWhy ?? before.levelNeedsWhy,
      bellLevels: input.bellLevels ?? before.bellLevels,
      recordingDays: input.recordingDays ?? before.recordingDays,
    };
    await saveMerchantSettings(tx, after);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordAudit(tx, { action: 'settings.save', ...change }, auditBy(context));
  });
};

export const bindSettings = (front: Front, unscopedDb: UnscopedDb): void => {
  bindCalling(front, unscopedDb);
  bindTables(front);
  bind(front, configEndpoints.all, (_, context) => all(context, unscopedDb));
  bind(front, configEndpoints.save, async (input, context) => {
    await save(input, context);
    return {};
  });
};
