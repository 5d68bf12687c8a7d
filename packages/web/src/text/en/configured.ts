import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured.ts';

export const words: Shape<typeof source> = {
  failed: 'Couldn’t load settings',
  save: 'Save',
  saved: 'Saved',
  readOnly: 'Read-only. Ask the owner to make changes.',
  calling: {
    title: 'Calling rules',
    hint: 'No calls outside permitted hours or beyond the caps. Takes effect immediately.',
    granted: 'You’re allowed {{n}} concurrent calls. The lower limit applies.',
  },
  levels: {
    title: 'Level names',
    hint: 'Shown next to the letter, e.g. A Very interested.',
    one: 'Name for level {{letter}}',
    none: 'Unnamed',
    needsWhy: 'A corrected level needs a reason',
  },
  masking: {
    title: 'Number masking',
    hint: 'People without permission to view full numbers see 138****1234 everywhere.',
    owner: 'Owners always see full numbers',
  },
  exports: {
    title: 'Exports a second person approves',
    hint: 'More calls than this in one export need somebody else who holds “Approve large exports”; nobody approves his own. Two such people are needed.',
    none: 'none',
    rows: 'calls or more',
  },
  factor: {
    title: 'Sign-in security',
    hint: 'Employees must set up two-step sign-in at their next sign-in before continuing.',
    demand: 'Require two-step sign-in for everyone',
  },
  retention: {
    title: 'Recording retention',
    hint: 'Recordings and transcripts are deleted afterwards. Call records and answers are kept. Minimum 30 days.',
    days: 'days',
  },
  keeping: {
    title: 'All data',
    hint: 'Numbers, call records, transcripts, recordings, lists, settings and ledger as one archive, or the merchant deleted with all of it.',
    records: 'The platform keeps call records for {{n}} days; whole months are removed after that.',
    takeOut: 'Take all data out',
    takeOutAsk: 'Pack all data? Large amounts take hours. Download the archive from batch tasks the same day.',
    takenOut: 'Packing. Download the archive from batch tasks when it’s ready',
    delete: 'Delete merchant',
    deleteAsk: 'Delete {{name}}',
    deleteHint:
      'All data is removed in 7 days, for good; until then it can be taken back. By law the ledger and audit log stay, without names. Enter the merchant number to confirm.',
    number: 'Merchant number',
    deleteOk: 'Delete in 7 days',
    asked: '{{who}} asked for deletion. All data goes {{at}}.',
    keep: 'Keep the merchant',
    kept: 'The merchant stays',
    cancel: 'Cancel',
    failed: 'Couldn’t load retention',
  },
  zone: { title: 'Time zone', hint: 'Used for days, weeks and calling hours.', beijing: 'Beijing time (UTC+8)' },
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
      audit: 'Who changed, listened to or exported what, and when.',
      balance: 'Balance, top-ups and every charge.',
      business: 'Merchant number, contact, and limits for employees, seats and concurrent calls.',
    },
    also: {
      calling: 'hours time caps limits concurrency compliance',
      levels: 'interest grade A B C D E F',
      masking: 'privacy phone numbers hide',
      factor: 'two-factor 2FA password login',
      retention: 'recording days purge keep',
      keeping: 'export archive backup delete close retention move',
      exports: 'export approval second person review',
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
