import { oaEndpoints, securityEndpoints, userEndpoints } from '@lianxian/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openPages } from '../../../test/page-socket.ts';
import { type People, peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { openProcessContext } from '../../composition/process-context.ts';

/**
 * Who looks with whose eyes, and until when (decision 67): 电销一部 with 一组 below it, 电销二部 beside it; a manager of the
 * first sees his department.
 */
let house: TestHouse;
let people: People;
let owner = '';
let elsewhere: Awaited<ReturnType<typeof openProcessContext>>;
let places: Record<'own' | 'below' | 'apart', string>;
const pages = openPages();
afterEach(() => pages.closeAll());

beforeAll(async () => {
  house = await startTestHouse();
  elsewhere = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'calls');
  await provisionMerchant(house, house.merchants[0].id);
  people = peopleOf(house, house.merchants[0]);
  owner = await house.signIn(house.merchants[0]);
  const own = await people.department('电销一部');
  places = { own, below: await people.department('一组', own), apart: await people.department('电销二部') };
});
afterAll(async () => {
  await elsewhere.close();
  await house.close();
});

let count = 0;
type Wish = Parameters<People['person']>[1];
const somebody = (wish: Wish = {}) => {
  count += 1;
  return people.person(`person${count}`, { rights: ['callLog'], ...wish });
};
const manager = () =>
  somebody({ rights: ['myStaff', 'callLog'], buttons: ['call_out'], scope: 'department', departmentId: places.own });
const begin = (id: string, token = owner) => house.post('oa/preview', { id, token });
const preview = async (id: string, token = owner) => (await house.ask(oaEndpoints.preview, { id }, token)).token;
const looks = async (token: string) => (await house.post('call/list', { token })).errorCode;
const sql = (text: string, ...values: unknown[]) => house.database.pool.query(text, values);

test('a manager looks with the eyes of his own people who hold no more than he', async () => {
  const { token, id } = await manager();
  const below = await somebody({ departmentId: places.below });
  const apart = await somebody({ departmentId: places.apart });
  const wider = await somebody({ departmentId: places.below, buttons: ['task:create'] });
  const further = await somebody({ departmentId: places.below, scope: 'all' });
  expect(await begin(below.id, token)).toMatchObject({ errorCode: 0, data: { name: below.account } });
  expect(await begin(apart.id, token)).toMatchObject({ errorCode: 105, errorMsg: '员工不存在或已删除' });
  for (const { id: person, account } of [wider, further])
    expect(await begin(person, token)).toMatchObject({ errorMsg: `「${account}」的权限比你多，你不能管理` });
  expect(await begin(id, token)).toMatchObject({ errorCode: 241 });
  const { list } = await house.ask(oaEndpoints.employees, { q: 'person' }, token);
  expect(list.filter(({ mayPreview }) => mayPreview).map(person => person.id)).toContain(below.id);
  expect(list.filter(({ mayPreview }) => mayPreview).map(person => person.id)).not.toEqual(
    expect.arrayContaining([id]),
  );
  expect(list.find(person => person.id === wider.id)).toMatchObject({ mayPreview: false });
});

test('nobody looks with an owner’s eyes, a disabled person’s, or those of another merchant’s people', async () => {
  const off = await somebody();
  await house.ask(oaEndpoints.setActive, { ids: [off.id], active: '0' }, owner);
  expect(await begin(off.id)).toMatchObject({ errorMsg: `「${off.account}」已停用，不能预览` });
  const boss = await somebody({ rights: ['myStaff'], scope: 'all' });
  expect(await begin(house.merchants[0].owner.id, boss.token)).toMatchObject({ errorCode: 240 });
  const foreign = await peopleOf(house, house.merchants[1]).person('foreign');
  expect(await begin(foreign.id)).toMatchObject({ errorCode: 105 });
});

test('an owner from whom the merchant hides whole numbers does not see them with a manager’s eyes', async () => {
  const other = peopleOf(house, house.merchants[1]);
  const theirs = await house.signIn(house.merchants[1]);
  const sees = await other.person('sees', { rights: ['callLog'], buttons: ['phone:unmask'] });
  expect(await begin(sees.id, theirs)).toMatchObject({ errorCode: 0 });
  await house.post('config/save', { ownerSeesPhones: '0', token: theirs });
  expect(await begin(sees.id, theirs)).toMatchObject({ errorCode: 239 });
});

