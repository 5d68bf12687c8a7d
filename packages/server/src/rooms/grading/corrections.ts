import type { InputOf, levelEndpoints, OutputOf } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import { regrade } from '../attempts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { tellFiled } from '../records/index.ts';
import { tellTask } from '../runner/index.ts';
import { merchantSettingsOf } from '../settings/index.ts';
import { lockGraded, writeCorrection } from './corrections.store.ts';

/**
 * A person's word on the level of a call: it counts from then on, in lists, filters and figures; the rules' own stays
 * beside it, and the same level says that they were right. Whoever sees the call may give it; who saw another level than
 * it has by now is told, unless both mean the same. Why, is the merchant's choice.
 */
export const correctLevel = async (
  { id, level, was, why }: InputOf<typeof levelEndpoints.correct>,
  context: SignedInContext,
  { unscopedDb, push }: { readonly unscopedDb: UnscopedDb; readonly push: TopicSender },
): Promise<OutputOf<typeof levelEndpoints.correct>> => {
  const { merchantId } = context.db;
  const { correction, taskId, isNew, owner } = await inTransaction(unscopedDb, async houseTx => {
    const tx = merchantDb(houseTx, context.db.merchantId, context.db.viewer);
    const call = await lockGraded(tx, id);
    if (call === undefined) throw refuse('notFound', { what: 'callRecord' });
    if (call.state !== 'answered') throw refuse('notAnswered');
    if (call.level !== level && (call.level ?? 'none') !== was)
      throw refuse('levelChanged', { level: call.level ?? '—' });
    if (why === '' && (await merchantSettingsOf(tx)).levelNeedsWhy) throw refuse('whyMissing');
    const ruled = call.corrected === null ? call.level : call.ruledLevel;
    const by = context.session.employeeId;
    const written = await writeCorrection(tx, { call: id, level, ruled, why, by });
    const taskId = call.level === level ? null : await regrade(houseTx, { merchantId, call: id }, call.level, level);
    const entry = { before: { level: call.level }, after: { level, reason: why } };
    await recordAudit(tx, { action: 'call.correctLevel', target: id, ...entry }, auditBy(context));
    const isNew = call.level !== level;
    return {
      taskId,
      isNew,
      owner: call.made,
      correction: { ruledLevel: ruled, level, why, by: written.by, at: written.at.toISOString() },
    };
  });
  tellFiled(push, merchantId, { id, level: isNew ? level : null, owner });
  if (taskId !== null) tellTask(push, merchantId, taskId);
  return { correction };
};
