import {
  balanceEndpoints,
  merchantEndpoints,
  type OutputOf,
  platformEndpoints,
  resellerEndpoints,
  taskEndpoints,
  userEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { findMerchant } from '../accounts/index.ts';
import { topUp } from '../billing/index.ts';
import { callingRulesOf } from '../rules/index.ts';
import { dropDueFactors } from '../security/index.ts';

/** The platform, two resellers, three merchants: 200001 and 200003 of 东区, 200002 of 西区. */
let house: TestHouse;
let admin = '';
let east = '';
let west = '';
let owner = '';
const ids: Record<string, string> = {};

const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
const list = async (
  token: string,
  over: Partial<Parameters<typeof house.ask<typeof merchantEndpoints.list>>[1]> = {},
) => (await house.ask(merchantEndpoints.list, over, token)).list.map(row => row.number);
const refusal = async (path: string, fields: Record<string, string>, token: string) => {
  const { errorCode, errorMsg } = await house.post(path, { ...fields, token });
  return [errorCode, errorMsg];
};

const people = async () => (await sql('select 1 from employee where merchant_id = $1', ids['200001'])).length;

beforeAll(async () => {
  house = await startTestHouse();
  const { db } = house.database;
  admin = (await openLevel(house, '100000', 'platform', '平台')).token;
  east = (await openLevel(house, '300001', 'reseller', '东区渠道')).token;
  west = (await openLevel(house, '300002', 'reseller', '西区渠道')).token;
  await openLevel(house, '200003', 'merchant', '丙商户');
  for (const number of ['200001', '200002', '200003', '300001', '300002'])
    ids[number] = (await findMerchant(db, number))!.id;
  await sql(
    `update merchant set reseller_id = case number when '200002' then $2::bigint else $1::bigint end
    where kind = 'merchant'`,
    ids['300001'],
    ids['300002'],
  );
  await provisionMerchant(house, ids['200001']!);
  // Calls of a task but for one, which is a trial: it counts apart.
  await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because, fault,
      may_retry, hung_up_by, ended_at)
    select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state, because, fault,
      may_retry, hung_up_by, ended_at
    from call where merchant_id = $1 order by id limit 1`,
    ids['200001'],
  );
  await sql(
    `update call set task_id = (select min(id) from task where merchant_id = $1), callee_id = 1, attempt = call.id & 32767
     where merchant_id = $1 and id < (select max(id) from call)`,
    ids['200001'],
  );
  owner = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());
beforeEach(() => sql('update merchant set active = true'));

test('each level sees its own world: the platform all merchants, a reseller its own, a merchant nobody', async () => {
  expect(await list(admin)).toEqual(['200003', '200002', '200001']);
  expect(await list(east)).toEqual(['200003', '200001']);
  expect(await list(west)).toEqual(['200002']);
  expect(await list(admin, { resellerId: ids['300002'] })).toEqual(['200002']);
  expect(await list(east, { resellerId: ids['300002'] })).toEqual(['200003', '200001']);
  for (const path of ['merchant/list', 'reseller/list', 'platform/overview', 'platform/stopAll'])
    expect((await refusal(path, {}, owner))[0]).toBe(104);
  expect((await refusal('reseller/list', {}, east))[0]).toBe(104);
  expect((await refusal('platform/stopAll', {}, east))[0]).toBe(104);
});

test.each(['merchant/save', 'merchant/setActive', 'merchant/resetOwner', 'merchant/lines', 'merchant/ledger'])(
  '%s: another reseller’s merchant, a reseller, the platform and a number that never was are not found alike',
  async path => {
    const ask = (id: string | undefined) =>
      refusal(path, { id: id ?? '', name: '改名', active: '0', code: 'AAAA-AAAA' }, east);
    const notThere = [105, '商户不存在或已删除'];
    expect(await ask('9223372036854775806')).toEqual(notThere);
    expect(await ask(ids['200002'])).toEqual(notThere);
    expect(await ask(ids['300002'])).toEqual(notThere);
    expect(await ask((await findMerchant(house.database.db, '100000'))?.id)).toEqual(notThere);
    expect(await sql(`select name from merchant where name = '改名' or not active`)).toEqual([]);
  },
);

test('a list shows balance, lines, people and calls of each in one go, by number, name and state, page by page', async () => {
  await topUp(house.database.db, {
    merchantId: ids['200001']!,
    yuan: '90',
    requestId: null,
    byEmployee: null,
    note: '',
  });
  const [row] = (await house.ask(merchantEndpoints.list, { q: '甲' }, admin)).list;
  expect(row).toMatchObject({
    number: '200001',
    balance: '100',
    available: '100',
    lines: 1,
    people: await people(),
    callsToday: 2,
    live: 0,
    owner: 'owner',
    reseller: { name: '东区渠道' },
  });
  expect(await list(admin, { q: '20000' })).toEqual(['200003', '200002', '200001']);
  expect(await list(admin, { q: '%' })).toEqual([]);
  await sql('update merchant set active = false where number = $1', '200003');
  expect(await list(admin, { state: 'off' })).toEqual(['200003']);
  expect(await list(east, { state: 'on' })).toEqual(['200001']);
  const first = await house.ask(merchantEndpoints.list, { limit: 2 }, admin);
  expect(first).toMatchObject({ total: 3, list: [{ number: '200003' }, { number: '200002' }] });
  expect(await list(admin, { limit: 2, after: first.after ?? '' })).toEqual(['200001']);
});

test('a reseller adds a merchant: the next free number, a password told once, a plan and the practice line', async () => {
  const wish = { name: '新商户', contactName: '钱先生', contactPhone: '13800000000', account: 'boss', ownerName: '钱' };
  const made = await house.ask(merchantEndpoints.save, { ...wish, channelLimit: 20 }, east);
  expect(made).toMatchObject({ number: '100300', account: 'boss', password: expect.stringMatching(/^\S{12}$/) });
  expect(await list(east)).toContain('100300');
  expect(await list(west)).not.toContain('100300');
  const { data } = await house.post('user/login', { cid: '100300', account: 'boss', password: made.password ?? '' });
  const { token } = data as { token: string };
  expect((await house.post('user/getUserInfo', { token })).data).toMatchObject({
    roleCode: 'company',
    mustChangePwd: true,
  });
  expect(await callingRulesOf(house.database.db, made.id)).toMatchObject({ channels: 20 });
  expect(await sql('select 1 from plan where merchant_id = $1', made.id)).toHaveLength(1);
  const [audit] = await sql<{ after: object; before: unknown }>(
    `select before, after from audit where action = 'merchant.save' and target = $1`,
    made.id,
  );
  expect(audit).toMatchObject({
    before: null,
    after: { number: '100300', contactPhone: '138****0000', account: 'boss' },
  });
  expect(JSON.stringify(audit)).not.toContain(made.password);
});

test('of ten who add a merchant at once each gets a number of its own; a number that is taken is refused', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      house.ask(merchantEndpoints.save, { name: `商户${n}`, account: 'a', ownerName: 'b' }, admin),
    ),
  );
  expect(new Set(made.map(one => one.number)).size).toBe(10);
  const wish = { number: '200001', name: '重复', account: 'a', ownerName: 'b' };
  expect(await refusal('merchant/save', wish, east)).toEqual([285, '商户编号 200001 已被使用']);
  expect(await refusal('merchant/save', { name: '没有负责人' }, east)).toEqual([288, '请填写负责人的账号和姓名']);
  await sql(`delete from session where merchant_id not in (select id from merchant where number ~ '^[123]0000[0-9]$')`);
});

test('a reseller gives no merchant more calls at once, people or seats than it has itself; the platform may', async () => {
  const wish = { id: ids['200001'] ?? '', name: '甲商户', channelLimit: '301' };
  expect(await refusal('merchant/save', wish, east)).toEqual([287, '并发上限不能超过您自己的 300']);
  expect((await refusal('merchant/save', { ...wish, channelLimit: '300' }, east))[0]).toBe(0);
  expect((await refusal('merchant/save', wish, admin))[0]).toBe(0);
  expect((await refusal('merchant/save', wish, east))[0]).toBe(0);
  expect(await callingRulesOf(house.database.db, ids['200001']!)).toMatchObject({ channels: 300 });
  expect((await refusal('merchant/save', { ...wish, channelLimit: '3' }, east))[0]).toBe(0);
  expect(await callingRulesOf(house.database.db, ids['200001']!)).toMatchObject({ channels: 3 });
  const [audit] = await sql(
    `select before, after from audit where action = 'merchant.save' and target = $1 order by id desc limit 1`,
    ids['200001'],
  );
  expect(audit).toEqual({ before: { channelLimit: 301 }, after: { channelLimit: 3 } });
});

test('a merchant that is switched off: sessions end, tasks pause with a reason, nothing new is dialled; on again it resumes by hand', async () => {
  const merchant = ids['200001']!;
  const [running] = await sql<{ id: string }>(
    `update task set state = 'running' where id = (select min(id) from task where merchant_id = $1) returning id`,
    merchant,
  );
  const [placed] = await sql<{ id: string }>(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, '13800138001' from call limit 1 returning id`,
  );
  expect(await house.ask(merchantEndpoints.setActive, { id: merchant, active: '0' }, east)).toEqual({ tasks: 1 });
  expect(await house.post('user/getUserInfo', { token: owner })).toMatchObject({ errorCode: 103 });
  const login = { cid: '200001', account: 'owner', password: 'secret-200001' };
  expect((await house.post('user/login', login)).errorCode).toBe(111);
  expect(await sql('select state, because from task where id = $1', running?.id)).toEqual([
    { state: 'paused', because: 'merchantOff' },
  ]);
  expect(await sql('select hang_up_wanted_at is null as kept from call where id = $1', placed?.id)).toEqual([
    { kept: false },
  ]);
  expect(await callingRulesOf(house.database.db, merchant)).toMatchObject({ channels: 0 });
  expect(await house.ask(merchantEndpoints.setActive, { id: merchant, active: '0' }, east)).toEqual({ tasks: 0 });
  await house.ask(merchantEndpoints.setActive, { id: merchant, active: '1' }, admin);
  expect(await house.post('user/getUserInfo', { token: owner })).toMatchObject({ errorCode: 103 });
  owner = await house.signIn(house.merchants[0]);
  const { list: tasks } = await house.ask(taskEndpoints.list, {}, owner);
  expect(tasks.find(task => task.id === running?.id)).toMatchObject({ becauseText: '商户曾被停用，点继续恢复呼叫' });
  const kept = await sql<{ action: string }>(`select action from audit where action ~ '^merchant.o' order by at, id`);
  expect(kept.map(({ action }) => action)).toEqual(['merchant.off', 'merchant.on']);
  await sql(`update task set state = 'draft', because = ''`);
  await sql(`delete from call where id = $1`, placed?.id);
});

