import { type AgainLeftOut, againLeftOuts, MOST_AGAIN } from '@lianxian/contract';
import type { DecisionBecause, Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { blacklistOf } from '../blacklist/index.ts';
import { deciding, decisionCodes } from '../decisions/index.ts';

/** Whom of a task one wants to call again; null: whom nobody reached. */
export interface Whom {
  readonly merchantId: string;
  readonly id: string;
  readonly levels: readonly Level[] | null;
}

/** Tasks that called somebody in vain within so long count together. */
const IN_VAIN = sql`interval '30 days'`;

/**
 * Numbers of the task that are wanted, each with why it is not called again; null: it is. A person counts by the latest
 * result anywhere: who was reached since, whoever called, is out; so is who is on the list of a later task, or waits in
 * another one, and who two tasks have called in vain. Since: after the task's own last call, and where it never called
 * since the number came on the list.
 */
const judged = ({ merchantId, id, levels }: Whom) => sql`
  select c.id, c.phone, c.name, c.variables, c.lane, case
      when c.because in ('forbidden', 'undialable') or coalesce(c.last_state, '') in ('emptyNumber', 'numberChanged')
        then 'unreachable'
      when ${blacklistOf({ merchant: merchantId, task: id }, sql`c.phone`)} is not null then 'blacklisted'
      when exists (
        select from call l where l.merchant_id = ${merchantId} and l.phone = c.phone and l.state = 'answered'
          and (l.direction = 'out' or l.talk_ms > 0)
          and case when c.last_call_id is null then l.placed_at > coalesce(i.at, c.changed_at)
            else l.id > c.last_call_id end) then 'reachedSince'
      when c.phone in (
        select o.phone from task t join callee o on o.merchant_id = t.merchant_id and o.task_id = t.id
        where t.merchant_id = ${merchantId} and t.id <> ${id} and t.removed_at is null
          and (t.id > ${id} or (t.state in ('running', 'waiting', 'paused') and o.state <> 'settled'))) then 'elsewhere'
      when ${levels === null} and (
        select count(distinct l.task_id) > 1 from call l
        where l.merchant_id = ${merchantId} and l.phone = c.phone and l.task_id is not null
          and l.placed_at > now() - ${IN_VAIN} and l.dialled_at is not null) then 'twice'
    end as because
  from callee c left join call_correction k on k.merchant_id = c.merchant_id and k.call_id = c.last_call_id
    left join task_import i on i.merchant_id = c.merchant_id and i.task_id = c.task_id and i.id = c.import_id
  where c.merchant_id = ${merchantId} and c.task_id = ${id} and c.because <> 'takenOut'
    -- Of a task that goes on, those it has done with.
    and c.state <> 'calling' and (c.state = 'settled'
      or exists (select from task where merchant_id = ${merchantId} and id = ${id} and state = 'stopped'))
    and case when ${levels === null} then c.last_state is distinct from 'answered'
      else c.last_state = 'answered' and coalesce(k.level, c.last_level) = any(${[...(levels ?? [])]}::text[]) end`;

export const countAgain = async (
  db: UnscopedDb,
  whom: Whom,
): Promise<readonly { readonly because: AgainLeftOut | null; readonly people: number }[]> => {
  const { rows } = await sql<{ because: AgainLeftOut | null; people: number }>`
    select because, count(*)::int as people from (${judged(whom)}) judged group by because`.execute(db);
  return rows;
};

/** As the ledger of decisions says why somebody is not called again. */
const ledgerWords: Readonly<Record<AgainLeftOut, DecisionBecause>> = {
  unreachable: 'dead',
  blacklisted: 'blacklisted',
  reachedSince: 'reachedSince',
  elsewhere: 'otherTask',
  twice: 'inVain',
};
const codes = againLeftOuts.map(key => ({ key, ...decisionCodes('refused', ledgerWords[key]) }));

/** Those that are left out, as rows of the ledger. */
const leftOut = (importId: string) => sql`
  select judged.phone, code.kind, code.because, code.rule, 0::smallint, ${importId}::bigint, 0
  from judged join unnest(${codes.map(({ key }) => key)}::text[], ${codes.map(({ kind }) => kind)}::smallint[],
    ${codes.map(({ because }) => because)}::smallint[], ${codes.map(({ rule }) => rule)}::smallint[])
    code (key, kind, because, rule) on code.key = judged.because`;

/** Where they go, and what is said of how they came. */
interface NewList {
  readonly taskId: string;
  /** Of the task they are of. */
  readonly name: string;
  readonly by: string;
}

/**
 * Puts them on the list of a new task, in their order; how many they are. They stand there as an import of their own, by
 * which they can be taken back; its id is one that no batch task has.
 */
export const addAgain = async (tx: UnscopedDb, whom: Whom, { taskId, name, by }: NewList): Promise<number> => {
  const made = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('batch', 'id')) as id`.execute(tx);
  const importId = made.rows[0]!.id;
  const { merchantId } = whom;
  const { rows } = await sql<{ people: number }>`
    with judged as materialized (${judged(whom)}),
    left_out as (${deciding({ merchantId, taskId }, leftOut(importId))}),
    wanted as materialized (select * from judged where because is null order by id limit ${MOST_AGAIN}),
    -- Of who has several numbers all but those that were found dead are tried anew, from the first.
    kept as materialized (
      select n.callee_id, n.phone, n.lane, count(*) over (partition by n.callee_id) as numbers,
        row_number() over (partition by n.callee_id order by n.place) - 1 as place
      from callee_number n join wanted w on w.id = n.callee_id
      where n.merchant_id = ${whom.merchantId} and n.task_id = ${whom.id} and not exists (
        select from call l where l.merchant_id = n.merchant_id and l.task_id = n.task_id and l.callee_id = n.callee_id
          and l.phone = n.phone and l.state in ('emptyNumber', 'numberChanged', 'outOfService'))),
    people as materialized (
      select w.id, coalesce(k.phone, w.phone) as phone, w.name, w.variables, coalesce(k.lane, w.lane) as lane,
        coalesce(k.numbers, 1) as numbers
      from wanted w left join kept k on k.callee_id = w.id and k.place = 0),
    added as (
      insert into callee (merchant_id, task_id, phone, name, variables, lane, import_id, numbers)
      select ${whom.merchantId}, ${taskId}, phone, name, variables, lane, ${importId}, numbers from people order by id
      returning id, phone),
    numbered as (
      insert into callee_number (merchant_id, task_id, phone, callee_id, place, lane)
      select ${whom.merchantId}, ${taskId}, k.phone, added.id, k.place, k.lane
      from people p join added on added.phone = p.phone join kept k on k.callee_id = p.id where p.numbers > 1),
    brought as (
      insert into task_import (merchant_id, task_id, id, name, by_employee, again, added)
      select ${whom.merchantId}, ${taskId}, ${importId}, ${name}, ${by}, true, count(*) from added),
    counted as (
      update task_count set total = (select count(*) from added), fresh = (select count(*) from added)
      where merchant_id = ${whom.merchantId} and task_id = ${taskId})
    select count(*)::int as people from added`.execute(tx);
  return rows[0]?.people ?? 0;
};

export const nameOfTask = async (db: MerchantDb, id: string): Promise<string | undefined> => {
  const of = db.selectFrom('task').select('task.name').where('task.id', '=', id);
  return (await of.where('task.removedAt', 'is', null).executeTakeFirst())?.name;
};

/** Month and day as the merchant's wall clock shows them, 「11-23」. */
export const today = async (db: UnscopedDb, merchantId: string): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select to_char(now() at time zone zone, 'MM-DD') as day from merchant where id = ${merchantId}`.execute(db);
  return rows[0]?.day ?? '';
};
