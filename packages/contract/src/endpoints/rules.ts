import { byHandWays } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, oneLine, wholeField } from '../fields.ts';
import { capFields, capLimits } from './caps.ts';
import { dayWindow, dayWindows, weekWindows } from './tasks.ts';

/** Caps and places of rules; the pages count by the same. */
export const ruleLimits = {
  ...capLimits,
  channels: { least: 1, most: 10_000 },
  days: 366,
  provinces: 34,
  shift: { least: 0, most: 240 },
  versionsAPage: 20,
} as const;

const version = wholeField({ least: 0, most: 1_000_000 });
const date = z.iso.date();
const province = oneLine.trim().min(2).max(10);
const most =
  <Value>(count: number) =>
  (record: Readonly<Record<string, Value>>) =>
    Object.keys(record).length <= count;

const ofMerchant = {
  /** By the clock of whoever is called. */
  week: weekWindows,
  /** Days with hours of their own, by date; without any the day is closed. */
  days: z.record(date, dayWindows).refine(most(ruleLimits.days)),
  holidaysOff: flag,
  makeUpDaysOn: flag,
  ...capFields,
  channels: wholeField(ruleLimits.channels),
  /** Narrower hours of provinces, by Beijing’s clock. */
  provinces: z.record(province, dayWindow).refine(most(ruleLimits.provinces)),
  byHand: z.enum(byHandWays),
};
const ofPlatform = {
  fromMinute: z.coerce.number().int().min(0).max(1_439),
  toMinute: z.coerce.number().int().min(1).max(1_440),
  ...capFields,
  /** Its caps hold over the calls of all merchants together; counted from when it is switched on. */
  overMerchants: flag,
  /** How many minutes later than Beijing’s the day of a province begins. */
  shifts: z
    .record(province, z.number().int().min(ruleLimits.shift.least).max(ruleLimits.shift.most))
    .refine(most(ruleLimits.provinces)),
};

const holidays = z.object({
  year: z.number().int(),
  source: z.string(),
  off: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  workdays: z.array(z.string()),
});

const seen = <Shape extends z.ZodRawShape>(rules: Shape) => z.object({ ...rules, version: z.number().int() });
const merchantSeen = seen({ ...ofMerchant, holidaysOff: z.boolean(), makeUpDaysOn: z.boolean() });
const platformSeen = seen({ ...ofPlatform, overMerchants: z.boolean() });

/** After a version, and a page of them. */
export const versions = {
  input: z.object({ after: version.optional() }),
  output: z.object({
    list: z.array(
      z.object({
        version: z.number().int(),
        at: z.string(),
        /** Who saved it; '' for what was there before there were versions. */
        by: z.string(),
        /** What it changed: name of the field, before and after, in words. */
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
    after: z.string().nullable(),
  }),
};

const owners = { needs: 'role', roles: ['company', 'agent'] } as const;
const admin = { needs: 'role', roles: ['admin'] } as const;

export const rulesEndpoints = {
  own: endpoint({
    path: 'rules/own',
    right: { needs: 'token' },
    input: z.object({}),
    output: z.object({
      rules: merchantSeen,
      platform: platformSeen,
      years: z.array(holidays.pick({ year: true, source: true })),
      /** The year that runs, or begins within two months, and is not among them; null: all is known. */
      unknownYear: z.number().int().nullable(),
      /** Inside which minutes hours of a task must lie, for numbers of whatever province; null: nobody is called at all. */
      taskHours: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
      /** Live calls that the platform or the reseller lets it have. */
      channelsGranted: z.number().int(),
      /** Tasks that these rules hold for now, at most ten of them. */
      tasks: z.array(z.object({ id: z.string(), name: z.string() })),
      moreTasks: z.boolean(),
      maySave: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'The merchant’s rules of calling, the platform’s bounds beside them, and the tasks they hold for.',
  }),
  save: endpoint({
    path: 'rules/save',
    right: owners,
    input: z.object({ version, ...ofMerchant }),
    output: z.object({ version: z.number().int() }),
    idempotent: false,
    summary:
      'A next version of them; at once for calls that are not placed yet. Nothing may be wider than the platform’s.',
  }),
  versions: endpoint({
    path: 'rules/versions',
    right: { needs: 'token' },
    ...versions,
    idempotent: true,
    inPreview: true,
    summary: 'Versions of the merchant’s rules, newest first: who, when, what changed.',
  }),
  platform: endpoint({
    path: 'rules/platform',
    right: admin,
    input: z.object({}),
    output: z.object({ rules: platformSeen, years: z.array(holidays), unknownYear: z.number().int().nullable() }),
    idempotent: true,
    summary: 'The platform’s rules of calling, and the public holidays that are known.',
  }),
  savePlatform: endpoint({
    path: 'rules/savePlatform',
    right: admin,
    input: z.object({ version, ...ofPlatform }),
    output: z.object({ version: z.number().int() }),
    idempotent: false,
    summary: 'A next version of them: no merchant and no task goes beyond.',
  }),
  platformVersions: endpoint({
    path: 'rules/platformVersions',
    right: admin,
    ...versions,
    idempotent: true,
    summary: 'Versions of the platform’s rules, newest first.',
  }),
  saveYear: endpoint({
    path: 'rules/saveYear',
    right: admin,
    input: z.object({
      year: wholeField({ least: 2024, most: 2100 }),
      source: oneLine.trim().min(4).max(200),
      off: z
        .array(z.object({ name: oneLine.trim().min(1).max(20), from: date, to: date }))
        .min(1)
        .max(20),
      workdays: z.array(date).max(20),
    }),
    output: z.object({}),
    idempotent: true,
    summary: 'The public holidays of a year as they were published; instead of those in the box.',
  }),
} as const;
