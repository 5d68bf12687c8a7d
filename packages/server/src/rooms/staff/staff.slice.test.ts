import { type CallOf, type OutputOf, oaEndpoints, roleEndpoints, userEndpoints } from '@lianxian/contract';
import { accessKeys, buttons, roleTemplates } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type People, peopleOf } from '../../../test/people.ts';

let house: TestHouse;
let people: People;
let owner = '';
let stranger = '';
beforeAll(async () => {
  house = await startTestHouse();
  people = peopleOf(house, house.merchants[0]);
  owner = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
});
afterAll(() => house.close());

const refusal = (errorCode: number, errorMsg?: string) => ({
  status: 200,
  errorCode,
  ...(errorMsg === undefined ? {} : { errorMsg }),
});
const listed = (filter: CallOf<typeof oaEndpoints.employees> = {}, token = owner) =>
  house.ask(oaEndpoints.employees, filter, token);
const accounts = ({ list }: OutputOf<typeof oaEndpoints.employees>) => list.map(({ account }) => account).sort();
const add = (fields: Record<string, string>, token = owner) =>
  house.post('oa/saveEmployee', { name: '员工', ...fields, token });
const staff = { rights: ['myStaff', 'callLog'], buttons: ['call_out'] } as const;

test('O-363: departments are a tree: added, renamed, moved with all below, removed when empty', async () => {
  const save = (fields: Record<string, string>) => house.post('oa/saveDepartment', { ...fields, token: owner });
  const { id: sales } = (await save({ name: '销售部' })).data as { id: string };
  const { id: east } = (await save({ name: '华东', parentId: sales })).data as { id: string };
  const { id: shanghai } = (await save({ name: '上海', parentId: east })).data as { id: string };
  const { id: service } = (await save({ name: '客服部' })).data as { id: string };
  expect(await save({ name: '销售部' })).toMatchObject(refusal(235, '「销售部」已经有了，请换一个名称'));
  await save({ id: east, name: '华东区' });
  expect(await house.post('oa/moveDepartment', { id: sales, parentId: shanghai, token: owner })).toMatchObject(
    refusal(233, '不能移到自己或自己的下级部门里'),
  );
  await house.ask(oaEndpoints.moveDepartment, { id: east, parentId: service }, owner);
  const { list, mayAddTop } = await house.ask(oaEndpoints.departments, {}, owner);
  expect(mayAddTop).toBe(true);
  expect(list.map(({ id, parentId, name }) => [id, parentId, name])).toEqual([
    [service, null, '客服部'],
    [sales, null, '销售部'],
    [east, service, '华东区'],
    [shanghai, east, '上海'],
  ]);
  const added = (await add({ account: 'shanghai-1', departmentId: shanghai })).data as { id: string };
  expect(accounts(await listed({ departmentId: service }))).toEqual(['shanghai-1']);
  expect(await house.post('oa/removeDepartment', { id: shanghai, token: owner })).toMatchObject(
    refusal(232, '部门里还有 1 名员工、0 个下级部门，请先移走'),
  );
  expect(await house.post('oa/removeDepartment', { id: service, token: owner })).toMatchObject(refusal(232));
  await house.ask(oaEndpoints.removeEmployee, { id: added.id }, owner);
  await house.ask(oaEndpoints.removeDepartment, { id: shanghai }, owner);
  expect(await house.post('oa/removeDepartment', { id: shanghai, token: owner })).toMatchObject(refusal(105));
});

test('departments go ten levels deep, and moving does not go deeper', async () => {
  let parentId = '';
  for (let level = 1; level <= 10; level += 1) {
    const answer = await house.post('oa/saveDepartment', {
      name: `第 ${level} 级`,
      ...(parentId && { parentId }),
      token: owner,
    });
    ({ id: parentId } = answer.data as { id: string });
  }
  expect(await house.post('oa/saveDepartment', { name: '太深', parentId, token: owner })).toMatchObject(
    refusal(234, '部门最多 10 级'),
  );
  const { id } = await house.ask(oaEndpoints.saveDepartment, { name: '另一个' }, owner);
  expect(await house.post('oa/moveDepartment', { id, parentId, token: owner })).toMatchObject(refusal(234));
});