const owner2 = () => ({ cid: '200002', account: 'owner' });
const askReset = (over: { cid?: string; account?: string } = {}) =>
  house.ask(userEndpoints.resetAsk, { ...owner2(), ...over });
const signInWith = (password: string) => house.post('user/login', { ...owner2(), password });
const stateOf = async (secret: string) => (await house.ask(userEndpoints.resetState, { secret })).state;
const finish = (secret: string, password = 'tractor lamp 7') => house.post('user/resetFinish', { secret, password });
const allow = (code: string, token = west, id = ids['200002'] ?? '') =>
  house.post('merchant/resetOwner', { id, code, token });

test('a forgotten password: the keeper confirms the code that is read out, the browser that asked sets it, once', async () => {
  const token = await house.signIn(house.merchants[1]);
  const { code, secret } = await askReset();
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  expect(await stateOf(secret)).toBe('waiting');
  expect(await finish(secret), 'not confirmed').toMatchObject({ errorCode: 245 });
  expect(await allow(code, east), 'a stranger’s reseller').toMatchObject({ errorCode: 105 });
  expect(await allow(code.toLowerCase().replace('-', ' '))).toMatchObject({ errorCode: 0, data: { account: 'owner' } });
  expect(await allow(code), 'a code is good once').toMatchObject({ errorCode: 229 });
  expect(await stateOf(secret)).toBe('confirmed');
  expect(await signInWith('secret-200002'), 'nothing has changed yet').toMatchObject({ errorCode: 0 });
  expect(await finish(secret, 'owner2026')).toMatchObject({ errorCode: 225 });
  const both = await Promise.all([finish(secret), finish(secret, 'lamp tractor 8')]);
  expect(both.map(({ errorCode }) => errorCode).sort()).toEqual([0, 245]);
  expect(await house.post('user/getUserInfo', { token })).toMatchObject({ errorCode: 103 });
  expect((await signInWith('secret-200002')).errorCode).toBe(111);
  expect(await stateOf(secret)).toBe('over');
  await sql('delete from login_failure');
});

