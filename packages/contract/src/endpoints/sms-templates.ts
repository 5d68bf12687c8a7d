import { smsKinds, templateFaults, templateReviewStates, templateStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput, oneLine, variables, wholeField } from '../fields.ts';
import { paged, readsSms as reads, settlesSms as settles, smsLimits, webLink, yuan } from './sms-parts.ts';
import { smsProviderLimits } from './sms-providers.ts';

const templateShape = {
  kind: z.enum(smsKinds),
  /** Without its brackets. */
  signature: oneLine.trim().max(smsLimits.signatureChars),
  /** `${name}` is filled; `${短链}` by the short link. */
  content: z.string().trim().max(smsLimits.contentChars),
  /** Where the short link leads; '' none. */
  link: webLink.default(''),
};

const providerCode = z.object({
  providerId: id,
  /** What the provider calls this template; some send by it alone. */
  code: oneLine.trim().max(smsLimits.codeChars),
});

const template = z.object({
  id,
  name: z.string(),
  kind: z.enum(smsKinds),
  signature: z.string(),
  content: z.string(),
  link: z.string(),
  codes: z.array(providerCode),
  state: z.enum(templateStates),
  /** Why it was refused. */
  because: z.string(),
  /** How it stands with each provider that reviews by call. */
  reviews: z.array(
    z.object({
      providerId: id,
      provider: z.string(),
      state: z.enum(templateReviewStates),
      because: z.string(),
      becauseText: z.string(),
    }),
  ),
  /** It may be handed in again: nobody knows whether a provider has it, or one did not take it. */
  again: z.boolean(),
  /** What keeps it from being handed in; '' nothing. */
  fault: z.enum(['', ...templateFaults]),
  faultText: z.string(),
  /** What has to be given when it is sent. */
  variables: z.array(z.string()),
  /** Of its text with the variables as they stand. */
  chars: z.number().int(),
  parts: z.number().int(),
  by: z.string(),
  updatedAt: z.string(),
  /** Messages of the last 30 days, and how many of them came on. */
  sent: z.number().int(),
  delivered: z.number().int(),
});

const caps = {
  /** Messages of marketing to one number; left out: as many as one likes. */
  perDay: wholeField({ least: smsLimits.leastCap, most: smsLimits.mostCap }).optional(),
  per30Days: wholeField({ least: smsLimits.leastCap, most: smsLimits.mostCap }).optional(),
};

/** What text messages say, and how often one number is written to (docs/sms.md). */
export const smsTemplateEndpoints = {
  templates: endpoint({
    path: 'sms/templates',
    right: reads,
    input: listInput.extend({
      after: id.optional(),
      q: z.string().trim().max(50).optional(),
      kind: z.enum(smsKinds).optional(),
      state: z.enum(templateStates).optional(),
    }),
    output: paged(template.shape),
    idempotent: true,
    inPreview: true,
    summary: 'Templates of text messages, newest first.',
  }),
  template: endpoint({
    path: 'sms/template',
    right: reads,
    input: z.object({ id }),
    output: template,
    idempotent: true,
    inPreview: true,
    summary: 'One template.',
  }),
  options: endpoint({
    path: 'sms/options',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number', 'plan'], buttons: ['call_out', 'task:control'] },
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          id,
          name: z.string(),
          kind: z.enum(smsKinds),
          signature: z.string(),
          content: z.string(),
          link: z.string(),
          variables: z.array(z.string()),
          text: z.string(),
          parts: z.number().int(),
        }),
      ),
      /** Signatures that templates have, for who writes another. */
      signatures: z.array(z.string()),
      /** A provider that works is there. */
      mayReach: z.boolean(),
      /** What a part costs now. */
      price: yuan,
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Templates that may be sent, for rules, nodes and people who choose one.',
  }),
  saveTemplate: endpoint({
    path: 'sms/saveTemplate',
    right: reads,
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(smsLimits.nameChars),
      ...templateShape,
      codes: z.array(providerCode).max(smsProviderLimits.providers).default([]),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Writes or changes a template; one whose text changes is a draft again.',
  }),
  submitTemplate: endpoint({
    path: 'sms/submitTemplate',
    right: reads,
    input: z.object({ id }),
    output: z.object({ state: z.enum(templateStates) }),
    idempotent: true,
    summary:
      'Hands a draft in, or again what a provider may not have: those that review by call are asked, else a person says what the carrier said.',
  }),
  decideTemplate: endpoint({
    path: 'sms/decideTemplate',
    right: settles,
    input: z.object({
      id,
      usable: flag,
      /** Why the carrier refused it. */
      because: oneLine.trim().max(smsLimits.reasonChars).default(''),
    }),
    output: z.object({}),
    idempotent: true,
    summary: 'Says of a template in review what its carrier said.',
  }),
  removeTemplate: endpoint({
    path: 'sms/removeTemplate',
    right: reads,
    input: z.object({ id }),
    output: z.object({ undo: id }),
    idempotent: true,
    summary: 'Removes a template; what was sent by it stays in the log.',
  }),
  preview: endpoint({
    path: 'sms/preview',
    right: { needs: 'any', pages: ['messageTem'], buttons: ['call_out', 'task:create'] },
    input: z.object({
      ...templateShape,
      variables,
      /** As it would read for whom this call was with. */
      callId: id.optional(),
    }),
    output: z.object({
      text: z.string(),
      /** As they are cut and billed. */
      parts: z.array(z.string()),
      chars: z.number().int(),
      price: yuan,
      /** Variables that nobody gave. */
      missing: z.array(z.string()),
      fault: z.enum(['', ...templateFaults]),
      faultText: z.string(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'How a template reads, as it is cut into parts and billed.',
  }),
  settings: endpoint({
    path: 'sms/settings',
    right: reads,
    input: z.object({}),
    output: z.object({
      perDay: z.number().int().nullable(),
      per30Days: z.number().int().nullable(),
      /** Short links begin with this; '' there is none yet. */
      linkHost: z.string(),
      /** Providers are all for practice: nothing leaves the house. */
      practice: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'How often one number is written to, and where short links lead by.',
  }),
  saveSettings: endpoint({
    path: 'sms/saveSettings',
    right: settles,
    input: z.object({ ...caps, linkHost: webLink.default('') }),
    output: z.object({}),
    idempotent: true,
    summary: 'Sets them.',
  }),
} as const;
