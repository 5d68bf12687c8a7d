import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** A merchant's rows as lines, whatever tables there are: one of a later migration needs no word here. */

/** Of sign-ins and of this moment: nothing that the merchant has. */
const LEFT_OUT = [
  ...['session', 'known_device', 'second_factor', 'recovery_code', 'factor_removal', 'wechat_code', 'wechat_user'],
  ...['seat_call', 'seat_secret', 'seat_presence', 'seat_order'],
  ...['webhook_secret', 'sip_binding', 'line_check', 'sms_lease', 'attempt', 'call_uncounted', 'call_change'],
];
/** Secrets, sealed or hashed. */
const SECRET = '(_sealed|_hash|^secret|^token|^key)$';

export interface OwnTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** By which rows are read on: its key behind the merchant; of what has none, the column its months go by. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  /** Rows are found by that key. */
  readonly isKeyed: boolean;
}

export const ownTables = async (db: UnscopedDb): Promise<readonly OwnTable[]> => {
  const { rows } = await sql<OwnTable>`
    select c.relname::text as name, p.oid is not null as is_keyed,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'merchant_id'
          and a.atttypid <> 'bytea'::regtype and a.attname !~ ${SECRET}) as columns,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.n)
        from unnest(coalesce(p.conkey, m.partattrs::int2[])) with ordinality k (num, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num and a.attname <> 'merchant_id'), '[]') as key
    from pg_class c
      join pg_attribute own on own.attrelid = c.oid and own.attname = 'merchant_id'
      left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
      left join pg_partitioned_table m on m.partrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${LEFT_OUT})
    order by c.relname`.execute(db);
  return rows.filter(({ columns }) => columns !== null);
};

const ofClosed = sql`exists (select from plan p where p.merchant_id = plan_test.merchant_id and p.id = plan_test.plan_id and p.closed)`;
/** What nobody is shown of a closed plan (decision 131), by table and column: it is empty there. */
const hidden: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  plan: { draft: sql`case when not closed then draft end as draft` },
  plan_version: { graph: sql`case when not graph ? 'closed' then graph end as graph` },
  plan_test: { test: sql`case when not ${ofClosed} then test end as test` },
  removal: { kept: sql`case when not kept @? '$[*].rows[*] ? (@.closed == true)' then kept end as kept` },
};

interface OwnLine {
  readonly line: string;
  readonly key: readonly string[];
}

/** The next rows of a table, in the order of its key; `after`: the key of the last one, null at first. */
export const nextLines = async (
  db: UnscopedDb,
  merchantId: string,
  { name, columns, key }: OwnTable,
  { after, limit }: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<readonly OwnLine[]> => {
  const ids = key.map(column => sql.raw(`"${column.name}"`));
  const from = key.map((column, at) => sql`${after?.[at] ?? ''}::${sql.raw(column.type)}`);
  const further = after === null || key.length === 0 ? sql`` : sql`and (${sql.join(ids)}) > (${sql.join(from)})`;
  const order = key.length === 0 ? sql`` : sql`order by ${sql.join(ids)}`;
  const told = key.length === 0 ? sql`array[]::text[]` : sql`array[${sql.join(ids.map(id => sql`${id}::text`))}]`;
  const { rows } = await sql<OwnLine>`
    select (to_jsonb(own) - 'own_key')::text as line, own_key as key from (
      select ${sql.join(columns.map(column => hidden[name]?.[column] ?? sql.raw(`"${column}"`)))}, ${told} as own_key
      from ${sql.raw(`"${name}"`)} where merchant_id = ${merchantId} ${further} ${order} limit ${limit}) own`.execute(
    db,
  );
  return rows;
};

/** The merchant's own row: what it is, and no more of who looks after it. */
export const merchantLine = async (db: UnscopedDb, merchantId: string): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    select json_build_object('number', number, 'name', name, 'zone', zone, 'contact_name', contact_name,
      'contact_phone', contact_phone, 'created_at', created_at)::text as line
    from merchant where id = ${merchantId}`.execute(db);
  return rows[0]?.line ?? '{}';
};

/** The next recordings, in the order of their calls. */
export const nextRecordings = async (db: UnscopedDb, merchantId: string, after: string, limit: number) => {
  const { rows } = await sql<{ call: string; path: string }>`
    select r.call_id as call, file.path from call_recording r
      join file on file.merchant_id = r.merchant_id and file.id = r.file_id
    where r.merchant_id = ${merchantId} and r.call_id > ${after} order by r.call_id limit ${limit}`.execute(db);
  return rows;
};

export const recordingBytes = async (db: UnscopedDb, merchantId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from call_recording where merchant_id = ${merchantId}`.execute(db);
  return rows[0]?.bytes ?? 0;
};
