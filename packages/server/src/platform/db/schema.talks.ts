import type { TestConversation } from '@lianxian/core/simulation';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0019. */
type Id = string;

export interface TalkTables {
  planTest: {
    /** Made by the database of the test. */
    bytes: ColumnType<number, never, never>;
    merchantId: Id;
    id: Generated<Id>;
    planId: Id;
    name: string;
    test: ColumnType<TestConversation, string, string>;
    callId: ColumnType<Id | null, Id | null | undefined, never>;
    savedAt: ColumnType<Date, Date | undefined, Date>;
    savedBy: ColumnType<Id | null, Id | null | undefined, Id | null>;
  };
}
