import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured.ts';

export const words: Shape<typeof source> = {
  calling: {
    title: 'Calling rules',
    hint: 'No calls outside permitted hours or beyond the caps. Takes effect immediately.',
  },
  levels: {
    title: 'Level names',
    hint: 'Shown next to the letter, e.g. A Very interested.',
  },
  masking: {
    title: 'Number masking',
    hint: 'People without permission to view full numbers see 138****1234 everywhere.',
  },
  exports: {
    title: 'Exports a second person approves',
    hint: 'More calls, people or listed numbers than this in one export, or in all that one person exports within 24 hours, need somebody else who holds “Approve large exports”; nobody approves his own. Two such people are needed.',
  },
  factor: {
    title: 'Sign-in security',
    hint: 'Employees must set up two-step sign-in at their next sign-in before continuing.',
  },
  retention: {
    title: 'Recording retention',
    hint: 'Recordings and transcripts are deleted afterwards. Call records and answers are kept. Minimum 30 days.',
  },
  keeping: {
    title: 'All data',
    hint: 'Numbers, call records, transcripts, recordings, lists, settings and ledger as one archive, or the merchant deleted with all of it.',
  },
  seats: {
    title: 'Human seats',
    hint: 'How calls are answered, how long wrap-up lasts, how long a lost seat is waited for, and what breaks are for.',
  },
  zone: { title: 'Time zone', hint: 'Used for days, weeks and calling hours.' },
  find: {
    search: 'Search settings',
    none: 'No matching settings',
    noneHint: 'Try another word, or clear the search to see all.',
    clear: 'Clear',
    groups: {
      calling: 'Calls',
      people: 'People and security',
      services: 'Speech and models',
      account: 'Company and billing',
    },
    own: {
      webhooks: 'Push ended calls, finished tasks and more to your own systems, and see the log.',
      afterCall: 'Send, notify, blacklist or set the customer type after a call.',
      audit: 'Who changed, listened to or exported what, and when.',
      balance: 'Balance, top-ups and every charge.',
      business: 'Merchant number, contact, and limits for employees, seats and concurrent calls.',
    },
    also: {
      webhooks: 'push callback CRM api',
      afterCall: 'rules actions automation notify blacklist CRM',
      calling: 'hours time caps limits concurrency compliance',
      levels: 'interest grade A B C D E F',
      masking: 'privacy phone numbers hide',
      factor: 'two-factor 2FA password login',
      retention: 'recording days purge keep',
      keeping: 'export archive backup delete close retention move',
      exports: 'export approval second person review',
      seats: 'agent answer automatic wrap-up break lost ring',
      zone: 'time Beijing',
      recogniser: 'ASR speech recognition',
      synthesiser: 'TTS voice speech',
      model: 'LLM AI',
      lines: 'lines recognition hearing asr',
      webhook: 'webhook callback signature secret',
      audit: 'log history',
      balance: 'money top-up charge cost',
      business: 'merchant number contact quota',
    },
  },
  /** Parts of the page of services, where settings are looked for too. */
  services: {
    recogniser: {
      title: 'Speech recognition (ASR)',
      hint: 'Turns customers’ speech into text. Without it, only keypad input and real-time text are understood.',
    },
    synthesiser: {
      title: 'Speech synthesis (TTS)',
      hint: 'Speaks sentences without a recording. Otherwise the built-in voice is used.',
    },
    model: {
      title: 'Language model',
      hint: 'Used for AI conversation nodes, and to interpret sentences nothing else understood.',
    },
    lines: { title: 'Recognition per line', hint: 'Which service recognises speech on each line.' },
    webhook: {
      title: 'Webhook signing',
      hint: 'Webhook requests carry x-lianxian-signature so your system can verify they come from us.',
    },
  },
};
