import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openFiles } from '../../platform/files.ts';
import { makeWorkbook } from '../../platform/sheets/made-workbook.test-data.ts';
import { systemClock } from '../../platform/time.ts';
import { purgeJob } from '../batches/index.ts';

let house: TestHouse;
let token = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
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

test('an upload that breaks off leaves nothing behind', async () => {
  const before = kept().length;
  const { port } = new URL(house.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /api/front/file/uploadSheet HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n13800138000\n`,
  );
  const until = async (sees: () => boolean) => {
    const limit = performance.now() + 5_000;
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

test('an upload that nobody used is gone after a day, bytes and row', async () => {
  const { data } = await upload('一天.csv', '13800138000\n');
  const { fileId } = data as { fileId: string };
  const files = openFiles(house.dataDir);
  const purge = (ms: number) =>
    purgeJob({
      db: house.database.db,
      files,
      clock: { now: () => new Date(systemClock.now().getTime() + ms) },
    }).purge?.({}, new AbortController().signal);
  const rows = async () => (await house.database.pool.query('select 1 from file where id = $1', [fileId])).rowCount;
  await purge(23 * 3_600_000);
  expect([await rows(), kept().length > 0]).toEqual([1, true]);
  await purge(24 * 3_600_000 + 1_000);
  expect([await rows(), kept()]).toEqual([0, []]);
});
