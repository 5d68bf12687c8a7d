import { lstat, readFile, symlink } from 'node:fs/promises';
import { batchEndpoints, type CallOf, numberFileEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { addCall, addNumbers, layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { EXPORT_NUMBER, numberFileWork } from './index.ts';

/** The file of one number, for who answers a complaint; two merchants always. */
let house: TestHouse;
let bus: Bus;
let token: string;
let ground: TaskGround;
let task: string;
let callee: string;
let call: string;
const PHONE = '15400000711';
const log = openLog('silent', 'test');
const sql = (text: string, ...values: unknown[]) => house.database.pool.query(text, values);

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  ground = await layTaskGround(house, house.merchants[0].id);
  task = await makeTask(house, token, ground, { name: '<b>秋季</b>' });
  const later = await makeTask(house, token, ground, { name: '春季回访' });
  [callee] = (await addNumbers(house, ground.merchantId, task, [PHONE, '15400000712'])) as [string];
  await addNumbers(house, ground.merchantId, later, [PHONE]);
  call = await addCall(house, ground, task, callee);
  await sql("update call set stage = 'ended', state = 'busy', ended_at = now() where id = $1", call);
  const decide = (of: string, phone: string, kind: number, because: number, about: string) =>
    sql(
      `insert into decision (merchant_id, task_id, phone, kind, because, rule, about, amount)
       values ($1, $2, phone_code($3), $4, $5, 0, $6, 1)`,
      ...[ground.merchantId, of, phone, kind, because, about],
    );
  await decide(task, PHONE, 2, 401, call);
  await decide(later, PHONE, 4, 9, '0');
  await decide(task, '15400000712', 4, 9, '0');
  await sql(
    'insert into blacklist (merchant_id, phone, reason, call_id) values ($1, $2, $3, $4)',
    ground.merchantId,
    PHONE,
    '投诉',
    call,
  );
  await sql(
    'insert into blacklist (merchant_id, phone, reason, task_id) values ($1, $2, $3, $4)',
    ...[ground.merchantId, PHONE, '这次不打', later],
  );
  await sql(
    `insert into whitelist (merchant_id, phone, reason, expires_at) values ($1, $2, '老客户', '2099-02-01T00:00:00+08:00')`,
    ...[ground.merchantId, PHONE],
  );
  await sql(
    "insert into consent (merchant_id, phone, source, proof, from_at) values ($1, $2, 'form', '官网 A7', now())",
    ground.merchantId,
    PHONE,
  );
});
afterAll(async () => {
  await bus.close();
  await house.close();
});

const read = (whose: CallOf<typeof numberFileEndpoints.read>, as = token) =>
  house.ask(numberFileEndpoints.read, whose, as);

test('it tells of all tasks: decisions, calls, lists and entries of that number alone; who opened it is in the audit', async () => {
  const file = await read({ phone: PHONE });
  expect(file).toMatchObject({
    phone: PHONE,
    scope: 'all',
    tasks: [{ name: '春季回访' }, { name: '<b>秋季</b>' }],
    calls: [{ id: call, state: 'busy', incoming: false, task: '<b>秋季</b>' }],
    entries: [
      { list: '白名单', reason: '老客户', until: '2099-01-31', callId: null },
      { list: '任务黑名单 春季回访', reason: '这次不打', until: null },
      { list: '黑名单', reason: '投诉', until: null, callId: call },
    ],
    consents: [{ source: '表单', proof: '官网 A7', withdrawnAt: null }],
    decisions: [
      { task: '春季回访', text: '在黑名单里' },
      { text: '第 1 次：轮到首次呼叫', callId: call },
    ],
    more: false,
  });
  const { rows } = await sql("select after from audit where action = 'numberFile.open'");
  expect(rows).toEqual([{ after: { phone: PHONE } }]);
});

