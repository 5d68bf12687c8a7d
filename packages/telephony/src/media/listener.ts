import type { Instant } from '@lianxian/core/kit';
import { createComfortNoise } from '../audio/comfort-noise.ts';
import { alawToLinear, ulawToAlaw, ulawToLinear } from '../audio/g711.ts';
import { createKeyTones } from '../audio/key-tones.ts';
import type { RemoteMedia } from '../exchange/types.ts';
import { createAllowance } from '../rtp/allowance.ts';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { createReception, type Reception } from '../rtp/reception.ts';
import { createKeyReceiver } from '../rtp/telephone-event.ts';
import { createPlacer } from './placer.ts';
import { frameSamples } from './playout.ts';
import { createVoiceActivity, frameEnergy } from './voice-activity.ts';

/**
 * What we hear on one leg: packets become sound for the recorder, keys, and "speaking"/"quiet". Where sound belongs in
 * the recording is the placer's to say. A far end that rests (RFC 3389) is heard as soft noise of the level it names,
 * and as nobody speaking.
 */
export interface Listener {
  readonly use: (audio: RemoteMedia['audio']) => void;
  /** False for what is no valid packet of this stream. */
  readonly take: (bytes: Uint8Array, at: Instant) => boolean;
  /** To be called each 20 ms; `ours` is the energy of what we send. A sender that pauses (RFC 3389) counts as quiet. */
  readonly frame: (at: Instant, ours: number) => void;
  readonly reception: Reception;
  /** Packets that came too late for the jitter buffer of an ordinary telephone. */
  readonly late: () => number;
  readonly lastAt: () => Instant | null;
}

export interface Heard {
  /** The first valid packet, again after each `use`. */
  readonly firstPacket: (at: Instant) => void;
  readonly key: (key: string, way: 'event' | 'tone', at: Instant) => void;
  /** The key told last is still held down. */
  readonly keyLasts: (key: string, at: Instant) => void;
  readonly voice: (change: 'speaking' | 'quiet', at: Instant) => void;
  /** Its payload is A-law after `table` (undefined: as it is); `atMs` on the clock of the instants. */
  readonly sound: (atMs: number, packet: RtpPacket, table: Uint8Array | undefined) => void;
}

export interface ListenerWants {
  readonly voiceActivity: boolean;
  /** Tones are keys even where telephone-events were agreed. */
  readonly inBandKeys: boolean;
}

type Law = 'PCMA' | 'PCMU';

const audioClock = 8_000;
/** No packet for three frames: whoever spoke has paused his stream. */
const pausedAfterMs = 60;
/** What most telephones hold: a later packet is lost to the ear. */
const jitterBufferMs = 100;
/** Four times the packets of 20 ms; at once what the system's buffer holds after a stall of our loop. */
const packetAllowance = { perSecond: 200, burst: 500 };
/** RFC 3389's static type; a dynamic one may be agreed beside it. */
const staticComfortNoise = 13;

