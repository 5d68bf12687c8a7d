import { providerKinds } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine, telephone, variables, wholeField } from '../fields.ts';
import { smsMessageEndpoints, smsOutcome } from './sms-messages.ts';
import { settlesSms as settles } from './sms-parts.ts';
import { providerSettings, smsProviderLimits } from './sms-providers.ts';
import { smsTemplateEndpoints } from './sms-templates.ts';

/** Text messages (docs/sms.md): what is said, to whom, over which provider, and what became of it. */
export const smsEndpoints = {
  ...smsTemplateEndpoints,
  ...smsMessageEndpoints,
  providers: endpoint({
    path: 'sms/providers',
    right: settles,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          kind: z.enum(providerKinds),
          settings: providerSettings,
          /** A password or key is kept; it is never said again. */
          hasSecret: z.boolean(),
          rank: z.number().int(),
          share: z.number().int(),
          perSecond: z.number().int(),
          enabled: z.boolean(),
          /** Works; rests after failures; is off; never asked yet. */
          health: z.enum(['up', 'resting', 'off', 'new']),
          because: z.string(),
          becauseText: z.string(),
          restsUntil: z.string().nullable(),
          lastSentAt: z.string().nullable(),
          /** Of the last hour. */
          sent: z.number().int(),
          failed: z.number().int(),
          /** Where its reports and replies are told to; '' where it is not asked so. */
          reportUrl: z.string(),
          replyUrl: z.string(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Who carries messages, in their order, and how they are.',
  }),
  saveProvider: endpoint({
    path: 'sms/saveProvider',
    right: settles,
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(smsProviderLimits.nameChars),
      settings: providerSettings,
      /** Password or key; left out or empty it stays. */
      secret: z.string().max(smsProviderLimits.secretChars).optional(),
      rank: wholeField({ least: smsProviderLimits.leastRank, most: smsProviderLimits.mostRank }).default(1),
      share: wholeField({ least: smsProviderLimits.leastShare, most: smsProviderLimits.mostShare }).default(100),
      perSecond: wholeField({ least: smsProviderLimits.leastPace, most: smsProviderLimits.mostPace }).default(50),
      enabled: flag.default(true),
    }),
    output: z.object({ id }),
    idempotent: false,
    proof: 'always',
    summary: 'Adds or changes a provider.',
  }),
  enableProvider: endpoint({
    path: 'sms/enableProvider',
    right: settles,
    input: z.object({ id, enabled: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Switches a provider on or off; one that rests is tried at once.',
  }),
  removeProvider: endpoint({
    path: 'sms/removeProvider',
    right: settles,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a provider; what it carried stays in the log.',
  }),
  testProvider: endpoint({
    path: 'sms/testProvider',
    right: settles,
    input: z.object({ id, phone: telephone, templateId: id, variables }),
    output: smsOutcome,
    idempotent: false,
    rateCost: 5,
    summary: 'Sends one message over this provider alone.',
  }),
} as const;
