import {
  type AbroadWay,
  type BillUnit,
  type LineSetting,
  type LineSettings,
  lineSettingNames,
  settingsOf,
} from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { LIVE_IDS, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { healthNow } from './faults.store.ts';

/** What an owner sets of a line; what is left out keeps its value, or has the column's default in a new line. */
export type LineFields = { readonly [S in Exclude<LineSetting, 'username'>]?: LineSettings[S] | undefined } & {
  readonly name: string;
  readonly address: string;
  readonly username: string;
};

const columnsOf = <A extends 'line' | 'root'>(row: A) =>
  [
    `${row}.id`,
    `${row}.name`,
    `${row}.address`,
    ...lineSettingNames.map(name => `${row}.${name}` as const),
    `${row}.passwordSealed`,
    `${row}.qopSeen`,
    `${row}.enabled`,
    `${row}.practice`,
    `${row}.billUnitS`,
    `${row}.lenderId`,
  ] as const;
const columns = columnsOf('line');
const price = sql<string>`trim_scale(line.price_per_minute)::text`.as('pricePerMinute');

const kept = (db: MerchantDb) => db.selectFrom('line').where('line.removedAt', 'is', null);

/** Of a line beside its settings: its numbers, its live calls, how it is. */
const numbersOf = sql`from line_number n
  where n.merchant_id = line.root_merchant_id and n.line_id = line.root_id and n.removed_at is null`;
const standing = [
  sql<number>`(select count(*)::int ${numbersOf})`.as('numbers'),
  sql<string>`coalesce((select n.number ${numbersOf} order by n.id limit 1), '')`.as('callerNumber'),
  sql<number>`(select coalesce(sum(c.legs), 0)::int from call c
    where c.merchant_id = line.merchant_id and c.line_id = line.id and c.stage <> 'ended')`.as('live'),
] as const;

/** The practice line first, then in the order they were added. */
export const listLines = (db: MerchantDb, page: { offset: number; limit: number }) =>
  kept(db)
    .leftJoin('lineHealth as health', join =>
      join.onRef('health.merchantId', '=', 'line.rootMerchantId').onRef('health.lineId', '=', 'line.rootId'),
    )
    .select(columns)
    .select(price)
    .select(standing)
    .select(healthNow)
    .select(['health.checkedAt', 'health.code', 'health.roundTripMs', 'health.registeredUntil', 'health.slowedTo'])
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
export type ListedLine = Awaited<ReturnType<typeof listLines>>[number];

/** To choose from, in the same order. */
export const listLineNames = (db: MerchantDb, page: { offset: number; limit: number }) =>
  kept(db)
    .select(['line.id', 'line.name', 'line.practice'])
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countLines = async (db: MerchantDb): Promise<number> => {
  const row = await kept(db)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const findLine = (db: MerchantDb, id: string) =>
  kept(db).select(columns).select(price).where('line.id', '=', id).executeTakeFirst();
export type LineRow = NonNullable<Awaited<ReturnType<typeof findLine>>>;

/** The line itself: of one that is lent, its owner's row. */
export const findRoot = (db: MerchantDb, id: string) =>
  kept(db)
    .innerJoin('line as root', join =>
      join.onRef('root.merchantId', '=', 'line.rootMerchantId').onRef('root.id', '=', 'line.rootId'),
    )
    .select(columnsOf('root'))
    .select('root.merchantId')
    .select(sql<boolean>`line.enabled and root.enabled`.as('enabled'))
    .select(abroadOf(sql`line`, sql`root`).as('abroad'))
    .where('root.removedAt', 'is', null)
    .where('line.id', '=', id)
    .executeTakeFirst();

/** Lines of any merchants, for who dials and looks after them. */
export const findLines = async (
  db: UnscopedDb,
  keys: readonly { readonly merchantId: string; readonly lineId: string }[],
) => {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('line')
    .select('line.merchantId')
    .select(columns)
    .select(price)
    .where('line.removedAt', 'is', null)
    .where(
      sql<boolean>`(line.merchant_id, line.id) in (select * from unnest(
        ${keys.map(({ merchantId }) => merchantId)}::bigint[], ${keys.map(({ lineId }) => lineId)}::bigint[]))`,
    )
    .execute();
};

const rowOf = ({ name, address, ...fields }: LineFields) => {
  const { rewriting, windows, ...settings } = settingsOf(fields);
  return {
    name,
    address,
    ...settings,
    rewriting: rewriting && JSON.stringify(rewriting),
    windows: windows && JSON.stringify(windows),
  };
};

/** A line of its own health row: somebody has to look at it. */
export const insertLineRow = async (
  db: MerchantDb,
  fields: LineFields,
  practice: boolean,
): Promise<{ id: string; channels: number }> => {
  const row = { ...rowOf(fields), passwordSealed: null, removedAt: null, practice };
  const line = await db.insertInto('line', row).returning(['line.id', 'line.channels']).executeTakeFirstOrThrow();
  await db.insertInto('lineHealth', { lineId: line.id, ...notLookedAt }).execute();
  return line;
};

const notLookedAt = {
  checkedAt: null,
  code: null,
  roundTripMs: null,
  registeredUntil: null,
  slowedTo: null,
  owner: null,
  leasedUntil: null,
} as const;

/** `moves`: its carrier reaches us from elsewhere from now on, or in another way. */
export const updateLine = async (db: MerchantDb, id: string, fields: LineFields, moves: boolean): Promise<void> => {
  const row = { ...rowOf(fields), ...(moves && { movedAt: sql<Date>`now()` }) };
  await db.updateTable('line').set(row).where('line.id', '=', id).execute();
};

/** Null: it has none any more. How its carrier asked for the one before says nothing of another's. */
export const setPassword = async (db: MerchantDb, id: string, sealed: string | null): Promise<void> => {
  const row = { passwordSealed: sealed, qopSeen: false };
  await db.updateTable('line').set(row).where('line.id', '=', id).execute();
};

/** Its carrier asked with a qop for the password of this user. */
export const setQopSeen = async (db: MerchantDb, id: string, username: string): Promise<void> => {
  const ofLine = db.updateTable('line').set({ qopSeen: true }).where('line.id', '=', id);
  await ofLine.where('username', '=', username).execute();
};

export const setEnabled = async (db: MerchantDb, id: string, enabled: boolean): Promise<void> => {
  await db.updateTable('line').set({ enabled }).where('line.id', '=', id).execute();
};

export const setPrice = async (
  db: MerchantDb,
  id: string,
  price: { readonly pricePerMinute: string; readonly billUnitS: BillUnit },
): Promise<void> => {
  await db.updateTable('line').set(price).where('line.id', '=', id).execute();
};

export const markRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('line').set({ removedAt: at }).where('line.id', '=', id).execute();
};

/** Another line of the house has this registrar account: the index knows, whoever came first. */
export const isAccountTaken = (error: unknown): boolean =>
  (error as { readonly constraint?: unknown }).constraint === 'line_gateway_account';

/** Live calls on the line that is joined as `root`, of all that have it: exact under the locks of `lockLine`. */
export const liveOnRoot = (root: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(c.legs), 0)::int from line had
    join call c on c.merchant_id = had.merchant_id and c.line_id = had.id and c.stage <> 'ended' and c.id >= ${LIVE_IDS}
  where had.root_id = ${root}.id and had.root_merchant_id = ${root}.merchant_id)`;

/** How numbers abroad leave over a line: as the line itself writes them, where its lender lets whoever has it. */
export const abroadOf = (line: RawBuilder<unknown>, root: RawBuilder<unknown>) =>
  sql<AbroadWay>`case when ${line}.abroad = 'none' then 'none' else ${root}.abroad end`;

/** Somebody else has this line. */
export const isLent = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('line')
    .where('line.id', '=', id)
    .where(
      sql<boolean>`exists (select from line other where other.lender_id = line.merchant_id and other.lender_line_id = line.id
        and other.removed_at is null)`,
    )
    .select('line.id')
    .executeTakeFirst()) !== undefined;
