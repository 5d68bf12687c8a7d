import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callEndpoints,
  fileEndpoints,
  type LiveCallEvent,
  lineEndpoints,
  monitorEndpoints,
  wire,
} from '@lianxian/contract';
import type { PlanNode, SpeakNode } from '@lianxian/core';
import { decodeWav, recordingPeaks } from '@lianxian/telephony';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { FAR_TONE_HZ } from '../../../test/far-phone.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { loudest, shareOfTone, sharesOfTone, side } from '../../../test/sides.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertPlan } from '../plans/index.ts';

/** One process pair and a telephone: real SIP, RTP, voice, PostgreSQL. */
let house: CallHouse;
beforeAll(async () => {
  house = await startCallHouse();
});
afterAll(() => house.close());
beforeEach(() => house.far.willSay(['方便的', '学画画']));

const watch = (topic: string) =>
  new Promise<{ events: LiveCallEvent[]; close: () => void }>((resolve, reject) => {
    const events: LiveCallEvent[] = [];
    const socket = new WebSocket(`${house.origin.replace('http', 'ws')}${wire.socket}?token=${house.token}`);
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', topic }));
      resolve({ events, close: () => socket.close() });
    });
    socket.on('message', data => {
      const told = JSON.parse(String(data)) as { type: string; event: LiveCallEvent };
      if (told.type === 'call') events.push(told.event);
    });
  });

test('a test call becomes a record: state, level, answers, words where they were said, both sides in the recording', async () => {
  const id = await house.place();
  const live = await watch(`call:${id}`);
  const call = await house.filed(id);
  expect(call).toMatchObject({
    state: 'answered',
    hungUpBy: 'robot',
    level: 'A',
    levelRule: '说了想学什么',
    cost: '0',
  });
  expect(call).toMatchObject({ phone: '15400000001', planName: '短话术', lineName: '练习线路', lastNode: '再见' });
  expect(call.answers).toMatchObject([{ label: '想学什么', value: '学画画' }]);
  expect(call.transcript.map(line => [line.speaker, line.text])).toEqual([
    ['robot', '您好，方便说两句吗？'],
    ['callee', '方便的'],
    ['robot', '您想学什么呢？'],
    ['callee', '学画画'],
    ['robot', '好的，学画画，再见。'],
  ]);
  expect(call.path.map(step => step.node)).toEqual(['opening', 'ask', 'bye']);

  const wav = await readFile(join(house.dataDir, 'recordings', await fileOf(id)));
  expect(decodeWav(wav)).toMatchObject({ channels: [{}, {}] });
  expect(Math.abs(call.recording!.durationMs - call.talkMs)).toBeLessThan(100);
  // Half a second of it at least: a busy machine loses frames of the others.
  expect(sharesOfTone(side(wav, 0), FAR_TONE_HZ).filter(share => share > 0.9).length).toBeGreaterThan(5);
  expect(shareOfTone(side(wav, 1), FAR_TONE_HZ)).toBeLessThan(0.02);
  expect(loudest(side(wav, 1))).toBeGreaterThan(5_000);

  const { fileId } = call.recording!;
  const { url } = await house.ask(fileEndpoints.ticket, { fileId }, house.token);
  const served = Buffer.from(await (await fetch(house.origin + url)).arrayBuffer());
  expect(decodeWav(served)).toEqual(decodeWav(wav));
  // Somebody speaks all the time, and on this line what they say is written.
  const peaks = await recordingPeaks(join(house.dataDir, 'recordings', await fileOf(id)), 100);
  expect([peaks, call.heard]).toMatchObject([{ quiet: [] }, true]);
  // The robot spoke by synthesis (GB 45438-2025).
  expect(served.toString('latin1', wav.length)).toContain('"AIGC"');
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('file/ticket', { fileId, token: stranger })).toMatchObject({ errorCode: 105 });

  const seen = await house.until(async () => live.events.find(event => event.kind === 'filed') && live.events);
  live.close();
  const once = [...new Map(seen.map(event => [event.seq, event])).values()].sort((a, b) => a.seq - b.seq);
  expect(once.map(event => event.seq)).toEqual(once.map((_, n) => n + 1));
  expect(once.filter(event => event.kind === 'state').map(event => event.state)).toEqual([
    'placed',
    'dialling',
    'ringing',
    'talking',
    'ended',
  ]);
  // The ladder of a call by hand: seen live, kept with the record.
  const rungs = once.flatMap(event => (event.kind === 'sip' ? [event.message] : []));
  expect(rungs.map(({ way, summary }) => `${way} ${summary}`).filter(rung => !rung.includes('100 '))).toEqual(
    expect.arrayContaining(['out INVITE', 'in 180 Ringing', 'in 200 OK', 'out ACK', 'out BYE']),
  );
  expect(rungs[0]).toMatchObject({ summary: 'INVITE', transport: 'udp', peer: `127.0.0.1:${house.far.port}` });
  expect(rungs[0]?.text).toContain('INVITE sip:15400000001@');
  const { messages } = await house.ask(monitorEndpoints.ladder, { id }, house.token);
  expect(messages.slice(0, 4)).toEqual(rungs.slice(0, 4));
  expect(call.hasLadder).toBe(true);
});

