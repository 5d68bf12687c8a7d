import { levels } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, oneLine } from '../fields.ts';

const LEVEL_NAME_CHARS = 12;
/** Names beside the letters of levels, ''. for none; a letter that is left out keeps its name. */
const levelName = oneLine.trim().max(LEVEL_NAME_CHARS);
export const levelNames = z.object({
  A: levelName,
  B: levelName,
  C: levelName,
  D: levelName,
  E: levelName,
  F: levelName,
});
export type LevelNames = z.infer<typeof levelNames>;

const merchantSettings = {
  levelNames,
  /** Owners see whole numbers without a role that says so; for everybody else `phone:unmask` decides. */
  ownerSeesPhones: flag,
  /** Everybody of the merchant sets a second factor up at the next sign-in. */
  demandsFactor: flag,
  /** Whoever corrects a level says why. */
  levelNeedsWhy: flag,
  /** Of a customer of these levels the bell tells; none: of nobody. */
  bellLevels: z.array(z.enum(levels)).max(levels.length),
  /** Sound and words of calls go after so many days. */
  recordingDays: z.coerce.number().int().min(30).max(3_650),
  /** Exports of more calls wait for a second person; 0: none does. */
  exportRows: z.coerce.number().int().min(0).max(10_000_000),
};

export const configEndpoints = {
  all: endpoint({
    path: 'config/all',
    right: { needs: 'token' },
    input: z.object({}),
    output: z.object({
      levelNames,
      ownerSeesPhones: z.boolean(),
      demandsFactor: z.boolean(),
      levelNeedsWhy: z.boolean(),
      bellLevels: z.array(z.enum(levels)),
      recordingDays: z.number().int(),
      exportRows: z.number().int(),
      /** IANA name of the merchant’s zone. */
      zone: z.string(),
      maySave: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'All settings of the merchant, and which of them the asker may change.',
  }),
  save: endpoint({
    path: 'config/save',
    right: { needs: 'role', roles: ['company', 'agent'] },
    input: z.object(merchantSettings).partial(),
    output: z.object({}),
    idempotent: true,
    summary:
      'Changes names of levels, masking, retention, or whether a corrected level needs a reason; what is left out stays.',
  }),
} as const;
