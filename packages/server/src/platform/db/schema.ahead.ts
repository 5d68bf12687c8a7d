import type { ComparedVoice, Goal, WhatIf } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0112 to 0114: plans that a task compares, and what was told of it. */
type Id = string;

export interface AheadTables {
  taskExperiment: {
    merchantId: Id;
    taskId: Id;
    dealKey: number;
    goal: ColumnType<Goal, string, never>;
    taken: ColumnType<number | null, null | undefined, number>;
    endedAt: ColumnType<Date | null, null | undefined, Date>;
  };
  taskVariant: {
    merchantId: Id;
    taskId: Id;
    nth: number;
    planId: Id;
    planVersion: number;
    planName: string;
    synthesis: ColumnType<ComparedVoice | null, string | null | undefined, never>;
    share: number;
    called: Generated<number>;
    reached: Generated<number>;
  };
  taskForetold: {
    merchantId: Id;
    taskId: Id;
    at: Date;
    numbers: number;
    told: ColumnType<WhatIf, string, never>;
    calls: number;
    answered: number;
    spent: string;
  };
}
