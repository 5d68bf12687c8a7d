import { customerEndpoints, planEndpoints, planFillEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { settlings } from '../../../test/number-key.ts';
import { peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { fileEnding } from '../dialler/filing.store.ts';

/** Calls are filed as the calls process files them; what was answered in them stands in the customer, or does not. */
let house: TestHouse;
let token = '';
let stranger = '';
let plan = '';
let sparePlan = '';
const merchantId = () => house.merchants[0].id;
const sql = async (query: string, ...values: unknown[]) => (await house.database.pool.query(query, values)).rows;
const phone = '13812342217';

beforeAll(async () => {
  house = await startTestHouse();
  ({ plan, sparePlan } = await provisionMerchant(house, merchantId()));
  await provisionMerchant(house, house.merchants[1].id);
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
});
beforeEach(async () => {
  await sql('delete from customer');
  await sql('delete from plan_fill');
});
afterAll(() => house.close());

type Fills = Parameters<typeof house.ask<typeof planFillEndpoints.save>>[1]['fills'];
const fills = (list: Fills) => house.ask(planFillEndpoints.save, { id: plan, fills: list }, token);
const add = async (more: Readonly<Record<string, string>> = {}) =>
  (await house.ask(customerEndpoints.save, { phone, cateType: '1', ...more }, token)).id;
const shown = async (id: string) => (await house.ask(customerEndpoints.detail, { id }, token)).customer!;

const talking = async (): Promise<string> => {
  const [row] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, direction, stage, owner, fence,
       leased_until, owner_id)
     select merchant_id, $2, 1, '秋季回访', line_id, '线路', $3, 'out', 'talking', 'n', 1, now(),
       (select id from employee where merchant_id = $1 order by id limit 1)
     from call where merchant_id = $1 order by id limit 1 returning id::text`,
    ...[merchantId(), plan, phone],
  );
  return String(row?.id);
};
const answers = (said: Readonly<Record<string, string>>) =>
  Object.entries(said).map(([label, value], n) => ({ variable: `v${n}`, label, value, atMs: 1 }));
const ends = async (call: string, said: Readonly<Record<string, string>>, fence = 1): Promise<boolean> => {
  const transcript = { lines: [], path: [], answers: answers(said) };
  const ending = answeredEnding({ merchantId: merchantId(), call, fence }, { transcript });
  return (await fileEnding(house.database.db, ending, settlings)) !== null;
};

test('what is answered stands in the field that the plan says, as a line of the timeline without a person', async () => {
  const id = await add();
  await fills([
    { question: '预算', field: 'parameter4' },
    { question: '意向时间', field: 'parameter1' },
    { question: '称呼', field: 'name' },
  ]);
  const call = await talking();
  expect(await ends(call, { 预算: '3000', 意向时间: '周六上午', 称呼: '王女士', 别的: '不要' })).toBe(true);
  expect(await shown(id)).toMatchObject({ parameter4: '3000', parameter1: '周六上午', name: '王女士', parameter2: '' });
  const { list } = await house.ask(customerEndpoints.timeline, { id }, token);
  expect(list.filter(({ kind }) => kind === 'change').map(({ by, fields }) => [by, fields.length])).toEqual([
    ['', 3],
    [expect.any(String), 0],
  ]);
});

test('what a person typed stays unless the plan is told to write over it; what came from a call gives way to a newer one', async () => {
  const id = await add({ parameter1: '我问过：周日', company: '' });
  await fills([
    { question: '意向时间', field: 'parameter1' },
    { question: '公司', field: 'company' },
  ]);
  await ends(await talking(), { 意向时间: '周六', 公司: '启航' });
  expect(await shown(id)).toMatchObject({ parameter1: '我问过：周日', company: '启航' });
  await ends(await talking(), { 公司: '远航' });
  expect(await shown(id)).toMatchObject({ company: '远航' });
  await fills([{ question: '意向时间', field: 'parameter1', over: true }]);
  await ends(await talking(), { 意向时间: '周六', 公司: '别家' });
  expect(await shown(id)).toMatchObject({ parameter1: '周六', company: '远航' });
});

test('an answer that is none for its field fills nothing; a long one is cut to what the field holds', async () => {
  const id = await add();
  await fills([
    { question: '预算', field: 'parameter4' },
    { question: '说明', field: 'parameter2' },
    { question: '生日', field: 'birthday' },
  ]);
  await ends(await talking(), { 预算: '三千多', 说明: '很'.repeat(80), 生日: '1990年3月5日' });
  expect(await shown(id)).toMatchObject({
    parameter4: '',
    parameter2: '很'.repeat(50),
    birthday: '1990-03-05 00:00:00',
  });
});

test('who has typed since is told nothing was lost: the filling is a version that his save is laid over', async () => {
  const id = await add({ name: '王' });
  const { version } = await shown(id);
  await fills([{ question: '意向时间', field: 'parameter1' }]);
  await ends(await talking(), { 意向时间: '周六' });
  await house.ask(customerEndpoints.save, { id, name: '王女士', parameter1: '', version: String(version) }, token);
  expect(await shown(id)).toMatchObject({ name: '王女士', parameter1: '周六' });
});

test('a draft that is tried fills nobody; a filing that is rolled back fills nothing', async () => {
  const id = await add();
  await fills([{ question: '意向时间', field: 'parameter1' }]);
  const tried = await talking();
  await sql(`insert into plan_version values ($1, $2, -1, '{}', 1, now())`, merchantId(), sparePlan);
  await sql('update call set plan_id = $2, plan_version = -1 where id = $1', tried, sparePlan);
  await house.ask(
    planFillEndpoints.save,
    { id: sparePlan, fills: [{ question: '意向时间', field: 'parameter1' }] },
    token,
  );
  await ends(tried, { 意向时间: '周六' });
  const call = await talking();
  const dies = async () => {
    throw new Error('killed');
  };
  const transcript = { lines: [], path: [], answers: answers({ 意向时间: '周日' }) };
  const ending = answeredEnding({ merchantId: merchantId(), call, fence: 1 }, { transcript });
  await expect(fileEnding(house.database.db, ending, [...settlings, dies])).rejects.toThrow('killed');
  expect(await shown(id)).toMatchObject({ parameter1: '', version: 1 });
  await ends(call, { 意向时间: '周日' });
  expect(await shown(id)).toMatchObject({ parameter1: '周日', version: 2 });
});

test('only who may change plans sets it, of his own plans; a copy fills what its plan fills', async () => {
  await fills([{ question: '意向时间', field: 'parameter1', over: true }]);
  const far = { id: plan, token: stranger };
  expect((await house.post('plan/fills', far)).errorCode).toBe(105);
  expect((await house.post('plan/saveFills', { ...far, fills: '[]' })).errorCode).toBe(105);
  const { person } = peopleOf(house, house.merchants[0]);
  const reader = await person('reader', { rights: ['plan'], scope: 'all' });
  const asked = await house.ask(planFillEndpoints.list, { id: plan }, reader.token);
  expect(asked.fills).toEqual([{ question: '意向时间', field: 'parameter1', over: true }]);
  expect((await house.post('plan/saveFills', { id: plan, fills: '[]', token: reader.token })).errorCode).not.toBe(0);
  const bad = { id: plan, fills: JSON.stringify([{ question: '标签', field: 'tags' }]), token };
  expect((await house.post('plan/saveFills', bad)).errorCode).not.toBe(0);
  const copy = await house.ask(planEndpoints.copy, { id: plan, name: '副本' }, token);
  expect((await house.ask(planFillEndpoints.list, { id: copy.id }, token)).fills).toEqual(asked.fills);
});
