import type { lineEndpoints, OutputOf } from '@lianxian/contract';
import { asDialled, settingsOf } from '@lianxian/core';
import type { ListedLine } from './lines.store.ts';

type Wire = OutputOf<typeof lineEndpoints.list>['list'][number];

/** How a line is, as its health row says; a line without one was never looked at. */
export const healthOf = (
  row: Pick<
    ListedLine,
    'state' | 'because' | 'since' | 'restsUntil' | 'checkedAt' | 'code' | 'roundTripMs' | 'registeredUntil' | 'slowedTo'
  >,
): Wire['health'] => ({
  state: row.state,
  because: row.because,
  since: row.since?.toISOString() ?? null,
  restsUntil: row.restsUntil?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  code: row.code,
  roundTripMs: row.roundTripMs,
  registeredUntil: row.registeredUntil?.toISOString() ?? null,
  slowedTo: row.slowedTo,
});

export const lineRowOf = (line: ListedLine): Wire => ({
  ...settingsOf(line),
  id: line.id,
  name: line.name,
  address: line.address,
  hasPassword: line.passwordSealed !== null,
  callerNumber: line.callerNumber,
  numbers: line.numbers,
  rewriting: { ...asDialled, ...line.rewriting },
  windows: line.windows?.map(day => [...day]) ?? null,
  enabled: line.enabled,
  lent: line.lenderId !== null,
  practice: line.practice,
  pricePerMinute: line.pricePerMinute,
  unitSeconds: line.billUnitS,
  live: line.live,
  health: healthOf(line),
});
