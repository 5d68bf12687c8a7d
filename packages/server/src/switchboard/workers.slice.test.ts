import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGuard, type MediaFacts, type RecordingFacts } from '@lianxian/core';
import { createMediaEngine, type MediaEngine } from '@lianxian/telephony';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { promptFile } from '../speech/ports/prompt-key.ts';
import { type MediaWorkers, type MediaWorkersOptions, startMediaWorkers } from './workers.ts';

/** Real worker processes, and far ends on loopback that hear a robot which talks without end. */
let folder: string;
let far: MediaEngine;
let workers: MediaWorkers;
const troubles: string[] = [];

const longSpeech = Uint8Array.from({ length: 30 * 8_000 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));

const until = async (holds: () => boolean): Promise<void> => {
  for (const limit = performance.now() + 20_000; !holds(); ) {
    if (performance.now() > limit) throw new Error('what was waited for did not come');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
};

/** Each is written once, however many ask for it. */
const prompts = new Map<string, Promise<void>>();
const makePrompt = (hash: string): Promise<void> => {
  const made = prompts.get(hash) ?? writeFile(promptFile(join(folder, 'prompts'), hash), longSpeech);
  prompts.set(hash, made);
  return made;
};

const start = async (more: Partial<MediaWorkersOptions> = {}): Promise<void> => {
  const [promptsDir, recordingsDir] = [join(folder, 'prompts'), join(folder, 'recordings')];
  await Promise.all([promptsDir, recordingsDir].map(each => mkdir(each)));
  workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: null,
    publicHost: null,
    onTrouble: because => troubles.push(because),
    ...more,
  });
  await until(() => workers.counts().ready === 2);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'));
  far = createMediaEngine({ ports: null });
  troubles.length = 0;
  prompts.clear();
});
afterEach(async () => {
  await workers.shutdown();
  await far.close();
  await rm(folder, { recursive: true, force: true });
});

const wants = { localHost: '127.0.0.1', realTimeText: false };

interface Closed {
  readonly media: MediaFacts | null;
  readonly recording: RecordingFacts | null;
}