test('O-364: a position is added, renamed, given, and removed when nobody has it', async () => {
  const { id } = await house.ask(oaEndpoints.savePosition, { name: '专员' }, owner);
  await house.ask(oaEndpoints.savePosition, { id, name: '主管' }, owner);
  const { data } = await add({ account: 'positioned', positionId: id });
  expect((await listed({ q: 'positioned' })).list[0]).toMatchObject({ positionName: '主管' });
  expect(await house.post('oa/removePosition', { id, token: owner })).toMatchObject(
    refusal(236, '还有 1 名员工在这个岗位，请先调整'),
  );
  await house.ask(oaEndpoints.removeEmployee, { id: (data as { id: string }).id }, owner);
  await house.ask(oaEndpoints.removePosition, { id }, owner);
});

test('O-365: a new person gets a one-time password, must change it, and then works; the account is told by its name', async () => {
  const answer = await add({ account: 'wang.fang', name: '王芳', phone: '13800138000' });
  const { id, password } = answer.data as { id: string; password: string };
  expect(password).toMatch(/^\w{12}$/);
  const { token } = (await people.signIn('WANG.FANG', password)).data as { token: string };
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ mustChangePwd: true, rights: [] });
  expect(await house.post('task/list', { token })).toMatchObject(refusal(210));
  expect(await house.post('user/changePwd', { oldPwd: password, newPwd: 'her-own-one', token })).toMatchObject({
    errorCode: 0,
  });
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ mustChangePwd: false });
  expect(await add({ account: 'Wang.Fang' })).toMatchObject({
    ...refusal(230, '账号「Wang.Fang」已被使用，请换一个'),
    field: 'account',
  });
  expect(await add({ account: '王芳' })).toMatchObject(refusal(100));
  expect(await add({ account: 'short', password: '1234567' })).toMatchObject(refusal(100));
  expect(await add({ account: 'common', password: 'Common2026' })).toMatchObject(refusal(225));
  expect(await add({ account: 'typed', password: 'tractor lamp 7' })).toMatchObject({ data: { password: null } });
  expect((await listed({ q: '王芳' })).list).toMatchObject([
    { id, phone: '13800138000', isSelf: false, mayEdit: true },
  ]);
});

test('people are found by department with all below, role, state, name and account, and paged by cursor', async () => {
  const top = await people.department('分页部');
  const below = await people.department('下级', top);
  const one = await people.person('page-one', { departmentId: top });
  await people.person('page-two', { departmentId: below });
  await people.person('page-off', { departmentId: below });
  await house.database.pool.query("update employee set active = false where account = 'page-off'");
  expect(accounts(await listed({ departmentId: top }))).toEqual(['page-off', 'page-one', 'page-two']);
  expect(accounts(await listed({ departmentId: below, state: 'active' }))).toEqual(['page-two']);
  expect(accounts(await listed({ departmentId: below, state: 'disabled' }))).toEqual(['page-off']);
  expect(accounts(await listed({ roleId: one.roleId! }))).toEqual(['page-one']);
  expect(accounts(await listed({ q: 'PAGE-T' }))).toEqual(['page-two']);
  const first = await listed({ departmentId: top, limit: 2 });
  expect([first.total, first.list.length]).toEqual([3, 2]);
  const second = await listed({ departmentId: top, limit: 2, after: first.after! });
  expect([...accounts(first), ...accounts(second)].sort()).toEqual(['page-off', 'page-one', 'page-two']);
  expect(second.after).toBeNull();
});

test('a person who may not see whole numbers sees colleagues’ masked', async () => {
  await add({ account: 'masked', name: '遮住', phone: '13800138000' });
  const viewer = await people.person('masker', { rights: ['myStaff'], scope: 'all' });
  expect((await listed({ q: '遮住' }, viewer.token)).list[0]?.phone).toBe('138****8000');
});

test('the quota of the merchant is held, and said with the list', async () => {
  const { used } = (await listed()).quota;
  const limit = (most: number) =>
    house.database.pool.query('update merchant set employee_limit = $2 where id = $1', [house.merchants[0].id, most]);
  await limit(used + 1);
  const both = await Promise.all([add({ account: 'quota-a' }), add({ account: 'quota-b' })]);
  expect(both.map(({ errorCode }) => errorCode).sort()).toEqual([0, 231]);
  expect(await add({ account: 'quota-c' })).toMatchObject(
    refusal(231, `员工数已到上限 ${used + 1} 个，请先删除不用的，或联系服务商增加`),
  );
  expect((await listed()).quota).toEqual({ used: used + 1, limit: used + 1 });
  await limit(100);
});

