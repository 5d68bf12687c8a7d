import {
  exitBefore,
  linesBefore,
  namesIn,
  type Plan,
  type PlanBefore,
  passedBefore,
  pathBefore,
  planBefore,
  rulesBefore,
  testBefore,
} from '@lianxian/core';
import { type Kysely, sql } from 'kysely';

/**
 * Exits and meanings by id (decision 39). Graphs, test conversations, back-tests, what calls were told and the sums of the
 * heat map called them by their words until now. A call is read by the version it was made with, so an intent is found that
 * was renamed since.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await drafts(db);
  await versions(db);
  await tests(db);
  await backTests(db);
  await calls(db);
  await sums(db);
};

type Db = Kysely<never>;
interface Key {
  readonly merchant_id: string;
  readonly plan_id: string;
}
interface VersionKey extends Key {
  readonly version: number;
}

/** One graph at a time: each may have some MB. */
const drafts = async (db: Db): Promise<void> => {
  const { rows } = await sql<Key>`select merchant_id, id as plan_id from plan where draft is not null`.execute(db);
  for (const { merchant_id, plan_id } of rows) {
    const key = sql`merchant_id = ${merchant_id} and id = ${plan_id}`;
    const found = await sql<{ draft: unknown }>`select draft from plan where ${key}`.execute(db);
    const draft = JSON.stringify(planBefore(found.rows[0]?.draft));
    await sql`update plan set draft = ${draft}::jsonb where ${key}`.execute(db);
  }
};

const versions = async (db: Db): Promise<void> => {
  const { rows } = await sql<VersionKey>`select merchant_id, plan_id, version from plan_version`.execute(db);
  for (const row of rows) {
    const graph = JSON.stringify(planBefore(await graphOf(db, row)));
    await sql`update plan_version set graph = ${graph}::jsonb
      where merchant_id = ${row.merchant_id} and plan_id = ${row.plan_id} and version = ${row.version}`.execute(db);
  }
};

const graphOf = async (db: Db, { merchant_id, plan_id, version }: VersionKey): Promise<unknown> =>
  (
    await sql<{ graph: unknown }>`select graph from plan_version
      where merchant_id = ${merchant_id} and plan_id = ${plan_id} and version = ${version}`.execute(db)
  ).rows[0]?.graph;

/** What somebody edits now: its draft, or its newest version. */
const editedOf = async (db: Db, { merchant_id, plan_id }: Key): Promise<Plan | null> =>
  namesIn(
    (
      await sql<{ graph: unknown }>`select coalesce(draft, (select graph from plan_version v
          where v.merchant_id = plan.merchant_id and v.plan_id = plan.id and v.version > 0 order by version desc limit 1)) as graph
        from plan where merchant_id = ${merchant_id} and id = ${plan_id}`.execute(db)
    ).rows[0]?.graph,
  );

/** Graphs are asked for again and again while rows of their calls come: the last few stay. */
const MOST_KEPT = 8;
const keeping = <K>(read: (key: K) => Promise<Plan | null>) => {
  const kept = new Map<string, Plan | null>();
  return async (key: K): Promise<Plan | null> => {
    const name = JSON.stringify(key);
    const plan = kept.has(name) ? (kept.get(name) ?? null) : await read(key);
    kept.delete(name);
    kept.set(name, plan);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return plan;
  };
};

const tests = async (db: Db): Promise<void> => {
  const edited = keeping((key: Key) => editedOf(db, key));
  const { rows } = await sql<Key & { readonly id: string }>`
    select merchant_id, plan_id, id from plan_test order by merchant_id, plan_id, id`.execute(db);
  for (const { merchant_id, plan_id, id } of rows) {
    const key = sql`merchant_id = ${merchant_id} and id = ${id}`;
    const found = await sql<{ test: unknown }>`select test from plan_test where ${key}`.execute(db);
    const test = testBefore(await edited({ merchant_id, plan_id }), found.rows[0]?.test);
    await sql`update plan_test set test = ${JSON.stringify(test)}::jsonb where ${key}`.execute(db);
  }
};

