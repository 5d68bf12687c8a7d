import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callEndpoints, fileEndpoints, levelEndpoints } from '@lianxian/contract';
import { alawWavHeader, decodeAlaw, decodeWav, encodeAlaw, speechWav, tone, type WavSound } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertFile, type NewFile } from './index.ts';

let house: TestHouse;
let token = '';
let fileId = '';
let call: string | undefined;
const bytes = '0123456789'.repeat(1_000);

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  await mkdir(join(house.dataDir, 'recordings'), { recursive: true });
  await writeFile(join(house.dataDir, 'recordings/1.wav'), bytes);
  fileId = (await insertFile(db(), plan({ path: 'recordings/1.wav', name: '录音 1.wav', mime: 'audio/wav' }))).key;
});
afterAll(() => house.close());

const db = () => merchantDb(house.database.db, house.merchants[0].id);
/** Of a kind that asks for nothing but a maker and a button. */
const plan = (file: Pick<NewFile, 'path' | 'name' | 'mime'>): NewFile => ({
  ...file,
  kind: 'plan',
  createdBy: house.merchants[0].owner.id,
});
const ticketUrl = async () => (await house.ask(fileEndpoints.ticket, { fileId }, token)).url;
const get = (path: string, headers: Record<string, string> = {}) => fetch(house.origin + path, { headers });
const post = (id: string, fields: Record<string, string>) =>
  fetch(`${house.origin}/api/common/download/${id}`, { method: 'POST', body: new URLSearchParams(fields) });

test('O-353, O-392: a file comes by ticket, by the token in the body, and by the token in the address for old clients', async () => {
  for (const response of [
    await get(await ticketUrl()),
    await post(fileId, { token }),
    await get(`/api/common/download/${fileId}?token=${token}`),
  ]) {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%BD%95%E9%9F%B3%201.wav");
    expect(await response.text()).toBe(bytes);
  }
});

test('a name hides nothing of its ending', async () => {
  const name = '名单\u202Excod.\u0007exe';
  const { key } = await insertFile(db(), plan({ path: 'recordings/1.wav', name, mime: 'audio/wav' }));
  const { headers } = await post(key, { token });
  expect(headers.get('content-disposition')).toMatch(/filename\*=UTF-8''%E5%90%8D%E5%8D%95xcod\.exe$/);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/10000', '0123456789'],
  ['bytes=9995-', 206, 'bytes 9995-9999/10000', '56789'],
  ['bytes=-3', 206, 'bytes 9997-9999/10000', '789'],
  ['bytes=9998-20000', 206, 'bytes 9998-9999/10000', '89'],
  ['bytes=10000-', 416, 'bytes */10000', ''],
  ['bytes=5-1', 416, 'bytes */10000', ''],
])('a player may seek: %s', async (range, status, contentRange, body) => {
  const response = await get(await ticketUrl(), { range });
  expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
    status,
    contentRange,
    body,
  ]);
});

test('a ticket is good for a minute, for one file, and cannot be made up', async () => {
  const url = await ticketUrl();
  const other = await insertFile(db(), plan({ path: 'recordings/1.wav', name: 'x', mime: 'audio/wav' }));
  expect((await get(url.replace(`/${fileId}?`, `/${other.key}?`))).status).toBe(403);
  expect((await get(`${url.slice(0, -4)}AAAA`)).status).toBe(403);
  expect((await get(url.replace(/ticket=.*/, 'ticket=file.1.1.9999999999999.x'))).status).toBe(403);
  house.pass(60_000);
  expect((await get(url)).status).toBe(403);
});

test('O-392: another merchant’s file is a file that does not exist', async () => {
  const foreign = await house.signIn(house.merchants[1]);
  const [there, nowhere] = [await post(fileId, { token: foreign }), await post('999999', { token: foreign })];
  expect(await there.json()).toMatchObject({ errorCode: 105, errorMsg: '文件不存在或已删除' });
  expect(await nowhere.json()).toMatchObject({ errorCode: 105 });
  expect((await get(`/api/common/download/${fileId}?token=${foreign}`)).status).toBe(404);
});

test.each(['0', '-1', '1', '1e3', '..%2f..%2fetc%2fpasswd', "1'--", '9'.repeat(65), '0'.repeat(32)])(
  'a file number like %s is a file that does not exist',
  async id => {
    expect(await (await post(id, { token })).json()).toMatchObject({ errorCode: 105 });
  },
);

