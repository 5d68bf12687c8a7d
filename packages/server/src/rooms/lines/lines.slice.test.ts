import { lineEndpoints, portEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { insertLine, lineToDial, portsOf, rememberQop } from './index.ts';

let house: TestHouse;
let token = '';
const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
const good = {
  name: '上海网关',
  address: '192.0.2.10:5080',
  username: '4001',
  password: 'hunter2',
  callerNumber: '02160000000',
};

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
});
afterAll(() => house.close());

const list = async () => (await house.ask(lineEndpoints.list, {}, token)).list;
const toDial = (id: string) => lineToDial(merchantDb(house.database.db, house.merchants[0].id), id, secrets);

test('many who edit one line at once leave what one of them saved, whole', async () => {
  const { id } = await house.ask(lineEndpoints.save, { name: '一起改', address: '192.0.2.10' }, token);
  const wishes = [
    { id, name: '甲', address: '192.0.2.11', channels: '3' },
    { id, name: '乙', address: '192.0.2.12', channels: '4' },
  ];
  const all = Array.from({ length: 12 }, (_, n) => n);
  await Promise.all([
    ...all.map(n => house.ask(lineEndpoints.save, wishes[n % 2]!, token)),
    ...all.map(n => house.ask(lineEndpoints.addNumbers, { lineId: id, numbers: `9510${n % 3}` }, token)),
  ]);
  const row = (await house.ask(lineEndpoints.list, { limit: '100' }, token)).list.find(one => one.id === id);
  const saved = [row?.name, row?.address, row?.channels, row?.numbers];
  expect([
    ['甲', '192.0.2.11', 3, 3],
    ['乙', '192.0.2.12', 4, 3],
  ]).toContainEqual(saved);
  await house.ask(lineEndpoints.remove, { id }, token);
});

test('more lines than there are connections are added at once, each with its number', async () => {
  const names = Array.from({ length: 24 }, (_, n) => `同时 ${n}`);
  const saved = await Promise.all(names.map(name => house.ask(lineEndpoints.save, { ...good, name }, token)));
  const rows = (await house.ask(lineEndpoints.list, { limit: '100' }, token)).list.filter(row =>
    names.includes(row.name),
  );
  expect(rows.map(({ numbers }) => numbers)).toEqual(names.map(() => 1));
  await Promise.all(saved.map(({ id }) => house.ask(lineEndpoints.remove, { id }, token)));
});

test('a merchant has so many lines and ports and no more, so that nobody takes the room of the others; those there are stay', async () => {
  const [, { id: merchantId }] = house.merchants;
  const theirs = await house.signIn(house.merchants[1]);
  const { id: lineId } = await house.ask(lineEndpoints.save, { ...good, name: '第一条' }, theirs);
  const fill = (statement: string) => house.database.pool.query(statement, [merchantId, lineId]);
  const lines = (await house.ask(lineEndpoints.list, {}, theirs)).total;
  await fill(`insert into line (merchant_id, name, address, username)
    select $1, n::text, '192.0.2.10', '' from generate_series(${lines + 1}, 499) n where $2 > 0`);
  const { id } = await house.ask(lineEndpoints.save, { name: '最后一条', address: '192.0.2.10' }, theirs);
  const full = { errorCode: 432, errorMsg: '最多 500 条线路，请先删除不用的' };
  const more = { name: '多了', address: '192.0.2.10', username: '', password: '', callerNumber: '', token: theirs };
  expect(await house.post('line/save', more)).toMatchObject(full);
  expect(await house.post('line/save', { ...more, id, name: '改名' })).toMatchObject({ errorCode: 0 });
  const ports = (await house.ask(portEndpoints.list, {}, theirs)).total;
  await fill(`insert into port (merchant_id, line_id, name, channels)
    select $1, $2, n::text, 1 from generate_series(${ports + 1}, 1000) n`);
  const port = { lineId, name: '多了', callerNumber: '', channels: '1', token: theirs };
  expect(await house.post('port/save', port)).toMatchObject({ errorCode: 433 });
  await house.ask(lineEndpoints.remove, { id }, theirs);
  expect(await house.post('line/save', more)).toMatchObject({ errorCode: 0 });
  for (const table of ['line', 'port'])
    await house.database.pool.query(`update ${table} set removed_at = now() where merchant_id = $1`, [merchantId]);
});

