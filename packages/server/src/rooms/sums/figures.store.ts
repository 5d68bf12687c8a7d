import { sql } from 'kysely';

/** Columns of the sums that statistics are read of (migration 0170): whose calls, and what came of them. */
export const whoseColumns = ['owner_id', 'source', 'task_id', 'plan_id', 'plan_version', 'line_id', 'port_id'] as const;
export const figureColumns = [
  'calls',
  'numbers',
  'seized',
  'answered',
  'heard',
  'talk_ms',
  'turns',
  'completed',
  'missed',
  'level_a',
  'level_b',
  'level_c',
  'level_d',
  'level_e',
  'level_f',
  'cost',
] as const;
export const columns = (names: readonly string[], of = '') =>
  sql.join(names.map(name => (of === '' ? sql.raw(name) : sql.raw(`${of}.${name}`))));
export const summed = (names: readonly string[]) => sql.join(names.map(name => sql.raw(`sum(${name}) as ${name}`)));
/** What is added to a row that is there; `table` is its alias. */
export const added = (table: string, names: readonly string[] = figureColumns) =>
  sql.join(names.map(name => sql.raw(`${name} = ${table}.${name} + excluded.${name}`)));

/** A day of a merchant, `2026-11-30`, and when it begins and ends. */
export interface RecountedDay {
  readonly merchantId: string;
  readonly day: string;
  readonly since: Date;
  readonly until: Date;
}

/** What a day's sums are split by, and the column of a change that tells it; `whole`: by nothing. */
const splitColumns = {
  whole: null,
  province: 'province',
  provinceAlone: 'province',
  caller: 'caller_number',
  cause: 'cause',
} as const;
export type Split = keyof typeof splitColumns;
export const splits = Object.keys(splitColumns) as readonly Split[];

/** Column of a table or alias. */
const columnOf = (name: string, of: string) => (of === '' ? sql.raw(name) : sql.raw(`${of}.${name}`));
/** Into which part of the split a change goes. */
export const partOf = (split: Split, of = '') => {
  const column = splitColumns[split];
  return column === null ? sql`''::text` : columnOf(column, of);
};
/** Whose a split's sums are: alone they are of whatever task, plan, line and port. */
export const whoseOf = (split: Split, of = '') =>
  sql.join(
    whoseColumns.map(name =>
      split === 'provinceAlone' && name !== 'owner_id' && name !== 'source' ? sql.raw('0') : columnOf(name, of),
    ),
  );
