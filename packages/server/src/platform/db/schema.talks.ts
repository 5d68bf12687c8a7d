import type { TestConversation } from '@lianxian/core/simulation';
import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0019. */
type Id = string;

export interface TalkTables {
  plan_test: {
    /** Made by the database of the test. */
    bytes: ColumnType<number, never, never>;
    merchant_id: Id;
    id: Generated<Id>;
    plan_id: Id;
    name: string;
    test: ColumnType<TestConversation, string, string>;
    call_id: ColumnType<Id | null, Id | null | undefined, never>;
    saved_at: ColumnType<Date, Date | undefined, Date>;
    saved_by: ColumnType<Id | null, Id | null | undefined, Id | null>;
  };
}
