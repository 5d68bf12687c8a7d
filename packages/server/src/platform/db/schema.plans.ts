import type { Plan } from '@lianxian/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Kept<T> = ColumnType<T, never, never>;
type MayMiss<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Test conversations that passed and broke when a version was published. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** A variable that a version's sentences say. */
export interface SaidVariable {
  readonly name: string;
  readonly label: string;
  readonly fallback: string;
}

export interface PlanTables {
  plan: {
    merchant_id: Id;
    id: Generated<Id>;
    name: string;
    created_at: Made;
    removed_at: Date | null;
    /** Null: the newest version is the draft, until somebody saves. */
    draft: ColumnType<Plan | null, string | null | undefined, string | null>;
    draft_nodes: Generated<number>;
    /** Of the texts it says from recordings, 64 bits of each as a decimal number; null: as its newest version. */
    draft_said: MayMiss<readonly string[]>;
    /** Made by the database of the draft. */
    draft_bytes: Kept<number | null>;
    draft_rev: Generated<number>;
    draft_at: ColumnType<Date, Date | undefined, Date>;
    draft_by: MayMiss<Id>;
    based_on: MayMiss<number>;
    published_rev: Generated<number>;
    /** Made by the database of the draft: ids of groups. */
    draft_groups: Kept<readonly string[] | null>;
  };
  plan_version: {
    merchant_id: Id;
    plan_id: Id;
    version: number;
    graph: JSONColumnType<Plan>;
    /** Made by the database of the graph. */
    graph_bytes: Kept<number>;
    nodes: number;
    /** What whoever places a call may fill. */
    variables: ColumnType<readonly SaidVariable[], string, string>;
    said: ColumnType<readonly string[], readonly string[], readonly string[]>;
    published_at: Date;
    published_by: MayMiss<Id>;
    note: Generated<string>;
    overridden: Generated<string>;
    tests: ColumnType<TestCount | null, string | null | undefined, never>;
    /** Made by the database of the graph. */
    groups: Kept<readonly string[]>;
  };
}
