import type { AbroadWay, BlacklistName, CallsOfNumber, Lane, TaskRules, TaskState, WeekWindows } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { blacklistOf, isWhite } from '../blacklist/index.ts';
import { consents } from '../consents/index.ts';
import { abroadOf } from '../lines/index.ts';
import { type CallingRules, callingRulesQuery, callsOfNumber, rulesOfTask } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';

/** What speaks for or against a call that is about to leave. */
export interface Standing {
  readonly call: string;
  readonly phone: string;
  readonly zone: string;
  readonly practice: boolean;
  readonly isHungUp: boolean;
  /** Among seats of the house: nobody's number is called. */
  readonly isWithin: boolean;
  /** Which list says no; null: none. */
  readonly list: BlacklistName | null;
  /** Exempt from caps. */
  readonly isWhite: boolean;
  readonly hasConsent: boolean;
  /** Its merchant may call at all. */
  readonly isActive: boolean;
  /** The line as it is now; `windows`: its own hours, null: any. */
  readonly line: {
    readonly removed: boolean;
    readonly enabled: boolean;
    readonly windows: WeekWindows | null;
    readonly abroad: AbroadWay;
  };
  /** Null: a call by hand, which has no hours and no caps. */
  readonly task: {
    readonly state: TaskState;
    readonly removed: boolean;
    readonly own: TaskRules;
    readonly lane: Lane;
    /** Its number is still on the list. */
    readonly listed: boolean;
    readonly rules: CallingRules;
    readonly province: string | null;
    /** Other calls to this number. */
    readonly calls: CallsOfNumber;
  } | null;
}

/**
 * One statement for all that leave together; a call that is over by now, or that another node has taken for an orphan while
 * this one stood still, is not among the answers.
 */
export const standingsOf = async (
  db: UnscopedDb,
  owner: string,
  calls: readonly string[],
): Promise<readonly Standing[]> => {
  const { rows } = await sql<Standing>`
    select call.id as call, call.phone, merchant.zone, call.practice, call.hang_up_wanted_at is not null as is_hung_up, call.origin = 'internal' as is_within,
      ${blacklistOf({ merchant: sql`call.merchant_id`, task: sql`call.task_id` }, sql`call.phone`)} as list,
      ${isWhite(sql`call.merchant_id`, sql`call.phone`)} as is_white, ${consents('merchant', sql`call.phone`)} as has_consent,
      merchant.active as is_active,
      json_build_object('removed', line.removed_at is not null or root.removed_at is not null,
        'enabled', line.enabled and root.enabled, 'windows', root.windows, 'abroad', ${abroadOf(sql`line`, sql`root`)}) as line,
      case when call.task_id is not null then (select row_to_json(t) from (
        select task.state, task.removed_at is not null as removed, ${rulesOfTask} as own, callee.lane,
          callee.because <> 'takenOut' as listed, ${provinceOf(sql`call.phone`)} as province,
          (select row_to_json(r) from (${callingRulesQuery(sql`call.merchant_id`)}) r) as rules,
          ${callsOfNumber({ merchantId: sql`call.merchant_id`, phone: sql`call.phone`, zone: sql`merchant.zone`, except: sql`call.id` })} as calls
        from task join callee on callee.merchant_id = task.merchant_id and callee.task_id = task.id and callee.id = call.callee_id
        where task.merchant_id = call.merchant_id and task.id = call.task_id) t) end as task
    from call join merchant on merchant.id = call.merchant_id
      join line on line.merchant_id = call.merchant_id and line.id = call.line_id
      join line root on root.merchant_id = line.root_merchant_id and root.id = line.root_id
    where call.stage in ('dialling', 'talking') and call.owner = ${owner} and call.id = any(${[...calls]}::bigint[])`.execute(
    db,
  );
  return rows;
};
