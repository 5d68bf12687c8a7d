import { type CallOf, customEndpoints, customerEndpoints, refusals, taskLogEndpoints } from '@lianxian/contract';
import { customerTypes, parameterNumbers } from '@lianxian/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type People, peopleOf, type TestPerson } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { giveSeat } from '../../../test/seats.ts';

/** The number library: what is saved is read, who sees what, two people at one customer. */
let house: TestHouse;
let people: People;
let token = '';
let own: Assets;
/** Sees his own alone, and numbers masked. */
let seller: TestPerson;

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await house.database.pool.query<T>(sql, values)).rows;
const merchant = () => house.merchants[0].id;

beforeAll(async () => {
  house = await startTestHouse();
  people = peopleOf(house, house.merchants[0]);
  token = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, merchant());
  await giveSeat(house, merchant(), house.merchants[0].owner.id);
  seller = await people.person('seller', { rights: ['number', 'callLog'] });
});
afterAll(() => house.close());
beforeEach(async () => {
  for (const table of ['customer_event', 'customer_number', 'customer']) await query(`delete from ${table}`);
  await query('delete from call where merchant_id = $1', merchant());
});

type Wish = CallOf<typeof customerEndpoints.save>;
const save = (wish: Wish, as = token) => house.ask(customerEndpoints.save, wish, as);
const refused = async (fields: Record<string, string>, as = token) => {
  const { errorCode, errorMsg } = await house.post('custom/save', { ...fields, token: as });
  return [errorCode, errorMsg];
};
const detail = async (id: string, as = token) => (await house.ask(customerEndpoints.detail, { id }, as)).customer;
const list = async (filter: CallOf<typeof customerEndpoints.list> = {}, as = token) =>
  (await house.ask(customerEndpoints.list, filter, as)).list;
const namesOf = async (filter: CallOf<typeof customerEndpoints.list> = {}, as = token) =>
  (await list(filter, as)).map(({ name }) => name);

const callWith = async (
  phone: string,
  over: { readonly variables?: object; readonly level?: string; readonly at?: string } = {},
) =>
  (
    await query<{ id: string }>(
      `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables, stage,
         state, level, file, owner_id, placed_at, ended_at)
       values ($1, $2, 1, '话术', $3, '线路', $4, '陈女士', $5, 'ended', 'answered', $6, gen_random_uuid()::text, $7, $8, $8) returning id`,
      merchant(),
      own.plan,
      own.line,
      phone,
      JSON.stringify(over.variables ?? {}),
      over.level ?? 'A',
      house.merchants[0].owner.id,
      over.at ?? '2026-03-02 09:00+08',
    )
  )[0]!.id;

const fields = {
  phone: '13800138000',
  name: '陈女士',
  sex: '2',
  birthday: '1988-06-14 00:00:00',
  company: '启明小学',
  position: '家长',
  tags: '三年级,周六试听,问价格',
  remark: '周六可能加班，改周日。\n妈妈做主。',
  mark: '第二个备注',
  city: '440106',
  province: '广东省/广州市/天河区',
} as const;

test.each([
  ['O-209', 'phone'],
  ['O-210', 'name'],
  ['O-211', 'sex'],
  ['O-212', 'birthday'],
  ['O-213', 'company'],
  ['O-214', 'position'],
  ['O-215', 'tags'],
  ['O-216', 'remark'],
  ['O-217', 'mark'],
  ['O-218', 'city'],
  ['O-219', 'province'],
] as const)('%s: %s is read as it was saved', async (_, field) => {
  const saved = await save({ ...fields, cateType: '2' });
  expect(saved[field]).toBe(fields[field]);
  expect((await detail(saved.id))?.[field]).toBe(fields[field]);
});

test('O-219, A-45: the words of a region are enough, so is its code; both must say the same', async () => {
  const byWords = await save({ phone: '13800138001', cateType: '1', province: '广东省 / 广州市' });
  expect([byWords.city, byWords.province]).toEqual(['4401', '广东省/广州市']);
  const byCode = await save({ phone: '13800138002', cateType: '1', city: '900000' });
  expect([byCode.city, byCode.province]).toEqual(['900000', '海外']);
  const unlike = { phone: '13800138003', cateType: '1', city: '4403', province: '广东省/广州市' };
  expect((await refused(unlike))[0]).toBe(refusals.customerRegionUnlike.code);
  expect((await refused({ ...unlike, province: '没有这里' }))[0]).toBe(refusals.customerRegionBad.code);
});

