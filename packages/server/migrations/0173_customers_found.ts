import { type Kysely, sql } from 'kysely';

/**
 * A page of a million customers and its count by any two filters. Of partial indexes on expressions the planner takes no statistics: it
 * took a tag that a tenth have for one that one in two hundred have, and sorted a hundred thousand to show twenty. What one
 * filters by besides stands in the indexes, so that a second filter asks no row; a page is not worth another process.
 */
const narrowing = ['cate_type', 'owner_id', 'region', 'operator', 'last_level', 'task_id'];
const besides = (own: string): string => narrowing.filter(column => column !== own).join(', ');
const LISTED = 'listed_at desc, id desc';
const found = (name: string, column: string, where = ''): string => `
  drop index customer_${name};
  create index customer_${name} on customer (merchant_id, ${column}, ${LISTED}) include (${besides(column)})
    where removed_at is null${where};`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    ${found('type', 'cate_type')}
    ${found('owner', 'owner_id')}
    ${found('region', 'region')}
    ${found('operator', 'operator')}
    ${found('level', 'last_level', ' and last_level is not null')}
    ${found('task', 'task_id', ' and task_id is not null')}
    drop index customer_uncalled;
    create index customer_uncalled on customer (merchant_id, ${LISTED}) include (${narrowing.join(', ')})
      where removed_at is null and last_call_at is null;
    drop index customer_name;
    create index customer_name on customer (merchant_id, name text_pattern_ops)
      include (listed_at, id, ${narrowing.join(', ')}) where removed_at is null and name <> '';
    -- With those that have none: a condition of its own the planner took for rarer still.
    drop index customer_tagged;
    create index customer_tagged on customer using gin (own_words(merchant_id, tags)) where removed_at is null;

    create statistics customer_pairs on (own_pairs(merchant_id, name || ' ' || company)) from customer;
    create statistics customer_words on (own_words(merchant_id, tags)) from customer;
    create statistics customer_lower on (lower(company)) from customer;
    create statistics customer_lower_all on (lower(name || ' ' || company)) from customer;
    alter function own_pairs(bigint, text) cost 400 parallel restricted;
    alter function own_words(bigint, text[]) cost 200 parallel restricted;
    create index customer_number_last_figures on customer_number (merchant_id, right(phone, 4));
    analyze customer;
  `)
    .execute(db);
};
