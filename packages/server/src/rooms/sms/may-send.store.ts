import type { BlacklistName, CallsOfNumber } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { blacklistOf, isWhite } from '../blacklist/index.ts';
import { consents } from '../consents/index.ts';
import { countsOfCalls } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';

/** What speaks for or against a message to a number. */
export interface StandingOf {
  readonly phone: string;
  readonly task: string;
  readonly list: BlacklistName | null;
  readonly isWhite: boolean;
  readonly hasConsent: boolean;
  readonly province: string | null;
  /** Messages that left, or may have. */
  readonly messages: CallsOfNumber;
}

export interface AskedNumber {
  readonly phone: string;
  /** Whose list holds beside; '0' none. */
  readonly task: string;
}

export const standingsOf = async (
  db: UnscopedDb,
  merchantId: string,
  asked: readonly AskedNumber[],
): Promise<readonly StandingOf[]> => {
  if (asked.length === 0) return [];
  const left = (since: Parameters<Parameters<typeof countsOfCalls>[0]['made']>[0]) => sql`
    select s.handed_at as at, 1 as calls from sms_message s
    where s.merchant_id = m.id and s.phone = asked.phone and s.handed_at >= ${since}
      and s.state in ('handing', 'sent', 'delivered', 'unknown')`;
  const { rows } = await sql<StandingOf>`
    select asked.phone, asked.task::text as task,
      ${blacklistOf({ merchant: sql`m.id`, task: sql`asked.task` }, sql`asked.phone`)} as list,
      ${isWhite(sql`m.id`, sql`asked.phone`)} as is_white, ${consents('m', sql`asked.phone`)} as has_consent,
      ${provinceOf(sql`asked.phone`)} as province, ${countsOfCalls({ zone: sql`m.zone`, made: left })} as messages
    from unnest(${asked.map(({ phone }) => phone)}::text[], ${asked.map(({ task }) => task)}::bigint[]) asked(phone, task),
      merchant m where m.id = ${merchantId}`.execute(db);
  return rows;
};

/** The merchant's clock, and the database's. */
export const zoneNow = async (
  db: UnscopedDb,
  merchantId: string,
): Promise<{ readonly zone: string; readonly now: Date; readonly active: boolean }> => {
  const { rows } = await sql<{ zone: string; now: Date; active: boolean }>`
    select zone, now() as now, active from merchant where id = ${merchantId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('messages of a merchant that is not there');
  return row;
};
