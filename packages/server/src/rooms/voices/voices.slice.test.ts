import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  audioEndpoints,
  baseVoiceEndpoints,
  dynamicVoiceEndpoints,
  nodeVoiceEndpoints,
  removalEndpoints,
} from '@lianxian/contract';
import { type Plan, placedSentences } from '@lianxian/core';
import { decodeWav } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openWeb } from '../../house.ts';
import { merchantDb, tablesOver } from '../../platform/db/index.ts';
import { insertDraft, keptOf } from '../plans/index.ts';
import { exportVoices, importVoices, readVoices, recordedFor, voiceGaps, withBaseWords } from './index.ts';
import { wavOf } from './sounding.test-data.ts';

const slot = (name: string): string => `\${${name}}`;
const plan: Plan = {
  name: '回访',
  variables: [{ name: 'amount', label: '金额', fallback: '', spoken: 'amount' }],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'a',
      nodes: [{ kind: 'hangup', id: 'a', name: '结束', sentences: ['您好，我是小启。', `一共${slot('amount')}。`] }],
    },
  ],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
    farewell: '再见。',
    voice: { source: 'recorded' },
  },
};

let house: TestHouse;
let token = '';
let foreign = '';
let planId = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  foreign = await house.signIn(house.merchants[1]);
  planId = await insertDraft(db(), keptOf(plan), { employeeId: null, at: house.now() });
});
afterAll(() => house.close());