test('what was given for the callee is said to it', async () => {
  house.far.willSay([]);
  const id = await house.place('15400000001', { name: '王女士' });
  const before = house.far.silences();
  await house.until(async () => house.far.silences() > before);
  house.far.hangUp();
  const call = await house.filed(id);
  expect(call.transcript[0]).toMatchObject({ speaker: 'robot', text: '您好，王女士，方便说两句吗？' });
});

test('who speaks into an interruptible prompt stops it, and is understood', async () => {
  house.far.willSay([]);
  const before = house.far.voices();
  const id = await house.place();
  const live = await watch(`call:${id}`);
  // The line is told when it is to be said; it is stopped once it sounds.
  await house.until(async () => house.far.voices() > before);
  house.far.interject('学画画，方便的');
  await house.until(async () => live.events.some(event => event.kind === 'interrupted'));
  await house.until(async () => live.events.filter(event => event.kind === 'line' && event.final).length >= 3);
  await house.ask(callEndpoints.hangUp, { id }, house.token);
  live.close();
  const { transcript, path } = await house.filed(id);
  const [prompt, answer, next] = transcript;
  expect([prompt?.text, answer?.text, next?.text]).toEqual([
    '您好，方便说两句吗？',
    '学画画，方便的',
    '您想学什么呢？',
  ]);
  expect(path.map(step => step.node)).toEqual(['opening', 'ask']);
  expect(path.at(-1)?.leftBy).toBe('userHungUp');
  expect(prompt?.interruptedAfterMs).toBeGreaterThan(0);

  const wav = await readFile(join(house.dataDir, 'recordings', await fileOf(id)));
  const [callee, robot] = [side(wav, 0), side(wav, 1)];
  const spokeUp = callee.findIndex(sample => Math.abs(sample) > 5_000);
  const over = robot.subarray(spokeUp, Math.round(next!.atMs * 8));
  const frames = Array.from({ length: Math.ceil(over.length / 160) }, (_, n) => over.subarray(n * 160, (n + 1) * 160));
  const sounding = frames.filter(frame => frame.some(sample => Math.abs(sample) > 300));
  // 80 ms until a voice is one, a frame or two under way; whoever speaks on for longer has not listened. What is counted
  // is what sounds: while a machine stands still nothing does.
  expect(sounding.length * 20).toBeLessThan(300);
});

/** The bytes of one side of a recording, A-law. */
const bytesOf = (wav: Uint8Array, which: 0 | 1): Buffer =>
  Buffer.from(wav.subarray(58).filter((_, n) => n % 2 === which));
/** Above −36 dBFS. */
const isLoud = (byte: number): boolean => ((byte ^ 0x55) & 0x7f) >= 0x20;
const SILENCE = 0xd5;
/**
 * Its bytes that are not silence, and where each stands: a frame that a stalled machine skipped is silence on the
 * recording, and what the robot says goes on after it.
 */
const soundsOf = (bytes: Buffer): { readonly sounds: Buffer; readonly at: readonly number[] } => {
  const at = [...bytes.keys()].filter(index => bytes[index] !== SILENCE);
  return { sounds: Buffer.from(at.map(index => bytes[index]!)), at };
};
/** How many bytes these have in common, from places on in a direction. */
const inCommon = (a: Buffer, from: number, b: Buffer, at: number, way: 1 | -1): number => {
  let n = 0;
  while (a[from + n * way] !== undefined && a[from + n * way] === b[at + n * way]) n += 1;
  return n;
};

