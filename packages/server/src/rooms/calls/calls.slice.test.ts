import { callEndpoints, lineEndpoints, planEndpoints, wire } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { nodeBeat } from '../../../test/nodes.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { beat } from '../dialler/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';

/** The pages of the calls room over HTTP; nobody dials here. */
let house: TestHouse;
let token: string;
let stranger: string;
let planId: string;
let practice: string;
let ordinary: string;
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  const db = merchantDb(house.database.db, house.merchants[0].id);
  planId = await insertPlan(db, shortPlan, house.now());
  practice = await insertLine(db, { name: '练习线路', address: '', username: '', callerNumber: '4008' }, true);
  const line = { name: '线路甲', address: '192.0.2.10', callerNumber: '05718888' };
  ordinary = (await house.ask(lineEndpoints.save, line, token)).id;
});
afterAll(() => house.close());

const alive = () => beat(house.database.db, nodeBeat());
const place = (over: Record<string, string>, as = token) =>
  house.post('call/place', { planId, lineId: practice, phone: '15400000001', token: as, ...over });

test('without a calls process nothing is placed, and the answer says so', async () => {
  expect(await place({})).toMatchObject({ errorCode: 122, errorMsg: '呼叫服务没有运行，请稍后再试' });
});

test('a placed call is a row that waits, on the list and in detail, with an audit row', async () => {
  await alive();
  const { id } = (await place({})).data as { id: string };
  const { list, total, after } = await house.ask(callEndpoints.list, {}, token);
  expect({ total, after }).toEqual({ total: 1, after: null });
  expect(list).toMatchObject([{ id, phone: '15400000001', planName: '短话术', lineName: '练习线路', state: null }]);
  expect(await house.ask(callEndpoints.detail, { id }, token)).toMatchObject({
    transcript: [],
    recording: null,
    level: null,
  });
  const { rows } = await house.database.pool.query("select target from audit where action = 'call.place'");
  expect(rows).toEqual([{ target: id }]);
});

test.each([
  [{ phone: '13800138000' }, 117],
  [{ variables: '{"wish":"学画画"}' }, 100],
  [{ variables: '{"name":1}' }, 100],
  [{ variables: '["name"]' }, 100],
  [{ variables: 'name=王女士' }, 100],
  [{ phone: '110' }, 115],
  [{ phone: '123' }, 127],
  [{ phone: '１３８' }, 127],
  [{ phone: '16899998888' }, 128],
  [{ phone: '0085228765432' }, 129],
  [{ phone: '1380013800099' }, 100],
  [{ planId: '999999' }, 105],
  [{ lineId: '999999' }, 105],
  [{ planId: '1 or 1=1' }, 100],
  [{ phone: "1'; drop table call; --" }, 100],
])('%o is refused with %i', async (over, errorCode) => {
  await alive();
  expect(await place(over)).toMatchObject({ status: 200, errorCode });
});

test('a plan says which variables a test call may fill; what was given is kept with the call, anything else refused', async () => {
  await alive();
  const { list } = await house.ask(planEndpoints.list, {}, token);
  expect(list).toMatchObject([{ id: planId, variables: [{ name: 'name', label: '称呼', fallback: '' }] }]);
  const { id } = (await place({ variables: '{"name":" 王女士 "}' })).data as { id: string };
  const { rows } = await house.database.pool.query('select variables from call where id = $1', [id]);
  expect(rows).toEqual([{ variables: { name: '王女士' } }]);
  const refused = async (variables: object) => (await place({ variables: JSON.stringify(variables) })).errorMsg;
  expect(await refused({ nickname: '小王' })).toBe('变量：话术里没有「nickname」');
  expect(await refused({ name: '王'.repeat(51) })).toBe('变量 › 「name」：最多 50 个字符');
  expect(await refused(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`v${n}`, ''])))).toBe(
    '变量：最多 20 项',
  );
});

