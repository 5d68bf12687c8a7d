import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { planEndpoints } from '@lianxian/contract';
import { speechWav } from '@lianxian/telephony';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { cloneDir, configMessage } from '../../config.ts';
import { openFiles } from '../../platform/files.ts';
import { purgeJob } from '../batches/index.ts';

/** A web process that is killed without a farewell, in the middle of what it writes; another one stands beside it. */
let house: TestHouse;
let token = '';
let victim: ChildProcess;
let port = 0;
/** Holds tables, so that the victim stands still where it wants to write. */
let warden: Client;

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  warden = new Client({ connectionString: house.url });
  await warden.connect();
  const config = testConfig({
    dataDir: house.dataDir,
    databaseUrl: house.url,
    webDist: join(house.dataDir, 'dist'),
    logLevel: 'silent',
  });
  victim = fork(join(cloneDir, 'packages/server/src/main.ts'), ['--role', 'web']);
  victim.send(configMessage(config));
  const [ready] = (await once(victim, 'message')) as [{ port: number }];
  port = ready.port;
});
afterAll(async () => {
  victim.kill('SIGKILL');
  await warden.end();
  await house.close();
});

const own = () => house.merchants[0].id;
const rows = async (text: string, ...values: unknown[]) => (await house.database.pool.query(text, values)).rows;
const left = async () => (await readdir(join(house.dataDir, 'uploads', own())).catch(() => [])).length;

/** An upload to the victim; `whole` false: half of it comes, and no more. */
const upload = (bytes: Uint8Array, whole: boolean) => {
  const boundary = 'xx';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: '/api/front/audio/upload' },
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length },
  });
  sent.on('error', () => undefined);
  if (whole) sent.end(body);
  else sent.write(body.subarray(0, body.length >> 1));
  return sent;
};
const publish = async (id: string) => {
  const { rev } = await house.ask(planEndpoints.draft, { id }, token);
  const body = new URLSearchParams({ id, rev: String(rev), token });
  return fetch(`http://127.0.0.1:${port}/api/front/plan/publish`, { method: 'POST', body });
};

test('killed while it publishes and takes recordings, it leaves nothing half: no version, no sound, and its file is swept', async () => {
  const tone = Int16Array.from({ length: 80_000 }, (_, n) => Math.round(8_000 * Math.sin(n / 3)));
  // The first of each starts a thread, which takes its time on a busy machine; a statement waits for a lock no longer than its limit.
  expect((await publish((await house.ask(planEndpoints.create, { name: '先发一个' }, token)).id)).status).toBe(200);
  const [kept] = (await once(upload(speechWav(tone, null), true), 'response')) as [IncomingMessage];
  expect(kept.statusCode).toBe(200);
  const written = async () => [
    await rows(`select id from audit where action = 'plan.publish'`),
    await rows('select id from voice'),
  ];
  const asItWas = await written();

  const { id } = await house.ask(planEndpoints.create, { name: '发到一半' }, token);
  const before = await house.ask(planEndpoints.draft, { id }, token);
  // All that publishing writes is written but for its last row; a whole recording is about to be kept, half of one is here.
  await warden.query('begin; lock table audit, voice_sound in share mode');
  const answer = publish(id).catch(() => 'died');
  upload(speechWav(tone.toReversed(), null), true);
  await expect.poll(() => awaitedLocks(house.database.pool)).toBe(2);
  upload(speechWav(tone, null), false);
  await expect.poll(left).toBe(1);
  victim.kill('SIGKILL');
  await once(victim, 'exit');
  await warden.query('rollback');
  expect(await answer).toBe('died');

  expect(await rows('select from plan_version where plan_id = $1', id)).toEqual([]);
  expect(await house.ask(planEndpoints.draft, { id }, token)).toEqual(before);
  // A sound is kept whole or not at all; one that no recording names goes with an upload of the next day.
  expect(await written()).toEqual(asItWas);
  const published = await house.post('plan/publish', { id, rev: String(before.rev), token });
  expect(published).toMatchObject({ errorCode: 0, data: { version: 1 } });

  // An upload that waits to be used, and one that is on its way now, stay.
  const waits = join('uploads', own(), 'waits.xlsx');
  await writeFile(join(house.dataDir, waits), 'x');
  await rows(
    `insert into file (merchant_id, kind, path, name, mime, bytes, purge_at) values ($1, 'plan', $2, 'x', '', 1, now() + interval '3 days')`,
    own(),
    waits,
  );
  await mkdir(join(house.dataDir, 'plans'), { recursive: true });
  await writeFile(join(house.dataDir, 'plans', 'unfetched.plan'), 'x');
  const purge = (ms: number) =>
    purgeJob({
      db: house.database.db,
      files: openFiles(house.dataDir),
      clock: { now: () => new Date(Date.now() + ms) },
    }).purge?.({}, new AbortController().signal);
  await purge(0);
  expect([await left(), (await readdir(join(house.dataDir, 'plans'))).length]).toEqual([2, 1]);
  await purge(25 * 3_600_000);
  expect(await readdir(join(house.dataDir, 'uploads', own()))).toEqual(['waits.xlsx']);
  expect(await readdir(join(house.dataDir, 'plans'))).toEqual([]);
});
