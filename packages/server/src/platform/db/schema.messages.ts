import type { ColumnType, Generated } from 'kysely';

/** Kept push messages; `migrations/0013_messages.ts` is the law. */
export interface MessageTables {
  pushMessage: {
    merchantId: string;
    employeeId: string;
    /** Shared by the rows of one message to many people. */
    seq: string;
    type: 1 | 2 | 3 | 4 | 5 | 6 | 7;
    msg: Generated<string>;
    phone: Generated<string>;
    ref: Generated<string>;
    task: string | null;
    /** Of a call-back that is due (migration 0139). */
    todoId: ColumnType<string | null, string | null | undefined, never>;
    fileId: string | null;
    num: ColumnType<string | null, number | null | undefined, never>;
    at: ColumnType<Date, Date | undefined, never>;
    readAt: Date | null;
  };
}
