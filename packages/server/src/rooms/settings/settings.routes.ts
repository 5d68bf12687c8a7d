import { configEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import {
  lockSettings,
  type MerchantSettings,
  merchantFacts,
  merchantSettingsOf,
  saveMerchantSettings,
} from './merchant.store.ts';
import { bindTables } from './tables.routes.ts';

const all = async (
  { db, session }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof configEndpoints.all>> => {
  const [settings, { zone }] = await Promise.all([
    merchantSettingsOf(db),
    merchantFacts(unscopedDb, session.merchantId),
  ]);
  return {
    ...settings,
    bellLevels: [...settings.bellLevels],
    zone,
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
      exportRows: input.exportRows ?? before.exportRows,
    };
    await saveMerchantSettings(tx, after);
    const change = { before: factsOf(before), after: factsOf(after) };
    await recordAudit(tx, { action: 'settings.save', ...change }, auditBy(context));
  });
};

export const bindSettings = (front: Front, unscopedDb: UnscopedDb): void => {
  bindTables(front);
  bind(front, configEndpoints.all, (_, context) => all(context, unscopedDb));
  bind(front, configEndpoints.save, async (input, context) => {
    await save(input, context);
    return {};
  });
};
