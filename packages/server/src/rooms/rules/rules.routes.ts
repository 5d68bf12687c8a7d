import { type InputOf, type Language, type OutputOf, ruleLimits, rulesEndpoints } from '@lianxian/contract';
import { hoursBound, usualMerchantRules, usualPlatformRules, widerThanPlatform } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Clock } from '../../platform/time.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { lookAgain } from './look-again.store.ts';
import {
  callingRulesOf,
  factsOfMerchant,
  holidaysOf,
  inForce,
  merchantRulesOf,
  nameOf,
  platformRulesOf,
  platformVersionsOf,
  saveMerchantRules,
  savePlatformRules,
  saveYear,
  tasksUnder,
  versionsOf,
} from './rules.store.ts';
import {
  changesOf,
  factsOf,
  platformFactsOf,
  platformOf,
  platformWireOf,
  rulesOf,
  spanText,
  unknownYear,
  versionsPage,
  wireOf,
} from './rules.view.ts';

interface RulesParts {
  readonly unscopedDb: UnscopedDb;
  readonly clock: Clock;
}

const TASKS_SHOWN = 10;

const own = async (
  { db, session }: SignedInContext,
  { unscopedDb, clock }: RulesParts,
): Promise<OutputOf<typeof rulesEndpoints.own>> => {
  const [rules, merchant, tasks] = await Promise.all([
    callingRulesOf(unscopedDb, session.merchantId),
    factsOfMerchant(unscopedDb, session.merchantId),
    tasksUnder(db, TASKS_SHOWN + 1),
  ]);
  const [mine, platform, years] = [merchantRulesOf(rules), platformRulesOf(rules), holidaysOf(rules)];
  return {
    rules: { ...wireOf(mine.rules), version: mine.version },
    platform: { ...platformWireOf(platform.rules), version: platform.version },
    years: years.map(({ year, source }) => ({ year, source })),
    unknownYear: unknownYear(years, localTime(clock.now(), merchant.zone)),
    taskHours: hoursBound(inForce(rules, null)),
    channelsGranted: merchant.channelLimit,
    tasks: tasks.slice(0, TASKS_SHOWN),
    moreTasks: tasks.length > TASKS_SHOWN,
    maySave: session.roleCode === 'company' || session.roleCode === 'agent',
  };
};

/** Tasks read them at every look: what is not placed yet follows within seconds. */
const save = async (
  { version, ...input }: InputOf<typeof rulesEndpoints.save>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<number> => {
  const { session } = context;
  const found = await callingRulesOf(unscopedDb, session.merchantId);
  const before = merchantRulesOf(found);
  if (before.version !== version) throw refuse('rulesChanged');
  const rules = rulesOf(input);
  const wider = widerThanPlatform(rules, platformRulesOf(found).rules);
  if (wider?.field === 'hours') throw refuse('hoursTooWide', { bound: spanText(wider.bound) });
  if (wider) throw refuse('capTooWide', { field: wider.field, bound: wider.bound });
  const next = { version: version + 1, rules };
  await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, session.merchantId);
    if (!(await saveMerchantRules(own, next, session.employeeId))) throw refuse('rulesChanged');
    const change = { before: factsOf(before.rules) as Facts, after: factsOf(rules) as Facts };
    await recordAudit(own, { action: 'rules.save', ...change }, auditBy(context));
    await lookAgain(tx, session.merchantId);
  });
  return next.version;
};

const savePlatform = async (
  { version, ...input }: InputOf<typeof rulesEndpoints.savePlatform>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<number> => {
  const { merchantId, employeeId } = context.session;
  const before = platformRulesOf(await callingRulesOf(unscopedDb, merchantId));
  if (before.version !== version) throw refuse('rulesChanged');
  if (input.fromMinute >= input.toMinute) throw refuse('hoursBackwards');
  const rules = { ...before.rules, ...platformOf(input) };
  const next = { version: version + 1, rules };
  await inTransaction(unscopedDb, async tx => {
    const name = await nameOf(context.db, employeeId);
    if (!(await savePlatformRules(tx, next, name))) throw refuse('rulesChanged');
    const change = { before: platformFactsOf(before.rules) as Facts, after: platformFactsOf(rules) as Facts };
    await recordAudit(merchantDb(tx, merchantId), { action: 'rules.platform', ...change }, auditBy(context));
    await lookAgain(tx, null);
  });
  return next.version;
};

const versions = async (after: number | undefined, { session, locale }: SignedInContext, unscopedDb: UnscopedDb) => {
  const rows = await versionsOf(unscopedDb, session.merchantId, { after, limit: ruleLimits.versionsAPage });
  const facts = (rules: (typeof rows)[number]['before']) => factsOf({ ...usualMerchantRules, ...rules });
  return versionsPage(rows, ({ before, rules }) => changesOf(facts(before), facts(rules), locale));
};
const platformVersions = async (after: number | undefined, language: Language, unscopedDb: UnscopedDb) => {
  const rows = await platformVersionsOf(unscopedDb, { after, limit: ruleLimits.versionsAPage });
  const facts = (rules: (typeof rows)[number]['before']) => platformFactsOf({ ...usualPlatformRules, ...rules });
  return versionsPage(rows, ({ before, rules }) => changesOf(facts(before), facts(rules), language));
};

const bindPlatform = (front: Front, { unscopedDb, clock }: RulesParts): void => {
  bind(front, rulesEndpoints.platform, async (_, { session }) => {
    const found = await callingRulesOf(unscopedDb, session.merchantId);
    const [{ version, rules }, years] = [platformRulesOf(found), holidaysOf(found)];
    const { zone } = await factsOfMerchant(unscopedDb, session.merchantId);
    return {
      rules: { ...platformWireOf(rules), version },
      years: years.map(({ off, workdays, ...year }) => ({
        ...year,
        off: off.map(one => ({ ...one })),
        workdays: [...workdays],
      })),
      unknownYear: unknownYear(years, localTime(clock.now(), zone)),
    };
  });
  bind(front, rulesEndpoints.savePlatform, async (input, context) => ({
    version: await savePlatform(input, context, unscopedDb),
  }));
  bind(front, rulesEndpoints.platformVersions, ({ after }, { locale }) => platformVersions(after, locale, unscopedDb));
  bind(front, rulesEndpoints.saveYear, async (input, context) => {
    if (input.off.some(({ from, to }) => from > to)) throw refuse('badInput', { field: 'off', fault: 'shape' });
    await inTransaction(unscopedDb, async tx => {
      await saveYear(tx, input, await nameOf(context.db, context.session.employeeId));
      const after = { year: input.year, source: input.source };
      const entry = { action: 'rules.year', name: String(input.year), after } as const;
      await recordAudit(merchantDb(tx, context.session.merchantId), entry, auditBy(context));
      await lookAgain(tx, null);
    });
    return {};
  });
};

export const bindRules = (front: Front, parts: RulesParts): void => {
  bind(front, rulesEndpoints.own, (_, context) => own(context, parts));
  bind(front, rulesEndpoints.save, async (input, context) => ({
    version: await save(input, context, parts.unscopedDb),
  }));
  bind(front, rulesEndpoints.versions, ({ after }, context) => versions(after, context, parts.unscopedDb));
  bindPlatform(front, parts);
};
