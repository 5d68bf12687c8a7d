import {
  blacklistEndpoints,
  helpEndpoints,
  keywordEndpoints,
  keywordLimits,
  mostPeopleLists,
  noticeEndpoints,
  oaEndpoints,
  planEndpoints,
  refusals,
  removalEndpoints,
  roleEndpoints,
  updateLogEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel, peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { sweepRemovals } from './index.ts';
import { MOST_REMOVALS } from './removals.store.ts';

let house: TestHouse;
let owner = '';
let other = '';
let platform = '';
beforeAll(async () => {
  house = await startTestHouse();
  owner = await house.signIn(house.merchants[0]);
  other = await house.signIn(house.merchants[1]);
  platform = (await openLevel(house, '300001', 'platform')).token;
});
afterAll(() => house.close());

const undo = (id: string, token = owner) => house.post('removal/undo', { id, token });
const rowsOf = async (table: string, where = 'true') =>
  (await house.database.pool.query(`select to_jsonb(t) as row from ${table} t where ${where} order by 1`)).rows.map(
    ({ row }) => row,
  );

/** Removes it, looks that it is gone, takes it back: the rows are what they were. */
const thereAndBack = async (tables: readonly string[], remove: () => Promise<{ undo: string }>, token = owner) => {
  const read = () => Promise.all(tables.map(table => rowsOf(table)));
  const before = await read();
  const { undo: id } = await remove();
  expect(await read()).not.toEqual(before);
  expect(await undo(id, token)).toMatchObject({ errorCode: 0 });
  expect(await read()).toEqual(before);
  // Once.
  expect(await undo(id, token)).toMatchObject({ errorCode: 105 });
  return id;
};
const add = (phones: string, token = owner) => house.ask(blacklistEndpoints.add, { phones, reason: '客户要求' }, token);
const listed = async (token = owner) => (await house.ask(blacklistEndpoints.list, {}, token)).list;
const takeOff = async (token = owner) =>
  house.ask(blacklistEndpoints.remove, { phoneKey: (await listed(token))[0]?.phoneKey ?? '' }, token);

test('a number is on the blacklist again, with its reason and its day', async () => {
  await add('13800138001');
  await thereAndBack(['blacklist'], () => takeOff());
});

test('a word group comes back with its words', async () => {
  const { id } = await house.ask(keywordEndpoints.saveGroup, { name: '忙', semantic: 'own', note: '' }, owner);
  await house.ask(keywordEndpoints.add, { groupId: id, kind: 'simple', texts: '在忙\n开会' }, owner);
  await thereAndBack(['keyword_group', 'keyword'], () => house.ask(keywordEndpoints.removeGroup, { id }, owner));
});

test('a plan comes back with its draft, and what was made by it still names it', async () => {
  const { plan, sparePlan } = await provisionMerchant(house, house.merchants[0].id);
  await thereAndBack(['plan', 'plan_version', 'plan_test'], () =>
    house.ask(planEndpoints.remove, { id: sparePlan }, owner),
  );
  const draft = await house.ask(planEndpoints.draft, { id: sparePlan }, owner);
  expect(draft.graph).toMatchObject({ rootFlow: 'main' });
  expect(plan).not.toBe(sparePlan);
});

test('of two who remove one plan at once one does, and what somebody saved just before comes back', async () => {
  const { id } = await house.ask(planEndpoints.create, { name: '同时删' }, owner);
  const client = await house.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`update plan set draft = draft || '{"rootFlow": "saved"}' where id = $1`, [id]);
    const both = Promise.all([1, 2].map(() => house.post('plan/remove', { id, token: owner })));
    await expect.poll(() => awaitedLocks(house.database.pool)).toBe(2);
    await client.query('commit');
    const answers = await both;
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 105]);
    const done = answers.find(({ errorCode }) => errorCode === 0)?.data as { readonly undo: string };
    expect(await undo(done.undo)).toMatchObject({ errorCode: 0 });
  } finally {
    client.release(true);
  }
  expect(await rowsOf('plan', `id = ${id}`)).toMatchObject([{ removed_at: null, draft: { rootFlow: 'saved' } }]);
});

test('a plan that is there is never overwritten by what was removed of it', async () => {
  const { id } = await house.ask(planEndpoints.create, { name: '还在' }, owner);
  const { undo: removal } = await house.ask(planEndpoints.remove, { id }, owner);
  const draft = `'{"rootFlow": "newer"}'::jsonb`;
  await house.database.pool.query(`update plan set removed_at = null, draft = ${draft} where id = $1`, [id]);
  expect(await undo(removal)).toMatchObject({ errorCode: 105 });
  expect(await rowsOf('plan', `id = ${id}`)).toMatchObject([{ draft: { rootFlow: 'newer' } }]);
});