test('O-211, O-212: unknown and cleared are empty', async () => {
  const { id } = await save({ ...fields, cateType: '1' });
  expect(await save({ id, sex: '', birthday: '' })).toMatchObject({ sex: '', birthday: '', name: fields.name });
});

test('O-220: the call it was opened from is read back, and its record gets the type', async () => {
  const logid = await callWith('13800138000');
  const { id } = await save({ phone: '13800138000', cateType: '1' });
  expect((await save({ id, logid, cateType: '9' })).logid).toBe(logid);
  expect(await query('select customer_type from call where id = $1', logid)).toEqual([{ customer_type: 9 }]);
});

test('O-221: all twenty parameters are saved and read back', async () => {
  const given = Object.fromEntries(
    parameterNumbers.map(n => [`parameter${n}`, n >= 4 && n <= 13 ? String(n * 1.5) : `第 ${n} 个`]),
  );
  const { id } = await save({ phone: '13800138000', cateType: '1', ...given });
  expect(await detail(id)).toMatchObject(given);
});

test('O-222: parameters 1 to 3 and 14 to 20 take text', async () => {
  const texts = { parameter1: 'abc', parameter14: 'abc', parameter20: 'abc' };
  expect(await save({ phone: '13800138000', cateType: '1', ...texts })).toMatchObject(texts);
});

test('O-223, A-47: parameters 4 to 13 are figures: sign, decimals, fifteen digits; empty is none', async () => {
  for (const n of [4, 13]) {
    const [code, sentence] = await refused({ phone: '13800138000', cateType: '1', [`parameter${n}`]: 'abc' });
    expect([code, sentence]).toEqual([refusals.badInput.code, `参数 ${n}：应为数字，可带正负号和小数，最多 15 位`]);
  }
  expect((await refused({ phone: '13800138000', cateType: '1', parameter4: '1234567890123456' }))[0]).toBe(
    refusals.badInput.code,
  );
  const figures = { parameter4: '-12.5', parameter5: '123456789012345', parameter6: '0.000001', parameter7: '' };
  expect(await save({ phone: '13800138000', cateType: '1', ...figures })).toMatchObject(figures);
});

test('O-225: what a call knew is read under the same names, and no save writes it', async () => {
  const logid = await callWith('13800138009', { variables: { 年级: '三年级', parameter4: '12' } });
  const before = await house.ask(customerEndpoints.detail, { logid }, token);
  expect(before).toMatchObject({
    customer: null,
    known: { phone: '13800138009', name: '陈女士', logid },
    temporary: { name: '陈女士', parameter1: '年级：三年级', parameter4: '12', parameter20: '' },
  });
  const wish = { phone: '13800138009', cateType: '1', temporary: '{"parameter1":"x"}' };
  expect((await house.post('custom/save', { ...wish, token })).errorCode).toBe(0);
  const after = await house.ask(customerEndpoints.detail, { logid }, token);
  expect([after.temporary, after.customer?.parameter1]).toEqual([before.temporary, '']);
});

test.each([
  ['O-226', -1],
  ['O-227', 0],
  ['O-228', 1],
  ['O-229', 2],
  ['O-230', 3],
  ['O-231', 4],
  ['O-232', 9],
])('%s: type %i is accepted, 5 is refused', async (_, type) => {
  expect((await save({ phone: '13800138000', cateType: `${type}` as '1' })).cateType).toBe(type);
  expect((await refused({ phone: '13800138001', cateType: '5' }))[0]).toBe(refusals.badInput.code);
});

