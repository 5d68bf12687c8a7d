import { messageEndpoints, planEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../../../migrations/0077_meanings_by_name.ts';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openProcessContext } from '../../composition/process-context.ts';
import { openBench } from '../../platform/bench.ts';
import { merchantDb, sqlOver } from '../../platform/db/index.ts';
import { olderFile, olderHeader, packageOf } from '../packages/package.test-data.ts';
import { packGraph, planVersion } from '../plans/index.ts';
import { importTests, readTests } from '../talks/index.ts';
import { hearAnewJob } from './index.ts';

let house: TestHouse;
let token = '';

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());

const own = () => merchantDb(house.database.db, house.merchants[0].id);
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;
const draftOf = (id: string) => house.ask(planEndpoints.draft, { id }, token);
const save = async (id: string, change: (graph: Plan) => Plan) => {
  const { rev, graph } = await draftOf(id);
  return house.ask(planEndpoints.saveDraft, { id, rev, graph: await packGraph(change(graph)) }, token);
};
const make = async (name: string) =>
  (await house.ask(planEndpoints.create, { name, template: 'invitation' }, token)).id;
const publish = async (id: string, override?: string) =>
  house.ask(
    planEndpoints.publish,
    { id, rev: (await draftOf(id)).rev, note: '', ...(override !== undefined && { override }) },
    token,
  );

/** As plans were made before they began with parts: none of its items has a similar sentence. */
const ofWords = (graph: Plan): Plan => ({
  ...graph,
  flows: graph.flows.filter(({ id }) => id === graph.rootFlow),
  knowledge: graph.knowledge.filter(({ common }) => common === undefined).map(({ likes: _, ...item }) => item),
  levelRules: graph.levelRules.filter(({ when }) => when.every(({ fact }) => fact !== 'metIntent')),
});

/** An operator's item of before: sentences of its own alone, or of a group it borrowed. */
const question = (graph: Plan, more: object): Plan => ({
  ...ofWords(graph),
  knowledge: [{ ...graph.knowledge[0]!, id: 'fee', name: '要花多少', common: undefined as never, words: [], ...more }],
});
const likes = ['这个怎么收费', '一年下来多少钱'];
const meaningsIn = (graph: Plan | undefined) => graph?.knowledge.map(({ meanings }) => meanings);

test('on the way to this release drafts and versions keep by name what they took by likeness', async () => {
  const [{ id: groupId }] = await sql(
    `insert into keyword_group (merchant_id, name, semantic, note) values ($1, '价格', 'own', '') returning id`,
    house.merchants[0].id,
  );
  for (const text of likes)
    await sql(
      `insert into keyword (merchant_id, group_id, kind, text) values ($1, $2, 'like', $3)`,
      ...[house.merchants[0].id, groupId, text],
    );
  const id = await make('从前的话术');
  await save(id, graph => question(graph, { likes }));
  await publish(id);
  await save(id, graph => question(graph, { words: ['花多少'], groups: [String(groupId)] }));
  const untouched = await make('只有词的话术');
  await save(untouched, ofWords);
  const before = (await draftOf(untouched)).graph;
  const open = await draftOf(id);
  await up(sqlOver(house.database.pool));
  expect(meaningsIn((await planVersion(own(), id, 1))?.graph)).toEqual([['price']]);
  expect(meaningsIn((await draftOf(id)).graph)).toEqual([['price']]);
  expect((await draftOf(untouched)).graph).toEqual(before);
  // A page that was left open meanwhile cannot take the names away.
  const graph = await packGraph(open.graph);
  await house.post('plan/saveDraft', { id, rev: String(open.rev), graph, token });
  expect(meaningsIn((await draftOf(id)).graph)).toEqual([['price']]);
});

test('a plan file of before comes with the names of what it took; one of now takes what it names', async () => {
  const id = await make('带走');
  await save(id, graph => question(graph, { likes }));
  const { graph } = await draftOf(id);
  const now = await packageOf({ plan: graph });
  const before = olderFile(olderHeader(2, graph));
  const sent = async (bytes: Buffer) => {
    const form = new FormData();
    form.set('token', token);
    form.set('file', new Blob([new Uint8Array(bytes)]), '带走.plan');
    const answer = await fetch(`${house.origin}/api/front/plan/importFile`, { method: 'POST', body: form });
    const { data } = (await answer.json()) as { readonly data: { readonly id: string } };
    return meaningsIn((await draftOf(data.id)).graph);
  };
  expect(await sent(before)).toEqual([['price']]);
  expect(await sent(now)).toEqual([undefined]);
});

test('with another list the saved tests of what is published are run once, and who published hears which plan breaks', async () => {
  const moves = [{ does: 'say', text: '好的' }];
  const kept = (says: string) => [
    {
      name: '答应',
      test: { variables: {}, minuteOfDay: 600, moves, world: 'succeeds', expects: { says: [{ text: says }] } },
    },
  ];
  const by = { employeeId: null, at: house.now() };
  const [broken, unpublished] = [await make('测试不过的话术'), await make('没发布的话术')];
  for (const id of [broken, unpublished]) await importTests(own(), id, readTests(kept('这句话没有人说')), by);
  await publish(broken, '客户等着上线');
  const elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'jobs');
  const bench = openBench();
  const { db } = house.database;
  const jobs = hearAnewJob({ db, bench, push: elsewhere.push });
  const { signal } = new AbortController();
  await jobs.meetMeanings!({}, signal);
  const queued = async () =>
    (await sql(`select payload from graphile_worker._private_jobs where key like 'hearAnew %'`)).map(
      row => row.payload,
    );
  const payloads = await queued();
  expect(payloads).toEqual([{ merchantId: house.merchants[0].id, planId: broken }]);
  for (const payload of payloads) await jobs.hearAnew!(payload, signal);
  await elsewhere.push.close();
  const { list } = await house.ask(messageEndpoints.list, {}, token);
  expect(list.map(({ msg }) => msg)).toEqual([expect.stringContaining('话术“测试不过的话术”有 1 个测试对话通不过了')]);
  await sql(`delete from graphile_worker._private_jobs where key like 'hearAnew %'`);
  await jobs.meetMeanings!({}, signal);
  expect(await queued()).toEqual([]);
  await bench.close();
  await elsewhere.close();
});
