import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What a merchant knows of one number; of tasks and calls what the viewer's scope lets see. */
export const phoneOfCall = async (db: MerchantDb, id: string): Promise<string | undefined> =>
  (await db.selectFrom('call').select('call.phone').where('call.id', '=', id).executeTakeFirst())?.phone;

export const phoneOfCallee = async (db: MerchantDb, task: string, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('task')
      .innerJoin('callee', join =>
        join.onRef('callee.merchantId', '=', 'task.merchantId').onRef('callee.taskId', '=', 'task.id'),
      )
      .select('callee.phone')
      .where('task.id', '=', task)
      .where('callee.id', '=', id)
      .executeTakeFirst()
  )?.phone;

/** Lists that it stands on, the newest first: one look into each task. */
export const listsOf = (db: MerchantDb, phone: string, limit: number) =>
  db
    .selectFrom('task')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('callee')
          .select(['callee.state', 'callee.because', 'callee.attempts', 'callee.importId'])
          .whereRef('callee.merchantId', '=', 'task.merchantId')
          .whereRef('callee.taskId', '=', 'task.id')
          .where('callee.phone', '=', phone)
          .as('number'),
      join => join.onTrue(),
    )
    .leftJoin('taskImport', join =>
      join
        .onRef('taskImport.merchantId', '=', 'task.merchantId')
        .onRef('taskImport.taskId', '=', 'task.id')
        .onRef('taskImport.id', '=', 'number.importId'),
    )
    .select([
      'task.id',
      'task.name',
      'number.state',
      'number.because',
      'number.attempts',
      'taskImport.name as importName',
      'taskImport.at as importedAt',
    ])
    .orderBy('task.id', 'desc')
    .limit(limit)
    .execute();

/** Its calls, to it and from it, the newest first. */
export const callsOf = (db: MerchantDb, phone: string, limit: number) =>
  db
    .selectFrom('call')
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'call.merchantId').onRef('task.id', '=', 'call.taskId'),
    )
    .leftJoin('callCorrection', join =>
      join.onRef('callCorrection.merchantId', '=', 'call.merchantId').onRef('callCorrection.callId', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.placedAt',
      'call.direction',
      'task.name as task',
      'call.lineName',
      'call.state',
      'call.level',
      'callCorrection.level as correctedLevel',
      'call.talkMs',
    ])
    .select(
      sql<boolean>`exists (select from call_recording r where r.merchant_id = call.merchant_id and r.call_id = call.id
        and r.file_id is not null)`.as('recorded'),
    )
    .where('call.phone', '=', phone)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit)
    .execute();

/** Its last day by the merchant's wall clock; null: for ever. */
const lastDay = (table: 'blacklist' | 'whitelist') =>
  sql<string | null>`((${sql.ref(`${table}.expires_at`)} at time zone
    (select zone from merchant where merchant.id = ${sql.ref(`${table}.merchant_id`)})) - interval '1 day')::date::text`.as(
    'until',
  );

/** On the lists of numbers that are not called, of the merchant and of its tasks, the newest first. */
export const entriesOf = (db: MerchantDb, phone: string, limit: number) =>
  db
    .selectFrom('blacklist')
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'blacklist.merchantId').onRef('task.id', '=', 'blacklist.taskId'),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'blacklist.merchantId').onRef('employee.id', '=', 'blacklist.addedBy'),
    )
    .select(['blacklist.createdAt', 'blacklist.reason', 'blacklist.callId', 'employee.name as by', 'task.name as task'])
    .select(lastDay('blacklist'))
    .where('blacklist.phone', '=', phone)
    .where(eb =>
      eb.or([
        eb('blacklist.taskId', 'is', null),
        eb('blacklist.taskId', 'in', db.selectFrom('task').select('task.id')),
      ]),
    )
    .orderBy('blacklist.id', 'desc')
    .limit(limit)
    .execute();

/** On the list of those whom no cap holds back. */
export const exemptionOf = (db: MerchantDb, phone: string) =>
  db
    .selectFrom('whitelist')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'whitelist.merchantId').onRef('employee.id', '=', 'whitelist.addedBy'),
    )
    .select(['whitelist.createdAt', 'whitelist.reason', 'employee.name as by'])
    .select(lastDay('whitelist'))
    .where('whitelist.phone', '=', phone)
    .executeTakeFirst();

/** On the lists of the platform and of the merchant's trades: since when. Why, and who said so, is the platform's to know. */
export const sharedEntriesOf = async (
  unscopedDb: UnscopedDb,
  { merchantId }: MerchantDb,
  phone: string,
): Promise<readonly { readonly createdAt: Date; readonly trade: string | null }[]> =>
  await unscopedDb
    .selectFrom('sharedBlacklist as shared')
    .leftJoin('trade', 'trade.id', 'shared.tradeId')
    .select(['shared.createdAt', 'trade.name as trade'])
    .where('shared.phone', '=', phone)
    .where(eb =>
      eb.or([
        eb('shared.tradeId', 'is', null),
        eb(
          'shared.tradeId',
          'in',
          eb.selectFrom('merchantTrade').select('tradeId').where('merchantId', '=', merchantId),
        ),
      ]),
    )
    .orderBy('shared.id', 'desc')
    .execute();

/** By whose wall clock a file says its times. */
export const zoneOf = async (db: MerchantDb): Promise<string> =>
  (
    await db
      .selectFrom('employee')
      .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
      .select('merchant.zone')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).zone;