test('by a call or a place on a list it opens for who sees numbers masked; another merchant, or one out of scope, finds none', async () => {
  const masked = await house.signInWith(['callLog', 'myTask'], []);
  for (const whose of [{ callId: call }, { taskId: task, calleeId: callee }])
    expect(await read(whose, masked)).toMatchObject({
      phone: '154****0711',
      decisions: [{ phone: '154****0711' }, {}],
    });
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('numberFile/read', { callId: call, token: stranger })).toMatchObject({ errorCode: 105 });
  expect(await read({ phone: PHONE }, stranger)).toMatchObject({
    tasks: [],
    calls: [],
    entries: [],
    consents: [],
    decisions: [],
  });
});

test('it tells of the platform’s list and of those of the merchant’s trades, of no other trade, and not why', async () => {
  const one = async (text: string, ...values: unknown[]) => (await sql(text, ...values)).rows[0]?.id as string;
  const trade = (name: string) => one('insert into trade (name) values ($1) returning id', name);
  const [own, other] = [await trade('教育'), await trade('金融')];
  await sql('insert into merchant_trade (merchant_id, trade_id) values ($1, $2)', ground.merchantId, own);
  for (const of of [null, own, other])
    await sql("insert into shared_blacklist (phone, reason, trade_id) values ('15400000713', '内部原因', $1)", of);
  await sql(
    "insert into blacklist (merchant_id, phone, reason, task_id) values ($1, '15400000713', '已成交', $2)",
    ground.merchantId,
    task,
  );
  const { entries } = await read({ phone: '15400000713' });
  expect(entries.map(({ list, reason }) => [list, reason])).toEqual([
    ['行业名单：教育', ''],
    ['平台名单', ''],
    ['任务黑名单 <b>秋季</b>', '已成交'],
  ]);
});

/** The batch of an export that was carried out; what lies where its file comes is laid there before. */
const exported = async (lay: (path: string) => Promise<void> = async () => undefined) => {
  const { batchId } = await house.ask(numberFileEndpoints.export, { phone: PHONE }, token);
  const { db } = house.database;
  const files = openFiles(house.dataDir);
  await lay(await files.placeFor(`exports/${ground.merchantId}/${batchId}.html`));
  const works = { [EXPORT_NUMBER]: numberFileWork({ unscopedDb: db, files }) };
  const jobs = batchJob({ db, push: openPushSender(db, bus, log), log, works });
  await jobs.batch?.({ merchantId: ground.merchantId, id: batchId }, new AbortController().signal);
  return (await house.ask(batchEndpoints.list, {}, token)).list.find(({ id }) => id === batchId);
};

test('on a full disk its export fails at once, with a sentence, and nothing of it stays', async () => {
  let place = '';
  const batch = await exported(path => {
    place = path;
    // Whatever is written to it finds a full disk (Linux, full(4)).
    return symlink('/dev/full', path);
  });
  expect(batch).toMatchObject({
    state: 2,
    remark: '服务器磁盘空间不足，暂时不能上传、导出和保存话术；呼叫不受影响',
    fileId: null,
  });
  await expect(lstat(place)).rejects.toThrow('ENOENT');
});

test('as a file it is one page that says all, holds no markup of a list, and is who asked for it’s alone', async () => {
  const batch = await exported();
  expect(batch).toMatchObject({ title: '号码档案', state: 1, done: 9 });
  const { rows } = await sql('select path, kind, name from file where key = $1', batch?.fileId);
  expect(rows[0]).toMatchObject({ kind: 'wholeCalls', name: `号码档案 ${PHONE}.html` });
  const page = await readFile(`${house.dataDir}/${rows[0]?.path}`, 'utf8');
  for (const told of [
    PHONE,
    '在黑名单里',
    '投诉',
    '官网 A7',
    '&lt;b&gt;秋季&lt;/b&gt;',
    '范围：本商户全部任务和通话。',
  ])
    expect(page).toContain(told);
  expect(page).not.toContain('<b>秋季');
});
