import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/configured-page.ts';

export const words: Shape<typeof source> = {
  failed: 'Couldn’t load settings',
  save: 'Save',
  saved: 'Saved',
  readOnly: 'Read-only. Ask the owner to make changes.',
  levels: {
    rings: 'The bell tells of customers of these levels',
    one: 'Name for level {{letter}}',
    none: 'Unnamed',
    needsWhy: 'A corrected level needs a reason',
  },
  masking: {
    owner: 'Owners always see full numbers',
  },
  exports: {
    none: 'none',
    rows: 'calls or more',
  },
  factor: {
    demand: 'Require two-step sign-in for everyone',
  },
  retention: {
    days: 'days',
  },
  seats: {
    autoAnswer: 'Answer calls automatically',
    wrapUpS: 'Seconds of wrap-up',
    awayLimitS: 'Seconds to wait for a lost seat',
    ringS: 'Seconds each rings',
    and: ', ',
    breakReasons: 'Reasons for breaks',
    breakHint: 'Separated by commas',
  },
  zone: { beijing: 'Beijing time (UTC+8)' },
  keeping: {
    records: 'The platform keeps call records for {{n}} days; whole months are removed after that.',
    takeOut: 'Export all data',
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
};
