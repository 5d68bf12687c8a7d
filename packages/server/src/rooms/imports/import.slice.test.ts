import { readFileSync } from 'node:fs';
import { type Answer, batchEndpoints, type CallOf, endpoints, storedText, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { makeWorkbook } from '../../platform/sheets/made-workbook.test-data.ts';
import { type BatchRun, batchJob } from '../batches/index.ts';
import { importWork } from './index.ts';

let house: TestHouse;
let bus: Bus;
let token = '';
let task = '';
let merchant = '';
const log = openLog('silent', 'test');

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  merchant = house.merchants[0].id;
  await provisionMerchant(house, house.merchants[1].id);
});
afterAll(async () => {
  await bus.close();
  await house.close();
});
beforeEach(async () => {
  await house.database.pool.query(
    'delete from blacklist; delete from balance; delete from ledger; delete from callee; delete from batch',
  );
  ({ task } = await provisionMerchant(house, merchant));
});

const works = (roomLeft?: () => Promise<number>) =>
  importWork({
    db: house.database.db,
    files: openFiles(house.dataDir, roomLeft),
    push: openPushSender(house.database.db, bus, log),
    wake: bus.notify,
  });
const runBatch = async (id: string, using = works(), signal = new AbortController().signal) => {
  const parts = { db: house.database.db, push: openPushSender(house.database.db, bus, log), log, works: using };
  await batchJob(parts).batch?.({ merchantId: merchant, id }, signal);
};
type Columns = CallOf<typeof taskEndpoints.import>['columns'];
const phoneFirst: Columns = [{ index: 0, use: 'phone' }];
const startImport = async (
  input: Omit<CallOf<typeof taskEndpoints.import>, 'id' | 'columns'> & { columns?: Columns },
) => (await house.ask(taskEndpoints.import, { id: task, columns: phoneFirst, ...input }, token)).batchId;
const uploaded = async (name: string, bytes: Buffer | string): Promise<string> => {
  const form = new FormData();
  form.set('token', token);
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  const response = await fetch(`${house.origin}/api/front/file/uploadSheet`, { method: 'POST', body: form });
  return ((await response.json()) as Answer<{ fileId: string }>).data!.fileId;
};
const batchOf = async (id: string) =>
  (await house.ask(batchEndpoints.list, {}, token)).list.find(batch => batch.id === id)!;
const refusedRows = async (id: string): Promise<string> => {
  const { fileId } = await batchOf(id);
  const { rows } = await house.database.pool.query<{ path: string }>('select path from file where key = $1', [fileId]);
  return readFileSync(`${house.dataDir}/${rows[0]?.path}`, 'utf8');
};
const callees = async () =>
  (
    await house.database.pool.query(
      'select phone, name, variables, lane, state from callee where task_id = $1 order by id',
      [task],
    )
  ).rows as { phone: string; name: string; variables: object; lane: number; state: string }[];
const phones = async () => (await callees()).map(({ phone }) => phone);
const counts = async () =>
  (await house.database.pool.query('select total, fresh from task_count where task_id = $1', [task])).rows[0];
/** The plan of the task has these variables, by name with their label, and says them. */
const planSays = (labels: Readonly<Record<string, string>>) => {
  const variables = Object.entries(labels).map(([name, label]) => ({ name, label, fallback: '', spoken: 'asWritten' }));
  const said = variables.map(({ name }) => `\${${name}}`).join('，');
  return house.database.pool.query(
    `update plan_version set variables = $2, graph = jsonb_set(jsonb_set(graph, '{variables}', $2), '{defaults,announcement}', $3)
     where merchant_id = $1`,
    [merchant, JSON.stringify(variables), JSON.stringify(said)],
  );
};
const setTask = (set: string) => house.database.pool.query(`update task set ${set} where id = $1`, [task]);
const manyPhones = (count: number, from = 13_000_000_000) =>
  Array.from({ length: count }, (_, index) => String(from + index));

