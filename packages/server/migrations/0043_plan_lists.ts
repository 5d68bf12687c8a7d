import { type Plan, saidKeys, variablesToFill } from '@lianxian/core';
import { type Kysely, sql } from 'kysely';

/**
 * What lists and quotas ask of plans, beside their graphs, so that nobody reads a graph to answer them: the variables that
 * may be filled, the texts that are said (64 bits of each), and how large all of it is.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table plan
      add column draft_said bigint[],
      add column draft_bytes integer generated always as (octet_length(draft::text)) stored;
    alter table plan_version
      add column variables jsonb not null default '[]',
      add column said bigint[] not null default '{}',
      add column graph_bytes integer not null generated always as (octet_length(graph::text)) stored;
    alter table plan_test
      add column bytes integer not null generated always as (octet_length(test::text)) stored;
    create index plan_bytes on plan (merchant_id) include (draft_bytes);
    create index plan_version_bytes on plan_version (merchant_id) include (graph_bytes);
    create index plan_test_bytes on plan_test (merchant_id) include (bytes);
  `.execute(db);
  await fillVersions(db);
  await fillDrafts(db);
};

/** One graph at a time: each may have some MB. */
const fillVersions = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<Key & { readonly version: number }>`
    select merchant_id, plan_id, version from plan_version`.execute(db);
  for (const { merchant_id, plan_id, version } of rows) {
    const key = sql`merchant_id = ${merchant_id} and plan_id = ${plan_id} and version = ${version}`;
    const found = await sql<{ graph: Plan }>`select graph from plan_version where ${key}`.execute(db);
    const told = toldBy(found.rows[0]?.graph);
    if (told === null) continue;
    await sql`update plan_version set variables = ${told.variables}::jsonb, said = ${hashes(told.said)}
      where ${key}`.execute(db);
  }
};

const fillDrafts = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<Key>`select merchant_id, id as plan_id from plan where draft is not null`.execute(db);
  for (const { merchant_id, plan_id } of rows) {
    const key = sql`merchant_id = ${merchant_id} and id = ${plan_id}`;
    const found = await sql<{ draft: Plan }>`select draft from plan where ${key}`.execute(db);
    const told = toldBy(found.rows[0]?.draft);
    await sql`update plan set draft_said = ${hashes(told?.said ?? [])} where ${key}`.execute(db);
  }
};

interface Key {
  readonly merchant_id: string;
  readonly plan_id: string;
}

const hashes = (keys: readonly string[]) =>
  sql`array(select distinct ('x' || left(md5(key), 16))::bit(64)::bigint from unnest(${[...keys]}::text[]) key)`;

/** Null: a graph that is not whole says nothing, and no other waits for it. */
const toldBy = (graph: Plan | undefined) => {
  try {
    if (graph === undefined) return null;
    const variables = variablesToFill(graph).map(({ name, label, fallback }) => ({ name, label, fallback }));
    return { variables: JSON.stringify(variables), said: saidKeys(graph) };
  } catch {
    return null;
  }
};
