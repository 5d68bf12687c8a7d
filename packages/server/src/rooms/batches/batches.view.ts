import type { batchEndpoints, OutputOf } from '@lianxian/contract';
import type { ListedBatch } from './batches.store.ts';

type Row = OutputOf<typeof batchEndpoints.list>['list'][number];

/** On the wire 0 is in progress and 1 done; any other failed (docs/tasks.md#batch-tasks). */
const states = { running: 0, done: 1, failed: 2, cancelled: 3 } as const;

export const batchView = (row: ListedBatch): Row => ({
  id: row.id,
  title: row.title,
  state: states[row.state],
  type: row.type,
  remark: row.remark,
  fileId: row.fileKey,
  createTime: row.createdAt.toISOString(),
  modifyTime: row.modifiedAt.toISOString(),
  done: Number(row.rowsDone),
  of: row.rowsTotal === null ? null : Number(row.rowsTotal),
});
