import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answered, Ask, Plan, SwitchboardSignal, TransferNode } from '@lianxian/core';
import {
  createMediaEngine,
  createMediaHost,
  decodeWav,
  type Exchange,
  encodeAlaw,
  type MediaEngine,
  openExchange,
  type Trunk,
  tone,
} from '@lianxian/telephony';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { shareOfTone } from '../../test/sides.ts';
import { promptsOfPlan } from '../speech/plan-prompts.ts';
import { openPrompts } from '../speech/prompts.ts';
import type { OutsideWay } from './external-requests.ts';
import { createSipSwitchboard } from './sip.ts';
import { type MediaWorkers, startMediaWorkers } from './workers.ts';

/** A callee and a person, each with a tone of their own, behind real SIP and RTP on loopback; the robot only beeps. */
const callee = { number: '13800000001', hertz: 700 };
const person = { number: '13800000002', hertz: 1_700 };
const BEEP_HERTZ = 500;
/** What preparing sentences may take: nothing is to fail here for a busy disk. */
const VOICED_MS = 30_000;
/** 1 s. */
const beep = Uint8Array.from({ length: 8_000 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));

let folder: string;
let engine: MediaEngine;
let town: Exchange;
let workers: MediaWorkers;
let exchange: Exchange;
let personAnswers = true;
let outside: (number: string) => Promise<OutsideWay>;
/** Numbers whose channel was given back. */
let given: string[] = [];
let answer: (signal: AbortSignal) => Promise<Answered>;
/** Live legs of the town, by number. */
const legs = new Map<string, string>();
const heard = new Map<string, SwitchboardSignal[]>();
let place: (plan: Plan) => string;
let runOut: (call: string, leftMs: number) => void;
/** What a leg of the town has got so far. */
let packetsTo: (number: string) => number;
/** 3 s: what the sound of a busy machine loses of it is little beside it. */
const TALKED_PACKETS = 150;

const planOf = (change: Partial<TransferNode>): Plan => {
  const handOver: TransferNode = {
    kind: 'transfer',
    id: 'handOver',
    name: '转人工',
    sentences: ['为您转接。'],
    to: { type: 'outside', number: person.number, announcement: '有客户找您。' },
    ringTimeoutMs: 20_000,
    waiting: [],
    otherwise: 'bye',
    ...change,
  };
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] } as const;
  const flow = { id: 'main', name: '主流程', rootNode: 'handOver', nodes: [handOver, bye] };
  return { ...shortPlan, name: JSON.stringify(change), flows: [flow] };
};