test('of several owners each resets their own password by their own code', async () => {
  await sql(
    `insert into employee (merchant_id, account, name, password_hash, role_code) values ($1, 'second', '二', '', 'company')`,
    ids['200002'],
  );
  const { code, secret } = await askReset({ account: 'second' });
  expect(await allow(code)).toMatchObject({ errorCode: 0, data: { account: 'second' } });
  expect(await finish(secret, 'meadow pencil 4')).toMatchObject({ errorCode: 0 });
  const signedIn = await house.post('user/login', { cid: '200002', account: 'second', password: 'meadow pencil 4' });
  expect(signedIn).toMatchObject({ errorCode: 0 });
  expect((await signInWith('meadow pencil 4')).errorCode, 'the first one’s is as it was').toBe(111);
  await sql('delete from login_failure');
  await sql(`update employee set active = false, removed_at = now() where account = 'second'`);
});

test('the merchant’s own audit and reminders say so, without the keeper’s address; no code is in the database', async () => {
  const { code, secret } = await askReset();
  await allow(code);
  await finish(secret);
  const rows = await sql<{ action: string; ip: string; merchant_id: string }>(
    `select action, ip, merchant_id from audit where action like 'password.reset%' order by id desc limit 2`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['password.reset', 'password.resetAllowed']);
  expect(rows.map(row => row.merchant_id)).toEqual([ids['200002'], ids['200002']]);
  expect(rows[1]?.ip).toBe('');
  await expect
    .poll(async () => (await sql(`select msg from push_message where merchant_id = $1`, ids['200002'])).length)
    .toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(await sql('select * from owner_reset, audit'))).not.toContain(code.replace('-', ''));
});

