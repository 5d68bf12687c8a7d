import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePlan } from '@lianxian/core';
import { createMediaEngine, type MediaEngine } from '@lianxian/telephony';
import { type FastTime, startFastTime } from '@lianxian/telephony/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BarePhone, openBarePhone } from '../../test/bare-phone.ts';
import { shortPlan } from '../../test/short-plan.ts';
import { measuresOf } from '../../test/turn-watch.ts';
import { now } from './clock.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createTalk } from './talk.ts';
import { createWakeUps, type WakeUps } from './wake-ups.ts';
import { openWorkerLeg } from './worker-leg.ts';

/** Turn-taking of a call measured at the far end's sockets, in virtual time; every prompt is a long beep. */
let time: FastTime;
let engine: MediaEngine;
let wakeUps: WakeUps;
let phone: BarePhone;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turns-'));
  time = startFastTime();
  engine = createMediaEngine({ ports: null });
  wakeUps = createWakeUps();
  phone = await openBarePhone();
});
afterEach(async () => {
  phone.close();
  wakeUps.close();
  await engine.close();
  await time.stop();
  await rm(folder, { recursive: true, force: true });
});

const beep = Uint8Array.from({ length: 64_000 }, (_, n) => (n % 16 < 8 ? 0xb5 : 0x35));
const cache: PromptCache = { get: async () => beep, peek: () => beep, bytes: () => beep.length };

const wait = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));

const until = async (holds: () => boolean): Promise<void> => {
  for (const limit = performance.now() + 10_000; !holds(); await wait(5))
    if (performance.now() > limit) throw new Error('what was waited for did not come');
};

/** A call whose far end opens its media `lateMs` after the answer. Gives the instant of the answer. */
const answer = async (lateMs: number, greetingDelayMs?: number) => {
  const compiled = compilePlan(shortPlan);
  const call = await openWorkerLeg({
    leg: '1',
    wants: { localHost: '127.0.0.1', realTimeText: true },
    engine,
    talk: {
      options: {
        planKey: 'p',
        variables: {},
        voice: 'v',
        file: 'call',
        timeZone: 'Asia/Shanghai',
        ...(greetingDelayMs === undefined ? {} : { greetingDelayMs }),
      },
      talk: createTalk(compiled.ok ? compiled.compiled : expect.unreachable()),
      cache,
      wakeUps,
      recordingsDir: folder,
    },
    report: () => undefined,
  });
  const address = (port: number) => ({ host: '127.0.0.1', port });
  const remote = {
    audio: {
      address: address(phone.audioPort),
      codec: 'PCMA',
      payloadType: 8,
      telephoneEvent: 101,
      direction: 'sendrecv',
    },
    text: { address: address(phone.textPort), t140: 98, red: null },
  } as const;
  const at = now();
  call.connect(remote, 'confirmed', at);
  setTimeout(() => phone.begin(call.media.local.audio.port, call.media.local.text!.port), lateMs);
  return { call, at };
};

/** The plan's own wait for a 「喂」, which begins with the conversation. */
const GREETING_WAIT_MS = 700;

test.each([
  // late, delay (the default is 500) → the conversation begins
  [0, undefined, 0],
  [200, undefined, 200],
  [800, undefined, 500],
  [800, 1_000, 800],
])('a far end that opens its media %i ms late (delay %s) is greeted after %i ms', async (lateMs, delay, beginsMs) => {
  const { call, at } = await answer(lateMs, delay);
  await until(() => phone.watch.firstSoundAt() !== null);
  const greetedMs = phone.watch.firstSoundAt()! - at;
  await call.close('callee');
  expect(greetedMs).toBeGreaterThan(beginsMs + GREETING_WAIT_MS - 10);
  expect(greetedMs).toBeLessThan(beginsMs + GREETING_WAIT_MS + 50);
});

/** The ear believes a voice after four loud frames, and its end after 23 quiet ones (the set silence). */
const ONSET_MS = 80;
const SET_SILENCE_MS = 460;

test('who speaks over the robot has silenced it 60 ms after the onset, and is answered 100 ms after the set silence', async () => {
  const { call } = await answer(0);
  await until(() => phone.watch.firstSoundAt() !== null);
  const measures: { stopMs: number; answerMs: number }[] = [];
  for (const text of ['方便的', '学画画']) {
    await wait(700);
    phone.speak(500, text);
    const turn = measures.length;
    await until(() => phone.watch.turns()[turn]?.answeredAt != null);
    const { stopMs, answerMs } = measuresOf(phone.watch.turns()[turn]!);
    measures.push({ stopMs: stopMs!, answerMs: answerMs! });
  }
  await call.close('callee');
  for (const { stopMs, answerMs } of measures) {
    expect(stopMs).toBeLessThanOrEqual(ONSET_MS + 60);
    expect(answerMs).toBeLessThanOrEqual(SET_SILENCE_MS + 100);
  }
});
