import type { lineEndpoints, OutputOf } from '@lianxian/contract';

/** A number of a line as its store lists it. */
export interface NumberListed {
  readonly id: string;
  readonly number: string;
  readonly province: string;
  readonly city: string;
  readonly dailyCap: number;
  readonly usedToday: number;
  readonly enabled: boolean;
  readonly planId: string | null;
  readonly planName: string | null;
}

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
