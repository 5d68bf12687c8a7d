import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, planEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { CALLS_NEED_BYTES } from '../../platform/disk.ts';
import { openFiles } from '../../platform/files.ts';
import { makeWorkbook } from '../../platform/sheets/made-workbook.test-data.ts';
import { systemClock } from '../../platform/time.ts';
import { purgeJob } from '../batches/index.ts';

let house: TestHouse;
let token = '';
let task = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  ({ task } = await provisionMerchant(house, house.merchants[0].id));
});
afterAll(() => house.close());

const url = () => `${house.origin}/api/front/file/uploadSheet`;
const upload = async (name: string, bytes: Buffer | string, fields: Record<string, string> = { token }) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  const response = await fetch(url(), { method: 'POST', body: form });
  return { ...((await response.json()) as Answer), status: response.status };
};
const kept = (): string[] => {
  const folder = join(house.dataDir, 'uploads', house.merchants[0].id);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).map(entry => entry.name);
};

test('a sheet is kept under a name of ours, with the sender’s beside it', async () => {
  const bytes = makeWorkbook({ rows: '' });
  const answer = await upload('C:\\名单\\一月 名单.xlsx', bytes);
  expect(answer).toMatchObject({ status: 200, errorCode: 0, data: { name: '一月 名单.xlsx', bytes: bytes.length } });
  expect(kept()).toEqual([expect.stringMatching(/^[\da-f-]{36}\.xlsx$/)]);
});

test.each([
  ['名单.csv', '13800138000\n'],
  ['名单.TXT', '13800138000\n'],
  // Bytes count, not the name: Excel itself saves workbooks under any name.
  ['名单.csv', makeWorkbook({ rows: '' })],
])('%s is taken', async (name, bytes) => {
  expect(await upload(name, bytes)).toMatchObject({ errorCode: 0 });
});

test.each([
  ['名单.exe', 'x', 151, '只能上传 .xlsx、.csv、.txt 文件'],
  ['名单', 'x', 151, '只能上传 .xlsx、.csv、.txt 文件'],
  ['名单.xls', 'x', 154, '这是旧版 Excel 文件（.xls），请另存为 .xlsx 或 .csv 再上传'],
  ['名单.csv', '', 153, '文件里没有内容'],
  [
    '名单.xlsx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    154,
    '这是旧版 Excel 文件（.xls），请另存为 .xlsx 或 .csv 再上传',
  ],
])('%s is refused with a sentence and leaves nothing behind', async (name, bytes, errorCode, errorMsg) => {
  const before = kept().length;
  expect(await upload(name, bytes)).toMatchObject({ status: 200, errorCode, errorMsg, data: null });
  expect(kept().length).toBe(before);
});

