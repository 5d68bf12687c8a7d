import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';

/**
 * Where numbers live: 130,211 prefixes, one line a place and operator in the file beside this one (province, city,
 * operator, prefixes). `packages/workshop/src/segments` made it from Google's libphonenumber data (Apache-2.0).
 */
const file = join(import.meta.dirname, '0006_phone_segments.tsv.gz');

export const up = async (db: Kysely<never>): Promise<void> => {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const column = (index: number): string[] => lines.map(line => line.split('\t')[index] ?? '');
  await sql`
    insert into phone_segment (prefix, province, city, operator)
    select prefix, province, city, operator
    from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[])
      as place (province, city, operator, prefixes), string_to_table(prefixes, ' ') as prefix
    order by prefix
  `.execute(db);
};