const until = async <T>(sees: () => T | null | undefined | false): Promise<T> => {
  for (const limit = performance.now() + 30_000; ; ) {
    const seen = sees();
    if (seen) return seen;
    if (performance.now() > limit) throw new Error('what a test waited for did not come');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
};
const notesOf = (call: string) =>
  (heard.get(call) ?? []).flatMap(signal => (signal.type === 'noted' ? [signal.note] : []));
const outcomesOf = (call: string) => notesOf(call).flatMap(note => (note.type === 'asked' ? [note.outcome] : []));
const endOf = (call: string) => until(() => heard.get(call)?.find(signal => signal.type === 'ended'));
const file = (name: string): string => join(folder, `${name}.wav`);

const soundOf = async (path: string, channel: 0 | 1): Promise<Int16Array> => {
  const wav = decodeWav(await readFile(path));
  if (typeof wav === 'string') return expect.unreachable(wav);
  return wav.channels[channel]!;
};

/** Samples; a packet that came late changes a tone's phase, not the tone. */
const HALF_A_SECOND = 4_000;
/** The last moments of a call, and how late the hang-up of one side may come to the other. */
const LAST = 24_000;
const STEP = 400;

/** Share of a tone, 0…1, in that stretch of a sound that has most of it. */
const mostOf = (sound: Int16Array, hertz: number, stretch: number): number => {
  const starts = Array.from({ length: Math.max(1, (sound.length - stretch) / STEP) }, (_, n) => n * STEP);
  return Math.max(...starts.map(start => shareOfTone(sound.slice(start, start + stretch), hertz)));
};
const shareAtTheEnd = async (path: string, channel: 0 | 1, hertz: number): Promise<number> =>
  mostOf((await soundOf(path, channel)).slice(-LAST), hertz, HALF_A_SECOND);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-transfer-'));
  engine = createMediaEngine({ ports: null });
  const host = createMediaHost(
    engine,
    { voiceActivity: false },
    () => undefined,
    () => undefined,
  );
  packetsTo = number => host.leg(legs.get(number) ?? '')?.facts().packetsReceived ?? 0;
  /** Who hears a leg, and is recorded from its opening on: on a busy machine the far end may speak before our ACK is read. */
  const hears = new Map<string, string>();
  const recorded: typeof host.open = async (leg, wants) => {
    const opened = await host.open(leg, wants);
    host.leg(leg)?.startRecording(file(hears.get(leg)!));
    return opened;
  };
  town = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media: { ...host, open: recorded } });
  town.onIncoming(incoming => {
    const who = incoming.to.includes(person.number) ? person : callee;
    hears.set(incoming.leg, who.number);
    incoming.progress(180, false);
    if (who === callee || personAnswers) incoming.answer();
    return signal => {
      if (signal.type === 'answered') {
        legs.set(who.number, incoming.leg);
        host.leg(incoming.leg)?.play(1, encodeAlaw(tone([who.hertz], 20_000, 0.3)));
      }
      if (signal.type === 'ended') legs.delete(who.number);
    };
  });
  const [promptsDir, recordingsDir] = [join(folder, 'prompts'), join(folder, 'recordings')];
  workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: null,
    publicHost: null,
    onTrouble: () => undefined,
  });
  exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media: workers });
  const prompts = await openPrompts(promptsDir, {
    voice: 'beep',
    speak: async () => beep,
    close: async () => undefined,
  });
  const switchboard = createSipSwitchboard({
    exchange,
    workers,
    voices: {
      voice: 'beep',
      standIn: 'beep',
      prepare: ({ plan, variables }) => prompts.ensure(promptsOfPlan(plan, variables), VOICED_MS),
      make: segment => prompts.ensure([segment], VOICED_MS),
    },
    onSignal: (call, signal) => heard.set(call, [...(heard.get(call) ?? []), signal]),
    onDefect: (_, error) => expect.unreachable(String(error)),
    onAlarm: () => undefined,
    salvage: async () => ({ notes: [], recording: null }),
  });
  const trunk: Trunk = {
    target: { host: '127.0.0.1', port: town.localAddress.port },
    loopback: true,
    realTimeText: false,
  };
  outside = async number => ({ trunk, phone: number, callerNumber: '4008', giveBack: () => void given.push(number) });
  // What a start takes on a loaded machine is no part of a call.
  await workers.ready();
  runOut = (call, leftMs) => switchboard.tell({ type: 'runOut', call, leftMs });
  let calls = 0;
  place = plan => {
    const call = String(++calls);
    const world = {
      answer: (_: Ask, __: number, signal: AbortSignal) => answer(signal),
      outside: (number: string) => outside(number),
    };
    const route = { trunk, world, planKey: plan.name, file: call, timeZone: 'Asia/Shanghai' };
    const dial = { phone: callee.number, callerNumber: '4008', ringTimeoutMs: 30_000, plan, variables: {} };
    switchboard.tell({ type: 'dial', call, route, ...dial });
    return call;
  };
});
beforeEach(() => {
  personAnswers = true;
  given = [];
});
afterAll(async () => {
  await exchange.close();
  await workers.shutdown();
  await town.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

test('an announced hand-over: the person is told, both hear each other, the recording goes on; their hang-up ends the call', async () => {
  const call = place(planOf({}));
  await until(() => outcomesOf(call).includes('transferred'));
  const before = [callee, person].map(({ number }) => packetsTo(number));
  await until(() => [callee, person].every(({ number }, n) => packetsTo(number) > before[n]! + TALKED_PACKETS));
  town.hangUp(legs.get(person.number)!);
  const ended = await endOf(call);
  expect(ended).toMatchObject({ by: 'user', verdict: { because: 'userHungUp' } });
  expect(notesOf(call).find(note => note.type === 'ended')?.summary).toMatchObject({
    facts: { transferred: true },
    endedBy: 'user',
    lastNode: '转人工',
  });
  const ours = join(folder, 'recordings', `${call}.wav`);
  expect(await shareAtTheEnd(ours, 0, callee.hertz)).toBeGreaterThan(0.8);
  expect(await shareAtTheEnd(ours, 1, person.hertz)).toBeGreaterThan(0.8);
  expect(await shareAtTheEnd(file(callee.number), 0, person.hertz)).toBeGreaterThan(0.8);
  expect(await shareAtTheEnd(file(person.number), 0, callee.hertz)).toBeGreaterThan(0.8);
  // Wherever it is in what the person heard: nobody else says it.
  expect(mostOf(await soundOf(file(person.number), 0), BEEP_HERTZ, beep.length)).toBeGreaterThan(0.6);
});

test('a cold hand-over; when the callee hangs up the person is let go', async () => {
  const call = place(planOf({ to: { type: 'outside', number: person.number, announcement: '' } }));
  await until(() => outcomesOf(call).includes('transferred'));
  town.hangUp(legs.get(callee.number)!);
  expect(await endOf(call)).toMatchObject({ by: 'callee' });
  await until(() => !legs.has(person.number));
});

test('a talk that nothing is left to pay for: both hear that it ends soon, and the robot hangs up when what is held is over', async () => {
  const call = place(planOf({ to: { type: 'outside', number: person.number, announcement: '' } }));
  await until(() => outcomesOf(call).includes('transferred'));
  runOut(call, 4_000);
  expect(await endOf(call)).toMatchObject({ by: 'robot', verdict: { state: 'answered' } });
  const said = notesOf(call).flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
  expect(said.at(-1)).toBe('提醒一下，本次通话即将结束，请尽快说完。');
  for (const { number } of [callee, person])
    expect(mostOf(await soundOf(file(number), 0), BEEP_HERTZ, beep.length)).toBeGreaterThan(0.6);
});

test('nobody answers in time, or the number may not be dialled: the robot goes on by 「otherwise」', async () => {
  personAnswers = false;
  const to = { type: 'outside', number: person.number, announcement: '' } as const;
  const unanswered = place(planOf({ to, ringTimeoutMs: 400 }));
  expect(await endOf(unanswered)).toMatchObject({ by: 'robot' });
  expect(outcomesOf(unanswered)).toEqual(['asked', 'failed']);
  expect(given).toEqual([person.number]);
  outside = async () => ({ because: 'notAllowed' });
  const refused = place(planOf({ to: { ...to, number: '110' } }));
  expect(await endOf(refused)).toMatchObject({ by: 'robot' });
  expect(notesOf(refused).find(note => note.type === 'asked' && note.outcome === 'failed')).toMatchObject({
    detail: 'notAllowed',
  });
});

test('a webhook is asked by a call and its answer said; a call that ends meanwhile asks no more', async () => {
  const look = {
    kind: 'webhook',
    id: 'look',
    name: '查订单',
    url: 'https://shop.example/',
    method: 'GET',
    sends: [],
    keeps: [{ path: 'wish', variable: 'wish' }],
    timeoutMs: 8_000,
    done: 'bye',
    failed: 'bye',
  } as const;
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: [`您的${'$'}{wish}到了。`] } as const;
  const flow = { id: 'main', name: '主流程', rootNode: 'look', nodes: [look, bye] };
  const plan = { ...shortPlan, name: '查', flows: [flow] };
  const said = (call: string) => notesOf(call).flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
  answer = async () => ({ type: 'kept', values: { wish: '画笔' } });
  const call = place(plan);
  expect(await endOf(call)).toMatchObject({ by: 'robot' });
  expect(said(call)).toEqual(['您的画笔到了。']);

  const asked = Promise.withResolvers<AbortSignal>();
  answer = signal => {
    asked.resolve(signal);
    return new Promise(() => undefined);
  };
  const cut = place(plan);
  const signal = await asked.promise;
  town.hangUp(await until(() => legs.get(callee.number)));
  await endOf(cut);
  expect(signal.aborted).toBe(true);
});
