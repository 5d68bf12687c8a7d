import {
  type BatchState,
  type batchEndpoints,
  batchStates,
  type Language,
  type OutputOf,
  storedText,
} from '@lianxian/contract';
import type { ListedBatch } from './batches.store.ts';

type Row = OutputOf<typeof batchEndpoints.list>['list'][number];

/** On the wire 0 is in progress and 1 done; any other failed (docs/tasks.md#batch-tasks). */
const numberOf = (state: BatchState) => batchStates.indexOf(state) as Row['state'];

export const batchView = (row: ListedBatch, language: Language): Row => ({
  id: row.id,
  title: storedText(row.title, language),
  state: numberOf(row.state),
  type: row.type,
  remark: storedText(row.remark, language),
  fileId: row.fileKey,
  createTime: row.createdAt.toISOString(),
  modifyTime: row.modifiedAt.toISOString(),
  done: Number(row.rowsDone),
  of: row.rowsTotal === null ? null : Number(row.rowsTotal),
});
