import { type levelEndpoints, mostDays, type OutputOf } from '@lianxian/contract';
import { type Level, type LevelRule, maskPhone } from '@lianxian/core';
import { pairsOf } from './back-test.policy.ts';

/** An answered call as the store reads it. */
export interface GradedRow {
  readonly id: string;
  readonly phone: string;
  readonly listed_at: Date;
  readonly talk_ms: number;
  readonly level: Level | null;
  readonly level_rule: string | null;
  readonly ruled_level: Level | null;
  readonly corrected: Level | null;
}

/** A back-test as the store reads it. */
export interface ShownBackTest {
  readonly id: string;
  readonly rules: readonly LevelRule[];
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly first_day: string;
  readonly last_day: string;
  readonly done: number;
  readonly total: number;
  readonly changed: number;
  readonly moves: Readonly<Record<string, number>>;
  readonly old_hits: Readonly<Record<string, number>>;
  readonly new_hits: Readonly<Record<string, number>>;
  readonly who: string;
  readonly created_at: Date;
}

type Listed = OutputOf<typeof levelEndpoints.recent>['list'][number];

/** Who lacks `phone:unmask` sees 138****1234 (product.md §3). */
export const gradedView = (row: GradedRow, seesPhones: boolean): Listed => ({
  id: row.id,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  at: row.listed_at.toISOString(),
  talkMs: row.talk_ms,
  ruledLevel: row.corrected === null ? row.level : row.ruled_level,
  levelRule: row.level_rule,
  corrected: row.corrected,
});

export const backTestView = (row: ShownBackTest): OutputOf<typeof levelEndpoints.backTestState> => ({
  id: row.id,
  state: row.state,
  rules: row.rules as OutputOf<typeof levelEndpoints.backTestState>['rules'],
  from: row.first_day,
  to: row.last_day,
  done: row.done,
  total: row.total,
  changed: row.changed,
  moves: pairsOf(row.moves),
  before: pairsOf(row.old_hits),
  after: pairsOf(row.new_hits),
  by: row.who,
  at: row.created_at.toISOString(),
});

const DAY_MS = 86_400_000;

/** Days in turn, and not too many of them. */
export const isRange = ({ from, to }: { readonly from: string; readonly to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= mostDays;
};
