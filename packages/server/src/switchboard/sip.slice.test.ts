import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notDialled, type Plan, type SwitchboardSignal, type Verdict } from '@lianxian/core';
import { type Exchange, openExchange, type Trunk } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FarPhone, openFarPhone } from '../../test/far-phone.ts';
import { openScriptedPhone, type ScriptedPhone } from '../../test/scripted-phone.ts';
import { shortPlan } from '../../test/short-plan.ts';
import { type CalleeKind, type SwitchboardUnderTest, switchboardConforms } from '../../test/switchboard-conformance.ts';
import { callVoices } from '../speech/call-voices.ts';
import { openPrompts } from '../speech/prompts.ts';
import { createSipSwitchboard } from './sip.ts';
import { type MediaWorkers, startMediaWorkers } from './workers.ts';

/** The SIP switchboard with a telephone at the far end; the voice is a short beep, quicker than speech. */
let far: FarPhone;
let scripted: ScriptedPhone;
let workers: MediaWorkers;
let exchange: Exchange;
let board: SwitchboardUnderTest;
let folder: string;
let speak: (text: string) => Promise<Uint8Array>;
/** Whoever follows this call throws at its answer. */
let spoilt: string | null = null;
/** What the last look says of a call before its INVITE. */
let undialable: Verdict | null = null;
/** How long a call waits for its first sentence; usually the machine may be busy. */
let firstLimitMs = 60_000;
const defects: string[] = [];
/** 300 ms of a loud square wave, A-law. */
const beep = Uint8Array.from({ length: 2_400 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));

/** Who talks is a telephone of ours, with sound and words; all others are written by hand. */
const trunkTo = (callee: CalleeKind): Trunk => {
  const there = (port: number, more: Partial<Trunk> = {}): Trunk => ({
    target: { host: '127.0.0.1', port },
    loopback: true,
    realTimeText: true,
    ...more,
  });
  if (callee === 'talks') return there(far.port);
  // Its port is open for UDP alone.
  if (callee === 'refusesConnections') return there(scripted.port, { transport: 'tcp' });
  if (callee === 'hasNoAddress') return there(0, { target: { host: 'no-such-carrier.invalid', port: 5060 } });
  return there(scripted.port, { credentials: { username: 'us', password: 'secret' } });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-sip-'));
  speak = async () => beep;
  far = await openFarPhone();
  scripted = await openScriptedPhone();
  const [promptsDir, recordingsDir] = [join(folder, 'prompts'), join(folder, 'recordings')];
  workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: null,
    publicHost: null,
    // Longer than a busy machine keeps a telephone that speaks from sending.
    silenceLimitMs: 5_000,
    onTrouble: () => undefined,
  });
  exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media: workers });
  const prompts = await openPrompts(promptsDir, {
    voice: 'beep',
    speak: ({ text }) => speak(text),
    close: async () => undefined,
  });
  await workers.ready();
  /** Offers by who calls: each call has a caller of its own. */
  const offered = new Map<string, string>();
  let callers = 15_400_000_001;
  const heard = new Map<string, SwitchboardSignal[]>();
  const signals = (call: string) => heard.get(call) ?? [];
  const switchboard = createSipSwitchboard({
    exchange,
    workers,
    voices: {
      voice: prompts.voice,
      standIn: prompts.voice,
      prepare: (...call) => callVoices(prompts, { firstLimitMs }).prepare(...call),
      make: callVoices(prompts).make,
    },
    onSignal: (call, signal) => {
      heard.set(call, [...signals(call), signal]);
      if (call === spoilt && signal.type === 'answered') throw new Error('planted');
    },
    onOffer: ({ offer, from }) => void offered.set(from, offer),
    lastCheck: async () => undialable,
    onAlarm: () => undefined,
    onDefect: (call, error) => void defects.push(`${call}: ${String(error)}`),
    salvage: async () => ({ notes: [], recording: null }),
  });
  let calls = 0;
  board = {
    dial: (callee, plan, ringTimeoutMs = 60_000) => {
      far.willSay(['方便的', '学画画']);
      const call = String(++calls);
      const trunk = trunkTo(callee);
      const route = { trunk, planKey: plan.name, file: `2026/01/01/${call}`, timeZone: 'Asia/Shanghai' };
      const phone = callee === 'talks' ? '15400000001' : callee;
      const rest = { phone, callerNumber: '4008', ringTimeoutMs, plan, variables: {} };
      switchboard.tell({ type: 'dial', call, route, ...rest });
      return call;
    },
    ring: async patienceMs => {
      far.willSay(['方便的', '学画画']);
      const from = String(callers++);
      const ringing = far.call({ port: exchange.localAddress.port, to: '4008', from });
      while (!offered.has(from)) await new Promise(resolve => setTimeout(resolve, 5));
      if (patienceMs === 0) {
        ringing.hangUp();
        await ringing.ended;
      }
      return offered.get(from)!;
    },
    answer: (offer, plan) => {
      const call = String(++calls);
      const route = { trunk: null, planKey: plan.name, file: `2026/01/01/${call}`, timeZone: 'Asia/Shanghai' };
      switchboard.tell({ type: 'answer', call, offer, route, plan, variables: {} });
      return call;
    },
    hangUp: (call, by) => switchboard.tell({ type: 'hangUp', call, by }),
    signals,
    until: async (call, type) => {
      const limit = performance.now() + 30_000;
      while (!signals(call).some(signal => signal.type === type)) {
        const told = signals(call);
        if (told.at(-1)?.type === 'ended' || performance.now() > limit)
          throw new Error(`no ${type} came, but ${JSON.stringify(told)}`);
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    },
  };
});

