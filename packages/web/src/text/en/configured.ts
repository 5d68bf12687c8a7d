import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured.ts';

export const words: Shape<typeof source> = {
  failed: 'The settings could not be read',
  save: 'Save',
  saved: 'Saved',
  readOnly: 'For reading only; ask the owner for a change.',
  calling: {
    title: 'Calling rules',
    hint: 'No calls outside the hours; at a cap they stop. Holds at once.',
    granted: '{{n}} live calls are granted; the lesser of both counts.',
  },
  levels: {
    title: 'Names of levels',
    hint: 'Shown beside the letter, e.g. A Very interested.',
    one: 'Name of level {{letter}}',
    none: 'Unnamed',
  },
  masking: {
    title: 'Masked numbers',
    hint: 'Who lacks the right to whole numbers sees 138****1234 everywhere.',
    owner: 'Owners see whole numbers without that right',
  },
  factor: {
    title: 'Sign-in',
    hint: 'From the next sign-in on nobody goes further before a second factor is set up.',
    demand: 'Everybody needs a second factor',
  },
  retention: {
    title: 'Recordings are kept',
    hint: 'Then sound and transcripts are purged; records and collected answers stay. 30 days at least.',
    days: 'days',
  },
  zone: { title: 'Time zone', hint: 'Days, weeks and calling hours go by it.', beijing: 'Beijing time (UTC+8)' },
  find: {
    search: 'Find a setting',
    none: 'No such setting',
    noneHint: 'Try another word, or clear the search to see all of them.',
    clear: 'Clear',
    groups: {
      calling: 'Calls',
      people: 'People and security',
      services: 'Voice and models',
      account: 'Merchant and billing',
    },
    own: {
      audit: 'Who changed, heard or exported what, and when.',
      balance: 'Balance, top-ups and every charge.',
      business: 'Merchant number, contact, and how many employees, seats and live calls you may have.',
    },
    also: {
      calling: 'hours time caps limits concurrency compliance',
      levels: 'interest grade A B C D E F',
      masking: 'privacy phone numbers hide',
      factor: 'two-factor 2FA password login',
      retention: 'recording days purge keep',
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
};
