import { messageSources, messageStates, providerKinds, smsKinds, templateFaults, templateStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, instant, listInput, oneLine, telephone, variables, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { chosenCalls } from './calls.ts';
import { providerSettings, smsProviderLimits } from './sms-providers.ts';

/** Text messages (docs/sms.md): what is said, to whom, over which provider, and what became of it. */
export const smsLimits = {
  ...{ templates: 500, recipients: 100_000, reasonChars: 200 },
  /** Of a template. */
  ...{ nameChars: 50, signatureChars: 20, contentChars: 500, linkChars: 500, codeChars: 100 },
  /** Of caps. */
  ...{ leastCap: 1, mostCap: 100 },
} as const;

const reads = { needs: 'page', page: 'messageTem' } as const;
const settles = { needs: 'role', roles: ['company', 'agent'] } as const;
/** Whoever calls people may write to them. */
const sends = { needs: 'button', button: 'call_out' } as const;
const sendsMany = { needs: 'button', button: 'task:create' } as const;

/** Yuan, as text. */
const yuan = z.string();
const webLink = oneLine
  .trim()
  .max(smsLimits.linkChars)
  .refine(text => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'webAddress' satisfies Fault);

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

const message = {
  id,
  templateId: id.nullable(),
  template: z.string(),
  kind: z.enum(smsKinds),
  phone: z.string(),
  /** A customer's or a list's word for who it is. */
  name: z.string(),
  state: z.enum(messageStates),
  stateText: z.string(),
  /** Why it did not go, or not come on. */
  because: z.string(),
  becauseText: z.string(),
  parts: z.number().int(),
  cost: yuan,
  source: z.enum(messageSources),
  sourceText: z.string(),
  taskId: id.nullable(),
  task: z.string(),
  callId: id.nullable(),
  provider: z.string(),
  by: z.string(),
  createdAt: z.string(),
  /** When it is looked at again, while it waits for its hours. */
  dueAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** When the carrier said how it ended. */
  reportedAt: z.string().nullable(),
  replies: z.number().int(),
  clicks: z.number().int(),
};

const reply = {
  id,
  phone: z.string(),
  text: z.string(),
  /** Who answers so is left alone from then on. */
  stop: z.boolean(),
  at: z.string(),
  /** What it answers; null: nothing of ours. */
  messageId: id.nullable(),
  template: z.string(),
  taskId: id.nullable(),
  callId: id.nullable(),
  provider: z.string(),
};

const paged = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    list: z.array(z.object(row)),
    /** Exact to 10,000. */
    total: z.number().int(),
    more: z.boolean().optional(),
    after: z.string().nullable(),
  });

/** Whom a message goes to; the first figures of a number, or the whole where only a masked one is seen. */
const messageFilter = {
  phone: z.string().max(20).optional(),
  templateId: id.optional(),
  providerId: id.optional(),
  taskId: id.optional(),
  callId: id.optional(),
  kind: z.enum(smsKinds).optional(),
  source: z.enum(messageSources).optional(),
  states: z.array(z.enum(messageStates)).max(messageStates.length).optional(),
  /** Somebody answered, or opened its link. */
  replied: flag.optional(),
  clicked: flag.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** Whom a filter of people is: typed numbers, or people of filtered calls. */
export const recipientKinds = ['phones', 'calls'] as const;
const recipients = {
  of: z.enum(recipientKinds),
  /** Of `phones`: one a line, or separated by commas. */
  phones: z.string().max(1_600_000).optional(),
  /** Of `calls`: what `call/people` is asked with, as JSON. */
  calls: z.object(chosenCalls).optional(),
};

const caps = {
  /** Messages of marketing to one number; left out: as many as one likes. */
  perDay: wholeField({ least: smsLimits.leastCap, most: smsLimits.mostCap }).optional(),
  per30Days: wholeField({ least: smsLimits.leastCap, most: smsLimits.mostCap }).optional(),
};

const outcome = z.object({
  id,
  state: z.enum(messageStates),
  stateText: z.string(),
  because: z.string(),
  becauseText: z.string(),
  dueAt: z.string().nullable(),
  cost: yuan,
});

export const smsEndpoints = {
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
    summary: 'Hands a draft in: a provider that reviews by call is asked, else a person says what the carrier said.',
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
    output: z.object({}),
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
  send: endpoint({
    path: 'sms/send',
    right: sends,
    input: z.object({
      templateId: id,
      /** A number, or the token that stands for one that is seen masked; or the call with whom. */
      phone: oneLine.trim().max(300).optional(),
      callId: id.optional(),
      variables,
      /** The same one twice is sent once. */
      requestId: oneLine.trim().min(1).max(64).optional(),
    }),
    output: outcome,
    idempotent: false,
    rateCost: 2,
    summary: 'Sends one message by hand.',
  }),
  count: endpoint({
    path: 'sms/count',
    right: sendsMany,
    input: z.object({ templateId: id, variables, ...recipients }),
    output: z.object({
      people: z.number().int(),
      /** Rows that are no mobile number. */
      refused: z.number().int(),
      /** Whom no message may reach, as it stands now. */
      withheld: z.number().int(),
      /** Who lacks a variable. */
      missing: z.number().int(),
      parts: z.number().int(),
      price: yuan,
      /** What the balance has for it. */
      available: yuan,
      more: z.boolean(),
    }),
    idempotent: true,
    rateCost: 10,
    summary: 'How many a message would go to, and what it would cost.',
  }),
  sendMany: endpoint({
    path: 'sms/sendMany',
    right: sendsMany,
    input: z.object({ templateId: id, variables, ...recipients }),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 20,
    summary: 'Sends a message to all of them, in the background.',
  }),
  messages: endpoint({
    path: 'sms/messages',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: listInput.extend({ after: id.optional(), ...messageFilter }),
    output: paged(message),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'What was sent, newest first.',
  }),
  message: endpoint({
    path: 'sms/message',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: z.object({ id }),
    output: z.object({
      ...message,
      /** As it was sent; masked where numbers in it are. */
      text: z.string(),
      /** What the carrier said of each part, '' not yet. */
      reports: z.array(z.object({ ref: z.string(), state: z.string(), code: z.string(), at: z.string().nullable() })),
      answers: z.array(z.object({ id, text: z.string(), stop: z.boolean(), at: z.string() })),
      /** The short link, and when it was first and last opened. */
      link: z.object({ url: z.string(), clicks: z.number().int(), firstAt: z.string().nullable() }).nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'One message: its text, what the carrier said, and who answered.',
  }),
  cancel: endpoint({
    path: 'sms/cancel',
    right: sendsMany,
    input: z.object({ ids: z.array(id).min(1).max(1_000) }),
    output: z.object({ count: z.number().int() }),
    idempotent: true,
    summary: 'Takes back messages that still wait.',
  }),
  export: endpoint({
    path: 'sms/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(messageFilter),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 10,
    summary: 'Writes the log of messages as a sheet, in the background.',
  }),
  replies: endpoint({
    path: 'sms/replies',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: listInput.extend({
      after: id.optional(),
      phone: z.string().max(20).optional(),
      stop: flag.optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    output: paged(reply),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'What people answered, newest first.',
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
    output: outcome,
    idempotent: false,
    rateCost: 5,
    summary: 'Sends one message over this provider alone.',
  }),
} as const;