afterAll(async () => {
  await exchange.close();
  await workers.shutdown();
  await far.close();
  await scripted.close();
  await rm(folder, { recursive: true, force: true });
});

switchboardConforms(shortPlan, true, () => board);

test('who hung up a call before its INVITE is told so, though the last look was quicker than the wish', async () => {
  undialable = notDialled('cancelledByUser');
  const call = board.dial('talks', shortPlan);
  await board.until(call, 'ended');
  undialable = null;
  expect(board.signals(call)).toMatchObject([{ type: 'ended', verdict: { because: 'cancelledByUser' }, by: 'user' }]);
});

test('a call is dialled when its first sentence is there; what comes later is made while it rings', async () => {
  const later = Promise.withResolvers<Uint8Array>();
  const asked: string[] = [];
  speak = async text => {
    asked.push(text);
    return text.startsWith('后') ? later.promise : beep;
  };
  const [flow] = shortPlan.flows as [Plan['flows'][0]];
  const nodes = flow.nodes.map(node =>
    'sentences' in node ? { ...node, sentences: [node.id === flow.rootNode ? '头一句话。' : '后一句话。'] } : node,
  );
  const call = board.dial('talks', { ...shortPlan, name: '先后', flows: [{ ...flow, nodes }] });
  await board.until(call, 'answered');
  expect(asked.filter(text => /^[头后]/.test(text))).toEqual(['头一句话。', '后一句话。']);
  board.hangUp(call, 'user');
  later.resolve(beep);
  await board.until(call, 'ended');
  speak = async () => beep;
});

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
  firstLimitMs = 500;
  const call = board.dial('talks', unsaid);
  await board.until(call, 'ended');
  firstLimitMs = 60_000;
  expect(board.signals(call)).toMatchObject([
    { type: 'ended', verdict: { state: 'interrupted', because: 'speechFailed' } },
  ]);
});

test('who follows a call throws: that call ends with our fault and its recording, the other goes to its end', async () => {
  speak = async () => beep;
  const other = board.dial('talks', shortPlan);
  await board.until(other, 'noted');
  spoilt = String(Number(other) + 1);
  board.dial('talks', shortPlan);
  await board.until(spoilt, 'ended');
  expect(board.signals(spoilt).at(-1)).toMatchObject({
    verdict: { state: 'interrupted', fault: 'us', because: 'callDefect' },
    by: 'platform',
    recording: { file: expect.stringContaining(spoilt) },
  });
  await board.until(other, 'ended');
  expect(board.signals(other).at(-1)).toMatchObject({ verdict: { because: 'robotHungUp' } });
  expect(defects).toEqual([`${spoilt}: Error: planted`]);
});

test('a media worker that dies in mid-call ends the call with our fault, and the next call is talked in another one', async () => {
  speak = async () => beep;
  const call = board.dial('talks', shortPlan);
  await board.until(call, 'noted');
  for (const pid of workers.pids()) process.kill(pid, 'SIGKILL');
  await board.until(call, 'ended');
  expect(board.signals(call).at(-1)).toMatchObject({
    verdict: { state: 'interrupted', fault: 'us', mayRetry: true, because: 'workerDied' },
    by: 'platform',
  });
  // While the machine is busy, or nobody is there to talk yet, a call is turned away; one that is tried again is talked.
  const next = async () => {
    const id = board.dial('talks', shortPlan);
    await board.until(id, 'ended');
    return board.signals(id).at(-1);
  };
  await expect.poll(next).toMatchObject({ verdict: { because: 'robotHungUp' } });
});
