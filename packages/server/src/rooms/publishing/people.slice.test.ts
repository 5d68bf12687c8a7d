import { endpoints, planEndpoints } from '@lianxian/contract';
import type { Plan, TransferTarget } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { packGraph, planVersion } from '../plans/index.ts';

/** Whom a plan hands over to: of those that are there, in its own merchant, and nobody else. */
let house: TestHouse;
let token = '';
let foreign = '';
let groupId = '';

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  foreign = await house.signIn(house.merchants[1]);
  groupId = (await makeGroup('客服', token)).id;
});
afterAll(() => house.close());

const makeGroup = (name: string, by: string) =>
  house.ask(endpoints.seat.groupSave, { name, strategy: 'longestIdle', members: [] }, by);
const draftOf = (id: string, by = token) => house.ask(planEndpoints.draft, { id }, by);

/** The opening, then somebody is rung; nobody takes it, and it says good-bye. */
const handing = (graph: Plan, to: TransferTarget): Plan => {
  const [flow] = graph.flows;
  const bye = flow!.nodes.find(({ kind }) => kind === 'hangup')!;
  const person = {
    kind: 'transfer',
    id: 'person',
    name: '转人工',
    sentences: [],
    to,
    ringTimeoutMs: 8_000,
    waiting: [],
  };
  const node = { ...person, otherwise: bye.id } as Plan['flows'][number]['nodes'][number];
  const nodes = flow!.nodes.map(one =>
    one.kind === 'speak'
      ? { ...one, routers: [...one.routers.slice(0, -1), { ...one.routers.at(-1)!, to: 'person' }] }
      : one,
  );
  return { ...graph, flows: [{ ...flow!, nodes: [...nodes, node] }, ...graph.flows.slice(1)] };
};
const planWith = async (name: string, to: TransferTarget): Promise<string> => {
  const { id } = await house.ask(planEndpoints.create, { name, template: 'invitation' }, token);
  const { rev, graph } = await draftOf(id);
  await house.ask(planEndpoints.saveDraft, { id, rev, graph: await packGraph(handing(graph, to)) }, token);
  return id;
};
const publish = async (id: string) =>
  house.post('plan/publish', {
    id,
    rev: String((await draftOf(id)).rev),
    note: '',
    override: '还没有声音，先发布',
    token,
  });
const faultsOf = async (id: string) =>
  (await house.ask(planEndpoints.check, { id }, token)).faults.map(({ where, fault }) => `${where} ${fault}`);
const targetOf = ({ flows }: Plan) =>
  flows.flatMap(({ nodes }) => nodes).flatMap(node => (node.kind === 'transfer' ? [node.to] : []))[0];

test('a plan of before names its group by a word: published, the version has the group’s id', async () => {
  const id = await planWith('按名字', { type: 'group', group: '客服' });
  expect(await faultsOf(id)).toEqual([]);
  expect(await publish(id)).toMatchObject({ errorCode: 0, data: { version: 1 } });
  const version = await planVersion(merchantDb(house.database.db, house.merchants[0].id), id, 1);
  expect(targetOf(version!.graph)).toEqual({ type: 'group', group: groupId });
});

test('publishing refuses a group that is gone, a seat nobody has, and a group of another merchant', async () => {
  const elsewhere = (await makeGroup('别家的', foreign)).id;
  const gone = (await makeGroup('撤掉的', token)).id;
  const plans = await Promise.all([
    planWith('转到撤掉的组', { type: 'group', group: gone }),
    planWith('转给没有的坐席', { type: 'seat', seat: house.merchants[0].owner.id }),
    planWith('转给别家', { type: 'group', group: elsewhere }),
  ]);
  await house.ask(endpoints.seat.groupRemove, { id: gone }, token);
  expect(await Promise.all(plans.map(faultsOf))).toEqual([
    ['node:person unknownGroup'],
    ['node:person unknownSeat'],
    ['node:person unknownGroup'],
  ]);
  for (const id of plans) expect(await publish(id)).toMatchObject({ errorCode: 363 });
});

test('a plan leaves as a file with names: elsewhere it is faulty until there is a group of that name', async () => {
  const id = await planWith('带走', { type: 'group', group: groupId });
  const { fileId } = await house.ask(planEndpoints.exportFile, { id }, token);
  const file = await (await fetch(`${house.origin}/api/common/download/${fileId}?token=${token}`)).arrayBuffer();
  const bring = async () => {
    const form = new FormData();
    form.set('token', foreign);
    form.set('file', new File([new Uint8Array(file)], '话术.plan'));
    const answer = await fetch(`${house.origin}/api/front/plan/importFile`, { method: 'POST', body: form });
    return ((await answer.json()) as { data: { id: string; faults: number } }).data;
  };
  const strange = await bring();
  expect(strange.faults).toBe(1);
  expect(targetOf((await draftOf(strange.id, foreign)).graph)).toEqual({ type: 'group', group: '客服' });
  await makeGroup('客服', foreign);
  expect((await bring()).faults).toBe(0);
});

test('the editor chooses of what is there: seats with account and state, groups with who is free', async () => {
  const owner = house.merchants[0].owner.id;
  const { extension } = await house.ask(endpoints.seat.save, { employeeId: owner }, token);
  const { seats, groups } = await house.ask(endpoints.seat.choices, {}, token);
  expect(seats).toEqual([
    { id: owner, name: expect.any(String), account: house.merchants[0].owner.account, extension, state: 'offline' },
  ]);
  expect(groups).toContainEqual({ id: groupId, name: '客服', members: 0, free: 0 });
});
