import {
  balanceEndpoints,
  endpoints,
  lineEndpoints,
  merchantEndpoints,
  planEndpoints,
  portEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../src/rooms/accounts/index.ts';
import { startTestHouse, type TestHouse, testConfig } from '../test/house.ts';
import { demo, demoPasswordOf } from './demo.ts';
import { createAdmin, seed } from './seed.ts';

const demoPassword = demoPasswordOf(testConfig({}).secretKey);

let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse({ demo: true });
});
afterAll(() => house.close());

const signIn = async (cid: string, account: string, password: string): Promise<string> =>
  ((await house.post('user/login', { cid, account, password })).data as { token: string } | null)?.token ?? '';
const counts = async () => {
  const { rows } = await house.database.pool.query<{ merchants: string; plans: string; lines: string }>(
    'select (select count(*) from merchant) merchants, (select count(*) from plan) plans, (select count(*) from line) lines',
  );
  return rows[0];
};

test('without a demo nothing is seeded', async () => {
  await seed(house.database, { demoPassword: null });
  expect(await counts()).toEqual({ merchants: '2', plans: '0', lines: '0' });
});

test('the demo is seeded once, whoever asks at once, and what was deleted stays deleted', async () => {
  await Promise.all([seed(house.database, { demoPassword }), seed(house.database, { demoPassword })]);
  expect(await counts()).toEqual({ merchants: '5', plans: '2', lines: '2' });
  await house.database.pool.query('update plan set removed_at = now()');
  await seed(house.database, { demoPassword });
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  expect((await house.ask(planEndpoints.list, {}, token)).list).toEqual([]);
  await house.database.pool.query('update plan set removed_at = null');
});

test('O-242 O-243: the plan list gives id and planName', async () => {
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  const { list, total } = await house.ask(planEndpoints.list, {}, token);
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), planName: '试听课回访' });
  expect(list[0]?.nodes).toBeGreaterThanOrEqual(10);
});

test('O-009: the merchant’s owner and a reseller in its own merchant hold every key and button, and the practice line stands ready', async () => {
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  const { data } = await house.post('user/getUserInfo', { token });
  expect(data).toMatchObject({ roleCode: 'company', merchantName: '启航教育', userName: '王晓雯' });
  expect((data as { rights: string[] }).rights).toHaveLength(19);
  expect((data as { btns: string[] }).btns).toHaveLength(14);
  const agent = await signIn('100100', 'agent', demoPassword);
  const own = (await house.post('user/getUserInfo', { token: agent })).data;
  expect(own).toMatchObject({ rights: (data as { rights: string[] }).rights, btns: (data as { btns: string[] }).btns });
  expect((await house.ask(planEndpoints.list, {}, agent)).total).toBe(1);
  expect((await house.ask(lineEndpoints.list, {}, token)).list).toMatchObject([{ practice: true, address: '' }]);
  const callees = (await house.ask(lineEndpoints.callees, {}, token)).list.map(callee => callee.phone);
  expect(callees).toEqual(Array.from({ length: 20 }, (_, n) => String(15_400_000_001 + n)));
});

test('an administrator made by command signs in from anywhere and finds a plan and the practice line', async () => {
  const administrator = { merchantNumber: '100001', merchantName: '新商户', account: 'boss', name: '老板' };
  await createAdmin(house.database, { ...administrator, password: 'long enough' });
  const answer = await house.post(
    'user/login',
    { cid: '100001', account: 'boss', password: 'long enough' },
    { 'x-forwarded-for': '203.0.113.9' },
  );
  const { token } = answer.data as { token: string };
  expect((await house.ask(planEndpoints.list, {}, token)).total).toBe(1);
  expect((await house.ask(lineEndpoints.list, {}, token)).total).toBe(1);
  await expect(createAdmin(house.database, { ...administrator, password: 'long enough' })).rejects.toMatchObject({
    code: '23505',
  });
});

test('the demo begins with 100 yuan and a port to practise over', async () => {
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  expect(await house.ask(balanceEndpoints.info, {}, token)).toEqual({
    amount: '100',
    reserved: '0',
    available: '100',
    lowBelow: null,
    isLow: false,
  });
  expect((await house.ask(balanceEndpoints.ledger, {}, token)).list).toMatchObject([
    { kind: 'topUp', amount: '100', note: '开户赠送' },
  ]);
  expect((await house.ask(portEndpoints.list, {}, token)).list).toMatchObject([
    { name: '练习线路', lineName: '练习线路', practice: true, channels: 200, live: 0 },
  ]);
});

test('one of the platform’s people has no plan and no line, and tops up the merchants', async () => {
  const root = {
    merchantNumber: '100000',
    merchantName: '平台',
    account: 'root',
    name: 'root',
    password: 'long enough',
  };
  await createAdmin(house.database, { ...root, platform: true });
  const { rows } = await house.database.pool.query("select merchant_id, id from employee where account = 'root'");
  const token = await house.sessionOf(rows[0].merchant_id, rows[0].id);
  expect((await house.post('user/getUserInfo', { token })).data).toMatchObject({
    roleCode: 'admin',
    rights: ['CRM', 'myStaff'],
    btns: [],
  });
  expect(await house.post('plan/list', { token })).toMatchObject({ errorCode: 104 });
  const wish = { cid: demo.merchantNumber, amount: '50', requestId: 'welcome-1' };
  expect(await house.ask(balanceEndpoints.topUp, wish, token)).toEqual({ amount: '150' });
});

