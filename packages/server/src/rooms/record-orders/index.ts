import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import { bindDesk } from './desk.routes.ts';
import { bindOrders } from './orders.routes.ts';

export { ringDeadlines } from './ring.ts';

interface RecordOrdersParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
}

/** Sentences of plans that people record to order (docs/recording-orders.md). */
export const bindRecordOrders = (front: Front, { unscopedDb, files }: RecordOrdersParts): void => {
  bindOrders(front, unscopedDb);
  bindDesk(front, { unscopedDb, files });
};