test('it is over after a quarter of an hour, when it is ended, and when who looks signs out', async () => {
  const { id } = await somebody();
  const token = await preview(id);
  house.pass(899_000);
  expect(await looks(token)).toBe(0);
  house.pass(1_000);
  expect(await looks(token)).toBe(103);
  const again = await preview(id);
  await house.ask(userEndpoints.logout, {}, again);
  expect(await looks(again)).toBe(103);
  const boss = await house.signIn(house.merchants[0]);
  const last = await preview(id, boss);
  await house.ask(userEndpoints.logout, {}, boss);
  expect(await looks(last)).toBe(103);
  expect(await looks(owner)).toBe(0);
});

test('it is over at once when either of the two may no more', async () => {
  const taken = async (change: (ids: { manager: string; role: string; person: string; held: string }) => unknown) => {
    const who = await manager();
    const person = await somebody({ departmentId: places.below });
    const token = await preview(person.id, who.token);
    expect(await looks(token)).toBe(0);
    await change({ manager: who.id, role: who.roleId ?? '', person: person.id, held: person.roleId ?? '' });
    return await looks(token);
  };
  const setActive = (id: string) => house.ask(oaEndpoints.setActive, { ids: [id], active: '0' }, owner);
  expect(await taken(() => undefined)).toBe(0);
  expect(await taken(({ person }) => setActive(person))).toBe(103);
  expect(await taken(ids => setActive(ids.manager))).toBe(103);
  expect(await taken(({ role }) => sql(`update role set rights = '{callLog}' where id = $1`, role))).toBe(103);
  expect(await taken(({ role }) => sql(`update role set scope = 'own' where id = $1`, role))).toBe(103);
  expect(await taken(({ held }) => sql(`update role set buttons = '{plan:edit}' where id = $1`, held))).toBe(103);
  expect(
    await taken(({ person }) =>
      house.ask(oaEndpoints.moveEmployees, { ids: [person], departmentId: places.apart }, owner),
    ),
  ).toBe(103);
});

test('who never signed in, or must change the password first, is looked at all the same', async () => {
  const person = await somebody();
  await house.ask(oaEndpoints.resetPassword, { id: person.id }, await house.signIn(house.merchants[0]));
  const token = await preview(person.id);
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({
    title: person.account,
    mustChangePwd: false,
  });
  expect(await looks(token)).toBe(0);
});

test('begin and end are in the audit, of who looked at whom; the person’s own sign-ins know nothing of it', async () => {
  const person = await somebody({ buttons: ['phone:unmask'] });
  const token = await preview(person.id);
  await house.post('call/list', { token });
  const { list } = await house.ask(securityEndpoints.sessions, {}, person.token);
  expect(list.filter(({ current }) => !current)).toEqual([]);
  expect(await house.ask(securityEndpoints.endOtherSessions, {}, person.token)).toEqual({ ended: 0 });
  await house.ask(userEndpoints.logout, {}, token);
  const { rows } = await sql(
    `select action, employee_id, target_name from audit where target = $1 and action like 'preview%' order by id`,
    person.id,
  );
  const by = { employee_id: house.merchants[0].owner.id, target_name: person.account };
  expect(rows).toEqual([
    { action: 'preview.begin', ...by },
    { action: 'preview.end', ...by },
  ]);
  const noted = await sql(`select 1 from audit where employee_id = $1`, person.id);
  expect(noted.rows).toEqual([]);
});

test('no message of the person comes to it; its page closes with the sign-in of who looks', async () => {
  const person = await somebody();
  const boss = await house.signIn(house.merchants[0]);
  const token = await preview(person.id, boss);
  const [seen, theirs] = [pages.connect(house.origin, token, ''), pages.connect(house.origin, person.token, '')];
  await Promise.all([seen.ready, theirs.ready]);
  expect(await seen.next()).toMatchObject({ type: 'ready' });
  expect(await theirs.next()).toMatchObject({ type: 'ready' });
  elsewhere.push.toEmployee(house.merchants[0].id, person.id, { type: 1, msg: '该回电了' });
  expect(await theirs.next()).toMatchObject({ type: 1, msg: '该回电了' });
  const late = pages.connect(house.origin, token, '0');
  await late.ready;
  expect(await late.next()).toMatchObject({ type: 'ready' });
  expect(seen.came).toEqual([]);
  await house.ask(userEndpoints.logout, {}, boss);
  expect(await seen.closed).toBe(4103);
  expect(await late.closed).toBe(4103);
  theirs.say({ type: 'ping' });
  expect(await theirs.next()).toEqual({ type: 'pong' });
});