test('the levels around the demo: its reseller, the platform and a seat sign in with the same password', async () => {
  const infoOf = async (cid: string, account: string) => {
    const token = await signIn(cid, account, demoPassword);
    return (await house.post('user/getUserInfo', { token })).data;
  };
  expect(await infoOf('100000', 'admin')).toMatchObject({ roleCode: 'admin', merchantName: '平台' });
  expect(await infoOf('100100', 'agent')).toMatchObject({ roleCode: 'agent', merchantName: '华东渠道' });
  expect(await infoOf('100268', 'staff')).toMatchObject({
    roleCode: 'employee',
    rights: ['callLog', 'CRM', 'number'],
    btns: ['call_out'],
  });
  const agent = await signIn('100100', 'agent', demoPassword);
  expect((await house.ask(merchantEndpoints.list, {}, agent)).list).toMatchObject([
    { number: '100268', available: '150' },
  ]);
});

test('the demo’s people have seats in one group, and its plan hands over to that group', async () => {
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  const { seats } = await house.ask(endpoints.seat.list, {}, token);
  expect(seats.map(({ name, extension, enabled, groups }) => [name, extension, enabled, groups[0]?.name])).toEqual([
    ['王晓雯', 8001, true, '客服'],
    ['李强', 8002, true, '客服'],
    ['陈静', 8003, true, '客服'],
  ]);
  const [group] = (await house.ask(endpoints.seat.groupList, {}, token)).groups;
  expect(group).toMatchObject({ name: '客服', strategy: 'longestIdle' });
  const [plan] = (await house.ask(planEndpoints.mine, {}, token)).list;
  const { graph } = await house.ask(planEndpoints.draft, { id: plan!.id }, token);
  const targets = graph.flows
    .flatMap(({ nodes }) => nodes)
    .flatMap(node => (node.kind === 'transfer' ? [node.to] : []));
  expect(targets).toEqual([{ type: 'group', group: group?.id }]);
  expect((await house.ask(planEndpoints.check, { id: plan!.id }, token)).faults).toEqual([]);
});

test('an installation whose demo is of before seats: who is still of the demo gets one, what is there stays', async () => {
  const { pool } = house.database;
  await pool.query("delete from seeded where name = 'demo seats'");
  await pool.query('delete from seat_account where extension in (8002, 8003)');
  await pool.query("update employee set demo = false where account = 'staff2'");
  await seed(house.database, { demoPassword });
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  const { seats } = await house.ask(endpoints.seat.list, {}, token);
  expect(seats.map(({ name, extension }) => [name, extension])).toEqual([
    ['王晓雯', 8001],
    ['李强', 8002],
  ]);
});

test('nobody becomes one of the platform’s people by the number of a merchant, nor the other way round', async () => {
  const person = { merchantName: '平台', account: 'second', name: 'second', password: 'long enough' };
  await expect(
    createAdmin(house.database, { ...person, merchantNumber: demo.merchantNumber, platform: true }),
  ).rejects.toThrow('is not of the platform');
  await expect(createAdmin(house.database, { ...person, merchantNumber: '100000' })).rejects.toThrow(
    'is of the platform',
  );
});

test('an older installation: the password that everybody knows is replaced once, its sessions end; an own one stays', async () => {
  await seed(house.database, { demoPassword });
  const known = await hashPassword('lianxian');
  const { pool } = house.database;
  await pool.query("update employee set password_hash = $1 where demo and account in ('demo', 'agent')", [known]);
  await pool.query("update employee set password_hash = $1, demo = false where account = 'staff'", [known]);
  const before = await signIn(demo.merchantNumber, demo.account, 'lianxian');
  const own = await signIn(demo.merchantNumber, 'staff', 'lianxian');
  await seed(house.database, { demoPassword });
  expect(await signIn(demo.merchantNumber, demo.account, 'lianxian')).toBe('');
  expect(await signIn('100100', 'agent', 'lianxian')).toBe('');
  expect(await house.post('user/getUserInfo', { token: before })).toMatchObject({ errorCode: 103 });
  expect(await house.post('user/getUserInfo', { token: own })).toMatchObject({ errorCode: 0 });
  const after = await signIn(demo.merchantNumber, demo.account, demoPassword);
  await seed(house.database, { demoPassword });
  expect(await house.post('user/getUserInfo', { token: after })).toMatchObject({ errorCode: 0 });
});

test('an installation whose demo is switched off: its sessions end and nobody signs in to it, everybody else does', async () => {
  const token = await signIn(demo.merchantNumber, demo.account, demoPassword);
  const other = await house.signIn(house.merchants[0]);
  const closed = await startTestHouse({ demo: false, databaseUrl: house.url });
  await seed(house.database, { demoPassword: null });
  expect(await house.post('user/getUserInfo', { token })).toMatchObject({ errorCode: 103 });
  expect(await house.post('user/getUserInfo', { token: other })).toMatchObject({ errorCode: 0 });
  const fields = { cid: demo.merchantNumber, account: demo.account, password: demoPassword };
  expect(await closed.post('user/login', fields)).toMatchObject({ errorCode: 111 });
  const { number, owner } = house.merchants[0];
  const right = { cid: number, account: owner.account, password: owner.password };
  expect(await closed.post('user/login', right)).toMatchObject({ errorCode: 0 });
  await closed.close();
});
