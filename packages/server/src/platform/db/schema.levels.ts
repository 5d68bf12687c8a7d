import type { BatchState } from '@lianxian/contract';
import type { CallFacts, Level, LevelRule, Suspicion } from '@lianxian/core';
import type { ColumnType, Generated } from 'kysely';
import type { CallSource } from './schema.home.ts';

/** Tables of migrations 0020 and 0024; what they add to calls is with them. */
type Id = string;

export interface LevelTables {
  callCorrection: {
    merchantId: Id;
    callId: Id;
    ruledLevel: Level | null;
    level: Level;
    why: string;
    correctedBy: Id;
    correctedAt: ColumnType<Date, Date | undefined, Date>;
  };
  nodeHour: {
    merchantId: Id;
    planId: Id;
    planVersion: number;
    hour: Date;
    /** 0: nobody's. */
    ownerId: Id;
    source: CallSource;
    node: string;
    what: 'calls' | 'left' | 'ended';
    by: string;
    next: string;
    n: number;
  };
  /** Ended calls that are not in `node_hour` yet; written by a trigger (migration 0068). */
  callUncounted: { merchantId: string; callId: string };
  missedLine: {
    merchantId: Id;
    callId: Id;
    line: number;
    planId: Id;
    planVersion: number;
    node: string;
    text: string;
    atMs: number;
    at: Date;
    /** Why it is likely misheard; null: it was not understood. */
    because: Generated<Suspicion | null>;
  };
  missedIgnored: { merchantId: Id; planId: Id; said: string };
  backTest: {
    merchantId: Id;
    id: Generated<Id>;
    planId: Id;
    rules: ColumnType<readonly LevelRule[], string, never>;
    since: Date;
    until: Date;
    firstDay: string;
    lastDay: string;
    state: Generated<BatchState>;
    /** Numbers the changes; whoever looks is told the sum of what they may see. */
    changed: Generated<number>;
    after: Generated<string>;
    tries: Generated<number>;
    cancelWanted: Generated<boolean>;
    createdBy: Id;
    createdAt: ColumnType<Date, Date | undefined, never>;
    endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  backTestCount: {
    merchantId: Id;
    testId: Id;
    ownerId: Id;
    what: 'total' | 'move' | 'old' | 'new';
    was: Level | '';
    becomes: Level | '';
    n: number;
  };
  backTestChange: {
    merchantId: Id;
    testId: Id;
    n: number;
    callId: Id;
    was: Level;
    becomes: Level;
    rule: string;
  };
}

/** Beside a call's words; null of calls of earlier releases. */
export type FactsColumn = ColumnType<CallFacts | null, string | null | undefined, string | null>;