test('asking tells nobody which accounts there are: no account, an employee, one of the platform’s wait alike, and no code of theirs is confirmed', async () => {
  for (const over of [{ account: 'nobody' }, { cid: '999999' }, { cid: '100000', account: 'boss' }]) {
    const { code, secret } = await askReset(over);
    expect(await stateOf(secret)).toBe('waiting');
    expect(await allow(code)).toMatchObject({ errorCode: 229 });
  }
  await sql('delete from login_failure');
});

test('five wrong codes lock the check; a code is good for a quarter of an hour, and of its own merchant alone', async () => {
  const { code, secret } = await askReset();
  expect(await allow(code, admin, ids['200001'])).toMatchObject({ errorCode: 229 });
  for (let n = 0; n < 4; n += 1) expect(await allow('AAAA-AAAA')).toMatchObject({ errorCode: 229 });
  expect(await allow('AAAA-AAAA')).toMatchObject({ errorCode: 217 });
  expect(await allow(code)).toMatchObject({ errorCode: 217 });
  await sql('delete from login_failure');
  await sql(`update owner_reset set expires_at = now() - interval '1 second'`);
  expect(await allow(code)).toMatchObject({ errorCode: 229 });
  expect(await stateOf(secret)).toBe('over');
  await sql('delete from login_failure');
});