test('O-274: any type follows any, and the newest record moves along; each move is on the timeline', async () => {
  const { id } = await save({ phone: '13800138000', cateType: '1' });
  const call = await callWith('13800138000');
  for (const from of customerTypes)
    for (const to of customerTypes) {
      for (const cateType of [from, to])
        expect(await house.ask(customerEndpoints.changeType, { id, cateType: `${cateType}` }, token)).toEqual({
          id,
          cateType,
        });
      expect(await query('select customer_type from call where id = $1', call)).toEqual([{ customer_type: to }]);
    }
  expect((await query("select 1 from customer_event where kind = 'type'")).length).toBeGreaterThan(
    customerTypes.length ** 2,
  );
});

test('the type of a record is that of its customer: −1 gives it to the pool (A-16)', async () => {
  const { id } = await save({ phone: '13800138000', cateType: '1' });
  const call = await callWith('13800138000');
  await house.ask(taskLogEndpoints.changeType, { id: call, cateType: '4' }, token);
  expect(await detail(id)).toMatchObject({ cateType: 4, owner: { name: expect.any(String) } });
  await house.ask(taskLogEndpoints.changeType, { id: call, cateType: '-1' }, token);
  expect(await detail(id)).toMatchObject({ cateType: -1, owner: null });
});

test('O-289, O-433: a phone has 8 to 12 digits: 请输入8-12位', async () => {
  for (const phone of ['1234567', '1234567890123'])
    expect(await refused({ phone, cateType: '1' })).toEqual([refusals.badInput.code, '手机号：请输入8-12位']);
  for (const phone of ['62883000', '021628830001']) expect((await save({ phone, cateType: '1' })).phone).toBe(phone);
});

test('the original’s sentences: a phone is needed, so is a type', async () => {
  expect(await refused({ cateType: '1' })).toEqual([600, '手机号不能为空']);
  expect(await refused({ phone: '13800138000' })).toEqual([601, '请选择客户类型']);
  const { id } = await save({ phone: '13800138000', cateType: '1' });
  expect(await refused({ id, cateType: '' })).toEqual([601, '请选择客户类型']);
});

test('O-290: a phone stays once it is there', async () => {
  const { id } = await save({ phone: '13800138000', cateType: '1' });
  expect((await refused({ id, phone: '13800138001' }))[0]).toBe(refusals.customerPhoneStays.code);
  expect((await save({ id, phone: '138 0013 8000', name: '陈' })).phone).toBe('13800138000');
});

test.each([
  ['O-291', 'phone', 21],
  ['O-292', 'name', 21],
  ['O-293', 'company', 51],
  ['O-294', 'position', 51],
  ['O-295', 'tags', 51],
  ['O-296', 'remark', 256],
  ['O-297', 'mark', 256],
] as const)('%s, O-434: of %s %i characters are refused by the name of the field', async (_, field, chars) => {
  const text = (field === 'phone' ? '1' : '字').repeat(chars);
  const answer = await house.post('custom/save', { phone: '13800138000', cateType: '1', [field]: text, token });
  expect([answer.errorCode, answer.field]).toEqual([refusals.badInput.code, field]);
  if (field === 'phone') return;
  const longest = { phone: '13800138000', cateType: '1', [field]: '字'.repeat(chars - 1) } as const;
  expect((await save(longest as Wish))[field]).toHaveLength(chars - 1);
});

test('O-345, O-373: custom/detailOrid by id, and by the record of a call', async () => {
  const { id } = await save({ ...fields, cateType: '2' });
  const logid = await callWith('13800138000');
  const byId = await house.post('custom/detailOrid', { id, logid: '', token });
  expect(byId).toMatchObject({ errorCode: 0, data: { customer: { id, name: '陈女士' } } });
  const byLog = await house.post('custom/detailOrid', { id: '', logid, token });
  expect(byLog).toMatchObject({ errorCode: 0, data: { customer: { id, logid, calls: 1, lastCall: { level: 'A' } } } });
});

test('O-346, O-358: what the seat is shown is the customer', async () => {
  await save({ ...fields, cateType: '3' });
  const logid = await callWith('13800138000');
  const seen = await house.ask(customEndpoints.detailWithTask, { phone: '13800138000' }, token);
  expect(seen).toMatchObject({ name: '陈女士', company: '启明小学', cateType: 3, logId: logid, todoView: null });
  expect(seen.tags).toEqual(['三年级', '周六试听', '问价格']);
  expect((await house.post('custom/callOut', { logId: logid, token })).data).toMatchObject({ msg: '13800138000' });
});

