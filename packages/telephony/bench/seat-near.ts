import { join } from 'node:path';
import { restingClock } from '../src/media/clock.ts';
import { createMediaEngine } from '../src/media/engine.ts';
import { createMixer } from '../src/media/mixer.ts';
import type { MediaLeg } from '../src/media/types.ts';
import type { Address } from '../src/net/address.ts';
import { createWebRtcGate, type WebRtcGate } from '../src/webrtc/gate.ts';
import type { WebRtcOpened, WebRtcWants } from '../src/webrtc/types.ts';

/**
 * Our two processes of a seat's call, each as a child of the bench: the gate, and the engine that joins both and records, as a
 * media worker does (its clock, a mixer for the company of a call, voice activity of the callee).
 */
export type NearOrder =
  | { readonly type: 'gate'; readonly port: number }
  | { readonly type: 'open'; readonly leg: string; readonly wants: WebRtcWants }
  | { readonly type: 'call'; readonly call: number; readonly folder: string }
  | { readonly type: 'connect'; readonly call: number; readonly seat: Address; readonly carrier: Address };
type NearAnswer = WebRtcOpened | { readonly near: Address; readonly carrierPort: number } | { readonly ok: true };

const LOOPBACK = '127.0.0.1';
const wants = { localHost: LOOPBACK, realTimeText: false };
let gate: WebRtcGate | null = null;
const engine = createMediaEngine({ ports: null, clock: restingClock });
const calls = new Map<number, readonly [seat: MediaLeg, carrier: MediaLeg]>();

const connect = (leg: MediaLeg, address: Address): void =>
  leg.connect({
    audio: { address, rtcp: address, codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' },
  });

const carryOut = async (order: NearOrder): Promise<NearAnswer> => {
  switch (order.type) {
    case 'gate':
      gate = await createWebRtcGate({
        port: order.port,
        bind: LOOPBACK,
        every: restingClock.every,
        onLog: text => process.stderr.write(`${text}\n`),
      });
      return { ok: true };
    case 'open':
      return await gate!.open(order.leg, order.wants);
    case 'call': {
      const [seat, carrier] = await Promise.all([
        engine.open({ ...wants, parcels: true, voiceActivity: false }, () => {}),
        engine.open({ ...wants, voiceActivity: true }, () => {}),
      ]);
      carrier.startRecording(join(order.folder, `${order.call}.wav`));
      calls.set(order.call, [seat, carrier]);
      return { near: seat.local.audio, carrierPort: carrier.local.audio.port };
    }
    case 'connect': {
      const [seat, carrier] = calls.get(order.call)!;
      connect(seat, order.seat);
      connect(carrier, order.carrier);
      const mixer = createMixer(engine);
      for (const leg of [seat, carrier]) mixer.join(leg);
      mixer.conference();
      return { ok: true };
    }
  }
};

process.on('message', async ({ id, order }: { readonly id: number; readonly order: NearOrder }) => {
  process.send?.({ id, answer: await carryOut(order) });
});
process.on('disconnect', () => process.exit(0));
