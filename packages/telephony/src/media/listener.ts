import type { Instant } from '@lianxian/core/kit';
import { ulawToAlaw } from '../audio/g711.ts';
import type { RemoteMedia } from '../exchange/types.ts';
import { createAllowance } from '../rtp/allowance.ts';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { createReception, type Reception } from '../rtp/reception.ts';
import { createKeyReceiver } from '../rtp/telephone-event.ts';
import { createPlacer } from './placer.ts';
import { frameSamples } from './playout.ts';
import { createVoiceActivity, frameEnergy } from './voice-activity.ts';

/**
 * What we hear on one leg: packets become sound for the recorder, keys, and "speaking"/"quiet". Where
 * sound belongs in the recording is the placer's to say.
 */
export interface Listener {
  readonly use: (audio: RemoteMedia['audio']) => void;
  /** False for what is no valid packet of this stream. */
  readonly take: (bytes: Uint8Array, at: Instant) => boolean;
  /** To be called each 20 ms; `ours` is the energy of what we send. A sender that pauses (RFC 3389) counts as quiet. */
  readonly frame: (at: Instant, ours: number) => void;
  readonly reception: Reception;
  readonly lastAt: () => Instant | null;
}

export interface Heard {
  /** The first valid packet, again after each `use`. */
  readonly firstPacket: (at: Instant) => void;
  readonly key: (key: string, at: Instant) => void;
  readonly voice: (change: 'speaking' | 'quiet', at: Instant) => void;
  /** Its payload is A-law after `table` (undefined: as it is); `atMs` on the clock of the instants. */
  readonly sound: (atMs: number, packet: RtpPacket, table: Uint8Array | undefined) => void;
}

const audioClock = 8_000;
/** No packet for three frames: whoever spoke has paused his stream. */
const pausedAfterMs = 60;
/** Four times the packets of 20 ms; at once what the system's buffer holds after a stall of our loop. */
const packetAllowance = { perSecond: 200, burst: 500 };
/** RFC 3389 comfort noise. */
const comfortNoise = 13;

export const createListener = (heard: Heard, listensForVoice: boolean): Listener => {
  const reception = createReception(audioClock);
  const keys = createKeyReceiver();
  const activity = createVoiceActivity();
  const placer = createPlacer();
  const mayTake = createAllowance(packetAllowance);
  let audio: RemoteMedia['audio'] | null = null;
  let lastAt: Instant | null = null;
  let isFirst = true;
  let oursNow = 0;

  /** G.711's static types are understood whatever was agreed: some gateways answer one law and send the other. */
  const lawOf = (payloadType: number): 'PCMA' | 'PCMU' | null => {
    if (payloadType === audio?.payloadType) return audio.codec;
    return payloadType === 8 ? 'PCMA' : payloadType === 0 ? 'PCMU' : null;
  };

  const hear = (energy: number | null, at: Instant): void => {
    const change = activity.frame(energy, oursNow);
    if (change) heard.voice(change, at);
  };

  const takeSound = (packet: RtpPacket, law: 'PCMA' | 'PCMU', at: Instant, late: boolean): void => {
    const { payload } = packet;
    heard.sound(placer.place(packet.ssrc, packet.timestamp, at), packet, law === 'PCMA' ? undefined : ulawToAlaw);
    if (!listensForVoice || late) return;
    for (let from = 0; from < payload.length; from += frameSamples)
      hear(frameEnergy(payload, law, from, Math.min(from + frameSamples, payload.length)), at);
  };

  const take = (bytes: Uint8Array, at: Instant): boolean => {
    const packet = parseRtp(bytes);
    if (typeof packet === 'string' || !audio) return false;
    const law = lawOf(packet.payloadType);
    const isKey = packet.payloadType === audio.telephoneEvent;
    if (!law && !isKey && packet.payloadType !== comfortNoise) return false;
    if (!mayTake(1, at)) return false;
    const verdict = reception.take(packet, at);
    if (verdict === 'jumped') return false;
    if (isFirst) heard.firstPacket(at);
    isFirst = false;
    lastAt = at;
    if (law) takeSound(packet, law, at, verdict === 'late');
    else if (isKey) {
      const key = keys.take(packet);
      if (key !== null) heard.key(key, at);
    }
    return true;
  };

  return {
    use: wanted => {
      audio = wanted;
      isFirst = true;
    },
    take,
    frame: (at, ours) => {
      oursNow = ours;
      if (listensForVoice && lastAt !== null && at - lastAt > pausedAfterMs) hear(null, at);
    },
    reception,
    lastAt: () => lastAt,
  };
};
