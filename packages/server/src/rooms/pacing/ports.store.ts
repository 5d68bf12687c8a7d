import type { AbroadWay, BillUnit, UseRates, WeekWindows } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { rowsAsJson, type UnscopedDb } from '../../platform/db/index.ts';
import { abroadOf, isDead, liveOnRoot } from '../lines/index.ts';
import type { TaskLease } from './marks.ts';

/** A port of tasks with its line, as a round sees it; one row, however many tasks call over it. */
export interface PortSeen {
  readonly id: string;
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  /** How its line dials numbers of other countries. */
  readonly abroad: AbroadWay;
  readonly removed: boolean;
  /** Its own; empty: one of the line's. */
  readonly callerNumber: string;
  /** Calls that the numbers it may call with can still make today; null: no cap, or no numbers at all. */
  readonly callersLeft: number | null;
  /** Its line has numbers of its own, one of which makes each call. */
  readonly hasNumbers: boolean;
  /** Switched on by its owner. */
  readonly enabled: boolean;
  readonly isDown: boolean;
  /** It refused every call and is left alone for so long (decision 55); null: it is not. */
  readonly restsForMs: number | null;
  /** It stands with its carrier, or its gateway with us, where that is how it is reached. */
  readonly isRegistered: boolean;
  /** The line's own hours; null: any. */
  readonly windows: WeekWindows | null;
  readonly channels: number;
  readonly lineChannels: number;
  /** Of a lent line, what all that have it may still begin there together; null: it is nobody else's. */
  readonly rootLeft: number | null;
  /** Fewer while its carrier is congested. */
  readonly callsPerSecond: number;
  /** Ten-thousandths of a yuan a minute; a practice line is free. */
  readonly price: number;
  readonly unitS: BillUnit;
  /** How long the line's rate has let a call start; negative: not yet. */
  readonly idleMs: number;
}

/** A port with what one task has of it. */
export interface TaskPort extends PortSeen {
  readonly taskChannels: number;
  /** What its calls pay for what they use beside the line; null: nothing. */
  readonly useRates: UseRates | null;
}

/** A registration is renewed before it ends, and its new end is written with the next looks at lines. */
const WRITTEN_LATE = sql`interval '30 seconds'`;

/** Free channels of the line `r`, all that have it together. */
const rootLeft = sql`greatest(0, case when coalesce(h.rests, 0) > 0 then 1 else r.channels end - ${liveOnRoot(sql`r`)})`;

/** Ports of tasks with their lines; removed ones too, so that it is known what a task was meant for. */
export const portsQuery = (merchantId: string, tasks: readonly string[]) =>
  portsIn(
    merchantId,
    sql`(select distinct port_id from task_port where merchant_id = ${merchantId} and task_id = any(${[...tasks]}::bigint[]))`,
  );

