import type { CallState, Level } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0004 and 0005. JSON columns are written as text and read as what they hold; money is text. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string, string>;
type MadeJson<T> = ColumnType<T, string | undefined, string>;
type Money = ColumnType<string, string | number, string | number>;
type MadeMoney = ColumnType<string, string | number | undefined, string | number>;

export interface TaskTables {
  port: {
    merchant_id: Id;
    id: Generated<Id>;
    line_id: Id;
    name: string;
    caller_number: Generated<string>;
    channels: number;
    created_at: Made;
    removed_at: Date | null;
  };
  calling_rules: {
    merchant_id: Id;
    legal_from_minute: number;
    legal_to_minute: number;
    calls_per_day: number;
    calls_per_week: number;
    channels: number;
  };
  blacklist: {
    merchant_id: Id;
    id: Generated<Id>;
    phone: string;
    reason: Generated<string>;
    call_id: Id | null;
    added_by: Id | null;
    created_at: Made;
  };
  balance: { merchant_id: Id; amount: MadeMoney; reserved: MadeMoney };
  ledger: {
    merchant_id: Id;
    id: Generated<Id>;
    at: Made;
    kind: 'topUp' | 'call' | 'reversal' | 'correction' | 'transferIn' | 'transferOut';
    amount: Money;
    amount_after: Money;
    call_id: Id | null;
    by_employee: Id | null;
    note: Generated<string>;
    request_id: string | null;
    peer_id: ColumnType<Id | null, Id | null | undefined, never>;
  };
  phone_segment: { prefix: string; province: string; city: Generated<string>; operator: Generated<string> };
  task: {
    merchant_id: Id;
    id: Generated<Id>;
    name: string;
    plan_id: Id;
    plan_version: number;
    plan_name: string;
    concurrency: number;
    ring_timeout_s: number;
    windows: Json<readonly (readonly { readonly from: number; readonly to: number }[])[]>;
    retries: Json<Readonly<Record<string, { readonly times: number; readonly afterMinutes: number }>>>;
    skip_recent_days: Generated<number>;
    state: Generated<'draft' | 'waiting' | 'running' | 'paused' | 'finished' | 'stopped'>;
    because: Generated<string>;
    created_by: Id;
    created_at: Made;
    started_by: Id | null;
    started_at: Date | null;
    ended_at: Date | null;
    removed_at: Date | null;
    owner: string | null;
    fence: Generated<number>;
    leased_until: Date | null;
  };
  task_port: { merchant_id: Id; task_id: Id; port_id: Id; channels: number };
  task_count: {
    merchant_id: Id;
    task_id: Id;
    total: Generated<number>;
    fresh: Generated<number>;
    retrying: Generated<number>;
    calling: Generated<number>;
    settled: Generated<number>;
    answered: Generated<number>;
    pace_because: Generated<string>;
  };
  task_minute: {
    merchant_id: Id;
    task_id: Id;
    minute: Date;
    state: CallState;
    level: Level | '';
    calls: Generated<number>;
    talk_ms: ColumnType<string, number | undefined, number>;
  };
  task_event: {
    merchant_id: Id;
    task_id: Id;
    id: Generated<Id>;
    at: Made;
    kind: string;
    detail: MadeJson<Readonly<Record<string, string | number>>>;
    by_employee: Id | null;
  };
  callee: {
    merchant_id: Id;
    task_id: Id;
    id: Generated<Id>;
    phone: string;
    name: Generated<string>;
    variables: MadeJson<Readonly<Record<string, string>>>;
    lane: Generated<number>;
    state: Generated<'fresh' | 'calling' | 'retry' | 'settled'>;
    due_at: Date | null;
    attempts: Generated<number>;
    tried: MadeJson<Readonly<Record<string, number>>>;
    last_state: CallState | null;
    last_level: Level | null;
    last_call_id: Id | null;
    because: Generated<string>;
    changed_at: ColumnType<Date, Date | undefined, Date>;
  };
  batch: {
    merchant_id: Id;
    id: Generated<Id>;
    kind: string;
    title: string;
    type: 0 | 1 | 2;
    state: Generated<'running' | 'done' | 'failed' | 'cancelled'>;
    remark: Generated<string>;
    file_id: Id | null;
    rows_done: ColumnType<string, number | undefined, number>;
    rows_total: ColumnType<string | null, number | null | undefined, number | null>;
    input: Json<unknown>;
    cursor: MadeJson<unknown>;
    cancel_wanted_at: Date | null;
    tries: Generated<number>;
    created_by: Id;
    created_at: Made;
    modified_at: ColumnType<Date, Date | undefined, Date>;
  };
}
