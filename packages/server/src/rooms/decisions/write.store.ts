import {
  type DecisionBecause,
  type DecisionKind,
  decisionCode,
  decisionWord,
  type RuleSaid,
  ruleOf,
} from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/**
 * What is written into the ledger of decisions (docs/tasks.md#the-ledger-of-decisions): in the transaction of what it tells, all
 * of a tick, a chunk or an ending in one statement. Rows are added, never changed; no lock is waited for.
 */
export interface Codes {
  readonly kind: number;
  readonly because: number;
  readonly rule: number;
  readonly version: number;
}

/** As many as the column counts; of later ones it is said that they came after. */
const MOST_VERSIONS = 32_767;

/** As it is stored. @param because a key; of one without a code it is kept that nothing was dialled. */
export const decisionCodes = (kind: DecisionKind, because: string, said?: RuleSaid): Codes => {
  const code = decisionCode.because(because);
  return {
    kind: decisionCode.kind(kind),
    because: code,
    rule: decisionCode.rule(ruleOf(kind, decisionWord.because(code) ?? '', said)),
    version: Math.min(said?.version ?? 0, MOST_VERSIONS),
  };
};

/** Of what the rules of redials decided, in which version of them. */
export const byRetries = (codes: Codes, version: number): Codes =>
  codes.rule === decisionCode.rule('retries') ? { ...codes, version: Math.min(version, MOST_VERSIONS) } : codes;

interface ListKey {
  readonly merchantId: string;
  readonly taskId: string;
}

/** Part of a statement, about numbers of many tasks. @param rows a query of task, phone, kind, because, rule, version, about, amount. */
export const decidingOfTasks = (merchantId: string, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into decision (merchant_id, task_id, phone, about, amount, kind, because, rule, version)
  select ${merchantId}::bigint, d.task, phone_code(d.phone), d.about, d.amount, d.kind, d.because, d.rule, d.version
  from (${rows}) d (task, phone, kind, because, rule, version, about, amount)`;

/** The same of one task. @param rows a query of phone, kind, because, rule, version, about, amount. */
export const deciding = ({ merchantId, taskId }: ListKey, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  decidingOfTasks(merchantId, sql`select ${taskId}::bigint, of_task.* from (${rows}) of_task`);

export interface Decided {
  readonly kind: DecisionKind;
  readonly because: DecisionBecause;
  /** Null: there is no number. */
  readonly phone: string | null;
  readonly amount: number;
}

/** Decisions about many numbers. @param about what all are about, by their kind. */
export const noteDecisions = async (
  tx: UnscopedDb,
  key: ListKey,
  about: string,
  decided: readonly Decided[],
): Promise<void> => {
  if (decided.length === 0) return;
  const codes = decided.map(({ kind, because }) => decisionCodes(kind, because));
  const rows = sql`select phone, kind, because, rule, 0::smallint, ${about}::bigint, amount from unnest(
    ${decided.map(({ phone }) => phone ?? '')}::text[], ${codes.map(({ kind }) => kind)}::smallint[],
    ${codes.map(({ because }) => because)}::smallint[], ${codes.map(({ rule }) => rule)}::smallint[],
    ${decided.map(({ amount }) => amount)}::int[]) given (phone, kind, because, rule, amount)`;
  await deciding(key, rows).execute(tx);
};
