import type { Plan, PlanLicence } from '@lianxian/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;
type Kept<T> = ColumnType<T, never, never>;
type MayMiss<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Test conversations that passed and broke when a version was published. */
interface TestCount {
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
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    createdAt: Made;
    removedAt: Date | null;
    /** Null: the newest version is the draft, until somebody saves. */
    draft: ColumnType<Plan | null, string | null | undefined, string | null>;
    draftNodes: Generated<number>;
    /** Of the texts it says from recordings, 64 bits of each as a decimal number; null: as its newest version. */
    draftSaid: MayMiss<readonly string[]>;
    /** Made by the database of the draft. */
    draftBytes: Kept<number | null>;
    draftRev: Generated<number>;
    draftAt: ColumnType<Date, Date | undefined, Date>;
    draftBy: MayMiss<Id>;
    basedOn: MayMiss<number>;
    publishedRev: Generated<number>;
    /** Made by the database of the draft: ids of groups. */
    draftGroups: Kept<readonly string[] | null>;
    /** What its merchant may do with it. */
    licence: Generated<PlanLicence>;
    /** Made by the database of the licence. */
    closed: Kept<boolean>;
    /** Key of who signed what it came in; null: it was made here, or nobody did. */
    signedBy: MayMiss<string>;
  };
  planSigner: {
    merchantId: Id;
    publicKey: string;
    privateSealed: string;
    madeAt: Made;
  };
  planVersion: {
    merchantId: Id;
    planId: Id;
    version: number;
    graph: JSONColumnType<Plan>;
    /** Made by the database of the graph. */
    graphBytes: Kept<number>;
    nodes: number;
    /** What whoever places a call may fill. */
    variables: ColumnType<readonly SaidVariable[], string, string>;
    said: ColumnType<readonly string[], readonly string[], readonly string[]>;
    publishedAt: Date;
    publishedBy: MayMiss<Id>;
    note: Generated<string>;
    overridden: Generated<string>;
    tests: ColumnType<TestCount | null, string | null | undefined, never>;
    /** Made by the database of the graph. */
    groups: Kept<readonly string[]>;
  };
}
