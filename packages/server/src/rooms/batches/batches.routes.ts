import { batchEndpoints, limits } from '@lianxian/contract';
import { bind, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import type { PushSocket } from '../../platform/push/index.ts';
import { countBatches, listBatches, wantCancel } from './batches.store.ts';
import { batchView } from './batches.view.ts';
import { dayStart } from './day.policy.ts';

/** On it: progress and ends of batches; what is told are ids, the list is everybody's own. */
export const BATCHES_TOPIC = 'batches';

export const bindBatches = (front: Front, push: PushSocket): void => {
  bind(front, batchEndpoints.list, async (input, { db, session, at, locale }) => {
    const page = pageOf(input);
    const [rows, total] = await Promise.all([
      listBatches(db, session.employeeId, dayStart(at), page),
      countBatches(db, session.employeeId, dayStart(at), limits.lastRow),
    ]);
    return { list: rows.map(row => batchView(row, locale)), total };
  });
  bind(front, batchEndpoints.cancel, async ({ id }, { db, session }) => {
    if (!(await wantCancel(db, session.employeeId, id))) throw refuse('notFound', { what: 'batch' });
    return {};
  });
  push.provide({ prefix: BATCHES_TOPIC, mayWatch: async () => true });
};
