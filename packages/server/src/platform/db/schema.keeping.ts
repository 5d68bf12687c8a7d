/** How long records are kept, and merchants that are to be deleted; `migrations/0081_keeping.ts` is the law. */
export interface KeepingTables {
  /** One row: the platform's. */
  recordKeeping: { recordDays: number };
  merchantDeletion: { merchantId: string; askedBy: string; askedAt: Date; dueAt: Date; doneAt: Date | null };
}