test('without a token there is no file', async () => {
  expect(await (await post(fileId, {})).json()).toMatchObject({ errorCode: 103 });
  expect((await get(`/api/common/download/${fileId}`)).status).toBe(403);
});

test('a row whose bytes are gone, or whose path leads out, gives nothing', async () => {
  const gone = await insertFile(db(), plan({ path: 'recordings/2.wav', name: 'x', mime: 'audio/wav' }));
  expect(await (await post(gone.key, { token })).json()).toMatchObject({ errorCode: 105 });
  const out = await insertFile(db(), plan({ path: '../../../etc/passwd', name: 'x', mime: 'text/plain' }));
  expect(await (await post(out.key, { token })).json()).toMatchObject({ errorCode: 109 });
});

test('who hears a recording piece by piece is in the audit once, whichever piece comes first', async () => {
  const heard = async () =>
    (await house.database.pool.query("select from audit where action = 'recording.open'")).rowCount;
  const file = await recordingOf('heard', Buffer.from(bytes), false);
  const before = await heard();
  for (const range of ['bytes=1-', 'bytes=-5', 'bytes=0-'])
    expect((await get(`/api/common/download/${file}?token=${token}`, { range })).status).toBe(206);
  expect(await heard()).toBe((before ?? 0) + 1);
});

/** The call of the first merchant has this recording now; the id of its file. */
const recordingOf = async (name: string, wav: Buffer, synthesised: boolean): Promise<string> => {
  const [{ id: merchant }] = house.merchants;
  await writeFile(join(house.dataDir, `recordings/${name}.wav`), wav);
  const path = `recordings/${name}.wav`;
  const file = await insertFile(db(), { kind: 'recording', path, name: `${name}.wav`, mime: 'audio/wav' });
  call ??= (await provisionMerchant(house, merchant)).call;
  await house.database.pool.query(
    `insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes, synthesised)
     values ($1, $2, $3, 500, $4, $5)
     on conflict (merchant_id, call_id) do update set file_id = $3, bytes = $4, synthesised = $5`,
    [merchant, call, file.id, wav.length, synthesised],
  );
  return file.key;
};
const bytesOf = async (file: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await get(`/api/common/download/${file}?token=${token}`, headers)).arrayBuffer());

test('a recording in which a machine speaks carries its label, whole or piece by piece; one of people carries none', async () => {
  const wav = speechWav(tone([440], 500, 0.3), null);
  const file = await recordingOf('machine', wav, true);
  const whole = await bytesOf(file);
  expect(decodeWav(whole)).toEqual(decodeWav(wav));
  expect([whole.readUInt32LE(4), whole.toString('latin1', wav.length, wav.length + 4)]).toEqual([
    whole.length - 8,
    'LIST',
  ]);
  const label = JSON.parse(/\{"AIGC".*?\}\}/.exec(whole.toString('latin1', wav.length))?.[0] ?? '');
  expect(label).toMatchObject({
    AIGC: { Label: '1', ContentProducer: '连线', ProduceID: expect.stringMatching(/^call-\d+$/) },
  });
  const edges = [0, 43, 44, wav.length - 1, wav.length, whole.length - 1];
  for (const from of edges)
    for (const to of edges.filter(each => each >= from))
      expect((await bytesOf(file, { range: `bytes=${from}-${to}` })).equals(whole.subarray(from, to + 1))).toBe(true);
  expect((await bytesOf(await recordingOf('people', wav, false))).equals(wav)).toBe(true);
});

/** A second of both sides as it lies on the disk, and what every player must hear of it. */
const storedStereo = (): { wav: Buffer; sound: WavSound } => {
  const [callee, robot] = [tone([440], 1_000, 0.3), tone([620], 1_000, 0.2)];
  const both = Int16Array.from({ length: 2 * callee.length }, (_, at) => (at % 2 === 0 ? callee : robot)[at >> 1] ?? 0);
  const alaw = encodeAlaw(both);
  const heard = decodeAlaw(alaw);
  const side = (n: number) => heard.filter((_, at) => at % 2 === n);
  return {
    wav: Buffer.concat([alawWavHeader(2, alaw.length), alaw]),
    sound: { sampleRate: 8_000, channels: [side(0), side(1)] },
  };
};

