import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartyNews, PartyOrder, Plan, SwitchboardSignal, TransferTarget } from '@lianxian/core';
import {
  createMediaEngine,
  createMediaHost,
  decodeWav,
  encodeAlaw,
  type MediaLeg,
  openExchange,
  type Trunk,
  tone,
} from '@lianxian/telephony';
import { promptsOfPlan } from '../src/speech/plan-prompts.ts';
import { openPrompts } from '../src/speech/prompts.ts';
import { createSipSwitchboard } from '../src/switchboard/sip.ts';
import type { PartyWay, SeatHunt } from '../src/switchboard/sip-options.ts';
import { startMediaWorkers } from '../src/switchboard/workers.ts';
import { sharesOfTone } from './sides.ts';

/**
 * A call with people over real SIP and RTP on loopback: everybody is a far end that hums a tone of its own and is recorded,
 * so that who hears whom is read off what came. A seat is a far end like any other. The robot beeps.
 */
const HUM_MS = 60_000;
const VOICED_MS = 30_000;

/** What came at a far end: sound, and the numbers of its packets in the order they came. */
interface FarEnd {
  readonly hertz: number;
  /** Picks up; else it rings. */
  answers: boolean;
  /** Sends something: a telephone whose microphone has not begun does not. */
  hums: boolean;
  /** Legs that live, by their names. */
  readonly legs: Set<string>;
}