const db = (merchant = 0) => merchantDb(house.database.db, house.merchants[merchant as 0 | 1].id);
const send = async (bytes: Buffer, name = '录音.wav', as = token) => {
  const form = new FormData();
  form.set('token', as);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${house.origin}/api/front/audio/upload`, { method: 'POST', body: form });
  return (await response.json()) as Answer<{ sound: string; durationMs: number; peaks: number[] }>;
};
const upload = async (hertz: number, as = token): Promise<string> =>
  (await send(wavOf(hertz, 400), '录音.wav', as)).data!.sound;
const record = async (text: string, hertz: number, place = '') =>
  (
    await house.ask(
      nodeVoiceEndpoints.upload,
      { planId, place, text, sound: await upload(hertz), speaker: '李敏' },
      token,
    )
  ).id;
const statesOf = async () =>
  (await house.ask(nodeVoiceEndpoints.list, { planId }, token)).list.map(({ text, state }) => [text, state]);
const heard = async (url: string, origin = house.origin) =>
  Buffer.from(await (await fetch(origin + url)).arrayBuffer());

test('O-368: an upload becomes telephone sound with its waveform; a bad one is answered with a sentence', async () => {
  const { data } = await send(wavOf(440, 400));
  expect(Math.abs(data!.durationMs - 480)).toBeLessThan(25);
  expect(Math.max(...data!.peaks)).toBeGreaterThan(20);
  expect(await send(Buffer.alloc(0))).toMatchObject({ errorCode: 153 });
  expect(await send(Buffer.from('ID3'), 'a.mp3')).toMatchObject({ errorCode: 395 });
  expect(await send(Buffer.from('x'), 'a.exe')).toMatchObject({ errorCode: 151 });
  const whole = wavOf(440, 400);
  expect(await send(whole.subarray(0, whole.length - 2_000))).toMatchObject({ errorCode: 394 });
  expect(await send(Buffer.alloc(21 * 1_048_576))).toMatchObject({ errorCode: 150 });
});

test('O-377: a plan’s sentences are missing, recorded, and changed when their text is; a changed one may be kept', async () => {
  expect(await statesOf()).toEqual([
    ['您好，我是小启。', 'missing'],
    [`一共${slot('amount')}。`, 'missing'],
    ['再见。', 'missing'],
  ]);
  const hello = await record('您好，我是小启', 300, 'a/says/0.0');
  await record('一共', 320, 'a/says/1.0');
  await record('再见', 340);
  expect((await statesOf()).map(([, state]) => state)).toEqual(['recorded', 'recorded', 'recorded']);
  expect(await voiceGaps(db(), planId, plan)).toEqual([]);
  const changed = JSON.stringify(plan).replace('我是小启', '我是小青');
  await house.database.pool.query('update plan set draft = $2, draft_rev = 2 where id = $1', [planId, changed]);
  const [first] = (await house.ask(nodeVoiceEndpoints.list, { planId }, token)).list;
  expect(first).toMatchObject({ state: 'changed', parts: [{ was: { id: hello, text: '您好，我是小启' } }] });
  expect(await voiceGaps(db(), planId, JSON.parse(changed))).toMatchObject([{ place: 'a/says/0', state: 'changed' }]);
  await house.ask(nodeVoiceEndpoints.keep, { id: hello, text: '您好，我是小青' }, token);
  expect((await statesOf())[0]?.[1]).toBe('recorded');
  await house.ask(nodeVoiceEndpoints.keep, { id: hello, text: '您好，我是小启' }, token);
  await house.database.pool.query('update plan set draft = $2, draft_rev = 3 where id = $1', [planId, plan]);
});

test('takes are used in turn, one that is not chosen is kept and not used', async () => {
  const second = await record('再见', 350);
  expect((await recordedFor(db(), planId, plan)).再见).toHaveLength(2);
  await house.ask(nodeVoiceEndpoints.choose, { id: second, chosen: '0' }, token);
  expect((await recordedFor(db(), planId, plan)).再见).toHaveLength(1);
  await house.ask(nodeVoiceEndpoints.remove, { id: second }, token);
});

test('O-378: values are told from recorded pieces once all of them are there', async () => {
  const ask = { spoken: 'amount', value: '350' } as const;
  expect(await house.post('dynamicVoice/listen', { ...ask, token })).toMatchObject({ errorCode: 400 });
  for (const [index, text] of ['三', '百', '五', '十', '元'].entries())
    await house.ask(
      audioEndpoints.save,
      { text, kind: 'piece', use: 'unit', sound: await upload(400 + index * 20) },
      token,
    );
  const told = await house.ask(dynamicVoiceEndpoints.listen, ask, token);
  expect(told).toMatchObject({ made: 'recorded', said: '三百五十元' });
  const told350 = await house.ask(
    nodeVoiceEndpoints.listen,
    { planId, text: `一共${slot('amount')}。`, values: { amount: '350' } },
    token,
  );
  expect(told350.made).toBe('recorded');
  const { sets } = await house.ask(dynamicVoiceEndpoints.list, {}, token);
  expect(sets[0]?.pieces.filter(({ voice }) => voice !== null).map(({ text }) => text)).toEqual(['三', '五']);
  const sentence = await house.ask(nodeVoiceEndpoints.listen, { planId, text: `一共${slot('amount')}。` }, token);
  expect(sentence.made).toBe('recorded');
  const wav = await heard(sentence.url);
  const sound = decodeWav(wav);
  expect(typeof sound === 'string' ? 0 : Math.round(sound.channels[0]!.length / 8)).toBe(sentence.durationMs);
  expect(wav.includes('AIGC')).toBe(false);
});

test('what one web process lets somebody hear, another answers: on a machine of its own, without the words in its address', async () => {
  const text = `一共${slot('amount')}。`;
  const { url } = await house.ask(nodeVoiceEndpoints.listen, { planId, text, values: { amount: '350' } }, token);
  expect(Buffer.from(url.slice(url.indexOf('=') + 1), 'base64url').toString()).not.toContain('一共');
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-other-'));
  const other = await openWeb(testConfig({ dataDir, webDist: join(dataDir, 'dist'), databaseUrl: house.url }));
  const [here, there] = [await heard(url), await heard(url, `http://127.0.0.1:${other.info?.port}`)];
  await other.close();
  await rm(dataDir, { recursive: true });
  expect(here.length).toBeGreaterThan(8_000);
  expect(there.equals(here)).toBe(true);
  house.pass(60_000);
  expect((await fetch(house.origin + url)).status).toBe(403);
  const long = { planId, text: `一共${slot('amount')}，`.repeat(100), values: { amount: '350' } };
  const { url: longUrl } = await house.ask(nodeVoiceEndpoints.listen, long, token);
  // Servers before the house take 8 kB of it.
  expect(longUrl.length).toBeLessThan(8_000);
  expect((await heard(longUrl)).length).toBeGreaterThan(100 * 8_000);
});

test('O-379: base voices stand by what they are for, and any plan uses them', async () => {
  await house.ask(
    audioEndpoints.save,
    { text: '稍等', kind: 'base', use: 'filler', sound: await upload(500), speaker: '王强' },
    token,
  );
  const { uses } = await house.ask(baseVoiceEndpoints.list, {}, token);
  expect(uses.find(({ use }) => use === 'filler')?.voices).toMatchObject([{ text: '稍等', speaker: '王强' }]);
  const filled = { ...plan, defaults: { ...plan.defaults, filler: { afterMs: 1_500, sentences: ['稍等。'] } } };
  expect((await recordedFor(db(), planId, filled)).稍等).toHaveLength(1);
});