test('more than 50 MB are refused by the limit’s name, whether the sender says how much comes or not', async () => {
  const before = kept().length;
  const big = Buffer.alloc(51 * 1_048_576, '1');
  expect(await upload('大.csv', big)).toMatchObject({ errorCode: 150, errorMsg: '文件太大，最多 50 MB' });
  const boundary = 'x';
  const head = `--x\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const response = await fetch(url(), {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new ReadableStream({
      start: controller => {
        controller.enqueue(Buffer.from(head));
        controller.enqueue(big);
        controller.enqueue(Buffer.from('\r\n--x--\r\n'));
        controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);
  expect(await response.json()).toMatchObject({ errorCode: 150, errorMsg: '文件太大，最多 50 MB' });
  expect(kept().length).toBe(before);
});

test('nobody uploads without a token or without the right, and a form is no file', async () => {
  const before = kept().length;
  expect(await upload('a.csv', '1', {})).toMatchObject({ errorCode: 103, errorMsg: '登录失效' });
  expect(await upload('a.csv', '1', { token: 'x'.repeat(43) })).toMatchObject({ errorCode: 103 });
  expect(await house.post('file/uploadSheet', {})).toMatchObject({ errorCode: 103 });
  expect(await house.post('file/uploadSheet', { token })).toMatchObject({ errorCode: 152 });
  const form = new FormData();
  form.set('token', token);
  expect(await (await fetch(url(), { method: 'POST', body: form })).json()).toMatchObject({ errorCode: 152 });
  const torn = await fetch(url(), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disp',
  });
  expect(await torn.json()).toMatchObject({ errorCode: expect.any(Number) });
  expect((await torn.status) === 200 && kept().length === before).toBe(true);
});

/** As a browser does: all of the request is sent before the answer is looked at, on a connection that stays. */
const sendAll = (name: string, as: string, bytes: Buffer, end = '\r\n--x--\r\n') =>
  new Promise<{ readonly answer: string; readonly isSent: boolean }>(resolve => {
    const head = `--x\r\ncontent-disposition: form-data; name="token"\r\n\r\n${as}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const socket = connect(Number(new URL(house.origin).port), '127.0.0.1');
    let [answer, isSent] = ['', false];
    const look = () => {
      if (isSent && answer.includes('errorCode')) socket.destroy();
    };
    socket.on('data', text => {
      answer += String(text);
      look();
    });
    socket.on('close', () => resolve({ answer, isSent }));
    socket.setTimeout(3_000, () => socket.destroy());
    const length = Buffer.byteLength(head) + bytes.length + end.length;
    socket.write(
      `POST /api/front/file/uploadSheet HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n${head}`,
    );
    socket.write(bytes);
    socket.write(end, () => {
      isSent = true;
      look();
    });
  });

test.each([
  ['名单.exe', () => token, 20, '只能上传'],
  ['名单.csv', () => 'x'.repeat(43), 20, '登录失效'],
  ['名单.csv', () => token, 51, '文件太大'],
])(
  'what is left of a refused upload is read, so that the answer is seen (%s)',
  async (name, as, megabytes, sentence) => {
    const { answer, isSent } = await sendAll(name, as(), Buffer.alloc(megabytes * 1_048_576, '1'));
    expect(isSent).toBe(true);
    expect(answer).toContain(sentence);
  },
);

test('a form that ends in mid-file is answered with a sentence, not as a fault of the house', async () => {
  const before = kept().length;
  const { answer } = await sendAll('a.csv', token, Buffer.from('13800138000'), '\r\n');
  expect(answer).toContain('"errorCode":161,"errorMsg":"上传没有完成，请重新上传"');
  expect(kept().length).toBe(before);
});

