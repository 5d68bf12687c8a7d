import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan, SwitchboardSignal } from '@lianxian/core';
import { type Exchange, openExchange } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortPlan } from '../../test/calls.ts';
import { type FarPhone, openFarPhone } from '../../test/far-phone.ts';
import { type SwitchboardUnderTest, switchboardConforms } from '../../test/switchboard-conformance.ts';
import { promptsOfPlan } from '../speech/plan-prompts.ts';
import { openPrompts } from '../speech/prompts.ts';
import { createSipSwitchboard } from './sip.ts';
import { type MediaWorkers, startMediaWorkers } from './workers.ts';

/** The SIP switchboard with a telephone at the far end; the voice is a short beep, quicker than speech. */
let far: FarPhone;
let workers: MediaWorkers;
let exchange: Exchange;
let board: SwitchboardUnderTest;
let folder: string;
let speak: (text: string) => Promise<Uint8Array>;
/** 300 ms of a loud square wave, A-law. */
const beep = Uint8Array.from({ length: 2_400 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-sip-'));
  speak = async () => beep;
  far = await openFarPhone();
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
    speak: ({ text }) => speak(text),
    close: async () => undefined,
  });
  const heard = new Map<string, SwitchboardSignal[]>();
  const signals = (call: string) => heard.get(call) ?? [];
  const switchboard = createSipSwitchboard({
    exchange,
    workers,
    voices: {
      voice: 'beep',
      prepare: ({ plan, variables }) => prompts.ensure(promptsOfPlan(plan, variables), 200),
      make: segment => prompts.ensure([segment], 200),
    },
    onSignal: (call, signal) => heard.set(call, [...signals(call), signal]),
    onAlarm: () => undefined,
    salvage: async () => ({ notes: [], recording: null }),
  });
  let calls = 0;
  board = {
    dial: (callee, plan) => {
      far.willRefuse(callee === 'isBusy' ? 486 : null);
      far.willSay(['方便的', '学画画']);
      const call = String(++calls);
      const trunk = { target: { host: '127.0.0.1', port: far.port }, loopback: true, realTimeText: true };
      const route = { trunk, planKey: plan.name, file: `2026/01/01/${call}`, timeZone: 'Asia/Shanghai' };
      const rest = { phone: '15400000001', callerNumber: '4008', ringTimeoutMs: 60_000, plan, variables: {} };
      switchboard.tell({ type: 'dial', call, route, ...rest });
      return call;
    },
    hangUp: (call, by) => switchboard.tell({ type: 'hangUp', call, by }),
    signals,
    until: async (call, type) => {
      const limit = performance.now() + 30_000;
      while (!signals(call).some(signal => signal.type === type)) {
        if (performance.now() > limit) throw new Error(`no ${type} came`);
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    },
  };
});

afterAll(async () => {
  await exchange.close();
  await workers.shutdown();
  await far.close();
  await rm(folder, { recursive: true, force: true });
});

switchboardConforms(shortPlan, () => board);

test('a voice that fails in mid-call leaves out what it cannot say; the call goes to its end', async () => {
  speak = async text => (text === '学画画' ? Promise.reject(new Error('broken')) : beep);
  const call = board.dial('talks', shortPlan);
  await board.until(call, 'ended');
  const said = board
    .signals(call)
    .flatMap(signal => (signal.type === 'noted' && signal.note.type === 'robot.said' ? [signal.note.text] : []));
  expect(said.at(-1)).toBe('好的，学画画，再见。');
  expect(board.signals(call).at(-1)).toMatchObject({ verdict: { because: 'robotHungUp' }, by: 'robot' });
});

test('a plan whose voice does not come in time is not dialled: the fault is ours and named', async () => {
  const unsaid: Plan = {
    ...shortPlan,
    name: '没声音',
    defaults: { ...shortPlan.defaults, announcement: '还没合成。' },
  };
  speak = () => new Promise(() => undefined);
  const call = board.dial('talks', unsaid);
  await board.until(call, 'ended');
  expect(board.signals(call)).toMatchObject([
    { type: 'ended', verdict: { state: 'interrupted', because: 'speechFailed' } },
  ]);
});