test('O-356: save adds and edits under one path, with errorCode and errorMsg', async () => {
  const added = await house.post('custom/save', { ...fields, cateType: '1', token });
  expect(added).toMatchObject({ errorCode: 0, data: { id: expect.any(String) } });
  const { id } = added.data as { id: string };
  expect(await house.post('custom/save', { id, name: '陈', token })).toMatchObject({
    errorCode: 0,
    data: { name: '陈' },
  });
});

test('O-357, O-431: regions are suggested by name from two characters, a thousand at most', async () => {
  const ask = async (name: string, limit: string) =>
    (await house.post('custom/suggestRegion', { name, page: '1', limit, token })).data as { list: { name: string }[] };
  expect((await ask('深圳', '1000')).list[0]).toEqual({ name: '广东省/深圳市', code: '4403' });
  expect((await ask('深', '1000')).list).toEqual([]);
  expect((await ask('区/', '5000')).list.length).toBeLessThanOrEqual(1_000);
  expect((await ask('市/', '5000')).list).toHaveLength(1_000);
});

test('two people at one customer: what one left as it was stays as the other wrote it; both at one field is told', async () => {
  const { id, version } = await save({ ...fields, cateType: '1' });
  const mate = await people.person('mate', { rights: ['number'], scope: 'all', buttons: ['phone:unmask'] });
  await save({ id, ...fields, remark: '约了周日十点', version: `${version}` }, mate.token);
  // The first still has the old remark before him, and changes the name.
  const both = await save({ id, ...fields, name: '陈老师', version: `${version}` });
  expect(both).toMatchObject({ name: '陈老师', remark: '约了周日十点' });
  const fought = await refused({ id, remark: '别再打了', version: `${version}` });
  expect(fought).toEqual([605, 'mate刚刚也改了备注，你的内容没有保存，请看过再存']);
  expect((await detail(id))?.remark).toBe('约了周日十点');
});

test('saves at one moment wait for each other: one adds, the other learns so', async () => {
  const answers = await Promise.all(
    [1, 2].map(() => house.post('custom/save', { phone: '13800138000', cateType: '1', token })),
  );
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, refusals.customerThere.code]);
});

test('further numbers: each finds the customer, and is nobody else’s', async () => {
  const { id, further } = await save({ ...fields, cateType: '1', further: ['13900139000', '02162883000'] });
  expect(further.map(({ phone }) => phone)).toEqual(['13900139000', '02162883000']);
  expect(await namesOf({ q: '13900139000' })).toEqual(['陈女士']);
  expect(await namesOf({ phone: '021628' })).toEqual(['陈女士']);
  expect((await refused({ phone: '13900139000', cateType: '1' }))[0]).toBe(refusals.customerThere.code);
  await callWith('13900139000');
  expect(await detail(id)).toMatchObject({ calls: 1 });
  expect((await save({ id, further: [further[1]!.key] })).further).toHaveLength(1);
});

test('who adds somebody else’s number learns so and sees nothing of it', async () => {
  await save({ ...fields, cateType: '1' });
  expect(await refused({ phone: '13800138000', cateType: '1' }, seller.token)).toEqual([
    604,
    '这个号码已有负责人，可以向他申请',
  ]);
  expect(await house.ask(customerEndpoints.whose, { phone: '13800138000' }, seller.token)).toEqual({
    standing: 'elses',
    id: null,
    asked: false,
  });
  expect(await list({}, seller.token)).toEqual([]);
});