test('O-384: a role is made of pages, buttons and a scope, changed at once for who holds it, removed when nobody does', async () => {
  const fields = { name: '催收', rights: '["callLog"]', buttons: '["call_out"]', scope: 'own', token: owner };
  const { id } = (await house.post('role/save', fields)).data as { id: string };
  expect(await house.post('role/save', fields)).toMatchObject(refusal(235));
  const holder = await people.person('collector');
  await house.database.pool.query('update employee set role_id = $2 where id = $1', [holder.id, id]);
  expect(await house.post('call/list', { token: holder.token })).toMatchObject({ errorCode: 0 });
  await house.post('role/save', { ...fields, id, rights: '["myTask"]' });
  expect(await house.post('call/list', { token: holder.token })).toMatchObject(refusal(104));
  expect(await house.ask(userEndpoints.getUserInfo, {}, holder.token)).toMatchObject({
    rights: ['market', 'myTask'],
    btns: ['call_out'],
  });
  expect(await house.post('role/remove', { id, token: owner })).toMatchObject(
    refusal(237, '还有 1 名员工是这个角色，请先调整'),
  );
  await house.ask(oaEndpoints.removeEmployee, { id: holder.id }, owner);
  await house.ask(roleEndpoints.remove, { id }, owner);
});

test('O-327: getUserInfo per role equals the table: owner, manager, seat, nobody', async () => {
  const { list } = await house.ask(roleEndpoints.templates, {}, owner);
  const info = (token: string) => house.ask(userEndpoints.getUserInfo, {}, token);
  expect(await info(owner)).toMatchObject({ roleCode: 'company', rights: accessKeys, hasSeat: false });
  for (const { template, ...role } of list) {
    const holder = await people.person(`o327-${template}`, role);
    const { rights, buttons: btns } = roleTemplates[template];
    expect(await info(holder.token)).toMatchObject({ roleCode: 'employee', rights, btns, hasSeat: false });
  }
  const nobody = await people.person('o327-nobody', { roleless: true });
  expect(await info(nobody.token)).toMatchObject({ roleCode: 'employee', rights: [], btns: [] });
});

test('a role that is saved holds the keys of its pages’ groups, whoever gives them', async () => {
  const giver = await people.person('half', { ...staff, rights: [...staff.rights, 'myTask'], scope: 'all' });
  const pages = {
    name: '只给页面',
    rights: ['myTask', 'callLog', 'robot'] as const,
    buttons: [],
    scope: 'own',
  } as const;
  const { id } = await house.ask(roleEndpoints.save, { ...pages, rights: [...pages.rights], buttons: [] }, giver.token);
  const { list, mayGive } = await house.ask(roleEndpoints.list, {}, giver.token);
  expect(list.find(role => role.id === id)).toMatchObject({ rights: ['market', 'myTask', 'callLog'], mayGive: true });
  expect(mayGive.rights).toEqual(expect.arrayContaining(['myTask', 'callLog']));
  expect(mayGive.rights).not.toContain('port');
});

test('who manages people gives no page, button or scope beyond their own', async () => {
  const manager = await people.person('giver', { ...staff, scope: 'all' });
  const role = (over: Record<string, string>) =>
    house.post('role/save', {
      name: `给出 ${Math.random()}`,
      rights: '["callLog"]',
      buttons: '[]',
      scope: 'own',
      token: manager.token,
      ...over,
    });
  expect(await role({})).toMatchObject({ errorCode: 0 });
  for (const beyond of [{ rights: '["port"]' }, { buttons: '["phone:unmask"]' }])
    expect(await role(beyond)).toMatchObject(refusal(238, '不能给出自己没有的权限、按钮或数据范围'));
  const strong = await people.person('strong', { rights: [...accessKeys], buttons: [...buttons], scope: 'all' });
  const { roleId } = strong;
  expect(await add({ account: 'friend', roleId: roleId! }, manager.token)).toMatchObject(refusal(238));
  expect(await role({ id: roleId! })).toMatchObject(refusal(238));
  for (const [path, fields] of [
    ['oa/saveEmployee', { id: strong.id, name: '改名' }],
    ['oa/resetPassword', { id: strong.id }],
    ['oa/removeEmployee', { id: strong.id }],
    ['oa/setActive', { ids: JSON.stringify([strong.id]), active: '0' }],
  ] as const)
    expect(await house.post(path, { ...fields, token: manager.token })).toMatchObject(
      refusal(239, '「strong」的权限比你多，你不能管理'),
    );
});