test('a second factor stays; the platform takes it off after a day, unless it is used meanwhile', async () => {
  const [, { id, owner }] = house.merchants;
  const insert = () =>
    sql(
      `insert into second_factor (merchant_id, employee_id, secret_sealed, created_at, confirmed_at)
       values ($1, $2, '', now(), now()) on conflict do nothing`,
      id,
      owner.id,
    );
  await insert();
  const { code, secret } = await askReset();
  await allow(code);
  await finish(secret);
  expect(await signInWith('tractor lamp 7')).toMatchObject({ errorCode: 211 });
  const drop = (token: string, account = 'owner') => house.post('merchant/dropFactor', { id, account, token });
  expect(await drop(west), 'a reseller').toMatchObject({ errorCode: 104 });
  expect(await drop(admin)).toMatchObject({ errorCode: 0, data: { account: 'owner' } });
  const { db } = house.database;
  const hours = (n: number) => new Date(house.now().getTime() + n * 3_600_000);
  expect(await dropDueFactors(db, hours(23))).toEqual([]);
  expect(await dropDueFactors(db, hours(25))).toEqual([id]);
  expect(await signInWith('tractor lamp 7')).toMatchObject({ errorCode: 0 });
  const actions = await sql<{ action: string }>(
    `select action from audit where merchant_id = $1 and action like 'secondFactor%' order by id`,
    id,
  );
  expect(actions.map(({ action }) => action)).toEqual(['secondFactor.dropAsked', 'secondFactor.dropped']);
  expect(await drop(admin)).toMatchObject({ errorCode: 219 });
});

test('of several owners the one who asked loses the second factor, and nobody else', async () => {
  const [, { id }] = house.merchants;
  await sql(
    `insert into employee (merchant_id, account, name, password_hash, role_code)
     values ($1, 'third', '三', '', 'company'), ($1, 'clerk', '员工', '', 'employee')`,
    id,
  );
  await sql(
    `insert into second_factor (merchant_id, employee_id, secret_sealed, created_at, confirmed_at)
     select merchant_id, id, '', now(), now() from employee where merchant_id = $1 and account in ('owner', 'third', 'clerk')
     on conflict do nothing`,
    id,
  );
  const drop = (account: string) => house.post('merchant/dropFactor', { id, account, token: admin });
  expect(await drop('third')).toMatchObject({ errorCode: 0, data: { account: 'third' } });
  for (const account of ['clerk', 'nobody']) expect(await drop(account)).toMatchObject({ errorCode: 105 });
  expect(await drop('')).toMatchObject({ errorCode: 100 });
  const later = new Date(house.now().getTime() + 25 * 3_600_000);
  expect(await dropDueFactors(house.database.db, later)).toEqual([id]);
  const left = await sql(
    'select account from second_factor f join employee e on e.merchant_id = f.merchant_id and e.id = f.employee_id where e.merchant_id = $1 order by 1',
    id,
  );
  expect(left).toEqual([{ account: 'clerk' }, { account: 'owner' }]);
  await sql('delete from second_factor');
  await sql(`delete from employee where account in ('third', 'clerk')`);
});

test('the platform says whose merchant it is; resellers do not', async () => {
  const wish = { id: ids['200003']!, resellerId: ids['300002']! };
  expect((await refusal('merchant/setReseller', wish, east))[0]).toBe(104);
  await house.ask(merchantEndpoints.setReseller, wish, admin);
  expect([await list(east, { q: '丙' }), await list(west, { q: '丙' })]).toEqual([[], ['200003']]);
  expect(await refusal('merchant/setReseller', { ...wish, resellerId: ids['200001']! }, admin)).toEqual([
    105,
    '代理商不存在或已删除',
  ]);
  await house.ask(merchantEndpoints.setReseller, { id: wish.id }, admin);
  expect(await list(west, { q: '丙' })).toEqual([]);
  await house.ask(merchantEndpoints.setReseller, { ...wish, resellerId: ids['300001']! }, admin);
  const rows = await sql(`select before, after from audit where action = 'merchant.setReseller' order by id limit 1`);
  expect(rows).toEqual([{ before: { reseller: '东区渠道' }, after: { reseller: '西区渠道' } }]);
});

