import { type InputOf, statEndpoints, statPages } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { peopleSeen } from '../stats/index.ts';
import { readersAmong, reportOf, saveReport } from './reports.store.ts';

/** As long as nobody has chosen otherwise. */
const usual = { every: 'off', weekday: 0, hour: 8, pages: [...statPages] } as const;

/** People whom one sees and who see statistics. */
const mayBeTold = async ({ db }: SignedInContext) => {
  const seen = await peopleSeen(db);
  return await readersAmong(
    db,
    seen.map(({ id }) => id),
    statPages,
  );
};

const save = async (
  { to, every, weekday, hour, pages }: InputOf<typeof statEndpoints.saveReport>,
  context: SignedInContext,
): Promise<Record<string, never>> => {
  const { db, session } = context;
  const people = new Set((await mayBeTold(context)).map(({ id }) => id));
  if (to.some(id => !people.has(id))) throw refuse('notFound', { what: 'employee' });
  const told = [...new Set(to)];
  const report = { every, weekday, hour, pages: [...new Set(pages)], told };
  await db.transaction(async tx => {
    await saveReport(tx, session.employeeId, report);
    const after = { every, people: told.length };
    await recordAudit(tx, { action: 'stat.report', target: session.employeeId, after }, auditBy(context));
  });
  return {};
};

/** When one has a report of the statistics made, and for whom. */
export const bindStatReports = (front: Front): void => {
  bind(front, statEndpoints.report, async (_, context) => {
    const { db, session } = context;
    const [kept, people] = await Promise.all([reportOf(db, session.employeeId), mayBeTold(context)]);
    const { every, weekday, hour, pages } = kept ?? usual;
    const told = new Set(kept?.told ?? [session.employeeId]);
    const choices = people.map(({ id, name }) => ({ id, name }));
    return {
      ...{ every, weekday, hour },
      pages: [...pages],
      to: choices.filter(({ id }) => told.has(id)),
      sentAt: kept?.sentAt?.toISOString() ?? null,
      people: choices,
    };
  });
  bind(front, statEndpoints.saveReport, save);
};