test('nobody touches the owner, and nobody raises, disables, resets or removes themself', async () => {
  const manager = await people.person('self', { ...staff, scope: 'all' });
  const boss = house.merchants[0].owner.id;
  for (const path of ['oa/resetPassword', 'oa/removeEmployee'])
    expect(await house.post(path, { id: boss, token: manager.token })).toMatchObject(
      refusal(240, '负责人账号只能由本人修改，不能停用或删除'),
    );
  const off = (id: string, token: string) =>
    house.post('oa/setActive', { ids: JSON.stringify([id]), active: '0', token });
  expect(await off(boss, manager.token)).toMatchObject(refusal(240));
  expect(await off(boss, owner)).toMatchObject(refusal(241));
  expect(await off(manager.id, manager.token)).toMatchObject(refusal(241));
  const { id: roleId } = (await house.ask(roleEndpoints.list, {}, owner)).list.find(({ mayGive }) => mayGive)!;
  const own = { id: manager.id, name: '自己', token: manager.token };
  expect(await house.post('oa/saveEmployee', { ...own, roleId })).toMatchObject(refusal(241));
  expect(await house.post('oa/saveEmployee', { ...own, roleId: manager.roleId!, title: '组长' })).toMatchObject({
    errorCode: 0,
  });
  expect(await house.post('oa/saveEmployee', { id: boss, name: '老板', title: '总经理', token: owner })).toMatchObject({
    errorCode: 0,
  });
});

test('who sees a department manages that one and those below, and is told of no other', async () => {
  const [mine, other] = [await people.department('我的部门'), await people.department('别的部门')];
  const below = await people.department('我的下级', mine);
  const manager = await people.person('dept-head', { ...staff, scope: 'department', departmentId: mine });
  const clerk = await people.person('clerk', { departmentId: below });
  const outsider = await people.person('outsider', { departmentId: other });
  expect(accounts(await listed({}, manager.token))).toEqual(['clerk', 'dept-head']);
  const { list, mayAddTop } = await house.ask(oaEndpoints.departments, {}, manager.token);
  expect([mayAddTop, list.map(({ id, mayEdit }) => [id, mayEdit])]).toEqual([
    false,
    [
      [mine, false],
      [below, true],
    ],
  ]);
  const as = (path: string, fields: Record<string, string>) => house.post(path, { ...fields, token: manager.token });
  for (const [path, fields] of [
    ['oa/saveEmployee', { id: outsider.id, name: '改' }],
    ['oa/resetPassword', { id: outsider.id }],
    ['oa/setActive', { ids: JSON.stringify([clerk.id, outsider.id]), active: '0' }],
    ['oa/moveEmployees', { ids: JSON.stringify([clerk.id]), departmentId: other }],
    ['oa/employees', { departmentId: other }],
    ['oa/saveDepartment', { parentId: other, name: '偷建' }],
  ] as const)
    expect(await as(path, fields)).toMatchObject(refusal(105));
  expect(await as('oa/saveEmployee', { account: 'nowhere', name: '无' })).toMatchObject(
    refusal(242, '请选择你管理的部门'),
  );
  expect(await as('oa/saveEmployee', { account: 'new-clerk', name: '新', departmentId: below })).toMatchObject({
    errorCode: 0,
  });
  expect(await as('oa/saveDepartment', { id: mine, name: '改名' })).toMatchObject(refusal(243));
  expect(await as('oa/saveDepartment', { parentId: mine, name: '再下级' })).toMatchObject({ errorCode: 0 });
  expect(await as('oa/savePosition', { name: '越权' })).toMatchObject(refusal(243));
  expect(await as('role/save', { name: '越权', rights: '[]', buttons: '[]', scope: 'own' })).toMatchObject(
    refusal(243),
  );
});

test('a disabled person is signed out at once, a removed one is kept for what they made and their account is free', async () => {
  const gone = await people.person('leaver');
  await house.ask(oaEndpoints.setActive, { ids: [gone.id], active: '0' }, owner);
  expect(await house.post('user/getUserInfo', { token: gone.token })).toMatchObject(refusal(103, '登录失效'));
  expect(await people.signIn('leaver')).toMatchObject(refusal(111));
  await house.ask(oaEndpoints.setActive, { ids: [gone.id], active: '1' }, owner);
  expect(await people.signIn('leaver')).toMatchObject({ errorCode: 0 });
  await house.ask(oaEndpoints.removeEmployee, { id: gone.id }, owner);
  expect(await people.signIn('leaver')).toMatchObject(refusal(111));
  expect(accounts(await listed({ q: 'leaver' }))).toEqual([]);
  expect(await add({ account: 'leaver' })).toMatchObject({ errorCode: 0 });
  const { rows } = await house.database.pool.query('select name from employee where id = $1', [gone.id]);
  expect(rows).toEqual([{ name: 'leaver' }]);
});