const overview = async (token: string): Promise<OutputOf<typeof platformEndpoints.overview>> =>
  house.ask(platformEndpoints.overview, {}, token);

test('figures of the platform, and of a reseller’s own merchants', async () => {
  // What a reseller has is its own, and no merchant's.
  await sql(
    'insert into balance (merchant_id, amount) values ($1, 40) on conflict (merchant_id) do update set amount = 40',
    ids['300001'],
  );
  const all = await overview(admin);
  expect(all).toMatchObject({ resellers: 2, callsToday: 2, answeredToday: 1, live: 0, balance: '100' });
  expect(await overview(west)).toMatchObject({ merchants: 1, resellers: 0, callsToday: 0, balance: '0' });
  const { list: rows } = await house.ask(resellerEndpoints.list, {}, admin);
  expect(rows.map(({ number, merchants }) => [number, merchants])).toEqual([
    ['300002', 1],
    ['300001', 3],
  ]);
});

test('one button stops the platform: every task of every merchant pauses, every call ends; it is in the audit', async () => {
  await provisionMerchant(house, ids['200002']!);
  await sql(`update task set state = 'running' where merchant_id in ($1, $2)`, ids['200001'], ids['200002']);
  await sql(
    `update call set stage = 'dialling', state = null, owner = 'node-1' where merchant_id in ($1, $2)`,
    ids['200001'],
    ids['200002'],
  );
  expect(await house.ask(platformEndpoints.stopAll, {}, admin)).toEqual({ merchants: 2, tasks: 4, calls: 5 });
  expect(await sql('select distinct state, because from task')).toEqual([{ state: 'paused', because: 'stoppedAll' }]);
  expect(await sql('select 1 from call where hang_up_wanted_at is null')).toEqual([]);
  expect(await house.ask(platformEndpoints.stopAll, {}, admin)).toEqual({ merchants: 0, tasks: 0, calls: 0 });
  expect(await sql(`select after from audit where action = 'platform.stopAll' order by id`)).toEqual([
    { after: { merchants: 2, tasks: 4, calls: 5 } },
    { after: { merchants: 0, tasks: 0, calls: 0 } },
  ]);
});

test('O-106 O-302: a merchant’s owner sees number, contact, quotas and reseller; employees and resellers do not', async () => {
  const info = await house.ask(merchantEndpoints.info, {}, owner);
  expect(info).toMatchObject({
    number: '200001',
    name: '甲商户',
    reseller: { name: '东区渠道' },
    employees: { used: await people(), limit: 50 },
    channels: { limit: 3 },
    balance: { amount: '100', reserved: '0', available: '100' },
  });
  await house.ask(merchantEndpoints.saveContact, { contactName: '孙女士', contactPhone: '021-60001234' }, owner);
  expect(await house.ask(merchantEndpoints.info, {}, owner)).toMatchObject({ contactName: '孙女士' });
  const staff = await house.signInWith([], []);
  for (const token of [staff, east, admin]) expect((await refusal('merchant/info', {}, token))[0]).toBe(104);
  const [audit] = await sql<{ after: object }>(`select after from audit where action = 'merchant.saveContact'`);
  expect(audit?.after).toEqual({ contactName: '孙女士', contactPhone: expect.stringContaining('*') });
});

test('lines and ledger of a merchant, for who looks after it', async () => {
  const { list: lines } = await house.ask(merchantEndpoints.lines, { id: ids['200001']! }, east);
  expect(lines).toMatchObject([{ name: '线路', channels: 10, pricePerMinute: '0', enabled: true }]);
  const { list: entries } = await house.ask(merchantEndpoints.ledger, { id: ids['200001']! }, east);
  expect(entries.map(entry => [entry.kind, entry.amount])).toEqual([
    ['topUp', '90'],
    ['topUp', '10'],
  ]);
  expect((await house.ask(balanceEndpoints.ledger, { kind: 'call' }, owner)).list).toEqual([]);
});