test('where a plan has no words of its own, base voices say theirs; its own words stay its own', async () => {
  const said = (graph: Plan) =>
    placedSentences(graph)
      .filter(({ of }) => of === null)
      .map(({ text }) => text);
  const asking = { ...plan, defaults: { ...plan.defaults, modelMs: 800 } };
  expect(said(asking)).toEqual(['请稍等。', '再见。']);
  expect(said(await withBaseWords(db(), asking))).toEqual(['稍等', '再见。']);
  const { farewell: _, ...silent } = asking.defaults;
  const without = await withBaseWords(db(), { ...asking, defaults: silent });
  expect(said(without)).toEqual(['稍等', '那我先不打扰您了，再见。']);
  expect(await voiceGaps(db(), planId, without)).toMatchObject([{ text: '那我先不打扰您了，再见。' }]);
  const sound = await upload(520);
  const { id } = await house.ask(
    audioEndpoints.save,
    { text: '感谢接听，再见', kind: 'base', use: 'farewell', sound },
    token,
  );
  const farewell = await withBaseWords(db(), { ...asking, defaults: silent });
  expect(said(farewell)).toEqual(['稍等', '感谢接听，再见']);
  expect(await voiceGaps(db(), planId, farewell)).toEqual([]);
  expect(said(await withBaseWords(db(1), asking))).toEqual(['请稍等。', '再见。']);
  await house.ask(audioEndpoints.remove, { id }, token);
});

test('O-040: the library is searched, shows where a recording is used, and keeps what a published plan speaks', async () => {
  const all = await house.ask(audioEndpoints.list, { q: '小启' }, token);
  expect(all).toMatchObject({
    total: 1,
    list: [{ text: '您好，我是小启', plans: [{ id: planId, published: false }] }],
  });
  expect((await house.ask(audioEndpoints.list, { planId }, token)).list.map(({ text }) => text).sort()).toEqual(
    ['一共', '再见', '您好，我是小启'].sort(),
  );
  const recorded = await recordedFor(db(), planId, plan);
  await house.database.pool.query('insert into plan_version values ($1, $2, 1, $3, 1, now())', [
    house.merchants[0].id,
    planId,
    JSON.stringify({ ...plan, recorded }),
  ]);
  const { id } = all.list[0]!;
  const sentence = `已发布的话术「回访」在用这段录音，换一段并重新发布后才能删除`;
  expect(await house.post('audio/remove', { id, token })).toMatchObject({ errorCode: 397, errorMsg: sentence });
  await house.ask(audioEndpoints.save, { id, text: '您好，我是小启', sound: await upload(600) }, token);
  await house.ask(audioEndpoints.remove, { id }, token);
  const [old] = recorded['您好，我是小启']!;
  const { rowCount } = await house.database.pool.query('select from voice_sound where hash = $1', [old]);
  expect(rowCount).toBe(1);
  const { rows } = await house.database.pool.query("select target_name from audit where action = 'voice.remove'");
  expect(rows.at(-1)).toEqual({ target_name: '您好，我是小启' });
});

test('a recording that was removed comes back with its sound, however old that is', async () => {
  const { id } = await house.ask(audioEndpoints.save, { text: '稍后联系', sound: await upload(700) }, token);
  const made = () =>
    house.database.pool.query('select hash from voice_sound where hash = (select sound from voice where id = $1)', [
      id,
    ]);
  const [sound] = (await made()).rows;
  await house.database.pool.query("update voice_sound set made_at = made_at - interval '2 days' where hash = $1", [
    sound.hash,
  ]);
  const before = await house.ask(audioEndpoints.list, { q: '稍后联系' }, token);
  const { undo } = await house.ask(nodeVoiceEndpoints.remove, { id }, token);
  expect((await house.ask(audioEndpoints.list, { q: '稍后联系' }, token)).total).toBe(0);
  expect(await house.post('nodeVoice/remove', { id, token })).toMatchObject({ errorCode: 105 });
  // With an upload sounds go that nobody keeps.
  await upload(710);
  expect(await house.post('removal/undo', { id: undo, token: foreign })).toMatchObject({ errorCode: 105 });
  await house.ask(removalEndpoints.undo, { id: undo }, token);
  expect(await house.ask(audioEndpoints.list, { q: '稍后联系' }, token)).toEqual(before);
  expect((await made()).rows).toEqual([sound]);
  await house.ask(audioEndpoints.remove, { id }, token);
});

