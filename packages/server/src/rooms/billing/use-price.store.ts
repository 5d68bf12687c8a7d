import { type SpeechPurpose, serviceHost } from '@lianxian/contract';
import { isOfHouse, type UsePrices, type UseRates, useHoldOf, withPlan } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Prices of what calls use beside their line (docs/tasks.md#use): versions, of which the last row counts. */

/** The last word for all merchants, and for one: null where it never had its own. */
const inForce = (merchantId: string) => sql`
  (select * from platform_use_price order by id desc limit 1) for_all
  left join (select * from use_price where merchant_id = ${merchantId} order by id desc limit 1) own on not own.as_all`;

/** What a call that is placed now pays for its use, a row or none, and the services its merchant has. Names as the code has them. */
export const useRatesQuery = (merchantId: string): RawBuilder<unknown> => sql`
  select (p.recognition * 10000)::float8 as recognition, (p.synthesis * 10000)::float8 as synthesis,
    (p.model * 10000)::float8 as model, p.hosts,
    (select coalesce(json_agg(json_build_object('purpose', s.purpose, 'url', coalesce(s.settings ->> 'url', ''))), '[]')
      from speech_service s where s.merchant_id = ${merchantId}) as services
  from (
    select coalesce(own.recognition, for_all.recognition) as recognition, coalesce(own.synthesis, for_all.synthesis) as synthesis,
      coalesce(own.model, for_all.model) as model, for_all.hosts
    from ${inForce(merchantId)}) p
  where p.recognition + p.synthesis + p.model > 0`;

export interface RatesSeen extends UsePrices, Pick<UseRates, 'hosts'> {
  readonly services: readonly { readonly purpose: SpeechPurpose; readonly url: string }[];
}

/**
 * With what is held for a minute: of the kinds for which the merchant has a service of the platform's, so that nothing is held
 * for what is the merchant's own; a service that it connects later has its price all the same. Null: use costs nothing.
 */
export const ratesFrom = (seen: RatesSeen | null): UseRates | null => {
  if (seen === null) return null;
  const { services, hosts, recognition, synthesis, model } = seen;
  const ofHouse = services.filter(({ url }) => isOfHouse(serviceHost(url), hosts));
  const heldFor = (purpose: SpeechPurpose, price: number) =>
    ofHouse.some(service => service.purpose === purpose) ? price : 0;
  const hold = useHoldOf({
    recognition: heldFor('recogniser', recognition),
    synthesis: heldFor('synthesiser', synthesis),
    model: heldFor('model', model),
  });
  return { recognition, synthesis, model, hosts, hold };
};

/** Of a call with this plan; null: no robot talks in it. */
export const useRatesOf = async (
  db: UnscopedDb,
  merchantId: string,
  planId: string | null,
): Promise<UseRates | null> => {
  const rates = ratesFrom((await sql<RatesSeen>`${useRatesQuery(merchantId)}`.execute(db)).rows[0] ?? null);
  if (planId === null) return rates;
  const { rows } = await sql<{ price: number }>`select plan_price(${merchantId}, ${planId}) as price`.execute(db);
  return withPlan(rates, rows[0]?.price ?? 0);
};

/** Yuan as text; `message`: a part of a text message. */
interface UsePriceRow {
  readonly recognition: string;
  readonly synthesis: string;
  readonly model: string;
  readonly message: string;
}

interface PlatformPrice extends UsePriceRow {
  readonly hosts: readonly string[];
  readonly madeBy: string;
}

export const insertPlatformPrice = async (tx: UnscopedDb, price: PlatformPrice): Promise<void> => {
  await tx.insertInto('platformUsePrice').values(price).execute();
};

interface OwnPrice extends UsePriceRow {
  readonly merchantId: string;
  readonly asAll: boolean;
  readonly madeBy: string;
}

export const insertOwnPrice = async (tx: UnscopedDb, price: OwnPrice): Promise<void> => {
  await tx.insertInto('usePrice').values(price).execute();
};

const MOST_VERSIONS = 20;

export interface UsePriceVersion extends UsePriceRow {
  readonly asAll: boolean;
  readonly hosts: readonly string[];
  readonly at: Date;
  readonly by: string | null;
}

/** The last versions of a merchant, or of all (null), newest first. */
export const usePriceVersions = async (
  db: UnscopedDb,
  merchantId: string | null,
): Promise<readonly UsePriceVersion[]> => {
  const own = sql`select as_all, '{}'::text[] as hosts, recognition, synthesis, model, message, made_by, made_at, id
    from use_price where merchant_id = ${merchantId}`;
  const ofAll = sql`select false as as_all, hosts, recognition, synthesis, model, message, made_by, made_at, id
    from platform_use_price`;
  const { rows } = await sql<UsePriceVersion>`
    select as_all, hosts, trim_scale(recognition)::text as recognition, trim_scale(synthesis)::text as synthesis,
      trim_scale(model)::text as model, trim_scale(message)::text as message, made_at as at,
      (select name from employee where employee.id = made_by limit 1) as by
    from (${merchantId === null ? ofAll : own}) versions
    order by id desc limit ${MOST_VERSIONS}`.execute(db);
  return rows;
};

/** What parts of a text message cost a merchant, in ten-thousandths of a yuan. */
export const messagePrice = async (db: UnscopedDb, merchantId: string): Promise<number> => {
  const { rows } = await sql<{ price: number }>`
    select (coalesce(own.message, for_all.message) * 10000)::float8 as price from ${inForce(merchantId)}`.execute(db);
  return rows[0]?.price ?? 0;
};
