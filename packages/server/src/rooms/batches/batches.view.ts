import type { batchEndpoints, OutputOf } from '@lianxian/contract';

type Row = OutputOf<typeof batchEndpoints.list>['list'][number];

/** On the wire 0 is in progress and 1 done; any other failed (docs/tasks.md#batch-tasks). */
const states = { running: 0, done: 1, failed: 2, cancelled: 3 } as const;

export interface ListedRow {
  readonly id: string;
  readonly title: string;
  readonly state: keyof typeof states;
  readonly type: 0 | 1 | 2;
  readonly remark: string;
  readonly file_key: string | null;
  readonly created_at: Date;
  readonly modified_at: Date;
  readonly rows_done: string;
  readonly rows_total: string | null;
}

export const batchView = (row: ListedRow): Row => ({
  id: row.id,
  title: row.title,
  state: states[row.state],
  type: row.type,
  remark: row.remark,
  fileId: row.file_key,
  createTime: row.created_at.toISOString(),
  modifyTime: row.modified_at.toISOString(),
  done: Number(row.rows_done),
  of: row.rows_total === null ? null : Number(row.rows_total),
});
