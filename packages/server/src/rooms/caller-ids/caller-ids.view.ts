import type { lineEndpoints, OutputOf } from '@lianxian/contract';
import type { NumberListed } from './caller-ids.store.ts';

/** `isTaken`: its calls are another merchant's. */
export const lineNumberOf = (
  row: NumberListed,
  isTaken: boolean,
): OutputOf<typeof lineEndpoints.numbers>['list'][number] => ({
  id: row.id,
  number: row.number,
  area: row.city === '' || row.city === row.province ? row.province : `${row.province} ${row.city}`,
  dailyCap: row.dailyCap,
  usedToday: row.usedToday,
  enabled: row.enabled,
  taken: isTaken,
  plan: row.planId === null ? null : { id: row.planId, name: row.planName ?? '' },
});
