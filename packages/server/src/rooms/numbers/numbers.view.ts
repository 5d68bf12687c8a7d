import type { lineEndpoints, OutputOf } from '@lianxian/contract';

/** A number of a line as its store lists it. */
export interface NumberListed {
  readonly id: string;
  readonly number: string;
  readonly province: string;
  readonly city: string;
  readonly daily_cap: number;
  readonly used_today: number;
  readonly enabled: boolean;
  readonly plan_id: string | null;
  readonly plan_name: string | null;
}

/** `isTaken`: its calls are another merchant's. */
export const lineNumberOf = (
  row: NumberListed,
  isTaken: boolean,
): OutputOf<typeof lineEndpoints.numbers>['list'][number] => ({
  id: row.id,
  number: row.number,
  area: row.city === '' || row.city === row.province ? row.province : `${row.province} ${row.city}`,
  dailyCap: row.daily_cap,
  usedToday: row.used_today,
  enabled: row.enabled,
  taken: isTaken,
  plan: row.plan_id === null ? null : { id: row.plan_id, name: row.plan_name ?? '' },
});
