import { join } from 'node:path';
import { createBridge } from '../src/media/bridge.ts';
import { createMediaEngine } from '../src/media/engine.ts';
import { createMixer, MOST_PARTICIPANTS } from '../src/media/mixer.ts';
import { createMusic } from '../src/media/music.ts';
import type { MediaEngine, MediaLeg } from '../src/media/types.ts';
import type { NearEnd } from './measure.ts';

/** Legs that hear each other instead of prompts: bridged in pairs, mixed in conferences, or alone with music. */
export type Joining = 'alone' | 'bridged' | 'bridgedRecorded' | 'mixed' | 'switched';

const laws = ['PCMA', 'PCMU'] as const;
const SWITCH_EVERY_MS = 200;

const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: false };

/** Each source in turn, every 200 ms, for each pair: what a hand-over costs in gaps. */
const keepSwitching = (legs: readonly MediaLeg[]): (() => void) => {
  let turn = 0;
  let bridges: { close: () => void }[] = [];
  const timer = setInterval(() => {
    turn += 1;
    for (const bridge of bridges) bridge.close();
    bridges = [];
    if (turn % 2) for (const leg of legs) leg.splice(createMusic());
    else for (let n = 0; n + 1 < legs.length; n += 2) bridges.push(createBridge(legs[n]!, legs[n + 1]!));
  }, SWITCH_EVERY_MS);
  return () => clearInterval(timer);
};

const joinAll = (engine: MediaEngine, legs: readonly MediaLeg[], how: Joining): (() => void) => {
  if (how === 'alone') for (const leg of legs) leg.splice(createMusic());
  if (how === 'switched') return keepSwitching(legs);
  if (how === 'bridged' || how === 'bridgedRecorded')
    for (let n = 0; n + 1 < legs.length; n += 2) createBridge(legs[n]!, legs[n + 1]!);
  if (how === 'mixed')
    for (let n = 0; n < legs.length; n += MOST_PARTICIPANTS) {
      const mixer = createMixer(engine);
      for (const leg of legs.slice(n, n + MOST_PARTICIPANTS)) mixer.join(leg);
      mixer.conference();
    }
  return () => undefined;
};

/** `calls` legs; every second one speaks µ-law, so that bridges translate. */
export const openJoinedLoop =
  (how: Joining) =>
  async (calls: number, folder: string): Promise<NearEnd> => {
    const engine = createMediaEngine({ ports: null });
    const legs = await Promise.all(Array.from({ length: calls }, () => engine.open(wants, () => undefined)));
    let stop: () => void = () => undefined;
    return {
      ports: legs.map(leg => leg.local.audio.port),
      start: async remotePorts => {
        for (const [index, leg] of legs.entries()) {
          if (how === 'bridgedRecorded') leg.startRecording(join(folder, `${index}.wav`));
          const codec = laws[index % 2]!;
          const address = { host: '127.0.0.1', port: remotePorts[index]! };
          const payloadType = codec === 'PCMA' ? 8 : 0;
          leg.connect({ audio: { address, codec, payloadType, telephoneEvent: 101, direction: 'sendrecv' } });
        }
        stop = joinAll(engine, legs, how);
      },
      stop: async () => {
        stop();
        const facts = await Promise.all(legs.map(leg => leg.close()));
        await engine.close();
        return { lost: facts.reduce((sum, fact) => sum + fact.packetsLost, 0) };
      },
    };
  };