test('one sees one’s own and the pool, masked where numbers are not to be seen; a token stands for the number', async () => {
  await save({ phone: '13800138001', name: '别人的 13700137000', cateType: '1' });
  await save({ phone: '13800138002', name: '公海的', cateType: '-1' });
  const mine = await save(
    { phone: '13800138003', name: '我的', remark: '转 13700137000', cateType: '1' },
    seller.token,
  );
  expect(mine.phone).toBe('138****8003');
  expect(mine.remark).toBe('转 137****7000');
  expect(await namesOf({}, seller.token)).toEqual(['我的']);
  expect(await namesOf({ view: 'pool' }, seller.token)).toEqual(['公海的']);
  expect(await namesOf({ view: 'mine' }, seller.token)).toEqual(['我的']);
  // What he saw masked and sends back so is left as it was.
  await save({ id: mine.id, remark: '转 137****7000', phone: mine.phone }, seller.token);
  expect((await detail(mine.id))?.remark).toBe('转 13700137000');
  expect((await house.ask(customerEndpoints.detail, { phone: mine.dial }, seller.token)).customer?.id).toBe(mine.id);
});

test('each filter alone and several together', async () => {
  const zhang = await save({
    phone: '13800138001',
    name: '张三',
    company: '深圳启明科技',
    tags: '高意向,三年级',
    cateType: '2',
    city: '440305',
    parameter4: '12.5',
    parameter1: '春季班',
  });
  await save({ phone: '13901380002', name: '李四', company: '北京云帆', cateType: '1', parameter4: '3' });
  await callWith('13800138001', { level: 'B' });
  const found: readonly (readonly [CallOf<typeof customerEndpoints.list>, readonly string[]])[] = [
    [{ phone: '138' }, ['张三']],
    [{ q: '0002' }, ['李四']],
    [{ q: '启明' }, ['张三']],
    [{ q: '李' }, ['李四']],
    [{ name: '张' }, ['张三']],
    [{ company: '云帆' }, ['李四']],
    [{ cateTypes: [2, 9] }, ['张三']],
    [{ tags: ['三年级'] }, ['张三']],
    [{ tags: ['没有'] }, []],
    [{ ownerIds: [house.merchants[0].owner.id] }, ['李四', '张三']],
    [{ regions: ['44'] }, ['张三']],
    [{ regions: ['4403', '11'] }, ['张三', '李四']],
    [{ operators: ['移动'] }, ['李四', '张三']],
    [{ operators: ['联通'] }, []],
    [{ calledFrom: '2026-03-02', calledTo: '2026-03-02' }, ['张三']],
    [{ calledFrom: '2026-03-03' }, []],
    [{ neverCalled: '1' }, ['李四']],
    [{ levels: ['B'] }, ['张三']],
    [{ parameters: { parameter4: { from: '10', to: '20' } } }, ['张三']],
    [{ parameters: { parameter1: { begins: '春' } } }, ['张三']],
    [{ cateTypes: [2], regions: ['44'], levels: ['B'], q: '启明' }, ['张三']],
    [{ cateTypes: [1], regions: ['44'] }, []],
    [{ view: 'today' }, []],
    [{ view: 'blacklist' }, []],
  ];
  for (const [filter, names] of found)
    expect([filter, (await namesOf(filter)).toSorted()]).toEqual([filter, names.toSorted()]);
  await query("insert into blacklist (merchant_id, phone) values ($1, '13800138001')", merchant());
  expect(await list({ view: 'blacklist' })).toMatchObject([{ id: zhang.id, barred: true }]);
  await query('delete from blacklist where merchant_id = $1', merchant());
});

test('pages go on behind a cursor, and a count says where it stops', async () => {
  await query(
    `insert into customer (merchant_id, phone, name, owner_id, created_at)
     select $1, (13700000000 + n)::text, '第 ' || n, $2, now() - n * interval '1 minute' from generate_series(1, 10050) n`,
    merchant(),
    house.merchants[0].owner.id,
  );
  const first = await house.ask(customerEndpoints.list, { limit: '20' }, token);
  expect([first.total, first.more, first.list[0]?.name]).toEqual([10_001, true, '第 1']);
  const next = await house.ask(customerEndpoints.list, { limit: '20', after: first.after! }, token);
  expect(next.list[0]?.name).toBe('第 21');
  expect((await house.post('custom/list', { page: '501', limit: '20', token })).errorCode).toBe(
    refusals.pageTooFar.code,
  );
  const { views } = await house.ask(customerEndpoints.views, {}, token);
  expect(views.find(({ view }) => view === 'mine')).toEqual({ view: 'mine', total: 10_001, more: true });
});
