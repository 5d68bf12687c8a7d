import { day, type InputOf, STATEMENT_DAYS, statementEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { balanceOf, setLowBelow } from '../billing/index.ts';
import { startStatement } from './sheet.batch.ts';
import { statementRows, statementSum } from './statements.store.ts';

const DAY_MS = 86_400_000;

/** Days in turn, and not more than a year of them. */
const checkDays = ({ from, to }: { readonly from: string; readonly to: string }): void => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > STATEMENT_DAYS) throw refuse('daysTooMany', { limit: STATEMENT_DAYS });
};

/** Where a page goes on: a day of those by day, else the number of a line or task. */
const checkAfter = (by: InputOf<typeof statementEndpoints.list>['by'], after: string): void => {
  const isOne = by === 'day' ? day.safeParse(after).success : /^\d{1,18}$/.test(after);
  if (!isOne) throw refuse('badInput', { field: 'after', fault: by === 'day' ? 'day' : 'id' });
};

const list = async (
  { by, from, to, ...input }: InputOf<typeof statementEndpoints.list>,
  { session }: SignedInContext,
  db: UnscopedDb,
) => {
  checkDays({ from, to });
  const wanted = { merchantId: session.merchantId, by, from, to };
  const after = input.after ?? null;
  if (after !== null) checkAfter(by, after);
  const { limit, offset } = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  const [rows, { rows: total, ...sum }] = await Promise.all([
    statementRows(db, wanted, { after, offset, limit }),
    statementSum(db, wanted),
  ]);
  const shown = rows.slice(0, limit);
  return { list: shown, sum, total, after: rows.length > limit ? (shown.at(-1)?.key ?? null) : null };
};

/** Statements of what moved a merchant's money, and when its owner is told that little is left. */
export const bindStatements = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, statementEndpoints.list, (input, context) => list(input, context, unscopedDb));
  bind(front, statementEndpoints.sheet, async (wish, context) => {
    checkDays(wish);
    const { db, session, locale } = context;
    return await db.transaction(async tx => {
      const batchId = await startStatement(tx, session.employeeId, { ...wish, language: locale });
      const after = { ...wish, batch: batchId };
      await recordAudit(tx, { action: 'balance.statement', target: batchId, after }, auditBy(context));
      return { batchId };
    });
  });
  bind(front, statementEndpoints.warn, async ({ amount }, context) => {
    const { db, session } = context;
    await db.transaction(async tx => {
      const { lowBelow } = await balanceOf(tx);
      const after = Number(amount) === 0 ? null : amount;
      await setLowBelow(tx, after);
      const change = { before: { lowBelow }, after: { lowBelow: after } };
      await recordAudit(tx, { action: 'balance.warnBelow', target: session.merchantId, ...change }, auditBy(context));
    });
    return {};
  });
};
