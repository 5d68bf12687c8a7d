import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePlan, createQuestionReader } from '@lianxian/core';
import { createMediaEngine, encodeAlaw, type MediaEngine, type MediaLeg, tone } from '@lianxian/telephony';
import { type FastTime, startFastTime } from '@lianxian/telephony/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { now, toMachine } from './clock.ts';
import type { FromWorker, NotedOnMachine, TalkOptions } from './messages.ts';
import { createPromptCache } from './prompt-cache.ts';
import { createTalk, type Talk } from './talk.ts';
import { createWakeUps, type WakeUps } from './wake-ups.ts';
import { openWorkerLeg } from './worker-leg.ts';

let time: FastTime;
let engine: MediaEngine;
let wakeUps: WakeUps;
let recordingsDir: string;
beforeEach(async () => {
  recordingsDir = await mkdtemp(join(tmpdir(), 'worker-call-'));
  time = startFastTime();
  engine = createMediaEngine({ ports: null });
  wakeUps = createWakeUps();
});
afterEach(async () => {
  wakeUps.close();
  await engine.close();
  await time.stop();
  await rm(recordingsDir, { recursive: true });
});

const towards = (leg: Pick<MediaLeg, 'local'>) => ({
  audio: {
    address: leg.local.audio,
    codec: 'PCMA',
    payloadType: 8,
    telephoneEvent: 101,
    direction: 'sendrecv',
  } as const,
  ...(leg.local.text ? { text: { address: leg.local.text, t140: 98, red: null } } : {}),
});

/** A call and the telephone at its other end, on loopback; prompts are never made, so the robot only notes its words. */
const ring = async (spoil: (talk: Talk) => Talk = talk => talk, more: Pick<TalkOptions, 'practice'> = {}) => {
  let told = '';
  const failures: string[] = [];
  const failed = Promise.withResolvers<void>();
  const notes: NotedOnMachine[] = [];
  const wants = { localHost: '127.0.0.1', realTimeText: true };
  const far = await engine.open({ ...wants, voiceActivity: false }, signal => {
    if (signal.type === 'played') played.resolve(toMachine(now()));
    if (signal.type === 'text') told += signal.text;
  });
  const played = Promise.withResolvers<number>();
  const result = compilePlan(shortPlan);
  const spoke = Promise.withResolvers<void>();
  const call = await openWorkerLeg({
    leg: '1',
    wants,
    engine,
    talk: {
      options: { planKey: 'p', variables: {}, voice: 'none', file: 'call', timeZone: 'Asia/Shanghai', ...more },
      talk: spoil(createTalk(result.ok ? result.compiled : expect.unreachable())),
      cache: createPromptCache(() => join(recordingsDir, 'nothing')),
      wakeUps,
      recordingsDir,
    },
    report: (message: FromWorker) => {
      if (message.type === 'failed') {
        failures.push(message.defect);
        failed.resolve();
      }
      if (message.type !== 'noted') return;
      notes.push(...message.notes);
      if (message.notes.some(note => note.type === 'robot.said')) spoke.resolve();
    },
  });
  far.connect(towards(call.media));
  call.connect(towards(far), 'early', now());
  return {
    far,
    call,
    told: () => told,
    notes,
    failures,
    failed: failed.promise,
    spoke: spoke.promise,
    played: played.promise,
  };
};

/** Syllables: a tone that goes on for ever is noise to the ear. */
const syllables = (count: number): Uint8Array =>
  Buffer.concat(
    Array.from({ length: count }, () => encodeAlaw(Int16Array.of(...tone([500], 200, 0.3), ...new Int16Array(800)))),
  );

test('what sounds before the answer is nobody’s word; a voice that runs on into the talk is heard out', async () => {
  const { far, call, notes, spoke, played } = await ring();
  far.sendText('正在为您接');
  far.play(1, syllables(6));
  await new Promise(resolve => setTimeout(resolve, 600));
  call.connect(towards(far), 'confirmed', now());
  far.sendText('喂，你好\u2028');
  const [soundEnded] = await Promise.all([played, spoke]);
  await call.close('callee');
  const opened = notes.find(note => note.type === 'robot.said');
  expect(opened?.type === 'robot.said' && opened.at).toBeGreaterThan(soundEnded);
  expect(notes.flatMap(note => (note.type === 'callee.said' ? [note.text] : []))).toEqual(['喂，你好']);
});

test('a conversation that throws is told as failed, once and with what came before; the other call goes on', async () => {
  const spoilt = await ring(talk => ({
    ...talk,
    step: (event, at) => {
      if (event.type === 'callee.sentence') throw new Error('planted');
      return talk.step(event, at);
    },
  }));
  const other = await ring();
  for (const { call, far } of [spoilt, other]) call.connect(towards(far), 'confirmed', now());
  await Promise.all([spoilt.spoke, other.spoke]);
  for (const { far } of [spoilt, other]) far.sendText('方便的\u2028');
  await spoilt.failed;
  spoilt.far.sendText('喂\u2028');
  while (!other.notes.some(note => note.type === 'callee.said')) await new Promise(resolve => setTimeout(resolve, 20));
  expect(spoilt.failures).toEqual([
    expect.stringMatching(/planted[\s\S]*after: conversation.started .*callee.sentence$/),
  ]);
  expect(spoilt.failures[0]).not.toContain('方便');
  expect(other.failures).toEqual([]);
  await Promise.all([spoilt, other].map(({ call }) => call.close('callee')));
});

test('a practice callee is told what the robot asks beside its words; nobody else is', async () => {
  const [practice, line] = await Promise.all([ring(undefined, { practice: true }), ring()]);
  for (const { call, far } of [practice, line]) call.connect(towards(far), 'confirmed', now());
  await Promise.all([practice.spoke, line.spoke]);
  const questions = () => createQuestionReader()(practice.told());
  while (questions().length === 0) await new Promise(resolve => setTimeout(resolve, 20));
  expect(questions()[0]).toMatchObject({ plan: shortPlan.name, wants: { type: 'reply' } });
  expect(line.told()).not.toContain('\u0098');
  await Promise.all([practice, line].map(({ call }) => call.close('callee')));
});
