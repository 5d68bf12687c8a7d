import { type InputOf, monitorEndpoints, type OutputOf } from '@lianxian/contract';
import { maskPhone, maskReason } from '@lianxian/core';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { isOwnLine, listFailures } from './failures.store.ts';
import { createSnapshots } from './snapshots.ts';

const failures = async (
  { limit, after, lineId, whose }: InputOf<typeof monitorEndpoints.failures>,
  { db, session }: SignedInContext,
): Promise<OutputOf<typeof monitorEndpoints.failures>> => {
  if (lineId !== undefined && !(await isOwnLine(db, lineId))) throw refuse('notFound', { what: 'line' });
  const rows = await listFailures(db, { lineId, whose, limit, after });
  const shown = rows.slice(0, limit);
  const seesPhones = session.buttons.has('phone:unmask');
  return {
    list: shown.map(row => ({
      callId: row.id,
      at: row.listedAt.toISOString(),
      phone: seesPhones ? row.phone : maskPhone(row.phone),
      lineId: row.lineId,
      lineName: row.lineName,
      code: row.sipCode,
      reason: seesPhones ? row.sipReason : maskReason(row.sipReason, row.phone),
      state: row.state,
      because: row.because,
      fault: row.fault,
      retryAt: row.retryAt?.toISOString() ?? null,
    })),
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

export const bindMonitor = (front: Front): void => {
  const snapshots = createSnapshots();
  bind(front, monitorEndpoints.monitor, (_input, { db, at }) => snapshots.of(db.whole, at));
  bind(front, monitorEndpoints.failures, failures);
};
