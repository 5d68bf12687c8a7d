import { type InputOf, limits, type marketEndpoints, type OutputOf } from '@lianxian/contract';
import { maskNumbers } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { checkAfter } from '../plan-products/index.ts';
import { countOpinions, dropOpinion, keepOpinion, listOpinions } from './opinions.store.ts';
import { readOnShelf } from './shelf.ts';
import { calledInTask, findTaken } from './taken.store.ts';

/** Who has it, or had it, and called with it in a task. */
const mayWrite = async ({ db }: SignedInContext, unscopedDb: UnscopedDb, productId: string): Promise<boolean> => {
  const taken = await findTaken(db, productId);
  return taken !== undefined && (await calledInTask(unscopedDb, db.merchantId, taken));
};

export const opinions = async (
  { id, after, ...input }: InputOf<typeof marketEndpoints.opinions>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.opinions>> => {
  const { merchantId } = context.db;
  checkAfter(after);
  await readOnShelf(unscopedDb, merchantId, id);
  const { offset, limit } = after === undefined ? pageOf(input) : { offset: 0, limit: input.limit };
  const [rows, total, may] = await Promise.all([
    listOpinions(unscopedDb, id, merchantId, { after: after ?? null, offset, limit }),
    countOpinions(unscopedDb, id),
    mayWrite(context, unscopedDb, id),
  ]);
  const list = rows.slice(0, limit);
  return {
    list: list.map(({ at, text, ...row }) => ({ ...row, text: maskNumbers(text), at: at.toISOString() })),
    total: Math.min(total, limits.lastRow),
    after: rows.length > limit ? (list.at(-1)?.id ?? null) : null,
    mayWrite: may,
  };
};

export const saveOpinion = async (
  { id, text }: InputOf<typeof marketEndpoints.saveOpinion>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  const { title } = await readOnShelf(unscopedDb, context.db.merchantId, id);
  if (text !== '' && !(await mayWrite(context, unscopedDb, id))) throw refuse('productNotCalledWith');
  await context.db.transaction(async tx => {
    if (text === '') await dropOpinion(tx, id);
    else await keepOpinion(tx, id, text, context.at);
    await recordAudit(tx, { action: 'market.opinion', target: id, name: title, after: { text } }, auditBy(context));
  });
};