test('of what a merchant removed the newest alone are kept', async () => {
  const [{ id: merchant }] = [house.merchants[1]];
  await add('13800138003', other);
  const { undo: oldest } = await takeOff(other);
  await house.database.pool.query(
    `insert into removal (merchant_id, kind, target, name, facts, at, kept)
     select $1, 'blacklist', '', '', '{}', now(), '[]' from generate_series(1, $2)`,
    [merchant, MOST_REMOVALS - 1],
  );
  await add('13800138004', other);
  const { undo: newest } = await takeOff(other);
  expect(await rowsOf('removal', `merchant_id = ${merchant}`)).toHaveLength(MOST_REMOVALS);
  expect(await undo(oldest, other)).toMatchObject({ errorCode: 105 });
  expect(await undo(newest, other)).toMatchObject({ errorCode: 0 });
  await house.database.pool.query('delete from removal where merchant_id = $1', [merchant]);
  await takeOff(other);
});

test('what is taken back waits its turn among the changes of people, as who asks is by then', async () => {
  const { id } = await house.ask(oaEndpoints.savePosition, { name: '组长' }, owner);
  const { undo: position } = await house.ask(oaEndpoints.removePosition, { id }, owner);
  const { id: merchant } = house.merchants[0];
  const clerk = await peopleOf(house, house.merchants[0]).person('轮到', { rights: ['myStaff'], scope: 'all' });
  const client = await house.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`people ${merchant}`]);
    const asked = Promise.all([undo(position), undo(position, clerk.token)]);
    await expect.poll(() => awaitedLocks(house.database.pool)).toBe(2);
    await client.query(`insert into position (merchant_id, name) values ($1, '组长')`, [merchant]);
    await client.query(`update role set rights = '{callLog}' where id = $1`, [clerk.roleId]);
    await client.query('commit');
    const [taken, rightless] = await asked;
    expect(taken).toMatchObject({ errorMsg: '同名的已经有了，不能恢复' });
    expect(rightless).toMatchObject({ errorCode: 104 });
  } finally {
    client.release(true);
  }
});

test('nothing comes back beyond the bounds that saving has', async () => {
  const { id: merchant } = house.merchants[0];
  const sql = (text: string, most: number) => house.database.pool.query(text, [merchant, most]);
  const group = await house.ask(keywordEndpoints.saveGroup, { name: '满', semantic: 'own', note: '' }, owner);
  const words = await house.ask(keywordEndpoints.removeGroup, { id: group.id }, owner);
  await sql(
    `insert into keyword_group (merchant_id, name, semantic, note, changed_at)
     select $1, 'many ' || n, 'own', '', now() from generate_series(1, $2) n`,
    keywordLimits.groups,
  );
  expect(await undo(words.undo)).toMatchObject({ errorCode: refusals.keywordGroupsFull.code });
  await sql(`delete from keyword_group where merchant_id = $1 and name like 'many %' and $2 > 0`, 1);
  expect(await undo(words.undo)).toMatchObject({ errorCode: 0 });

  const saved = await house.ask(
    roleEndpoints.save,
    { name: '满', rights: ['callLog'], buttons: [], scope: 'own' },
    owner,
  );
  const roleGone = await house.ask(roleEndpoints.remove, { id: saved.id }, owner);
  await sql(
    `insert into role (merchant_id, name, rights, buttons, scope)
     select $1, 'many ' || n, '{callLog}', '{}', 'own' from generate_series(1, $2) n`,
    mostPeopleLists.roles,
  );
  expect(await undo(roleGone.undo)).toMatchObject({ errorCode: refusals.peopleListFull.code });
  await sql(`delete from role where merchant_id = $1 and name like 'many %' and $2 > 0`, 1);

  const people = peopleOf(house, house.merchants[0]);
  let deepest: string | undefined;
  for (let level = 1; level < mostPeopleLists.levels; level += 1)
    deepest = await people.department(`level ${level}`, deepest);
  const top = await house.ask(oaEndpoints.saveDepartment, { name: '搬走的' }, owner);
  const low = await house.ask(oaEndpoints.saveDepartment, { name: '底下的', parentId: top.id }, owner);
  const lowGone = await house.ask(oaEndpoints.removeDepartment, { id: low.id }, owner);
  await house.ask(oaEndpoints.moveDepartment, { id: top.id, parentId: deepest! }, owner);
  expect(await undo(lowGone.undo)).toMatchObject({ errorCode: refusals.departmentDeep.code });
});

test('what the platform says to everybody comes back to its place', async () => {
  const notice = {
    content: '今晚维护',
    level: 'info',
    from: house.now().toISOString(),
    to: '2099-01-01T00:00:00.000Z',
  } as const;
  const { id } = await house.ask(noticeEndpoints.save, notice, platform);
  await thereAndBack(['notice'], () => house.ask(noticeEndpoints.remove, { id }, platform), platform);
  const article = await house.ask(
    helpEndpoints.save,
    { title: '新的', path: '', isOnline: '1', content: '字' },
    platform,
  );
  await thereAndBack(['article'], () => house.ask(helpEndpoints.remove, { id: article.id }, platform), platform);
  const entry = { version: '7', date: '2026-11-01', title: '七', content: '字' };
  const update = await house.ask(updateLogEndpoints.save, entry, platform);
  await thereAndBack(
    ['update_entry'],
    () => house.ask(updateLogEndpoints.remove, { id: update.id }, platform),
    platform,
  );
});

