import type { LineState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

interface PortFields {
  readonly name: string;
  /** Empty: the line's own. */
  readonly callerNumber: string;
  readonly channels: number;
}

const rowOf = ({ name, callerNumber, channels }: PortFields) => ({ name, callerNumber, channels });

const kept = (db: MerchantDb) =>
  db
    .selectFrom('port')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .where('port.removedAt', 'is', null)
    .where('line.removedAt', 'is', null);

/** Ports with how their line is; off: switched off by its owner. */
const withState = (db: MerchantDb) =>
  kept(db)
    .leftJoin('lineHealth as health', join =>
      join.onRef('health.merchantId', '=', 'line.rootMerchantId').onRef('health.lineId', '=', 'line.rootId'),
    )
    .select(
      sql<LineState | 'off'>`case when line.enabled then coalesce(health.state, 'unknown') else 'off' end`.as('state'),
    );

/** The practice line's first, then in the order they were added. */
export const listPorts = (db: MerchantDb, page: { offset: number; limit: number }) =>
  withState(db)
    .select([
      'port.id',
      'port.name',
      'port.lineId',
      'port.callerNumber',
      'port.channels',
      'line.name as lineName',
      'line.practice',
    ])
    .orderBy('line.practice', 'desc')
    .orderBy('port.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

/** To choose from, in the same order. */
export const listPortNames = (db: MerchantDb, page: { offset: number; limit: number }) =>
  withState(db)
    .select(['port.id', 'port.name', 'port.lineId', 'port.channels'])
    .select(['line.name as lineName', 'line.practice'])
    .orderBy('line.practice', 'desc')
    .orderBy('port.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countPorts = async (db: MerchantDb): Promise<number> => {
  const row = await kept(db)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

/** Live calls by port, of those that have any. */
export const liveByPort = async (db: MerchantDb): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('call')
    .select(['call.portId', eb => eb.fn.countAll<string>().as('live')])
    .where('call.stage', '<>', 'ended')
    .where('call.portId', 'is not', null)
    .groupBy('call.portId')
    .execute();
  return new Map(rows.map(row => [row.portId ?? '', Number(row.live)]));
};

export const findPort = (db: MerchantDb, id: string) =>
  kept(db)
    .select(['port.id', 'port.name', 'port.callerNumber', 'port.channels', 'port.lineId', 'line.practice'])
    .where('port.id', '=', id)
    .executeTakeFirst();

export const insertPort = async (db: MerchantDb, lineId: string, fields: PortFields): Promise<string> => {
  const row = { lineId, ...rowOf(fields), removedAt: null };
  return (await db.insertInto('port', row).returning('port.id').executeTakeFirstOrThrow()).id;
};

export const updatePort = async (db: MerchantDb, id: string, lineId: string, fields: PortFields): Promise<void> => {
  await db
    .updateTable('port')
    .set({ lineId, ...rowOf(fields) })
    .where('port.id', '=', id)
    .execute();
};

export const markPortRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('port').set({ removedAt: at }).where('port.id', '=', id).execute();
};

export const markPortsOfLineRemoved = async (db: MerchantDb, lineId: string, at: Date): Promise<void> => {
  await db
    .updateTable('port')
    .set({ removedAt: at })
    .where('port.lineId', '=', lineId)
    .where('port.removedAt', 'is', null)
    .execute();
};

/** A port as a task dials by it; its line's limits beside its own. */
interface Port {
  readonly id: string;
  readonly name: string;
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  /** The port's own; empty: one of the line's. */
  readonly callerNumber: string;
  readonly channels: number;
  readonly lineChannels: number;
  readonly callsPerSecond: number;
  /** Ten-thousandths of a yuan; 0 on the practice line. */
  readonly pricePerMinute: number;
  /** The port or its line was removed: it dials no more. */
  readonly removed: boolean;
}

/** The merchant's ports by id, removed ones as well; ids of nobody are left out. */
export const portsOf = async (
  db: UnscopedDb,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Port>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('port')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .select([
      'port.id',
      'port.name',
      'port.lineId',
      'line.name as lineName',
      'line.practice',
      'port.channels',
      'port.callerNumber',
      'line.channels as lineChannels',
      'line.callsPerSecond',
      sql<string>`case when line.practice then 0 else line.price_per_minute * 10000 end::bigint`.as('pricePerMinute'),
      sql<boolean>`port.removed_at is not null or line.removed_at is not null`.as('removed'),
    ])
    .where('port.merchantId', '=', merchantId)
    .where('port.id', 'in', ids)
    .execute();
  return new Map(rows.map(row => [row.id, { ...row, pricePerMinute: Number(row.pricePerMinute) }]));
};