test('a reset password is shown once, ends all sessions and must be changed; a second factor went with the phone', async () => {
  const person = await people.person('forgot');
  await house.database.pool.query(
    `insert into second_factor (merchant_id, employee_id, secret_sealed, created_at, confirmed_at)
     values ($1, $2, 'sealed', now(), now())`,
    [house.merchants[0].id, person.id],
  );
  const { account, password } = await house.ask(oaEndpoints.resetPassword, { id: person.id }, owner);
  expect(account).toBe('forgot');
  expect(await house.post('user/getUserInfo', { token: person.token })).toMatchObject(refusal(103));
  const { token } = (await people.signIn('forgot', password)).data as { token: string };
  expect(await house.post('call/list', { token })).toMatchObject(refusal(210));
});

test('lists of ids of another merchant are missing like ids that never were', async () => {
  const foreign = house.merchants[1].owner.id;
  for (const id of [foreign, '999999999'])
    expect(await house.post('oa/setActive', { ids: JSON.stringify([id]), active: '0', token: owner })).toMatchObject(
      refusal(105, '员工不存在或已删除'),
    );
  expect((await house.ask(oaEndpoints.employees, {}, stranger)).total).toBe(1);
  expect((await house.ask(oaEndpoints.departments, {}, stranger)).list).toEqual([]);
});

test('every change of people leaves an audit row with what changed, never a password', async () => {
  const { rows } = await house.database.pool.query<{ action: string; before: object; after: object }>(
    `select action, before, after from audit where merchant_id = $1 and action not like 'login%' order by id`,
    [house.merchants[0].id],
  );
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of [
    'department.save',
    'department.move',
    'department.remove',
    'position.save',
    'position.remove',
    'employee.save',
    'employee.on',
    'employee.off',
    'employee.resetPassword',
    'employee.remove',
    'role.save',
    'role.remove',
  ])
    expect(actions).toContain(action);
  const roleChange = rows.find(({ action, before }) => action === 'role.save' && before !== null);
  expect(roleChange).toMatchObject({
    before: { rights: ['market', 'callLog'] },
    after: { rights: ['market', 'myTask'] },
  });
  expect(JSON.stringify(rows)).not.toMatch(/argon2|12345678|her-own/);
});

test('who waits behind the change that takes his rights away has them no more', async () => {
  const clerk = await people.person('clerk-waiting', { ...staff, scope: 'all' });
  const other = await house.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`people ${house.merchants[0].id}`]);
    await other.query("update role set rights = '{callLog}' where id = $1", [clerk.roleId]);
    const late = add({ account: 'back-door', roleId: clerk.roleId ?? '' }, clerk.token);
    await expect.poll(() => awaitedLocks(house.database.pool)).toBe(1);
    await other.query('commit');
    expect(await late).toMatchObject(refusal(104));
  } finally {
    other.release();
  }
  expect(accounts(await listed({ q: 'back-door' }))).toEqual([]);
});

test('whoever lacks a page learns who can open it: owners, and who manages everybody and holds it; no other merchant’s', async () => {
  // The page names a few, the oldest first: of those whom the tests before made nobody works here any more.
  await house.database.pool.query("update employee set active = false where role_code = 'employee'");
  await people.person('manager', { rights: ['myStaff', 'callLog'], scope: 'all' });
  await people.person('east-manager', { rights: ['myStaff', 'callLog'], scope: 'department' });
  const { token } = await people.person('newcomer');
  const names = async (key?: 'callLog' | 'plan') =>
    (await house.ask(oaEndpoints.grantors, key ? { key } : {}, token)).list.map(({ name, isOwner }) => [name, isOwner]);
  const [ownerFirst, ...others] = await names('callLog');
  expect(ownerFirst?.[1]).toBe(true);
  expect(others).toContainEqual(['manager', false]);
  expect(others.map(([name]) => name)).not.toContain('east-manager');
  expect((await names('plan')).map(([name]) => name)).not.toContain('manager');
  const elsewhere = (await house.ask(oaEndpoints.grantors, { key: 'callLog' }, stranger)).list;
  expect(elsewhere.map(({ name }) => name)).not.toContain('manager');
});
