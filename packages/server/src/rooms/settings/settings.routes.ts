import { configEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { everyDay, type MerchantRules } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { callingRulesOf, merchantRulesOf, saveMerchantRules } from '../rules/index.ts';
import {
  lockSettings,
  type MerchantSettings,
  merchantFacts,
  merchantSettingsOf,
  saveMerchantSettings,
} from './merchant.store.ts';
import { bindTables } from './tables.routes.ts';

const wireOf = ({ calendar, caps, channels }: MerchantRules) => ({
  legalFromMinute: calendar.week[0]?.[0]?.from ?? 0,
  legalToMinute: calendar.week[0]?.[0]?.to ?? 1,
  callsPerDay: caps.perDay ?? 100,
  callsPerWeek: caps.per7Days ?? 700,
  channels,
});

const bindCalling = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, configEndpoints.calling, async (_, { session }) =>
    wireOf(merchantRulesOf(await callingRulesOf(unscopedDb, session.merchantId)).rules),
  );
  /** Tasks read them at every look: what is not placed yet follows within seconds. */
  bind(front, configEndpoints.saveCalling, async (input, context) => {
    const { legalFromMinute: from, legalToMinute: to, callsPerDay, callsPerWeek, channels } = input;
    if (from >= to) throw refuse('hoursBackwards');
    await context.db.transaction(async tx => {
      const { version, rules } = merchantRulesOf(await callingRulesOf(unscopedDb, context.session.merchantId));
      const caps = { ...rules.caps, perDay: callsPerDay, per7Days: callsPerWeek };
      const calendar = { ...rules.calendar, week: everyDay(from, to) };
      const next = { version: version + 1, rules: { ...rules, calendar, caps, channels } };
      await saveMerchantRules(tx, next, context.session.employeeId);
      await recordAudit(tx, { action: 'settings.calling', before: wireOf(rules), after: input }, auditBy(context));
    });
    return {};
  });
};

const all = async (
  { db, session }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof configEndpoints.all>> => {
  const [rules, settings, { zone, channelLimit }] = await Promise.all([
    callingRulesOf(unscopedDb, session.merchantId),
    merchantSettingsOf(db),
    merchantFacts(unscopedDb, session.merchantId),
  ]);
  return {
    ...wireOf(merchantRulesOf(rules).rules),
    ...settings,
    zone,
    channelsGranted: channelLimit,
    maySaveCalling: session.buttons.has('task:control'),
    maySave: session.roleCode === 'company' || session.roleCode === 'agent',
  };
};

/** As the audit shows them: a level a field. */
const factsOf = ({ levelNames, ...rest }: MerchantSettings): Facts => ({
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
      recordingDays: input.recordingDays ?? before.recordingDays,
      exportRows: input.exportRows ?? before.exportRows,
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