test('numbers are normalised, and what is none is refused with its line and reason', async () => {
  const sheet = `号码,姓名
+86 138-0013-8000,张三
１３９００１３９０００,"李, 四"
013700137000,王五

138001380001234,太长
abc,字母
110,报警
95588,银行
16812345678,声讯
15400000001,练习
,没有
13800138000,又是张三
13600136000,=1+1
13500135000,"没有关
13400134000,赵六`;
  const id = await startImport({
    fileId: await uploaded('名单.csv', sheet),
    header: '1',
    columns: [...phoneFirst, { index: 1, use: 'name' }],
  });
  await runBatch(id);
  expect((await callees()).map(({ phone, name, lane, state }) => [phone, name, lane, state])).toEqual([
    ['13800138000', '张三', 0, 'fresh'],
    ['13900139000', '李, 四', 0, 'fresh'],
    ['13700137000', '王五', 0, 'fresh'],
    ['13600136000', '=1+1', 0, 'fresh'],
    ['13400134000', '赵六', 0, 'fresh'],
  ]);
  expect(await batchOf(id)).toMatchObject({
    title: '导入号码：任务',
    state: 1,
    type: 0,
    remark: '导入 5，重复 1，无效 8',
    done: 14,
    of: 14,
  });
  expect(await refusedRows(id)).toBe(
    `\ufeff${[
      '行号,原因,号码,姓名',
      '6,号码太长，应为 8 到 12 位,138001380001234,太长',
      '7,号码里有不是数字的字符,abc,字母',
      '8,号码太短，应为 8 到 12 位,110,报警',
      '9,号码太短，应为 8 到 12 位,95588,银行',
      '10,声讯或收费号码，不能呼叫,16812345678,声讯',
      '11,练习号码只能用练习线路呼叫,15400000001,练习',
      '12,没有号码,,没有',
      '13,号码重复,13800138000,又是张三',
      '15,这一行的引号没有成对,13500135000,"""没有关"',
      '',
    ].join('\r\n')}`,
  );
});

test('blacklisted and recently called numbers are left out and counted', async () => {
  await setTask('skip_recent_days = 7');
  await house.database.pool.query(
    `insert into blacklist (merchant_id, phone) values ($1, '13100000001'), ($2, '13100000003')`,
    [merchant, house.merchants[1].id],
  );
  await house.database.pool.query(`update call set phone = '13100000002', dialled_at = now() where merchant_id = $1`, [
    merchant,
  ]);
  await house.database.pool.query(`update call set phone = '13100000004' where merchant_id = $1`, [
    house.merchants[1].id,
  ]);
  const id = await startImport({ text: manyPhones(5, 13_100_000_000).join('\n'), header: '0' });
  await runBatch(id);
  expect(await phones()).toEqual(['13100000000', '13100000003', '13100000004']);
  expect((await batchOf(id)).remark).toBe('导入 3，黑名单 1，近期已拨 1');
  expect(await refusedRows(id)).toContain('2,在黑名单里,13100000001\r\n3,近期已经呼叫过,13100000002\r\n');
});

test('whoever sees numbers masked learns how many are known, of no number which, and of ten lists a day', async () => {
  await house.database.pool.query(`insert into blacklist (merchant_id, phone) values ($1, '13100000001')`, [merchant]);
  const masked = await house.signInWith(['myTask', 'batch'], ['task:create']);
  const order = { id: task, columns: phoneFirst, header: '0' } as const;
  const list = [...manyPhones(3, 13_100_000_000), '13100000000', 'x'].join('\n');
  await house.ask(taskEndpoints.check, { ...order, text: list }, masked);
  const { batchId } = await house.ask(taskEndpoints.import, { ...order, text: list }, masked);
  await runBatch(batchId);
  expect(await phones()).toEqual(['13100000000', '13100000002']);
  const { rows } = await house.database.pool.query<{ remark: string; path: string }>(
    'select remark, path from batch join file on file.id = batch.file_id where batch.id = $1',
    [batchId],
  );
  expect(storedText(rows[0]!.remark, 'zh-CN')).toBe('导入 2，重复或不呼叫 2，无效 1');
  expect(readFileSync(`${house.dataDir}/${rows[0]!.path}`, 'utf8')).toBe(
    '\ufeff行号,原因,第 1 列\r\n5,号码里有不是数字的字符,x\r\n',
  );
  for (const phone of manyPhones(9, 13_200_000_000))
    await house.ask(taskEndpoints.import, { ...order, text: phone }, masked);
  const columns = JSON.stringify(phoneFirst);
  const next = { id: task, columns, header: '0', text: '13300000000', token: masked };
  expect(await house.post('task/import', next)).toMatchObject({ errorCode: 296 });
  expect(await house.post('task/import', { ...next, text: list })).toMatchObject({ errorCode: 0 });
});