test('a recording leaves as 16-bit samples with true sizes, by each way to it, whole and in any piece', async () => {
  const { wav, sound } = storedStereo();
  const file = await recordingOf('stereo', wav, true);
  const whole = await bytesOf(file);
  expect(decodeWav(whole)).toEqual(sound);
  expect([whole.readUInt16LE(20), whole.readUInt16LE(34)], 'PCM, 16 bits').toEqual([1, 16]);
  expect([whole.readUInt32LE(4), whole.readUInt32LE(40)]).toEqual([whole.length - 8, 32_000]);
  expect(whole.toString('latin1', 44 + 32_000)).toMatch(/^LIST.*"AIGC"/s);
  const posted = await post(file, { token });
  expect(posted.headers.get('content-length')).toBe(String(whole.length));
  expect(Buffer.from(await posted.arrayBuffer()).equals(whole)).toBe(true);
  const { url } = await house.ask(fileEndpoints.ticket, { fileId: file }, token);
  expect(Buffer.from(await (await get(url)).arrayBuffer()).equals(whole)).toBe(true);
  const edges = [0, 43, 44, 45, 46, 16_001, 32_042, 32_043, 32_044, whole.length - 1];
  for (const from of edges)
    for (const to of edges.filter(each => each >= from))
      expect((await bytesOf(file, { range: `bytes=${from}-${to}` })).equals(whole.subarray(from, to + 1))).toBe(true);
  const ofPeople = await bytesOf(await recordingOf('stereo of people', wav, false));
  expect([decodeWav(ofPeople), ofPeople.length]).toEqual([sound, 44 + 32_000]);
});

test('a recording is saved under number, time and level of its call; who may not see numbers gets them masked', async () => {
  const file = await recordingOf('named', storedStereo().wav, false);
  await house.database.pool.query(
    `update call set phone = '13800138000', state = 'answered', level = 'B', placed_at = '2026-01-31T08:45:00Z' where id = $1`,
    [call],
  );
  const people = peopleOf(house, house.merchants[0]);
  const masked = await people.person('masked', { rights: ['callLog'], scope: 'all' });
  const nameOf = (response: Response) =>
    decodeURIComponent(response.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
  const names = async (by: string) => {
    const { url } = await house.ask(fileEndpoints.ticket, { fileId: file }, by);
    return [nameOf(await get(url)), nameOf(await post(file, { token: by }))];
  };
  expect(await names(token)).toEqual(['13800138000_20260131-164500_B.wav', '13800138000_20260131-164500_B.wav']);
  expect(await names(masked.token)).toEqual(['138xxxx8000_20260131-164500_B.wav', '138xxxx8000_20260131-164500_B.wav']);
  await house.ask(levelEndpoints.correct, { id: call ?? '', level: 'D', was: 'B', why: '听错了' }, token);
  expect(await names(token)).toContain('13800138000_20260131-164500_D.wav');
  const { url } = await house.ask(fileEndpoints.ticket, { fileId: file }, masked.token);
  expect((await get(url.replace(/ticket=(file\.\d+\.[0-9a-f]+)/, 'ticket=$1/phones'))).status).toBe(403);
});

test('who looks at a record leaves nothing in the audit; who plays it is there once', async () => {
  await recordingOf('looked at', storedStereo().wav, false);
  const opened = async () => {
    const { rowCount } = await house.database.pool.query("select from audit where action = 'recording.open'");
    return rowCount ?? 0;
  };
  const before = await opened();
  const { recording } = await house.ask(callEndpoints.detail, { id: call ?? '' }, token);
  await house.ask(callEndpoints.list, { limit: 10 }, token);
  expect(await opened()).toBe(before);
  const { url } = await house.ask(fileEndpoints.ticket, { fileId: recording?.fileId ?? '' }, token);
  await get(url);
  expect(await opened()).toBe(before + 1);
});

test('a recording that broke off leaves with true sizes, so that its label is not heard', async () => {
  const wav = speechWav(tone([440], 500, 0.3), null);
  const broken = Buffer.from(wav);
  broken.writeUInt32LE(0xffffffff, 40);
  const served = await bytesOf(await recordingOf('broken', broken, true));
  expect(served.readUInt32LE(40)).toBe(wav.length - 44);
  expect(decodeWav(served)).toEqual(decodeWav(wav));
});
