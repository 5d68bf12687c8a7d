import type { EndedHow } from '@lianxian/contract';
import type { CallState, HungUpBy, Level, MediaFacts, Verdict } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';
import type { FactsColumn } from './schema.levels.ts';

/** Tables of migrations 0002, 0003 and what 0005, 0020 and 0022 add to them. JSON columns are written as text and read as what they hold. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string, string>;

export interface CallTables {
  call: {
    merchant_id: Id;
    id: Generated<Id>;
    plan_id: Id;
    plan_version: number;
    plan_name: string;
    line_id: Id;
    line_name: string;
    practice: Generated<boolean>;
    phone: string;
    caller_number: Generated<string>;
    variables: ColumnType<Readonly<Record<string, string>>, string | undefined, never>;
    placed_by: Id | null;
    /** Whose call it is for a data scope: who placed it or made its task; null when somebody called us. */
    owner_id: ColumnType<Id | null, Id | null | undefined, never>;
    placed_at: Made;
    /** Made by the database of `placed_at` and `ended_at`. */
    listed_at: ColumnType<Date, never, never>;
    stage: Generated<'placed' | 'dialling' | 'talking' | 'ended'>;
    owner: string | null;
    fence: Generated<number>;
    leased_until: Date | null;
    hang_up_wanted_at: Date | null;
    file: string | null;
    dialog: ColumnType<unknown, string | null, string | null>;
    dialled_at: Date | null;
    answered_at: Date | null;
    ended_at: Date | null;
    state: CallState | null;
    fault: Verdict['fault'] | null;
    may_retry: boolean | null;
    because: string | null;
    sip_code: number | null;
    hung_up_by: HungUpBy | null;
    level: Level | null;
    level_rule: string | null;
    last_node: string | null;
    ring_ms: number | null;
    talk_ms: Generated<number>;
    cost: ColumnType<string, string | number | undefined, string | number>;
    /** An attempt at a callee of a task; null for a call by hand. */
    task_id: Id | null;
    callee_id: Id | null;
    attempt: number | null;
    port_id: Id | null;
    callee_name: Generated<string>;
    ring_timeout_ms: Generated<number>;
    price_per_minute: ColumnType<string, string | number | undefined, string | number>;
    /** Held of the balance while it lives. */
    reserved: ColumnType<string, string | number | undefined, string | number>;
    turns: Generated<number>;
    media: ColumnType<MediaFacts | null, string | null, string | null>;
    direction: Generated<'out' | 'in'>;
    sip_reason: Generated<string>;
    /** Of the level rule that held (migration 0020). */
    tags: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>;
    customer_type: ColumnType<number | null, number | null | undefined, number | null>;
    ended_node: ColumnType<string | null, string | null | undefined, string | null>;
    ended_how: ColumnType<EndedHow | null, EndedHow | null | undefined, EndedHow | null>;
    ended_ms: ColumnType<number | null, number | null | undefined, number | null>;
    /** Channels of its line that it takes while it lives (migration 0022). */
    legs: Generated<number>;
    /** A minute of its second leg; null: it never had one. */
    second_leg_price: ColumnType<string | null, string | number | null | undefined, string | number | null>;
  };
  call_ladder: { merchant_id: Id; call_id: Id; messages: Json<unknown> };
  call_transcript: {
    merchant_id: Id;
    call_id: Id;
    lines: Json<unknown>;
    path: Json<unknown>;
    answers: Json<unknown>;
    facts: FactsColumn;
  };
  call_recording: {
    merchant_id: Id;
    call_id: Id;
    file_id: Id;
    duration_ms: number;
    bytes: ColumnType<string, number, number>;
    synthesised: Generated<boolean>;
    peaks: ColumnType<{ readonly callee: number[]; readonly robot: number[] } | null, string | null, string | null>;
  };
  calls_node: {
    id: string;
    address: string;
    workers: Generated<number>;
    calls: Generated<number>;
    capacity: Generated<number>;
    draining: Generated<boolean>;
    /** fixed, shut, open, or the system's code of why it is not. */
    sip_door: Generated<string>;
    life: Generated<string>;
    started_at: Made;
    heartbeat_at: ColumnType<Date, Date | undefined, Date>;
  };
}