test('who coughs stops the robot, and it goes on at the word where it stopped: nothing is lost, nothing said anew', async () => {
  house.far.willSay([]);
  const [opening, ...others] = shortPlan.flows[0]!.nodes as [SpeakNode, ...PlanNode[]];
  const sentences = ['您好，这里是启航教育，我们新开了画画和书法两门课，方便说两句吗？'];
  const flows = [{ ...shortPlan.flows[0]!, nodes: [{ ...opening, sentences }, ...others] }];
  const db = merchantDb(house.database.db, house.merchants[0].id);
  // Who stays silent is asked: by then the sentence is over, whatever pauses it has.
  const defaults = { ...shortPlan.defaults, silence: { ms: 1_500, sentences: ['还在吗？'] } };
  const planId = await insertPlan(db, { ...shortPlan, name: '咳嗽', flows, defaults }, new Date());
  const wanted = { planId, lineId: house.lineId, phone: '15400000001' };
  const before = house.far.voices();
  const { id } = await house.ask(callEndpoints.place, wanted, house.token);
  const live = await watch(`call:${id}`);
  // In its middle: 1.1 s of it were heard.
  await house.until(async () => house.far.voices() > before);
  const begun = house.far.frames();
  await house.until(async () => house.far.frames() - begun > 55);
  house.far.interject('');
  await house.until(async () => live.events.some(event => event.kind === 'line' && event.text === '还在吗？'));
  house.far.hangUp();
  live.close();
  const { transcript } = await house.filed(id);
  expect(transcript.map(line => [line.speaker, line.text])).toEqual([
    ['robot', sentences[0]],
    ['robot', expect.stringMatching(/^….+方便说两句吗？$/)],
    ['robot', '还在吗？'],
  ]);

  const robot = soundsOf(bytesOf(await readFile(join(house.dataDir, 'recordings', await fileOf(id))), 1)).sounds;
  const folder = join(house.dataDir, 'prompts');
  const prompts = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name))));
  const starts = (one: Buffer) => robot.indexOf(soundsOf(one).sounds.subarray(0, 800));
  const prompt = prompts.find(one => starts(one) >= 0)!;
  const { sounds, at } = soundsOf(prompt);
  const stopped = at[inCommon(robot, starts(prompt), sounds, 0, 1) - 1]!;
  const end = sounds.subarray(-1_600);
  const endsAt = robot.indexOf(end) + end.length - 1;
  const wentOn = at[sounds.length - inCommon(robot, endsAt, sounds, sounds.length - 1, -1)]!;
  // Stopped in its middle; what was not heard of it is said, from the rest between two words before.
  expect(stopped).toBeGreaterThan(8_000);
  expect(stopped).toBeLessThan(prompt.length - 8_000);
  expect(wentOn).toBeLessThanOrEqual(stopped);
  expect(stopped - wentOn).toBeLessThan(2_000 * 8);
  // The first byte of it that sounds: where the rest is silence that is the next word's own.
  expect(prompt.subarray(wentOn - 200, wentOn).some(isLoud)).toBe(false);
  expect(robot.indexOf(end, endsAt)).toBe(-1);
});

const fileOf = async (id: string): Promise<string> => {
  const { rows } = await house.database.pool.query<{ file: string }>('select file from call where id = $1', [id]);
  return `${rows[0]?.file}.wav`;
};

test('a live call is heard while it goes on, and the stream ends with it', async () => {
  house.far.willSay([]);
  const id = await house.place();
  await house.until(async () => house.far.talks());
  // Before it is asked for: what this process reads late does not come sooner by it.
  const started = performance.now();
  const { url } = await house.ask(callEndpoints.listenTicket, { id }, house.token);
  const response = await fetch(house.origin + url);
  expect(response.status).toBe(200);
  let heard = 0;
  for await (const chunk of response.body!) {
    heard += chunk.length;
    if (heard >= 16 * 1_500) house.far.hangUp();
  }
  expect(performance.now() - started).toBeGreaterThan(900);
  expect(await house.filed(id)).toMatchObject({ hungUpBy: 'callee', because: 'calleeHungUp' });
  expect(await house.post('call/listenTicket', { id, token: house.token })).toMatchObject({ errorCode: 119 });
});

test('who placed a call hangs it up: while it rings it is cancelled, while it talks it was answered', async () => {
  house.far.willSay(null);
  const ringing = await house.place();
  await house.until(async () => house.far.rings());
  await house.ask(callEndpoints.hangUp, { id: ringing }, house.token);
  expect(await house.filed(ringing)).toMatchObject({
    state: 'cancelled',
    hungUpBy: 'user',
    level: null,
    recording: null,
  });
  house.far.willSay([]);
  const talking = await house.place();
  await house.until(async () => house.far.talks());
  await house.ask(callEndpoints.hangUp, { id: talking }, house.token);
  expect(await house.filed(talking)).toMatchObject({ state: 'answered', hungUpBy: 'user', because: 'userHungUp' });
});

test('a line that nobody answers at is a line fault with a sentence', async () => {
  const { id: lineId } = await house.ask(
    // Port 9 of this machine: nobody listens there.
    lineEndpoints.save,
    { name: '断线', address: '127.0.0.1:9' },
    house.token,
  );
  const { id } = await house.ask(
    callEndpoints.place,
    { planId: house.planId, lineId, phone: '13800138000' },
    house.token,
  );
  const call = await house.filed(id);
  expect(call).toMatchObject({ state: 'lineFault', level: null, transcript: [], recording: null });
  expect(call.becauseText).toMatch(/线路/);
});

test('a far end that never says a word is hung up at once: the record does not wait for SIP', async () => {
  const mute = createSocket('udp4').bind(0, '127.0.0.1');
  await once(mute, 'listening');
  const line = { name: '哑线', address: `127.0.0.1:${mute.address().port}` };
  const { id: lineId } = await house.ask(lineEndpoints.save, line, house.token);
  const wanted = { planId: house.planId, lineId, phone: '13800138000' };
  // Its line is asked how it is as well.
  const invited = new Promise<void>(resolve =>
    mute.on('message', said => said.toString().startsWith('INVITE') && resolve()),
  );
  const { id } = await house.ask(callEndpoints.place, wanted, house.token);
  await invited;
  const started = performance.now();
  await house.ask(callEndpoints.hangUp, { id }, house.token);
  const call = await house.filed(id);
  // SIP gives up an INVITE after 32 s (RFC 3261 §17.1.1.2, timer B), and a CANCEL as long after it.
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(call).toMatchObject({ state: 'cancelled', hungUpBy: 'user', because: 'cancelledByUser' });
  mute.close();
});