test('a recording is copied by a voice only where it is long enough and one’s own; while it is, it stays', async () => {
  const copy = (copies: string, as = token) =>
    house.post('speech/save', {
      kind: 'cosyvoice',
      name: '复刻',
      settings: JSON.stringify({ url: 'http://tts.example:50000', copies }),
      token: as,
    });
  const { data } = await send(wavOf(640, 4_000));
  const spoken = { text: '我是李敏', sound: data!.sound };
  const { id } = await house.ask(audioEndpoints.save, spoken, token);
  const { list } = await house.ask(audioEndpoints.list, { minMs: 3_000 }, token);
  expect(list.map(({ text }) => text)).toEqual(['我是李敏']);
  const [short] = (await house.ask(audioEndpoints.list, { maxMs: 2_000 }, token)).list;
  expect(await copy(short!.id)).toMatchObject({ errorCode: 327, errorMsg: '复刻声音要用 3 到 30 秒的录音' });
  expect(await copy(id, foreign)).toMatchObject({ errorCode: 105 });
  const saved = await copy(id);
  expect(saved).toMatchObject({ errorCode: 0 });
  expect(await house.post('audio/remove', { id, token })).toMatchObject({ errorCode: 402 });
  await house.post('speech/remove', { id: (saved.data as { id: string }).id, token });
  await house.ask(audioEndpoints.remove, { id }, token);
});

test('a plan’s recordings travel in its file, to another merchant as well; a broken one is refused', async () => {
  const packed = await exportVoices(db(), planId, plan);
  expect(packed.map(({ text }) => text)).toEqual(expect.arrayContaining(['一共', '再见', '元']));
  const { rows } = await house.database.pool.query(
    `insert into plan (merchant_id, name) values ($1, '带来的') returning id`,
    [house.merchants[1].id],
  );
  const by = { employeeId: null, at: house.now() };
  expect(await importVoices(db(1), rows[0].id, readVoices(packed), by)).toBe(packed.length);
  expect(await importVoices(db(1), rows[0].id, readVoices(packed), by)).toBe(0);
  const theirs = await recordedFor(db(1), rows[0].id, plan);
  expect(theirs.一共).toEqual((await recordedFor(db(), planId, plan)).一共);
  for (const sound of ['../../etc', Buffer.alloc(0)])
    expect(() => readVoices([{ ...packed[0], sound }])).toThrow('packBroken');
});

test('the recordings of a plan file come in a few statements, however many they are', async () => {
  const [packed] = await exportVoices(db(), planId, plan);
  const soundOf = (n: number) => Buffer.alloc(800, n + 1);
  const many = readVoices(
    Array.from({ length: 450 }, (_, n) => ({ ...packed!, text: `第${n}段`, sound: soundOf(n % 100) })),
  );
  let statements = 0;
  const counted = tablesOver(house.database.pool, () => {
    statements += 1;
  });
  const by = { employeeId: null, at: house.now() };
  expect(await importVoices(merchantDb(counted, house.merchants[0].id), planId, many, by)).toBe(450);
  expect(statements).toBeLessThan(12);
  const { rows } = await house.database.pool.query(
    `select count(*)::int as voices, count(distinct sound)::int as sounds from voice where text ~ '^第.*段$'`,
  );
  expect(rows).toEqual([{ voices: 450, sounds: 100 }]);
});

test('a plan file fills the library no further than uploads do', async () => {
  const [packed] = await exportVoices(db(), planId, plan);
  const many = readVoices(Array.from({ length: 30 }, (_, n) => ({ ...packed!, text: `第${n}句` })));
  const by = { employeeId: null, at: house.now() };
  await house.database.pool.query(
    `insert into voice (merchant_id, text, key, kind, source, sound)
     select $1, n, n, 'sentence', 'file', (select hash from voice_sound where merchant_id = $1 limit 1)
     from generate_series(1, 20000 - 10 - (select count(*) from voice where merchant_id = $1)) n`,
    [house.merchants[0].id],
  );
  await expect(db().transaction(tx => importVoices(tx, planId, many, by))).rejects.toThrow('voicesFull');
  expect(await db().transaction(tx => importVoices(tx, planId, many.slice(0, 10), by))).toBe(10);
  await house.database.pool.query(`delete from voice where merchant_id = $1 and text ~ '^[0-9]+$'`, [
    house.merchants[0].id,
  ]);
});

test('another merchant’s recordings and sounds do not exist', async () => {
  const sound = await upload(700);
  expect(await house.post('audio/save', { text: '您好', sound, token: foreign })).toMatchObject({ errorCode: 399 });
  const { list } = await house.ask(audioEndpoints.list, { q: '一共' }, token);
  expect((await house.ask(audioEndpoints.list, { q: '小启' }, foreign)).total).toBe(0);
  expect(await house.post('audio/ticket', { id: list[0]!.id, token: foreign })).toMatchObject({ errorCode: 105 });
  const { url } = await house.ask(audioEndpoints.ticket, { id: list[0]!.id }, token);
  expect((await heard(url)).subarray(0, 4).toString()).toBe('RIFF');
  expect((await fetch(`${house.origin}${url.slice(0, -3)}AAA`)).status).toBe(403);
});
