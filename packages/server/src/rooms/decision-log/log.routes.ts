import { decisionEndpoints, type InputOf, limits, type OutputOf, standingText } from '@lianxian/contract';
import { normalisePhone } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { taskExists } from '../tasks/index.ts';
import { COUNTED, decisionSheetTitle, EXPORT_DECISIONS, startDecisionSheet } from './log.batch.ts';
import { countDecisions, type LogFilter, readDecisions } from './log.store.ts';
import { decisionView, refusedView } from './log.view.ts';
import { refusals, standings } from './summary.store.ts';

type Filter = InputOf<typeof decisionEndpoints.export>;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** The filter as this person may use it. @throws badInput, searchesOut */
const wantedBy = async ({ phone, ...filter }: Filter, context: SignedInContext): Promise<LogFilter> => {
  const sees = { seesPhones: seesPhones(context) };
  if (phone === undefined || phone.trim() === '') return { ...filter, ...sees, phone: null };
  const read = normalisePhone(phone);
  if (!read.ok) throw refuse('badInput', { field: 'phone', fault: 'telephone' });
  await allowSearch(context, read.phone);
  return { ...filter, ...sees, phone: read.phone };
};

const list = async (
  { page, limit, after, ...filter }: InputOf<typeof decisionEndpoints.list>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof decisionEndpoints.list>> => {
  const { db, locale: language } = context;
  const wanted = await wantedBy(filter, context);
  const skipped = after === undefined ? pageOf({ page, limit }).offset : 0;
  const [rows, total] = await Promise.all([
    readDecisions(unscopedDb, db, wanted, { after: after ?? null, limit: skipped + limit + 1 }),
    countDecisions(unscopedDb, db, wanted, limits.lastRow),
  ]);
  const found = rows.slice(skipped);
  const shown = found.slice(0, limit);
  return {
    list: shown.map(row => decisionView(row, { language, seesPhones: wanted.seesPhones })),
    total: Math.min(total, limits.lastRow),
    ...(total > limits.lastRow && { more: true }),
    after: found.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const summary = async (
  taskId: string,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof decisionEndpoints.summary>> => {
  const { db, locale: language } = context;
  if (!(await taskExists(db, taskId))) throw refuse('notFound', { what: 'task' });
  const key = { merchantId: db.merchantId, taskId };
  const [stand, refused] = await Promise.all([standings(unscopedDb, key), refusals(unscopedDb, key)]);
  return {
    numbers: stand.reduce((sum, { numbers }) => sum + numbers, 0),
    becauses: stand.map(({ because, numbers }) => ({ because, text: standingText(because, language), numbers })),
    refused: [...refusedView(refused, { language, seesPhones: seesPhones(context) })],
  };
};

interface LogParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: Pick<PushSender, 'toEmployee'>;
}

const exportDecisions = async (
  input: Filter,
  context: SignedInContext,
  { unscopedDb, push }: LogParts,
): Promise<OutputOf<typeof decisionEndpoints.export>> => {
  const { db, session, locale: language } = context;
  const wanted = await wantedBy(input, context);
  const { phone, seesPhones: sees, ...filter } = wanted;
  const wish = { filter, phone, seesPhones: sees, language };
  const count = () => countDecisions(unscopedDb, db, wanted, COUNTED);
  const asked = { kind: EXPORT_DECISIONS, title: decisionSheetTitle, input: wish, count, of: 'rows' } as const;
  return await beginOrAsk(asked, context, push, async tx => {
    const batchId = await startDecisionSheet(tx, session.employeeId, wish);
    const after = { ...filter, ...(phone !== null && { phone }) };
    await recordAudit(tx, { action: 'decision.export', target: batchId, after }, auditBy(context));
    return batchId;
  });
};

/** What was decided about numbers, and because of what. */
export const bindDecisionLog = (front: Front, parts: LogParts): void => {
  const { unscopedDb } = parts;
  bind(front, decisionEndpoints.list, (input, context) => list(input, context, unscopedDb));
  bind(front, decisionEndpoints.summary, ({ taskId }, context) => summary(taskId, context, unscopedDb));
  bind(front, decisionEndpoints.export, (input, context) => exportDecisions(input, context, parts));
};