test('a line is added, edited with its password kept, dialled by, and removed', async () => {
  const { id } = await house.ask(lineEndpoints.save, good, token);
  expect(await toDial(id)).toMatchObject({
    address: { host: '192.0.2.10', port: 5080 },
    credentials: { username: '4001', password: 'hunter2' },
    enabled: true,
  });
  expect(await list()).toMatchObject([{ id, callerNumber: '02160000000', numbers: 1 }]);
  await house.ask(lineEndpoints.save, { ...good, id, name: '上海网关二', password: '' }, token);
  expect(await toDial(id)).toMatchObject({ name: '上海网关二', credentials: { password: 'hunter2' } });
  expect(await list()).toMatchObject([{ id, name: '上海网关二', hasPassword: true, practice: false }]);
  await house.ask(lineEndpoints.remove, { id }, token);
  expect(await list()).toEqual([]);
  expect(await toDial(id)).toBeNull();
});

test('a password is said to nobody else: another address, domain, transport or user name asks for it again', async () => {
  const way = { domain: 'sip.carrier.example', transport: 'udp', access: 'address' } as const;
  const { id } = await house.ask(lineEndpoints.save, { ...good, ...way }, token);
  const other: readonly Record<string, string>[] = [
    { address: '192.0.2.11:5080' },
    { address: '192.0.2.10:5081' },
    { domain: 'sip.elsewhere.example' },
    { transport: 'tcp' },
    { username: '4002' },
    { access: 'register' },
  ];
  for (const change of other) {
    const answer = await house.post('line/save', { ...good, ...way, ...change, password: '', id, token });
    expect(answer, JSON.stringify(change)).toMatchObject({
      errorCode: 100,
      errorMsg: '密码：地址、域名、传输协议、证书检查或用户名改了，请重新输入密码',
    });
  }
  expect(await toDial(id)).toMatchObject({ address: { port: 5080 }, credentials: { password: 'hunter2' } });
  const moved = { ...good, ...way, id, address: '192.0.2.11:5080' };
  await house.ask(lineEndpoints.save, { ...moved, password: 'again' }, token);
  expect(await toDial(id)).toMatchObject({ address: { host: '192.0.2.11' }, credentials: { password: 'again' } });
  await house.ask(lineEndpoints.save, { ...moved, username: '', password: '' }, token);
  const { rows } = await house.database.pool.query('select password_sealed from line where id = $1', [id]);
  expect(rows, 'who has no account there any more leaves no password behind').toEqual([{ password_sealed: null }]);
});

test('a certificate that nobody looks at any more asks for the password again', async () => {
  const tls = { ...good, transport: 'tls', tlsCheck: 'ca' } as const;
  const { id } = await house.ask(lineEndpoints.save, tls, token);
  const relaxed = { ...tls, id, tlsCheck: 'any' } as const;
  expect(await house.post('line/save', { ...relaxed, password: '', token })).toMatchObject({
    errorCode: 100,
    errorMsg: '密码：地址、域名、传输协议、证书检查或用户名改了，请重新输入密码',
  });
  await house.ask(lineEndpoints.save, { ...relaxed, password: 'again' }, token);
  await house.ask(lineEndpoints.save, { ...relaxed, tlsCheck: 'ca', password: '' }, token);
  expect(await toDial(id)).toMatchObject({ tlsCheck: 'ca', credentials: { password: 'again' } });
});

test('that a carrier asked with a qop is known of that line and account, until the password is typed anew', async () => {
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const { id } = await house.ask(lineEndpoints.save, good, token);
  const other = await house.ask(lineEndpoints.save, { ...good, name: '另一条' }, token);
  const line = (await toDial(id))!;
  await rememberQop(merchantDb(house.database.db, house.merchants[1].id), line);
  await rememberQop(db, { ...line, credentials: { username: 'earlier', password: '' } });
  expect(await toDial(id)).toMatchObject({ hadQop: false });
  await rememberQop(db, line);
  await house.ask(lineEndpoints.save, { ...good, id, name: '改名', password: '' }, token);
  expect([(await toDial(id))?.hadQop, (await toDial(other.id))?.hadQop]).toEqual([true, false]);
  await house.ask(lineEndpoints.save, { ...good, id }, token);
  expect(await toDial(id)).toMatchObject({ hadQop: false });
  for (const each of [id, other.id]) await house.ask(lineEndpoints.remove, { id: each }, token);
});