test('a task over the practice line takes practice numbers alone', async () => {
  await house.database.pool.query(
    `update line set practice = true where id = (select line_id from port where id = (select port_id from task_port where task_id = $1))`,
    [task],
  );
  const id = await startImport({ text: '15400000001\n13800138000', header: '0' });
  await runBatch(id);
  expect((await callees()).map(({ phone, lane }) => [phone, lane])).toEqual([['15400000001', 2]]);
  expect(await refusedRows(id)).toContain('2,练习线路只能呼叫练习号码,13800138000');
  await house.database.pool.query('update line set practice = false where merchant_id = $1', [merchant]);
});

test('columns fill the plan’s variables; what is unreadable or too long is refused, not spoken', async () => {
  await planSays({ name: '称呼', city: '城市' });
  const columns: Columns = [
    { index: 1, use: 'phone' },
    { index: 0, use: 'name' },
    { index: 2, use: 'variable', variable: 'city' },
  ];
  const fileId = await uploaded(
    'a.csv',
    Buffer.concat([
      Buffer.from('张三,13800138000,北京\n李四,13900139000,\n'),
      Buffer.from(`王五,13700137000,${'长'.repeat(51)}\n`),
      Buffer.from([0xff]),
      Buffer.from('x,13600136000,y\n'),
    ]),
  );
  const id = await startImport({ fileId, header: '0', encoding: 'utf-8', columns });
  await runBatch(id);
  expect((await callees()).map(({ phone, variables }) => [phone, variables])).toEqual([
    ['13800138000', { name: '张三', city: '北京' }],
    ['13900139000', { name: '李四' }],
  ]);
  expect(await refusedRows(id)).toContain('4,有乱码，请换一种编码再导入,\ufffdx,13600136000,y');
  const ask = (bad: unknown) =>
    house.post('task/import', { id: task, token, text: '1', header: '0', columns: JSON.stringify(bad) });
  expect(await ask([{ index: 0, use: 'name' }])).toMatchObject({ errorCode: 159 });
  expect(await ask([...columns, { index: 3, use: 'variable', variable: 'city' }])).toMatchObject({ errorCode: 159 });
  expect(await ask([...columns, { index: 3, use: 'variable', variable: 'other' }])).toMatchObject({ errorCode: 159 });
});

