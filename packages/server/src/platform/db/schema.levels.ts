import type { CallFacts, Level, LevelRule } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0020 and 0024; what they add to calls is with them. */
type Id = string;

export interface LevelTables {
  call_correction: {
    merchant_id: Id;
    call_id: Id;
    ruled_level: Level | null;
    level: Level;
    why: string;
    corrected_by: Id;
    corrected_at: ColumnType<Date, Date | undefined, Date>;
  };
  node_hour: {
    merchant_id: Id;
    plan_id: Id;
    plan_version: number;
    hour: Date;
    /** 0: nobody's. */
    owner_id: Id;
    node: string;
    what: 'calls' | 'left' | 'ended';
    by: string;
    next: string;
    n: number;
  };
  /** Ended calls that are not in `node_hour` yet; written by a trigger (migration 0038). */
  call_uncounted: { merchant_id: string; call_id: string };
  missed_line: {
    merchant_id: Id;
    call_id: Id;
    line: number;
    plan_id: Id;
    plan_version: number;
    node: string;
    text: string;
    at_ms: number;
    at: Date;
  };
  missed_ignored: { merchant_id: Id; plan_id: Id; said: string };
  back_test: {
    merchant_id: Id;
    id: Generated<Id>;
    plan_id: Id;
    rules: ColumnType<readonly LevelRule[], string, never>;
    since: Date;
    until: Date;
    first_day: string;
    last_day: string;
    state: Generated<'running' | 'done' | 'failed' | 'cancelled'>;
    /** Numbers the changes; whoever looks is told the sum of what they may see. */
    changed: Generated<number>;
    after: Generated<string>;
    tries: Generated<number>;
    cancel_wanted: Generated<boolean>;
    created_by: Id;
    created_at: ColumnType<Date, Date | undefined, never>;
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  back_test_count: {
    merchant_id: Id;
    test_id: Id;
    owner_id: Id;
    what: 'total' | 'move' | 'old' | 'new';
    was: Level | '';
    becomes: Level | '';
    n: number;
  };
  back_test_change: {
    merchant_id: Id;
    test_id: Id;
    n: number;
    call_id: Id;
    was: Level;
    becomes: Level;
    rule: string;
  };
}

/** Beside a call's words; null of calls of earlier releases. */
export type FactsColumn = ColumnType<CallFacts | null, string | null | undefined, string | null>;
