import type { Answered, Ask } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { whoIsCalled } from './call.store.ts';
import { enqueueOne } from './enqueue.ts';
import { findUsable } from './templates.store.ts';

/**
 * A text message that a plan sends while it talks: written once for its node, however often the node is passed. `sent` is said of
 * what will go as far as one can say now; what the rules say of it stands in the log.
 */
export const messageIn = async (
  db: UnscopedDb,
  { merchantId, callId }: { readonly merchantId: string; readonly callId: string },
  { node, template: named, values }: Extract<Ask, { type: 'sms' }>,
): Promise<Answered> => {
  const own = merchantDb(db, merchantId);
  const [template, callee] = await Promise.all([findUsable(own, named), whoIsCalled(own, callId)]);
  if (template === undefined || callee === undefined) return { type: 'failed', because: 'unknown' };
  const { phone, name, taskId, ownerId } = callee;
  const to = { request: `node ${callId} ${node}`, phone, name, callId, taskId, ownerId };
  const known = { ...(name !== '' && { 姓名: name }), ...callee.variables, ...values };
  const row = await inTransaction(db, tx =>
    enqueueOne(tx, { merchantId, template, source: 'node' }, { ...to, values: known }),
  );
  return row.state === 'withheld' ? { type: 'failed', because: row.because } : { type: 'sent' };
};