test.each(['127.0.0.1:5060', '10.0.0.7', '[::1]:5060', '[::ffff:0:10.0.0.7]:5060', 'localhost', 'LOCALHOST.:5070'])(
  'a line leads into no private network, be it by name, and is told which setting opens it: %s',
  async address => {
    expect(await house.post('line/save', { ...good, address, token })).toMatchObject({
      errorCode: 100,
      errorMsg: expect.stringMatching(/^地址：.+在内网或本机，.+PRIVATE_HOSTS/),
    });
  },
);

test('what breaks the line is in no field of a line: it would stand in a SIP header', async () => {
  for (const field of ['name', 'username', 'password', 'callerNumber']) {
    const answer = await house.post('line/save', { ...good, [field]: 'a\r\nVia: x', token });
    expect(answer, field).toMatchObject({ status: 200, errorCode: 100 });
  }
});

test('no password leaves the server, and none lies open in the database', async () => {
  await house.ask(lineEndpoints.save, good, token);
  expect(JSON.stringify(await list())).not.toContain('hunter2');
  const { rows } = await house.database.pool.query('select * from line');
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('a sealed password moved to another line does not open', async () => {
  const [first, second] = [
    await house.ask(lineEndpoints.save, good, token),
    await house.ask(lineEndpoints.save, { ...good, password: 'other' }, token),
  ];
  await house.database.pool.query(
    'update line set password_sealed = (select password_sealed from line where id = $1) where id = $2',
    [first.id, second.id],
  );
  await expect(toDial(second.id)).rejects.toThrow();
});

test('a wrong address is refused with an example', async () => {
  expect(await house.post('line/save', { ...good, address: 'sip:1.2.3.4', token })).toMatchObject({
    errorCode: 100,
    errorMsg: '地址：应为 IP 地址或域名，可带端口，如 192.0.2.10:5060',
  });
});

test('the practice line comes first, has no address, and nobody changes it', async () => {
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const fields = { name: '练习线路', address: '', username: '', callerNumber: '' };
  const id = await insertLine(db, fields, true);
  expect((await list())[0]).toMatchObject({ id, practice: true });
  const fixed = { errorCode: 118, errorMsg: '练习线路不能修改或删除' };
  expect(await house.post('line/save', { ...good, id, token })).toMatchObject(fixed);
  expect(await house.post('line/remove', { id, token })).toMatchObject(fixed);
  await expect(insertLine(db, fields, true)).rejects.toThrow();
  expect(await house.post('line/save', { ...good, practice: 'true', token })).toMatchObject({ errorCode: 0 });
  expect((await list()).filter(line => line.practice)).toHaveLength(1);
});

const ports = async (as = token) => (await house.ask(portEndpoints.list, {}, as)).list;
const portOf = async (lineId: string) => (await ports()).find(port => port.lineId === lineId);

test('a new line has a port as wide as itself, which goes with it; ports beside it are never wider', async () => {
  const { id } = await house.ask(lineEndpoints.save, { ...good, channels: 8 }, token);
  expect(await portOf(id)).toMatchObject({ name: good.name, channels: 8, practice: false, live: 0, callerNumber: '' });
  const narrow = { lineId: id, name: '窄网关', callerNumber: '400-1234', channels: 3 };
  const port = await house.ask(portEndpoints.save, narrow, token);
  expect(await house.post('port/save', { ...narrow, channels: '9', token })).toMatchObject({
    errorCode: 100,
    errorMsg: '并发：不能大于 8',
  });
  const { db } = house.database;
  const found = await portsOf(db, house.merchants[0].id, [port.id]);
  expect(found.get(port.id)).toMatchObject({
    callerNumber: '4001234',
    channels: 3,
    lineChannels: 8,
    callsPerSecond: 5,
    pricePerMinute: 0,
    removed: false,
  });
  expect((await portsOf(db, house.merchants[1].id, [port.id])).size).toBe(0);
  await house.ask(lineEndpoints.remove, { id }, token);
  expect((await ports()).filter(one => one.lineId === id)).toEqual([]);
  expect((await portsOf(db, house.merchants[0].id, [port.id])).get(port.id)?.removed).toBe(true);
});

test('a port counts its live calls, is edited and removed, and is another merchant’s to nobody', async () => {
  const { id: lineId } = await house.ask(lineEndpoints.save, good, token);
  const port = await portOf(lineId);
  const { pool } = house.database;
  const [merchant, stranger] = [house.merchants[0].id, await house.signIn(house.merchants[1])];
  await pool.query("insert into plan (merchant_id, name) values ($1, '话术')", [merchant]);
  await pool.query(
    `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select merchant_id, id, 1, '{}', 0, now() from plan where merchant_id = $1`,
    [merchant],
  );
  await pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, port_id)
     select merchant_id, id, 1, '话术', $2, '线路', '13800138000', $3
     from plan, generate_series(1, 2) where merchant_id = $1`,
    [merchant, lineId, port?.id],
  );
  expect(await portOf(lineId)).toMatchObject({ live: 2 });
  const edit = { id: port?.id ?? '', lineId, name: '改过', channels: 2 };
  expect(await house.post('port/save', { ...edit, channels: '2', token: stranger })).toMatchObject({ errorCode: 105 });
  await house.ask(portEndpoints.save, edit, token);
  expect(await portOf(lineId)).toMatchObject({ name: '改过', channels: 2 });
  expect(await ports(stranger)).toEqual([]);
  expect(await house.post('port/remove', { id: edit.id, token: stranger })).toMatchObject({ errorCode: 105 });
  await house.ask(portEndpoints.remove, { id: edit.id }, token);
  expect(await portOf(lineId)).toBeUndefined();
});

test('lists page to row 10,000 and say so beyond', async () => {
  expect(await house.post('line/list', { page: '101', limit: '100', token })).toMatchObject({
    errorCode: 110,
    errorMsg: '只能翻到第 10000 行，请加筛选条件',
  });
});

test('a port of the practice line stays one: its tasks would give up their numbers', async () => {
  const practiceLine = (await ports()).find(port => port.practice)!.lineId;
  const { id: lineId } = await house.ask(lineEndpoints.save, { ...good, name: '线路壬' }, token);
  const [port, ordinary] = [await portOf(practiceLine), await portOf(lineId)];
  const move = (id: string, to: string) =>
    house.post('port/save', { id, lineId: to, name: '网关', channels: '5', token });
  expect(await move(port!.id, lineId)).toMatchObject({ errorCode: 173 });
  expect(await move(ordinary!.id, practiceLine)).toMatchObject({ errorCode: 173 });
  expect(await move(ordinary!.id, lineId)).toMatchObject({ errorCode: 0 });
});

test('every setting of a line is kept, what is left out stays, and always is any hour', async () => {
  const windows = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 540, to: 1_080 }] : []));
  const settings = {
    name: '全套线路',
    access: 'register',
    address: '[2001:db8::7]:5061',
    transport: 'tls',
    tlsCheck: 'any',
    srtp: true,
    behindNat: true,
    domain: 'sip.carrier.example',
    username: '4001',
    abroad: '00',
    pick: 'sameCity',
    codecs: 'PCMU',
    keysBy: 'info',
    rewriting: { strip: '', prefix: '9', country: 'plus86', homeProvince: '上海' },
    windows,
    greetingDelayMs: 800,
    channels: 30,
    callsPerSecond: 7,
  } as const;
  const { id } = await house.ask(
    lineEndpoints.save,
    { ...settings, srtp: '1', behindNat: '1', password: 'correct-horse' },
    token,
  );
  const row = async () => (await list()).find(line => line.id === id);
  expect(await row()).toMatchObject({ ...settings, hasPassword: true, enabled: true, live: 0 });
  expect(await row()).toMatchObject({ health: { state: 'unknown', because: '', slowedTo: null } });
  expect(await toDial(id)).toMatchObject({
    access: 'register',
    address: { host: '2001:db8::7', port: 5061 },
    transport: 'tls',
    tlsCheck: 'any',
    srtp: true,
    behindNat: true,
    domain: 'sip.carrier.example',
    credentials: { username: '4001', password: 'correct-horse' },
    codecs: ['PCMU'],
    keysBy: 'info',
    rewriting: settings.rewriting,
    greetingDelayMs: 800,
    callsPerSecond: 7,
  });
  const { name, address, username } = settings;
  await house.ask(lineEndpoints.save, { id, name, address, username, domain: '', password: 'correct-horse' }, token);
  expect(await row()).toMatchObject({ ...settings, domain: '', hasPassword: true });
  await house.ask(lineEndpoints.save, { id, name, address, username, windows: [] }, token);
  expect((await row())?.windows).toBeNull();
  const added = await house.ask(lineEndpoints.save, { name: '简单', address: '192.0.2.20' }, token);
  expect((await list()).find(line => line.id === added.id)).toMatchObject({
    access: 'address',
    transport: 'udp',
    tlsCheck: 'ca',
    srtp: false,
    behindNat: false,
    abroad: 'none',
    pick: 'fixed',
    codecs: 'PCMA,PCMU',
    keysBy: 'auto',
    rewriting: { strip: '', prefix: '', country: 'none', homeProvince: '' },
    windows: null,
    greetingDelayMs: 500,
    channels: 10,
    callsPerSecond: 5,
  });
});

test('a line that registers needs an account, a gateway one that nobody in the house has', async () => {
  const save = (fields: Record<string, string>, as = token) =>
    house.post('line/save', { name: '线路', ...fields, token: as });
  const gateway = { access: 'gateway', username: 'gw-7', password: 'correct-horse' };
  const stranger = await house.signIn(house.merchants[1]);
  expect(await save({ access: 'register', address: 'sip.example.com', username: '4001' })).toMatchObject({
    errorCode: 100,
    errorMsg: '密码：必填',
  });
  expect(await save({ ...gateway, username: 'gw 7' })).toMatchObject({
    errorCode: 100,
    errorMsg: '用户名：3 到 64 个字母、数字、点、横线或下划线',
  });
  expect(await save({ ...gateway, password: 'short' })).toMatchObject({ errorMsg: '密码：至少 8 个字符' });
  const saved = await house.ask(lineEndpoints.save, { name: '网关', ...gateway, access: 'gateway' }, token);
  expect((await list()).find(line => line.id === saved.id)).toMatchObject({ access: 'gateway', address: '' });
  const taken = { errorCode: 182, errorMsg: '用户名「gw-7」已被别的网关使用，请换一个' };
  expect(await save(gateway)).toMatchObject(taken);
  expect(await save(gateway, stranger)).toMatchObject(taken);
  expect(await save({ ...gateway, id: saved.id, password: '' })).toMatchObject({ errorCode: 0 });
  await house.ask(lineEndpoints.remove, { id: saved.id }, token);
  expect(await save(gateway, stranger)).toMatchObject({ errorCode: 0 });
});

test('a line is switched off and on; the practice line is not', async () => {
  const { id } = await house.ask(lineEndpoints.save, { ...good, name: '开关' }, token);
  const enabled = async () => (await list()).find(line => line.id === id)?.enabled;
  expect(await portOf(id)).toMatchObject({ lineState: 'unknown' });
  await house.ask(lineEndpoints.enable, { id, enabled: '0' }, token);
  expect([await enabled(), (await toDial(id))?.enabled]).toEqual([false, false]);
  expect(await portOf(id)).toMatchObject({ lineState: 'off' });
  await house.ask(lineEndpoints.enable, { id, enabled: '1' }, token);
  expect(await enabled()).toBe(true);
  const practice = (await list()).find(line => line.practice)!;
  expect(await house.post('line/enable', { id: practice.id, enabled: '0', token })).toMatchObject({ errorCode: 118 });
});

test('the list knows how many numbers and live calls a line has and how it is, in a few statements for all', async () => {
  const { pool } = house.database;
  const [{ id: merchant }] = house.merchants;
  const { id } = await house.ask(lineEndpoints.save, { ...good, name: '忙', callerNumber: '4001' }, token);
  await house.ask(lineEndpoints.addNumbers, { lineId: id, numbers: '4002 4003' }, token);
  await pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone)
     select merchant_id, id, 1, '话术', $2, '线路', '13800138000' from plan, generate_series(1, 3)
     where merchant_id = $1`,
    [merchant, id],
  );
  await pool.query(
    `update line_health set state = 'congested', because = 'busyAnswers', slowed_to = 2.5, code = 200, round_trip_ms = 12
     where merchant_id = $1 and line_id = $2`,
    [merchant, id],
  );
  expect((await list()).find(line => line.id === id)).toMatchObject({
    numbers: 3,
    callerNumber: '4001',
    live: 3,
    health: { state: 'congested', because: 'busyAnswers', slowedTo: 2.5, code: 200, roundTripMs: 12 },
  });
  // Whoever switches it on again has set it right: what it refused before says nothing now.
  const rests = 'update line_health set faults = 6, rests = 1, rests_until = now() where line_id = $1 returning faults';
  expect((await pool.query(rests, [id])).rows).toEqual([{ faults: 6 }]);
  for (const enabled of ['0', '1']) await house.ask(lineEndpoints.enable, { id, enabled }, token);
  const { rows: after } = await pool.query('select faults, rests, rests_until from line_health where line_id = $1', [
    id,
  ]);
  expect(after).toEqual([{ faults: 0, rests: 0, rests_until: null }]);
});
