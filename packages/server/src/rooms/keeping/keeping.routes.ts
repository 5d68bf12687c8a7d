import { keepingEndpoints } from '@lianxian/contract';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { recordDaysOf, saveRecordDays } from '../settings/index.ts';
import { type Deletion, deletionOf, pendingDeletions, pendingNumber } from './deletion.store.ts';
import { askDeletion, takeDeletionBack } from './deletion.ts';
import { startTakeOut } from './take-out.batch.ts';

interface KeepingParts {
  readonly db: UnscopedDb;
  readonly push: PushSender;
}

const MOST = 100;

const wireOf = ({ askedBy, askedAt, dueAt }: Deletion) => ({
  askedBy,
  askedAt: askedAt.toISOString(),
  dueAt: dueAt.toISOString(),
});

export const bindKeeping = (front: Front, parts: KeepingParts): void => {
  const { db: unscopedDb } = parts;
  bind(front, keepingEndpoints.state, async (_, { session }) => {
    const deletion = await deletionOf(unscopedDb, session.merchantId);
    return { recordDays: await recordDaysOf(unscopedDb), deletion: deletion && wireOf(deletion) };
  });
  bind(front, keepingEndpoints.saveRecords, async ({ recordDays }, context) => {
    await unscopedDb.transaction().execute(async tx => {
      const before = { recordDays: await recordDaysOf(tx) };
      await saveRecordDays(tx, recordDays);
      const change = { action: 'record.days', before, after: { recordDays } } as const;
      await recordAudit(merchantDb(tx, context.session.merchantId), change, auditBy(context));
    });
    return {};
  });
  /** It holds whole numbers, whoever asks. */
  bind(front, keepingEndpoints.takeOut, async (_, context) => {
    if (!context.session.buttons.has('phone:unmask')) throw refuse('noRight');
    return await context.db.transaction(async tx => {
      const batchId = await startTakeOut(tx, context.session.employeeId);
      await recordAudit(tx, { action: 'merchant.takeOut', target: batchId }, auditBy(context));
      return { batchId };
    });
  });
  bind(front, keepingEndpoints.askDeletion, (input, context) => askDeletion(parts, input, context));
  bind(front, keepingEndpoints.takeDeletionBack, async (_, context) => {
    const { merchantId: id } = context.session;
    await takeDeletionBack(parts, { id, number: await pendingNumber(unscopedDb, id) }, context);
    return {};
  });
  bind(front, keepingEndpoints.deletions, async () => ({
    list: (await pendingDeletions(unscopedDb, MOST)).map(({ id, number, name, ...deletion }) => ({
      id,
      number,
      name,
      ...wireOf(deletion),
    })),
  }));
  bind(front, keepingEndpoints.stopDeletion, async ({ id }, context) => {
    await takeDeletionBack(parts, { id, number: await pendingNumber(unscopedDb, id) }, context);
    return {};
  });
};
