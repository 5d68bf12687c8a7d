import type { RefusalKey } from './words/refusals.ts';

/** Refusals that are about one field of what was asked, by its name on the wire: a form shows them there. */
export const refusalFields: Readonly<Partial<Record<RefusalKey, string>>> = {
  accountTaken: 'account',
  balanceFull: 'amount',
  balanceShort: 'amount',
  extensionTaken: 'extension',
  gatewayAccountTaken: 'username',
  guideCircle: 'jsonOptions',
  guideLeadsNowhere: 'jsonOptions',
  guideNoOptions: 'jsonOptions',
  guideRootStays: 'isRoot',
  guideSameOption: 'jsonOptions',
  hostBad: 'host',
  hostTaken: 'host',
  hoursBackwards: 'toMinute',
  hoursTooWide: 'week',
  keywordGroupTaken: 'name',
  keywordTaken: 'text',
  keywordUnreadable: 'text',
  merchantNumberTaken: 'number',
  nameTaken: 'name',
  noticeSpan: 'to',
  taskHoursTooWide: 'windows',
  updateTaken: 'version',
};