export const until = async <T>(sees: () => T | null | undefined | false): Promise<T> => {
  for (const limit = performance.now() + 30_000; ; ) {
    const seen = sees();
    if (seen) return seen;
    if (performance.now() > limit) throw new Error('what a test waited for did not come');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
};

export const openPeopleTown = async (hertz: Readonly<Record<string, number>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-people-'));
  const engine = createMediaEngine({ ports: null });
  const ends = new Map<string, FarEnd>(
    Object.entries(hertz).map(([name, of]) => [name, { hertz: of, answers: true, hums: true, legs: new Set() }]),
  );
  /** Keys that came, by leg. */
  const keys = new Map<string, string>();
  const host = createMediaHost(
    engine,
    { voiceActivity: false },
    (leg, signal) => {
      if (signal.type === 'key') keys.set(leg, `${keys.get(leg) ?? ''}${signal.key}`);
    },
    () => undefined,
  );
  let opened = 0;
  const files = new Map<string, string>();
  const recorded: typeof host.open = async (leg, wants) => {
    const local = await host.open(leg, wants);
    opened += 1;
    files.set(leg, join(folder, `far-${opened}.wav`));
    host.leg(leg)?.startRecording(files.get(leg)!);
    return local;
  };
  const end = (name: string): FarEnd => ends.get(name)!;
  const hum = (name: string, leg: string): void => {
    if (end(name).hums) host.leg(leg)?.play(1, encodeAlaw(tone([end(name).hertz], HUM_MS, 0.3)));
  };
  const ended = new Map<string, string>();
  const town = await openExchange({
    bind: '127.0.0.1',
    port: 0,
    publicIp: null,
    sheds: false,
    media: { ...host, open: recorded },
  });
  town.onIncoming(incoming => {
    const name = [...ends.keys()].find(each => incoming.called.includes(each)) ?? '';
    incoming.progress(180, false);
    if (end(name).answers) incoming.answer();
    return signal => {
      if (signal.type === 'answered') {
        end(name).legs.add(incoming.leg);
        hum(name, incoming.leg);
      }
      if (signal.type === 'ended') {
        end(name).legs.delete(incoming.leg);
        ended.set(incoming.leg, signal.ending.how);
      }
    };
  });
  const [promptsDir, recordingsDir] = [join(folder, 'prompts'), join(folder, 'recordings')];
  const workers = startMediaWorkers({
    ...{ promptsDir, recordingsDir, rtpPorts: null, publicHost: null },
    // Longer than a busy machine keeps a telephone from sending.
    silenceLimitMs: 5_000,
    onTrouble: () => undefined,
  });
  const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, sheds: false, media: workers });
  const beep = Uint8Array.from({ length: 8_000 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));
  const prompts = await openPrompts(promptsDir, {
    voice: 'beep',
    speak: async () => beep,
    close: async () => undefined,
  });
  const heard = new Map<string, SwitchboardSignal[]>();
  const offers: string[] = [];
  const defects: unknown[] = [];
  const switchboard = createSipSwitchboard({
    ...{ exchange, workers },
    voices: {
      ...{ voice: 'beep', standIn: 'beep' },
      prepare: ({ plan, variables }) => prompts.ensure(promptsOfPlan(plan, variables), VOICED_MS),
      make: segment => prompts.ensure([segment], VOICED_MS),
    },
    onSignal: (call, signal) => heard.set(call, [...(heard.get(call) ?? []), signal]),
    onOffer: ({ offer }) => offers.push(offer),
    onDefect: (_, error) => defects.push(error),
    onAlarm: () => undefined,
    salvage: async () => ({ notes: [], recording: null }),
  });
  await workers.ready();
  const trunk: Trunk = {
    target: { host: '127.0.0.1', port: town.localAddress.port },
    ...{ loopback: true, realTimeText: false },
  };
  const wayTo = (name: string): PartyWay => ({ trunk, to: name, from: '13800000001' });
  let calls = 0;

  const signals = (call: string): readonly SwitchboardSignal[] => heard.get(call) ?? [];
  const news = (call: string, party: string): readonly PartyNews[] =>
    signals(call).flatMap(each => (each.type === 'party' && each.party === party ? [each.news] : []));
  const dial = (plan: Plan | null, more: object, hunt?: (to: TransferTarget) => SeatHunt): string => {
    const call = String(++calls);
    const world = {
      answer: async () => ({ type: 'failed', because: 'unknown' }) as const,
      outside: async () => ({ because: 'nobody' }),
      ...(hunt && { hunt }),
    };
    const talk = { planKey: plan && `plan${calls}`, file: call, timeZone: 'Asia/Shanghai' };
    switchboard.tell({
      ...{ type: 'dial', call, route: { trunk, world, ...talk }, phone: 'callee', callerNumber: '4008' },
      ...{ ringTimeoutMs: 30_000, plan, variables: {}, ...more },
    });
    return call;
  };

  return {
    end,
    wayTo,
    signals,
    news,
    defects,
    workers,
    /** A seat dials by hand: its own INVITE becomes an offer, and the call is placed for it; to the callee, or to another seat. */
    dialByHand: async (seat: string, colleague: string | null = null) => {
      const before = offers.length;
      const leg = `own-${before}`;
      let how: string | null = null;
      let code: number | null = null;
      town.dial(
        {
          ...{ leg, to: '13800000001', from: seat, ringTimeoutMs: 30_000 },
          trunk: { ...trunk, target: { host: '127.0.0.1', port: exchange.localAddress.port } },
        },
        signal => {
          if (signal.type === 'answered') {
            end(seat).legs.add(leg);
            hum(seat, leg);
          }
          if (signal.type !== 'ended') return;
          end(seat).legs.delete(leg);
          ({ how, code } = signal.ending);
        },
      );
      const offer = await until(() => offers[before]);
      const called = colleague && { party: '2', who: { type: 'seat', seat: colleague }, way: wayTo(colleague) };
      const call = dial(null, { party: { party: '1', who: { type: 'seat', seat }, offer }, ...(called && { called }) });
      return { call, leg, ended: () => how && { how, code }, giveUp: () => town.hangUp(leg) };
    },
    /** A robot calls, and may hand over to seats. */
    dialByRobot: (plan: Plan, hunt: (to: TransferTarget) => SeatHunt) => dial(plan, {}, hunt),
    order: (call: string, order: PartyOrder) => switchboard.tell({ ...order, call }),
    hangUp: (call: string) => switchboard.tell({ type: 'hangUp', call, by: 'seat' }),
    /** It goes without a word. */
    isLost: (name: string) => {
      for (const leg of end(name).legs) host.close(leg);
    },
    /** The far end hangs up. */
    leaves: (name: string) => {
      for (const leg of end(name).legs) town.hangUp(leg);
    },
    /** By its newest leg alone. */
    leavesByNewest: (name: string) => town.hangUp([...end(name).legs].at(-1)!),
    hum: (name: string) => {
      end(name).hums = true;
      for (const leg of end(name).legs) hum(name, leg);
    },
    mediaOf: (name: string): MediaLeg => host.leg([...end(name).legs].at(-1)!)!,
    /** Waits until so many frames of 20 ms have come at a far end, from now on. */
    frames: async (name: string, count: number) => {
      const leg = [...end(name).legs].at(-1)!;
      const packets = () => host.leg(leg)?.facts().packetsReceived ?? 0;
      const before = packets();
      await until(() => packets() >= before + count);
    },
    joined: (call: string, party: string) => until(() => news(call, party).some(({ type }) => type === 'joined')),
    endOf: (call: string) =>
      until(() => signals(call).find(signal => signal.type === 'ended')) as Promise<
        Extract<SwitchboardSignal, { type: 'ended' }>
      >,
    /** Keys that came on a leg. */
    keysOf: (leg: string) => keys.get(leg) ?? '',
    /** What a far end got on a leg. */
    got: (leg: string) => soundOf(files.get(leg)!, 0),
    /** Shares of a tone in what a far end got on its newest leg, 100 ms each. */
    heardBy: async (leg: string, of: string): Promise<readonly number[]> =>
      sharesOfTone(await soundOf(files.get(leg)!, 0), end(of).hertz),
    legOf: (name: string) => [...end(name).legs].at(-1)!,
    recording: (call: string) => join(recordingsDir, `${call}.wav`),
    close: async () => {
      await exchange.close();
      await workers.shutdown();
      await town.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const soundOf = async (path: string, channel: 0 | 1): Promise<Int16Array> => {
  const wav = decodeWav(await readFile(path));
  if (typeof wav === 'string') throw new Error(wav);
  return wav.channels[channel]!;
};