test('an ordinary line dials ordinary numbers and no practice number', async () => {
  await alive();
  expect(await place({ lineId: ordinary })).toMatchObject({ errorCode: 116 });
  expect(await place({ lineId: ordinary, phone: '+86 138-0013-8000' })).toMatchObject({ errorCode: 0 });
  const { list } = await house.ask(callEndpoints.list, {}, token);
  expect(list[0]).toMatchObject({ phone: '13800138000', lineName: '线路甲' });
});

test('what is another merchant’s does not exist', async () => {
  await alive();
  const { id } = (await place({})).data as { id: string };
  expect(await place({}, stranger)).toMatchObject({ errorCode: 105 });
  for (const path of ['call/detail', 'call/hangUp', 'call/listenTicket'])
    expect(await house.post(path, { id, token: stranger }), path).toMatchObject({ errorCode: 105 });
  expect(await house.ask(callEndpoints.list, {}, stranger)).toMatchObject({ list: [], total: 0 });
});

test('the list goes on after the last row shown, newest first, and refuses a cursor that is none', async () => {
  await alive();
  for (let n = 0; n < 5; n += 1) await place({});
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await house.ask(callEndpoints.list, { limit: 2, ...(after && { after }) }, token);
    seen.push(...page.list.map(call => call.id));
    if (page.after === null) break;
    after = page.after;
  }
  expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
  expect(new Set(seen).size).toBe((await house.ask(callEndpoints.list, {}, token)).total);
  for (const after of ['x', seen[0]!, '1-2-3', `1-${'9'.repeat(30)}`])
    expect(await house.post('call/list', { after, token })).toMatchObject({ errorCode: 100 });
  expect(await house.post('call/list', { page: '501', token })).toMatchObject({ errorCode: 110 });
});

test('who may not see phones sees them masked, in the list and in detail', async () => {
  await alive();
  const { id } = (await place({})).data as { id: string };
  const [{ id: merchantId, owner }] = house.merchants;
  const role = await house.database.pool.query<{ id: string }>(
    "insert into role (merchant_id, name, rights, buttons) values ($1, '坐席', '{callLog}', '{}') returning id",
    [merchantId],
  );
  const became = (code: string, roleId: string | null) =>
    house.database.pool.query('update employee set role_code = $3, role_id = $4 where merchant_id = $1 and id = $2', [
      merchantId,
      owner.id,
      code,
      roleId,
    ]);
  await became('employee', role.rows[0]!.id);
  expect((await house.ask(callEndpoints.list, {}, token)).list[0]).toMatchObject({ phone: '154****0001' });
  expect(await house.ask(callEndpoints.detail, { id }, token)).toMatchObject({ phone: '154****0001' });
  expect(await place({})).toMatchObject({ errorCode: 104 });
  await became('company', null);
});

test('a call to us is neither by hand nor of a task, and says which way it went', async () => {
  await alive();
  const { id } = (await place({})).data as { id: string };
  await house.database.pool.query("update call set direction = 'in' where id = $1", [id]);
  const ids = async (source: 'in' | 'hand' | 'task') =>
    (await house.ask(callEndpoints.list, { source, limit: 100 }, token)).list.map(call => call.id);
  expect(await ids('in')).toEqual([id]);
  expect(await ids('hand')).not.toContain(id);
  expect(await ids('task')).toEqual([]);
  expect(await house.ask(callEndpoints.detail, { id }, token)).toMatchObject({ direction: 'in' });
});

test('while the calls process is being stopped the answer says so; another one that lives takes the call', async () => {
  await beat(house.database.db, nodeBeat({ draining: true }));
  const words = { 'zh-CN': '正在停止或重启', 'zh-TW': '正在停止或重新啟動', en: 'is restarting' };
  for (const [locale, says] of Object.entries(words)) {
    const refused = await house.post(
      'call/place',
      { planId, lineId: practice, phone: '15400000001', token },
      { [wire.languageHeader]: locale },
    );
    expect(refused).toMatchObject({ errorCode: 126, errorMsg: expect.stringContaining(says) });
  }
  await beat(house.database.db, nodeBeat({ id: 'other' }));
  expect(await place({})).toMatchObject({ errorCode: 0 });
  await house.database.pool.query('delete from calls_node');
  expect(await place({}), 'none of them lives').toMatchObject({ errorCode: 122 });
});