const backTests = async (db: Db): Promise<void> => {
  const edited = keeping((key: Key) => editedOf(db, key));
  const { rows } = await sql<Key & { readonly id: string; readonly rules: unknown }>`
    select merchant_id, plan_id, id, rules from back_test order by merchant_id, plan_id, id`.execute(db);
  for (const { merchant_id, plan_id, id, rules } of rows) {
    const now = JSON.stringify(rulesBefore(rules, await edited({ merchant_id, plan_id })));
    await sql`update back_test set rules = ${now}::jsonb where merchant_id = ${merchant_id} and id = ${id}`.execute(db);
  }
};

interface CallRow extends VersionKey {
  readonly call_id: string;
  readonly lines: never[];
  readonly path: never[];
  readonly facts: { readonly passed: never[] } | null;
}

/** So many calls' words at once. */
const PORTION = 1_000;

const calls = async (db: Db): Promise<void> => {
  const madeWith = keeping(async (key: VersionKey) => namesIn(await graphOf(db, key)));
  let after: readonly [merchant: string, call: string] = ['0', '0'];
  for (;;) {
    const { rows } = await sql<CallRow>`
      select said.merchant_id, said.call_id, said.lines, said.path, said.facts, plan_id, plan_version as version
      from call_transcript said join call on call.merchant_id = said.merchant_id and call.id = said.call_id
      where (said.merchant_id, said.call_id) > (${after[0]}::bigint, ${after[1]}::bigint)
      order by said.merchant_id, said.call_id limit ${PORTION}`.execute(db);
    const now = [];
    for (const { merchant_id, plan_id, version, ...row } of rows)
      now.push({ merchant_id, ...wordsOf(await madeWith({ merchant_id, plan_id, version }), row) });
    await keepWords(db, now);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PORTION) return;
    after = [last.merchant_id, last.call_id];
  }
};

const wordsOf = (plan: PlanBefore, { call_id, lines, path, facts }: Omit<CallRow, keyof VersionKey>) => ({
  call_id,
  lines: linesBefore(plan, lines),
  path: pathBefore(plan, path),
  facts: facts && { ...facts, passed: passedBefore(plan, facts.passed) },
});

const keepWords = (db: Db, rows: readonly object[]) =>
  sql`update call_transcript said set lines = now.lines, path = now.path, facts = nullif(now.facts, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as now (merchant_id bigint, call_id bigint, lines jsonb, path jsonb, facts jsonb)
    where said.merchant_id = now.merchant_id and said.call_id = now.call_id`.execute(db);

interface WordRow extends VersionKey {
  readonly node: string;
  readonly was: string;
}

/** Words that named one exit become one sum. */
const sums = async (db: Db): Promise<void> => {
  const madeWith = keeping(async (key: VersionKey) => namesIn(await graphOf(db, key)));
  const { rows } = await sql<WordRow>`
    select distinct merchant_id, plan_id, plan_version as version, node, by as was from node_hour
    where what = 'left' and by <> '' order by 1, 2, 3`.execute(db);
  const now = [];
  for (const { merchant_id, plan_id, version, node, was } of rows) {
    const exit = exitBefore(await madeWith({ merchant_id, plan_id, version }), node, was);
    now.push({ merchant_id, plan_id, version, node, was, exit });
  }
  await sql`
    with word as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(now)}::jsonb)
        as word (merchant_id bigint, plan_id bigint, version int, node text, was text, exit text)),
    moved as (
      delete from node_hour old using word
      where old.merchant_id = word.merchant_id and old.plan_id = word.plan_id and old.plan_version = word.version
        and old.node = word.node and old.what = 'left' and old.by = word.was
      returning old.*, word.exit)
    insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next, n)
    select merchant_id, plan_id, plan_version, hour, owner_id, node, what, exit, next, sum(n)
    from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db);
};