describe('room', () => {
  const gigabyte = 1024 ** 3;
  const own = () => merchantDb(house.database.db, house.merchants[0].id);
  /** So much is kept by somebody, as rows say; what it was before is taken back. */
  const keeping = async (merchant: number, bytes: number, work: () => Promise<void>): Promise<void> => {
    const { rows } = await house.database.pool.query<{ id: string }>(
      `insert into file (merchant_id, kind, path, name, mime, bytes) values ($1, 'calls', 'x', 'x', '', $2) returning id`,
      [house.merchants[merchant]?.id, bytes],
    );
    await work().finally(() => house.database.pool.query('delete from file where id = $1', [rows[0]?.id]));
  };
  const full = {
    errorCode: 162,
    errorMsg:
      '存储空间已用完：上传的表格、录音、导出的文件和话术的各个版本最多 2 GB，请删除不用的录音或话术，或等旧文件到期',
  };

  test('a merchant who keeps 2 GB brings nothing more, by sheet or by paste, and nobody else is hindered', async () => {
    const before = kept().length;
    const paste = { id: task, text: '13800138000', header: '0', columns: '[{"index":0,"use":"phone"}]', token };
    await keeping(0, 2 * gigabyte, async () => {
      expect(await upload('a.csv', '13800138000\n')).toMatchObject(full);
      expect(await house.post('task/import', paste)).toMatchObject(full);
      const other = await house.signIn(house.merchants[1]);
      expect(await upload('a.csv', '13800138000\n', { token: other })).toMatchObject({ errorCode: 0 });
    });
    expect(kept().length).toBe(before);
    await keeping(1, 2 * gigabyte, async () => {
      expect(await upload('a.csv', '13800138000\n')).toMatchObject({ errorCode: 0 });
    });
  });

  test('who keeps 2 GB makes no plan, version or test of one more, but goes on editing what is there', async () => {
    const { id } = await house.ask(planEndpoints.create, { name: '空间', template: 'empty' }, token);
    const { rev, graph } = await house.ask(planEndpoints.draft, { id }, token);
    const packed = (plan: Plan) => gzipSync(JSON.stringify(plan)).toString('base64url');
    const words = Array.from({ length: 200 }, (_, n) => `想问一下课程安排${n}`);
    const longer = {
      ...graph,
      intents: [...graph.intents, { id: 'x1', name: '安排', priority: 1, words, patterns: [] }],
    };
    await keeping(0, 2 * gigabyte, async () => {
      expect(await house.post('plan/create', { name: '更多', template: 'empty', token })).toMatchObject(full);
      expect(await house.post('plan/copy', { id, name: '副本', token })).toMatchObject(full);
      expect(await house.post('plan/publish', { id, rev: String(rev), note: '', token })).toMatchObject(full);
      const saved = await house.post('plan/saveDraft', { id, rev: String(rev), graph: packed(graph), token });
      expect(saved).toMatchObject({ errorCode: 0 });
      const { rev: next } = saved.data as { rev: number };
      const more = { id, rev: String(next), graph: packed(longer), token };
      expect(await house.post('plan/saveDraft', more)).toMatchObject(full);
    });
  });

  test('of what comes at once no more passes than fits, and what failed leaves its room', async () => {
    const files = openFiles(house.dataDir);
    const share = (work: () => Promise<void>) => files.spaceFor(own(), 0.9 * gigabyte, work);
    const { promise: stay, resolve: leave } = Promise.withResolvers<void>();
    const refused: string[] = [];
    const asked = Array.from({ length: 7 }, () => share(() => stay).catch(error => void refused.push(String(error))));
    // Whichever of them the database answers last: two fit.
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.join()).toContain('storageFull');
    leave();
    await Promise.all(asked);
    await expect(share(() => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off');
    await expect(Promise.all([share(async () => undefined), share(async () => undefined)])).resolves.toHaveLength(2);
  });

  test('recordings of calls are not counted; voices and all that plans were are', async () => {
    const { pool } = house.database;
    const recording = await pool.query<{ id: string }>(
      `insert into file (merchant_id, kind, path, name, mime, bytes) values ($1, 'recording', 'x', 'x', '', $2)
       returning id`,
      [house.merchants[0].id, 8 * gigabyte],
    );
    await pool.query(
      `insert into voice_sound (merchant_id, hash, audio, peaks) values ($1, $2, decode(repeat('00', 1048576), 'hex'), '')`,
      [house.merchants[0].id, '0'.repeat(40)],
    );
    const sounds = await pool.query<{ bytes: string }>(
      `select coalesce(sum(octet_length(audio)), 0) as bytes from voice_sound where merchant_id = $1 and hash <> $2`,
      [house.merchants[0].id, '0'.repeat(40)],
    );
    const plans = await pool.query<{ bytes: string }>(
      `select (select coalesce(sum(octet_length(graph::text)), 0) from plan_version where merchant_id = $1)
         + (select coalesce(sum(octet_length(draft::text)), 0) from plan where merchant_id = $1)
         + (select coalesce(sum(octet_length(test::text)), 0) from plan_test where merchant_id = $1) as bytes`,
      [house.merchants[0].id],
    );
    expect(Number(plans.rows[0]?.bytes)).toBeGreaterThan(1_000);
    const files = openFiles(house.dataDir);
    const rest = async (megabytes: number) => {
      const { rows } = await pool.query<{ bytes: string }>(
        `select coalesce(sum(bytes), 0) as bytes from file where merchant_id = $1 and kind <> 'recording'`,
        [house.merchants[0].id],
      );
      const others = Number(rows[0]?.bytes) + Number(sounds.rows[0]?.bytes) + Number(plans.rows[0]?.bytes);
      const asked = 2 * gigabyte - others - megabytes * 1_048_576;
      return files.spaceFor(own(), asked, async () => 'passed');
    };
    expect(await rest(1)).toBe('passed');
    await expect(rest(0)).rejects.toThrow('storageFull');
    await pool.query('delete from voice_sound where hash = $1', ['0'.repeat(40)]);
    await pool.query('delete from file where id = $1', [recording.rows[0]?.id]);
  });

  test('slow uploads of one merchant, many or a single one, hold half of what is left on the disk, and the others come through', async () => {
    const files = openFiles(house.dataDir, async () => gigabyte + 100);
    const { promise: stay, resolve: leave } = Promise.withResolvers<void>();
    const slow = files.spaceFor(own(), 40, () => stay);
    await expect(files.spaceFor(own(), 20, async () => undefined)).rejects.toThrow('storageLow');
    expect(await files.spaceFor(own(), 10, async () => 'passed')).toBe('passed');
    const other = merchantDb(house.database.db, house.merchants[1].id);
    expect(await files.spaceFor(other, 50, async () => 'passed')).toBe('passed');
    leave();
    await slow;
    await expect(
      files.spaceFor(own(), 60, async () => 'passed'),
      'one alone',
    ).rejects.toThrow('storageLow');
    expect(await files.spaceFor(own(), 50, async () => 'passed')).toBe('passed');
    const roomy = openFiles(house.dataDir, async () => 1.5 * gigabyte);
    expect(await roomy.spaceFor(own(), 0.3 * gigabyte, async () => 'passed'), 'an export on a roomy disk').toBe(
      'passed',
    );
  });

  test('the last of the disk is for calls: uploads and exports stop 768 MB before they do', async () => {
    const asked = (room: number) =>
      openFiles(house.dataDir, async () => room).spaceFor(own(), 1_000, async () => 'passed');
    expect(await asked(gigabyte + 2_000)).toBe('passed');
    await expect(asked(gigabyte + 1_999)).rejects.toThrow('storageLow');
    expect(gigabyte - CALLS_NEED_BYTES).toBe(768 * 1_048_576);
  });
});

test('an upload that breaks off leaves nothing behind', async () => {
  const before = kept().length;
  const { port } = new URL(house.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/front/file/uploadSheet HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n13800138000\n`,
  );
  const until = async (sees: () => boolean) => {
    const limit = performance.now() + 30_000;
    while (!sees()) {
      if (performance.now() > limit) throw new Error('it did not come');
      await delay(20);
    }
  };
  await until(() => kept().length === before + 1);
  socket.destroy();
  await until(() => kept().length === before);
  expect(kept().length).toBe(before);
});

test('a sheet that nobody used is gone after an hour, bytes and row; a look at it is a use', async () => {
  const { data } = await upload('一天.csv', '13800138000\n');
  const { fileId } = data as { fileId: string };
  const files = openFiles(house.dataDir);
  const purge = (ms: number) =>
    purgeJob({
      db: house.database.db,
      files,
      clock: { now: () => new Date(systemClock.now().getTime() + ms) },
    }).purgeUnused?.({}, new AbortController().signal);
  const rows = async () => (await house.database.pool.query('select 1 from file where key = $1', [fileId])).rowCount;
  await purge(3_540_000);
  expect([await rows(), kept().length > 0]).toEqual([1, true]);
  house.pass(3_000_000);
  expect(await house.post('task/preview', { id: task, fileId, token })).toMatchObject({ errorCode: 0 });
  await purge(3_660_000);
  expect(await rows()).toBe(1);
  await purge(3_000_000 + 3_660_000);
  expect([await rows(), kept()]).toEqual([0, []]);
});
