import { join } from 'node:path';
import { createMediaEngine } from '../src/media/engine.ts';
import type { NearEnd } from './measure.ts';

/** The same calls through the media engine: prompts played, everything heard, both sides recorded. */
export const openEngineLoop = async (calls: number, folder: string): Promise<NearEnd> => {
  const engine = createMediaEngine({ ports: null });
  let signals = 0;
  const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: true };
  const legs = await Promise.all(
    Array.from({ length: calls }, () =>
      engine.open(wants, () => {
        signals += 1;
      }),
    ),
  );
  return {
    ports: legs.map(leg => leg.local.audio.port),
    start: async (remotePorts, prompt) => {
      for (const [index, leg] of legs.entries()) {
        leg.startRecording(join(folder, `${index}.wav`));
        leg.connect({
          audio: {
            address: { host: '127.0.0.1', port: remotePorts[index]! },
            codec: 'PCMA',
            payloadType: 8,
            telephoneEvent: 101,
            direction: 'sendrecv',
          },
        });
        for (let id = 0; id < 20; id += 1) leg.play(id, prompt);
      }
    },
    stop: async () => {
      const facts = await Promise.all(legs.map(leg => leg.close()));
      const lost = facts.reduce((sum, fact) => sum + fact.packetsLost, 0);
      const jitterMs = Math.max(...facts.map(fact => fact.jitterMs));
      await engine.close();
      return { signals, lost, worstJitterMs: Math.round(jitterMs * 10) / 10 };
    },
  };
};
