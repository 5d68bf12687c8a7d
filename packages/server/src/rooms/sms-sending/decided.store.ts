import type { DecisionKind } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { decidingOfTasks, decisionCodes } from '../decisions/index.ts';

/** What was decided about a message, for the ledger of decisions. */
export interface NumberDecided {
  readonly kind: DecisionKind;
  readonly because: string;
  readonly phone: string;
  /** '0' none. */
  readonly task: string;
  readonly message: string;
  readonly amount: number;
}

export const noteDecided = async (
  tx: UnscopedDb,
  merchantId: string,
  decided: readonly NumberDecided[],
): Promise<void> => {
  if (decided.length === 0) return;
  const codes = decided.map(({ kind, because }) => decisionCodes(kind, because));
  const rows = sql`select task, phone, kind, because, rule, 0::smallint, message, amount from unnest(
    ${decided.map(({ task }) => task)}::bigint[], ${decided.map(({ phone }) => phone)}::text[],
    ${codes.map(({ kind }) => kind)}::smallint[], ${codes.map(({ because }) => because)}::smallint[],
    ${codes.map(({ rule }) => rule)}::smallint[], ${decided.map(({ message }) => message)}::bigint[],
    ${decided.map(({ amount }) => amount)}::int[]) given (task, phone, kind, because, rule, message, amount)`;
  await decidingOfTasks(merchantId, rows).execute(tx);
};