/** An answered call whose robot speaks. */
const talk = async (call: string) => {
  const events: string[] = [];
  const closed = Promise.withResolvers<Closed>();
  const speaks = Promise.withResolvers<void>();
  const hash = Promise.withResolvers<void>();
  await workers.prepare(call, {
    plan: shortPlan,
    talk: { planKey: 'p', variables: {}, voice: 'v', file: `calls/${call}`, timeZone: 'Asia/Shanghai' },
    guard: createGuard(error => expect.unreachable(String(error))),
    hears: {
      noted: notes => notes.some(note => note.type === 'robot.said') && hash.resolve(),
      wantsHangUp: () => events.push('wantsHangUp'),
      wantsPrompt: name => {
        void makePrompt(name).then(() => workers.promptMade(call, name, true));
      },
      failed: (because, defect) => events.push(because, defect.split('\n')[0]!),
      vanished: () => events.push('vanished'),
      alarm: because => events.push(because),
      closed: (media, recording) => closed.resolve({ media, recording }),
      lost: () => {
        events.push('lost');
        closed.resolve({ media: null, recording: null });
      },
    },
  });
  const leg = await far.open({ ...wants, voiceActivity: true }, signal => {
    if (signal.type === 'speaking') speaks.resolve();
  });
  const remote = (audio: typeof leg.local.audio) => ({
    audio: { address: audio, codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' } as const,
  });
  const local = await workers.open(call, wants);
  leg.connect(remote(local.audio));
  workers.connect(call, remote(leg.local.audio), 'confirmed');
  await Promise.all([speaks.promise, hash.promise]);
  return {
    leg,
    events,
    hangUp: () => {
      workers.willEnd(call, 'callee');
      workers.close(call);
      return closed.promise;
    },
    closed: closed.promise,
  };
};

/** Loaded into a process: a signal makes it throw where nobody catches. */
const THROWS_WHEN_TOLD = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { throw new Error('planted'); })",
)}`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('ten calls outlive a restart and end as they would; who comes meanwhile lands in a new worker', async () => {
  await start();
  const old = workers.pids();
  const calls = await Promise.all(Array.from({ length: 10 }, (_, n) => talk(`old-${n}`)));
  const restarted = workers.restart();
  // The old spare leaves as soon as a new worker is ready.
  await until(() => old.filter(isAlive).length === 1);
  const newcomer = await talk('new');
  const endings = await Promise.all(calls.map(({ hangUp }) => hangUp()));
  await restarted;
  expect(old.filter(isAlive)).toEqual([]);
  expect(workers.pids().filter(pid => old.includes(pid))).toEqual([]);
  for (const { media, recording } of endings) {
    expect(media?.packetsSent).toBeGreaterThan(20);
    expect(recording?.durationMs).toBeGreaterThan(400);
  }
  const before = newcomer.leg.facts().packetsReceived;
  await until(() => newcomer.leg.facts().packetsReceived > before + 10);
  expect((await newcomer.hangUp()).recording?.bytes).toBeGreaterThan(1_000);
  expect([...calls, newcomer].flatMap(({ events }) => events)).toEqual([]);
  expect(troubles).toEqual([]);
});

test('what throws in a worker for one call ends that call; the others in it are heard on', async () => {
  await start();
  const [spoilt, other] = [await talk('spoilt'), await talk('other')];
  // No exchange says this: it makes the worker throw while it serves that call.
  workers.connect('spoilt', null as never, 'confirmed');
  await until(() => spoilt.events.length > 0);
  expect(spoilt.events).toEqual(['conversationDefect', expect.stringContaining('TypeError')]);
  const before = other.leg.facts().packetsReceived;
  await until(() => other.leg.facts().packetsReceived > before + 10);
  for (const { hangUp } of [spoilt, other]) expect((await hangUp()).recording?.bytes).toBeGreaterThan(1_000);
  expect(other.events).toEqual([]);
  expect(troubles).toEqual([]);
});

test('what throws in a worker outside its calls retires it: they go to their end, new ones are elsewhere', async () => {
  process.env.NODE_OPTIONS = `--import ${THROWS_WHEN_TOLD}`;
  await start().finally(() => delete process.env.NODE_OPTIONS);
  const one = await talk('one');
  const old = workers.pids();
  for (const pid of old) process.kill(pid, 'SIGUSR2');
  await until(() => old.filter(isAlive).length === 1);
  const before = one.leg.facts().packetsReceived;
  const two = await talk('two');
  await until(() => one.leg.facts().packetsReceived > before + 10);
  expect(old.filter(isAlive)).toHaveLength(1);
  expect((await one.hangUp()).recording?.bytes).toBeGreaterThan(1_000);
  await until(() => old.filter(isAlive).length === 0);
  expect((await two.hangUp()).recording).not.toBeNull();
  expect(troubles).toEqual([expect.stringContaining('planted'), expect.stringContaining('planted')]);
});

test('a worker that served its share retires by itself: its calls end in it, the next ones are elsewhere', async () => {
  await start({ limits: { served: 2, memory: Number.POSITIVE_INFINITY } });
  const old = workers.pids();
  const [one, two] = [await talk('one'), await talk('two')];
  const three = await talk('three');
  expect(workers.pids().length).toBeGreaterThan(2);
  expect((await one.hangUp()).recording).not.toBeNull();
  expect((await two.hangUp()).recording).not.toBeNull();
  await until(() => old.filter(isAlive).length === 1);
  expect((await three.hangUp()).recording).not.toBeNull();
  expect([one, two, three].flatMap(({ events }) => events)).toEqual([]);
});

test('the workers that a peak started go when it is over; who still talks is not touched', async () => {
  await start({ callsPerWorker: 1, restMs: 50 });
  const calls = await Promise.all(['a', 'b', 'c'].map(talk));
  await until(() => workers.counts().ready === 4);
  const peak = workers.pids();
  const [last, ...others] = calls;
  for (const { hangUp } of others) expect((await hangUp()).recording).not.toBeNull();
  await until(() => peak.filter(isAlive).length === 2);
  const heard = last!.leg.facts().packetsReceived;
  await until(() => last!.leg.facts().packetsReceived > heard + 10);
  expect((await last!.hangUp()).recording).not.toBeNull();
  expect(workers.pids().filter(isAlive)).toHaveLength(2);
  expect(peak.filter(isAlive)).toHaveLength(2);
  expect(calls.flatMap(({ events }) => events)).toEqual([]);
});

test('a worker that dies takes its own calls and no others; what dies while it retires is replaced by nobody', async () => {
  await start({ callsPerWorker: 2 });
  const calls = await Promise.all(['a', 'b', 'c'].map(talk));
  const restarted = workers.restart();
  await until(() => workers.counts().ready >= 2);
  const [first] = workers.pids();
  process.kill(first!, 'SIGKILL');
  await Promise.race(calls.map(({ closed }) => closed));
  const lost = calls.filter(({ events }) => events.includes('lost'));
  const living = calls.filter(({ events }) => !events.includes('lost'));
  expect([lost.length, living.length].toSorted()).toEqual([1, 2]);
  for (const { hangUp } of living) expect((await hangUp()).recording).not.toBeNull();
  await restarted;
  expect(troubles).toHaveLength(1);
});

test('a call whose ports cannot be had is closed all the same, and keeps no place in its worker', async () => {
  await start();
  const closed = Promise.withResolvers<Closed>();
  await workers.prepare('x', {
    plan: shortPlan,
    talk: { planKey: 'p', variables: {}, voice: 'v', file: 'calls/x', timeZone: 'Asia/Shanghai' },
    guard: createGuard(error => expect.unreachable(String(error))),
    hears: {
      noted: () => undefined,
      wantsHangUp: () => undefined,
      wantsPrompt: () => undefined,
      failed: () => undefined,
      vanished: () => undefined,
      alarm: () => undefined,
      lost: () => undefined,
      closed: (media, recording) => closed.resolve({ media, recording }),
    },
  });
  await expect(workers.open('x', { ...wants, localHost: '203.0.113.9' })).rejects.toThrow();
  workers.close('x');
  expect(await closed.promise).toEqual({ media: null, recording: null });
  const old = workers.pids();
  await workers.restart();
  expect(old.filter(isAlive)).toEqual([]);
});