test('a role, a position and a department come back; a department to where what is above it lies now', async () => {
  const role = { name: '催收', rights: ['callLog'], buttons: [], scope: 'own' } as const;
  const saved = await house.ask(roleEndpoints.save, { ...role, rights: [...role.rights], buttons: [] }, owner);
  await thereAndBack(['role'], () => house.ask(roleEndpoints.remove, { id: saved.id }, owner));
  const position = await house.ask(oaEndpoints.savePosition, { name: '专员' }, owner);
  await thereAndBack(['position'], () => house.ask(oaEndpoints.removePosition, { id: position.id }, owner));
  const [top, aside] = await Promise.all(
    ['一部', '二部'].map(name => house.ask(oaEndpoints.saveDepartment, { name }, owner)),
  );
  const { id } = await house.ask(oaEndpoints.saveDepartment, { name: '一组', parentId: top!.id }, owner);
  await thereAndBack(['department'], () => house.ask(oaEndpoints.removeDepartment, { id }, owner));
  const removed = await house.ask(oaEndpoints.removeDepartment, { id }, owner);
  await house.ask(oaEndpoints.moveDepartment, { id: top!.id, parentId: aside!.id }, owner);
  await house.ask(removalEndpoints.undo, { id: removed.undo }, owner);
  expect(await rowsOf('department', `id = ${id}`)).toMatchObject([{ path: `/${aside!.id}/${top!.id}/${id}/` }]);
});

test('whose name was taken meanwhile, or whose place is gone, stays removed, and a sentence says so', async () => {
  const group = { name: '报价', semantic: 'own', note: '' } as const;
  const { id } = await house.ask(keywordEndpoints.saveGroup, group, owner);
  const removed = await house.ask(keywordEndpoints.removeGroup, { id }, owner);
  await house.ask(keywordEndpoints.saveGroup, group, owner);
  expect(await undo(removed.undo)).toMatchObject({ errorMsg: '同名的已经有了，不能恢复' });
  const up = await house.ask(oaEndpoints.saveDepartment, { name: '上面' }, owner);
  const low = await house.ask(oaEndpoints.saveDepartment, { name: '下面', parentId: up.id }, owner);
  const gone = await house.ask(oaEndpoints.removeDepartment, { id: low.id }, owner);
  const above = await house.ask(oaEndpoints.removeDepartment, { id: up.id }, owner);
  expect(await undo(gone.undo)).toMatchObject({ errorMsg: '它所属的内容已经删除，不能恢复' });
  expect(await undo(above.undo)).toMatchObject({ errorCode: 0 });
  expect(await undo(gone.undo)).toMatchObject({ errorCode: 0 });
});

test('a removal of another merchant does not exist; nobody takes back what he may not remove', async () => {
  await add('13800138002', other);
  const { undo: theirs } = await takeOff(other);
  const never = await undo('9223372036854775806');
  expect(await undo(theirs)).toEqual(never);
  expect(never).toMatchObject({ errorCode: 105, errorMsg: '可以撤销的删除不存在或已删除' });
  expect(await listed(other)).toEqual([]);
  const people = peopleOf(house, house.merchants[1]);
  const clerk = await people.person('clerk', { rights: ['callLog'] });
  expect(await undo(theirs, clerk.token)).toMatchObject({ errorCode: 104 });
  const saved = await house.ask(roleEndpoints.save, { name: '强', rights: ['port'], buttons: [], scope: 'all' }, other);
  const { undo: role } = await house.ask(roleEndpoints.remove, { id: saved.id }, other);
  const weak = await people.person('weak', { rights: ['myStaff'], scope: 'all' });
  expect(await undo(role, weak.token)).toMatchObject({ errorCode: 238 });
  expect(await undo(role, other)).toMatchObject({ errorCode: 0 });
  expect(await undo(theirs, other)).toMatchObject({ errorCode: 0 });
});

test('both stand in the audit, by who did it', async () => {
  const { rows } = await house.database.pool.query(
    `select action, after from audit where merchant_id = $1 and action like 'blacklist%' order by id`,
    [house.merchants[0].id],
  );
  expect(rows).toEqual([
    expect.objectContaining({ action: 'blacklist.add' }),
    { action: 'blacklist.remove', after: null },
    { action: 'blacklist.undo', after: { phone: '13800138001' } },
  ]);
});

test('after a day it is over, and swept', async () => {
  const { undo: id } = await takeOff();
  house.pass(86_400_000);
  expect(await undo(id, await house.signIn(house.merchants[0]))).toMatchObject({ errorCode: 105 });
  await sweepRemovals(house.database.db, house.now());
  expect(await rowsOf('removal')).toEqual([]);
});