describe('an import of several chunks', () => {
  const list = [...manyPhones(2_500), ...manyPhones(20), 'x'];

  test('that is killed anywhere goes on exactly where it was', async () => {
    const id = await startImport({ fileId: await uploaded('a.csv', list.join('\n')), header: '0' });
    // The process dies in the middle of the third chunk: its refused rows are written, its transaction is not.
    let steps = 0;
    const dying = Object.fromEntries(
      Object.entries(works()).map(([kind, work]) => [
        kind,
        (run: BatchRun) =>
          work({
            ...run,
            progress: async (tx, step) => {
              steps += 1;
              if (steps === 3) throw new Error('killed');
              await run.progress(tx, step);
            },
          }),
      ]),
    );
    await expect(runBatch(id, dying)).rejects.toThrow('killed');
    expect([await counts(), (await batchOf(id)).done, (await batchOf(id)).state]).toEqual([
      { total: 2_000, fresh: 2_000 },
      2_000,
      0,
    ]);
    await runBatch(id);
    expect(await counts()).toEqual({ total: 2_500, fresh: 2_500 });
    expect(await phones()).toEqual(manyPhones(2_500));
    expect(await batchOf(id)).toMatchObject({
      state: 1,
      remark: '导入 2,500，重复 20，无效 1',
      done: 2_521,
      of: 2_521,
    });
    const rows = (await refusedRows(id)).trimEnd().split('\r\n');
    expect([rows.length, rows[1], rows.at(-1)]).toEqual([
      22,
      '2501,号码重复,13000000000',
      '2521,号码里有不是数字的字符,x',
    ]);
    // A job that comes once more finds nothing to do.
    await runBatch(id);
    expect(await counts()).toEqual({ total: 2_500, fresh: 2_500 });
    const events = await house.database.pool.query(
      `select detail from task_event where task_id = $1 and kind = 'imported'`,
      [task],
    );
    expect(events.rows).toEqual([{ detail: { added: 2_500, refused: 21 } }]);
  });

  test('that two processes carry out adds each number once', async () => {
    const id = await startImport({ text: manyPhones(2_300).join('\n'), header: '0' });
    await Promise.all([runBatch(id), runBatch(id)]);
    expect([await counts(), (await batchOf(id)).remark, (await batchOf(id)).state]).toEqual([
      { total: 2_300, fresh: 2_300 },
      '导入 2,300',
      1,
    ]);
  });

  test('that is cancelled keeps what it has done and says so', async () => {
    const id = await startImport({ text: manyPhones(3_500).join('\n'), header: '0' });
    let steps = 0;
    const asked = Object.fromEntries(
      Object.entries(works()).map(([kind, work]) => [
        kind,
        (run: BatchRun) =>
          work({
            ...run,
            progress: async (tx, step) => {
              steps += 1;
              if (steps === 2) await house.ask(batchEndpoints.cancel, { id }, token);
              await run.progress(tx, step);
            },
          }),
      ]),
    );
    await runBatch(id, asked);
    expect([await counts(), await batchOf(id)]).toMatchObject([
      { total: 2_000 },
      { state: 3, remark: '导入 2,000', fileId: null },
    ]);
    const other = await startImport({ text: '13800138000', header: '0' });
    await house.ask(batchEndpoints.cancel, { id: other }, token);
    await runBatch(other);
    expect(await batchOf(other)).toMatchObject({ state: 3, remark: '导入 0' });
  });

  test('whose process ends waits for the next one as a new job', async () => {
    const id = await startImport({ text: manyPhones(3_500).join('\n'), header: '0' });
    const ending = new AbortController();
    ending.abort();
    const jobs = async () =>
      (
        await house.database.pool.query(`select count(*)::int as jobs from graphile_worker.jobs where key = $1`, [
          `batch ${merchant} ${id}`,
        ])
      ).rows[0];
    await runBatch(id, works(), ending.signal);
    expect([(await batchOf(id)).state, await jobs(), await counts()]).toEqual([0, { jobs: 1 }, { total: 0, fresh: 0 }]);
    await runBatch(id);
    expect([(await batchOf(id)).state, await counts()]).toEqual([1, { total: 3_500, fresh: 3_500 }]);
  });
});

