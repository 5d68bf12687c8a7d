import { type Kysely, sql } from 'kysely';

/**
 * What plans name, beside their graphs: the groups of the common word library, and the ids of a draft's nodes. Whoever asks
 * which plans a word touches looks into an index instead of into every graph; the database keeps them right with every save.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table plan
      add column draft_groups jsonb generated always as (jsonb_path_query_array(draft, '$.*[*].groups[*]')) stored,
      add column draft_node_ids jsonb
        generated always as (jsonb_path_query_array(draft, '$.flows[*].nodes[*].id')) stored;
    create index plan_draft_groups on plan using gin (draft_groups jsonb_path_ops);
    create index plan_draft_node_ids on plan using gin (draft_node_ids jsonb_path_ops);
    create index plan_undrafted on plan (merchant_id, id) where draft is null and removed_at is null;
    alter table plan_version
      add column groups jsonb generated always as (jsonb_path_query_array(graph, '$.*[*].groups[*]')) stored;
    create index plan_version_groups on plan_version using gin (groups jsonb_path_ops) where version > 0;
  `.execute(db);
};
