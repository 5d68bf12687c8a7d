import { fileEndpoints, speechEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { FAR_TONE_HZ } from '../../../test/far-phone.ts';
import { testConfig } from '../../../test/house.ts';
import { loudest, sharesOfTone, side } from '../../../test/sides.ts';
import { openCalls } from '../../house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { startFunAsr } from '../../speech/testing/funasr-server.ts';
import type { Mishap } from '../../speech/testing/mishap.ts';
import type { LocalServer } from '../../speech/testing/sockets.ts';
import { startOpenAiSpeech, type VoiceServer } from '../../speech/testing/voice-servers.ts';
import { recogniserOnLine } from './service.ts';

/**
 * Whole calls whose callee only makes sound and whose robot speaks by the merchant's own voice: SIP, RTP, the media
 * worker's recogniser session, small servers of FunASR's and OpenAI's protocols, the plan.
 */
let house: CallHouse;
let funAsr: LocalServer;
let voice: VoiceServer;
/** What befalls the connections to come, in turn. */
let fates: Mishap[] = [];

beforeAll(async () => {
  funAsr = await startFunAsr(['方便的', '学画画'], () => fates.shift() ?? 'none');
  // It dies in the middle of a call: at what the callee just said.
  voice = await startOpenAiSpeech(text => (text.includes('学画画') ? 'hangs' : 'none'));
  house = await startCallHouse(async config => {
    const calls = await openCalls({ ...config, privateHosts: ['127.0.0.1'] });
    return { close: () => calls.close(10_000) };
  });
  house.far.willSay([]);
  const hears = { kind: 'funasr', name: '识别', settings: { url: funAsr.url }, key: 'secret-key' } as const;
  await house.ask(speechEndpoints.save, hears, house.token);
  const settings = { url: `${voice.url}?sign=secret-sign`, model: 'tts-1', speaker: 'alloy' };
  await house.ask(speechEndpoints.save, { kind: 'openaiSpeech', name: '女声', settings }, house.token);
});
afterAll(async () => {
  await house.close();
  await funAsr.close();
  await voice.close();
});

/** What the merchant's voice sounds like: its server hums. */
const VOICE_HZ = 600;

/** Each tenth of a second of a side: `V` is the merchant's voice, `o` another sound, `.` none. */
const heardOn = (sound: Int16Array): string =>
  sharesOfTone(sound, VOICE_HZ)
    .map((share, n) => {
      if (loudest(sound.subarray(n * 800, (n + 1) * 800)) < 300) return '.';
      return share > 0.8 ? 'V' : 'o';
    })
    .join('');

type FiledCall = Awaited<ReturnType<CallHouse['filed']>>;

const recordingOf = async ({ recording }: FiledCall): Promise<Buffer> => {
  const { url } = await house.ask(fileEndpoints.ticket, { fileId: recording!.fileId }, house.token);
  return Buffer.from(await (await fetch(house.origin + url)).arrayBuffer());
};

/** Whenever the robot has said what it had to say, the callee speaks up; until the call is filed. */
const callAndSpeak = async () => {
  let answered = house.far.silences();
  const id = await house.place();
  return await house.until(async () => {
    const silences = house.far.silences();
    if (silences > answered) house.far.interject('');
    answered = silences;
    const call = await house.detail(id);
    return call.state !== null && call;
  });
};

/** In a row of this many tenths of a second without the callee's hum nobody can have been heard. */
const GAP = 2;
const MOST_CALLS = 4;

/** The callee hums all the time: where a recording lacks that, the machine stood still. */
const hasGap = (wav: Buffer): boolean => {
  const hums = sharesOfTone(side(wav, 0), FAR_TONE_HZ).map(share => share > 0.5);
  return hums.some((_, n) => n + GAP <= hums.length && !hums.slice(n, n + GAP).includes(true));
};

/**
 * A machine that stands still makes silences that nobody fell into, and the callee speaks up when it is another's turn. A talk that
 * is not what it should be, and in whose recording a gap is seen, is held again.
 */
const callWithoutGap = async (check: (call: FiledCall, wav: Buffer) => void) => {
  for (let n = 1; ; n += 1) {
    const call = await callAndSpeak();
    const wav = await recordingOf(call);
    try {
      return check(call, wav);
    } catch (error) {
      if (n === MOST_CALLS || !hasGap(wav)) throw error;
      process.stdout.write(`the machine stood still in call ${n}: another one\n`);
    }
  }
};

test(
  'what a callee says aloud routes the plan; the robot speaks by the voice its merchant chose, also when that one hangs',
  () =>
    callWithoutGap((call, wav) => {
      expect(call.transcript.map(line => [line.speaker, line.text])).toEqual([
        ['robot', '您好，方便说两句吗？'],
        ['callee', '方便的'],
        ['robot', '您想学什么呢？'],
        ['callee', '学画画'],
        ['robot', '好的，学画画，再见。'],
      ]);
      expect(call).toMatchObject({ level: 'A', hungUpBy: 'robot' });
      expect(call.answers).toMatchObject([{ label: '想学什么', value: '学画画' }]);
      // 好的 and 再见 were made before it died; between them the built-in voice says what the callee told. A frame that a
      // stalled machine skipped makes one tenth of its hum another sound, never three in a row.
      expect(heardOn(side(wav, 1))).toMatch(/VVV.*ooo.*VVV/);
      expect(heardOn(side(wav, 0))).not.toMatch(/VVV/);
      expect(wav.includes('"AIGC"')).toBe(true);
      // The recogniser took the callee's sound, and none after the talk; a busy machine closes it some seconds late.
      expect(call.used.recognitionMs).toBeGreaterThan(1_000);
      expect(call.used.recognitionMs).toBeLessThanOrEqual(call.talkMs + 5_000);
    }),
  180_000,
);

test('one that dies in mid-sentence is asked anew, and the call goes on to its end', async () => {
  fates = ['closesInMidSentence'];
  const call = await callAndSpeak();
  expect(call).toMatchObject({ state: 'answered', hungUpBy: 'robot' });
  expect(call.transcript.filter(line => line.speaker === 'callee').length).toBeGreaterThan(0);
}, 60_000);

test('its page shows how it did, and never its key, nor one in its address', async () => {
  const { list } = await house.ask(speechEndpoints.list, {}, house.token);
  expect(list[0]).toMatchObject({ name: '识别', hasKey: true, chosen: true });
  expect(list[1]).toMatchObject({ settings: { url: `${voice.url}?sign=***` }, chosen: true });
  expect(list.map(({ lately }) => lately.answered > 0)).toEqual([true, true]);
  const kept = await house.database.pool.query(
    `select (select json_agg(s) from speech_service s) as services, (select json_agg(a) from audit a) as audit`,
  );
  expect(JSON.stringify([list, kept.rows])).not.toMatch(/secret-(key|sign)/);
  const stranger = await house.signIn(house.merchants[1]);
  expect((await house.ask(speechEndpoints.list, {}, stranger)).list).toEqual([]);
});

test('a line may listen with another service, or with none; a service that goes leaves the chosen one', async () => {
  const [{ id: merchantId }] = house.merchants;
  const secrets = openSecrets(testConfig({}).secretKey);
  const listens = async () =>
    (await recogniserOnLine(merchantDb(house.database.db, merchantId), secrets, house.lineId))?.settings.url ?? null;
  const setLine = (recogniser: string) =>
    house.ask(speechEndpoints.line, { lineId: house.lineId, recogniser }, house.token);
  const settings = { url: 'ws://asr.example:2700' };
  const other = await house.ask(speechEndpoints.save, { kind: 'vosk', name: '备用', settings }, house.token);
  expect(await listens()).toBe(funAsr.url);
  await setLine(other.id);
  expect(await listens()).toBe('ws://asr.example:2700');
  await house.ask(speechEndpoints.remove, { id: other.id }, house.token);
  expect(await listens()).toBe(funAsr.url);
  await setLine('none');
  expect(await listens()).toBe(null);
});

test('a service in the own network is not tried unless the operator allows it; the sentence says so', async () => {
  const inside = { kind: 'vosk', name: '机房里的', settings: { url: 'ws://10.1.2.3:2700' } } as const;
  const { id } = await house.ask(speechEndpoints.save, inside, house.token);
  const tried = await house.ask(speechEndpoints.test, { id }, house.token);
  expect(tried).toMatchObject({ ok: false, fault: 'notAllowed' });
});

test('two first services saved at once are two, and one of them is chosen', async () => {
  const stranger = await house.signIn(house.merchants[1]);
  const settings = { url: 'ws://asr.example:2700' };
  const names = ['甲', '乙', '丙'];
  await Promise.all(names.map(name => house.ask(speechEndpoints.save, { kind: 'vosk', name, settings }, stranger)));
  const { list } = await house.ask(speechEndpoints.list, {}, stranger);
  expect(list.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(list.filter(({ chosen }) => chosen)).toHaveLength(1);
});