describe('the task meanwhile', () => {
  test('goes on when it runs, and hears of the numbers', async () => {
    await setTask(`state = 'running'`);
    const heard: string[] = [];
    const unlisten = await bus.listen('tasks', payload => heard.push(payload));
    await runBatch(await startImport({ text: '13800138000', header: '0' }));
    await expect.poll(() => heard).toContain(task);
    await unlisten();
    expect(await counts()).toEqual({ total: 1, fresh: 1 });
  });

  test('comes back from its end as paused, once there is a new number', async () => {
    await setTask(`state = 'finished', ended_at = now()`);
    const standing = async () =>
      (await house.database.pool.query('select state, because, ended_at from task where id = $1', [task])).rows[0];
    const nothing = await startImport({ text: 'nonsense', header: '0' });
    await runBatch(nothing);
    // Whoever looks at it sees no success.
    expect(await batchOf(nothing)).toMatchObject({ state: 2, remark: '没有导入任何号码；导入 0，无效 1' });
    expect(await standing()).toMatchObject({ state: 'finished' });
    await runBatch(await startImport({ text: '13800138000', header: '0' }));
    expect(await standing()).toEqual({ state: 'paused', because: 'appended', ended_at: null });
  });

  test('is held for no longer than its figures take: its ticks wait for no row that is being added', async () => {
    const fileId = await uploaded('a.csv', '13800138000\n13900139000\n13700137000');
    const id = await startImport({ fileId, header: '0' });
    const { pool } = house.database;
    const other = await pool.connect();
    // Somebody else is adding the second number: the chunk waits for it in the middle of its rows.
    await other.query('begin');
    await other.query(`insert into callee (merchant_id, task_id, phone, lane) values ($1, $2, '13900139000', 0)`, [
      merchant,
      task,
    ]);
    const importing = runBatch(id);
    const waits = `select from pg_locks where not granted and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    expect((await pool.query('select from task where id = $1 for no key update nowait', [task])).rowCount).toBe(1);
    await other.query('commit');
    other.release();
    await importing;
    expect((await batchOf(id)).remark).toBe('导入 2，重复 1');
    expect(await phones()).toEqual(['13900139000', '13800138000', '13700137000']);
    expect(await refusedRows(id)).toContain('2,号码重复,13900139000');
  });

  test.each([
    [`state = 'stopped', ended_at = now()`, '任务已停止；导入 0'],
    ['removed_at = now()', '任务已删除；导入 0'],
  ])('is over (%s): the import fails with a sentence', async (set, remark) => {
    const id = await startImport({ text: '13800138000', header: '0' });
    await setTask(set);
    await runBatch(id);
    expect(await batchOf(id)).toMatchObject({ state: 2, remark });
    expect(await callees()).toEqual([]);
  });

  test('is over before: nothing is started', async () => {
    await setTask(`state = 'stopped', ended_at = now()`);
    const answer = await house.post('task/import', {
      id: task,
      token,
      text: '13800138000',
      header: '0',
      columns: JSON.stringify(phoneFirst),
    });
    expect(answer).toMatchObject({ errorCode: 138 });
  });
});

test('an import stops before its rows take the last of the disk, keeps what it has done and says so', async () => {
  const fileId = await uploaded('多.csv', manyPhones(5_000).join('\n'));
  const batchId = await startImport({ fileId, header: '0' });
  const gigabyte = 1024 ** 3;
  let asked = 0;
  const roomLeft = async () => (asked++ < 3 ? 10 * gigabyte : gigabyte - 1);
  await runBatch(batchId, works(roomLeft));
  expect(await batchOf(batchId)).toMatchObject({
    state: 2,
    remark: '服务器磁盘空间不足，暂时不能上传、导出和保存话术；呼叫不受影响；导入 2,000',
  });
  expect((await phones()).length).toBe(2_000);
  expect(await counts()).toEqual({ total: 2_000, fresh: 2_000 });
});

test('a workbook that was damaged on its way adds nothing: its figures are not to be trusted', async () => {
  const rows = manyPhones(5_000)
    .map(phone => `<row><c><v>${phone}</v></c></row>`)
    .join('');
  const damaged = makeWorkbook({ rows });
  damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1);
  const id = await startImport({ fileId: await uploaded('a.xlsx', damaged), header: '0' });
  await runBatch(id);
  expect(await batchOf(id)).toMatchObject({
    state: 2,
    remark: '表格打不开，可能已损坏，请用 Excel 另存一份再上传；导入 0',
  });
  expect(await counts()).toEqual({ total: 0, fresh: 0 });
});

test('another merchant’s task, file and batch do not exist', async () => {
  const [foreign, fileId] = [await house.signIn(house.merchants[1]), await uploaded('a.csv', '13800138000')];
  const id = await startImport({ fileId, header: '0' });
  const ask = (path: string, fields: Record<string, string>) => house.post(path, { token: foreign, ...fields });
  expect(await ask('task/preview', { id: task, fileId })).toMatchObject({ errorCode: 105 });
  expect(await ask('batch/cancel', { id })).toMatchObject({ errorCode: 105 });
  expect((await house.ask(endpoints.batch.list, {}, foreign)).list.map(batch => batch.id)).not.toContain(id);
});