/** `wished`: rows of port_id. */
const portsIn = (merchantId: string, wished: RawBuilder<unknown>) => sql`
    select p.id::text, p.line_id::text as "lineId", l.name as "lineName", l.practice, ${abroadOf(sql`l`, sql`r`)} as abroad,
      (p.removed_at is not null or l.removed_at is not null or r.removed_at is not null) as removed,
      p.caller_number as "callerNumber", callers.left as "callersLeft",
      exists (select from line_number n where n.merchant_id = r.merchant_id and n.line_id = r.id and n.removed_at is null)
        as "hasNumbers", l.enabled and r.enabled as enabled, r.windows,
      ${isDead(sql`h`)} as "isDown",
      case when h.rests_until > now() then (extract(epoch from h.rests_until - now()) * 1000)::float8 end as "restsForMs",
      l.practice or r.access = 'address'
        or coalesce(h.state <> 'unknown' and h.registered_until > now() - ${WRITTEN_LATE}, false) as "isRegistered",
      p.channels,
      -- After a rest one call tries it, before many do.
      case when coalesce(h.rests, 0) > 0 then 1 else l.channels end as "lineChannels",
      case when l.lender_id is not null or exists (select from line o where o.lender_line_id = l.id and o.removed_at is null)
        then ${rootLeft} end as "rootLeft",
      least(r.calls_per_second, coalesce(h.slowed_to, r.calls_per_second))::float8 as "callsPerSecond",
      (case when l.practice then 0 else l.price_per_minute * 10000 end)::float8 as price, l.bill_unit_s as "unitS",
      (extract(epoch from clock_timestamp() - greatest(r.paced_until, clock_timestamp() - interval '10 seconds')) * 1000
        )::float8 as "idleMs"
    from ${wished} wished
      join port p on p.merchant_id = ${merchantId} and p.id = wished.port_id
      join line l on l.merchant_id = p.merchant_id and l.id = p.line_id
      join line r on r.merchant_id = l.root_merchant_id and r.id = l.root_id
      join merchant m on m.id = r.merchant_id
      left join line_health h on h.merchant_id = r.merchant_id and h.line_id = r.id
      cross join lateral (
        select case when bool_or(n.enabled and n.daily_cap = 0) then null
            when count(*) > 0 then coalesce(sum(greatest(0, n.daily_cap
              - case when n.used_on between (now() at time zone m.zone)::date and (now() at time zone m.zone)::date + 1 then n.used else 0 end)) filter (where n.enabled), 0)
          end::int as left
        from line_number n
        where n.merchant_id = r.merchant_id and n.line_id = r.id and n.removed_at is null
          and p.caller_number in ('', n.number)) callers
    order by p.id`;

/** What a task has of a port. */
interface PortUse {
  readonly taskId: string;
  readonly portId: string;
  readonly channels: number;
}

export const portUsesQuery = (merchantId: string, tasks: readonly string[]) => sql`
  select task_id::text as "taskId", port_id::text as "portId", channels from task_port
  where merchant_id = ${merchantId} and task_id = any(${[...tasks]}::bigint[]) order by task_id, port_id`;

/** The ports of each task, in the order of their ids. */
export const portsByTask = (
  { ports, uses }: PortsSeen,
  ratesOf: (taskId: string) => UseRates | null,
): ReadonlyMap<string, readonly TaskPort[]> => {
  const byId = new Map(ports.map(port => [port.id, port]));
  const found = new Map<string, TaskPort[]>();
  for (const { taskId, portId, channels } of uses) {
    const port = byId.get(portId);
    if (port === undefined) continue;
    const own = found.get(taskId) ?? [];
    found.set(taskId, own);
    own.push({ ...port, taskChannels: channels, useRates: port.practice ? null : ratesOf(taskId) });
  }
  return found;
};

export interface PortsSeen {
  readonly ports: readonly PortSeen[];
  readonly uses: readonly PortUse[];
}

/** The same as a round sees them, for who only looks; what is used beside the line is left out. */
export const portsNow = async (
  db: UnscopedDb,
  { merchantId, taskId }: Pick<TaskLease, 'merchantId' | 'taskId'>,
): Promise<readonly TaskPort[]> => {
  const { rows } = await sql<PortsSeen>`
    select ${rowsAsJson(portsQuery(merchantId, [taskId]))} as ports, ${rowsAsJson(portUsesQuery(merchantId, [taskId]))} as uses`.execute(
    db,
  );
  return portsByTask(rows[0] ?? { ports: [], uses: [] }, () => null).get(taskId) ?? [];
};

/** Ports of a merchant as a task that had them would see them. */
export const portsWished = async (
  db: UnscopedDb,
  merchantId: string,
  wished: readonly { readonly portId: string; readonly channels: number }[],
): Promise<readonly TaskPort[]> => {
  const given = sql`(select unnest(${wished.map(({ portId }) => portId)}::bigint[]) as port_id)`;
  const { rows } = await sql<PortSeen>`${portsIn(merchantId, given)}`.execute(db);
  const channels = new Map(wished.map(({ portId, channels: most }) => [portId, most]));
  return rows.map(port => ({ ...port, taskChannels: channels.get(port.id) ?? 0, useRates: null }));
};