export const createListener = (heard: Heard, wants: ListenerWants): Listener => {
  const reception = createReception(audioClock);
  const keys = createKeyReceiver();
  const activity = createVoiceActivity();
  const placer = createPlacer();
  const rest = createRest(heard);
  const mayTake = createAllowance(packetAllowance);
  let tones: ReturnType<typeof createKeyTones> | null = null;
  let audio: RemoteMedia['audio'] | null = null;
  let lastAt: Instant | null = null;
  let lastSoundAt: Instant | null = null;
  let isFirst = true;
  let oursNow = 0;
  let late = 0;

  /** G.711's static types are understood whatever was agreed: some gateways answer one law and send the other. */
  const lawOf = (payloadType: number): Law | null => {
    if (payloadType === audio?.payloadType) return audio.codec;
    return payloadType === 8 ? 'PCMA' : payloadType === 0 ? 'PCMU' : null;
  };

  const isNoise = (payloadType: number): boolean =>
    payloadType === staticComfortNoise || payloadType === (audio?.comfortNoise ?? staticComfortNoise);

  const hear = (energy: number | null, at: Instant): void => {
    const change = activity.frame(energy, oursNow);
    if (change) heard.voice(change, at);
  };

  const hearTones = (payload: Uint8Array, law: Law, at: Instant): void => {
    if (!tones) return;
    const key = tones.take(payload, law === 'PCMA' ? alawToLinear : ulawToLinear);
    const sounding = tones.sounding();
    if (key !== null) heard.key(key, 'tone', at);
    else if (sounding !== null) heard.keyLasts(sounding, at);
  };

  const takeSound = (packet: RtpPacket, law: Law, at: Instant, isOld: boolean): void => {
    const { payload } = packet;
    heard.sound(placer.place(packet.ssrc, packet.timestamp, at), packet, law === 'PCMA' ? undefined : ulawToAlaw);
    if (placer.lateMs() > jitterBufferMs) late += 1;
    if (isOld) return;
    lastSoundAt = at;
    rest.end();
    hearTones(payload, law, at);
    if (!wants.voiceActivity) return;
    for (let from = 0; from < payload.length; from += frameSamples)
      hear(frameEnergy(payload, law, from, Math.min(from + frameSamples, payload.length)), at);
  };

  const takeKey = (packet: RtpPacket, at: Instant): void => {
    const told = keys.take(packet);
    if (told?.begins) heard.key(told.key, 'event', at);
    else if (told) heard.keyLasts(told.key, at);
  };

  const take = (bytes: Uint8Array, at: Instant): boolean => {
    const packet = parseRtp(bytes);
    if (typeof packet === 'string' || !audio) return false;
    const law = lawOf(packet.payloadType);
    const isKey = packet.payloadType === audio.telephoneEvent;
    const rests = !law && !isKey && isNoise(packet.payloadType);
    if (!law && !isKey && !rests) return false;
    // Counted before it is refused: a flood is no loss of the line.
    const verdict = reception.take(packet, at);
    if (verdict === 'jumped') return false;
    if (isFirst) heard.firstPacket(at);
    isFirst = false;
    lastAt = at;
    if (verdict === 'doubled' || !mayTake(1, at)) return true;
    if (law) takeSound(packet, law, at, verdict === 'late');
    else if (isKey) takeKey(packet, at);
    else if (verdict !== 'late') rest.begin(packet, placer.place(packet.ssrc, packet.timestamp, at));
    return true;
  };

  return {
    use: wanted => {
      audio = wanted;
      isFirst = true;
      if (wanted.telephoneEvent === null || wants.inBandKeys) tones ??= createKeyTones();
      else tones = null;
    },
    take,
    frame: (at, ours) => {
      oursNow = ours;
      rest.frame(at);
      if (lastSoundAt === null || at - lastSoundAt <= pausedAfterMs) return;
      tones?.rest();
      if (wants.voiceActivity) hear(null, at);
    },
    reception,
    late: () => late,
    lastAt: () => lastAt,
  };
};

const frameMs = 20;
/** A frame's time passes before its noise is made, so that sound that follows at once is not written over. */
const restDelayMs = 40;
const quietestDbov = 127;

/** The noise of a sender that rests, frame by frame, as if it had been sent. */
const createRest = (heard: Heard) => {
  const noise = createComfortNoise();
  let level: number | null = null;
  let nextMs = 0;
  let ssrc = 0;
  let timestamp = 0;
  return {
    begin: (packet: RtpPacket, atMs: number): void => {
      if (level === null) {
        nextMs = atMs;
        ssrc = packet.ssrc;
        timestamp = packet.timestamp;
      }
      level = packet.payload.length > 0 ? packet.payload[0]! & 0x7f : quietestDbov;
    },
    end: (): void => {
      level = null;
    },
    frame: (at: Instant): void => {
      if (level === null || nextMs + frameMs + restDelayMs > at) return;
      // After a stall the rest is taken up where we are.
      const skipped = Math.max(0, Math.floor((at - restDelayMs - frameMs - nextMs) / frameMs));
      nextMs += skipped * frameMs;
      timestamp += skipped * frameSamples;
      const packet = { marker: false, payloadType: 8, sequence: 0, timestamp: timestamp >>> 0, ssrc };
      heard.sound(nextMs, { ...packet, payload: noise.frame(level) }, undefined);
      nextMs += frameMs;
      timestamp += frameSamples;
    },
  };
};
