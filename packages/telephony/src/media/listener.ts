import type { Instant } from '@lianxian/core/kit';
import { createComfortNoise } from '../audio/comfort-noise.ts';
import { alawToLinear, ulawToAlaw, ulawToLinear } from '../audio/g711.ts';
import { createKeyTones, type KeyTones } from '../audio/key-tones.ts';
import { createAllowance, packetAllowance } from '../rtp/allowance.ts';
import { parseRtp, type RtpPacket } from '../rtp/packet.ts';
import { createReception, type Reception } from '../rtp/reception.ts';
import { createKeyReceiver } from '../rtp/telephone-event.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import { FRAME_SAMPLES } from './playout.ts';
import { createTimestampMapper } from './timestamp-mapper.ts';
import { createVoiceActivity, frameEnergy } from './voice-activity.ts';

/**
 * What we hear on one leg: packets become sound for the recorder, keys, and "speaking"/"quiet". Where sound belongs in
 * the recording is the timestamp mapper's to say. A far end that rests (RFC 3389) is heard as soft noise of the level it names,
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

interface Heard {
  /** The first valid packet, again after each `use`. */
  readonly firstPacket: (at: Instant) => void;
  readonly key: (key: string, way: 'event' | 'tone', at: Instant) => void;
  /** The key told last is still held down. */
  readonly keyLasts: (key: string, at: Instant) => void;
  readonly voice: (change: 'speaking' | 'quiet', at: Instant) => void;
  /** Its payload is A-law after `table` (undefined: as it is); `atMs` on the clock of the instants. */
  readonly sound: (atMs: number, packet: RtpPacket, table: Uint8Array | undefined) => void;
}

interface ListenerWants {
  readonly voiceActivity: boolean;
  /** Tones are keys even where telephone-events were agreed. */
  readonly inBandKeys: boolean;
}

type Law = 'PCMA' | 'PCMU';

const AUDIO_CLOCK = 8_000;
/** No packet for three frames: whoever spoke has paused his stream. */
const PAUSED_AFTER_MS = 60;
/** What most telephones hold: a later packet is lost to the ear. */
const JITTER_BUFFER_MS = 100;
/** RFC 3389's static type; a dynamic one may be agreed beside it. */
const STATIC_COMFORT_NOISE = 13;

class StreamListener implements Listener {
  readonly reception = createReception(AUDIO_CLOCK);
  readonly #heard: Heard;
  readonly #wants: ListenerWants;
  readonly #keys = createKeyReceiver();
  readonly #activity = createVoiceActivity();
  readonly #timestamps = createTimestampMapper();
  readonly #rest: Rest;
  readonly #mayTake = createAllowance(packetAllowance);
  #tones: KeyTones | null = null;
  #audio: RemoteMedia['audio'] | null = null;
  #lastAt: Instant | null = null;
  #lastSoundAt: Instant | null = null;
  #isFirst = true;
  #oursNow = 0;
  #late = 0;

  constructor(heard: Heard, wants: ListenerWants) {
    this.#heard = heard;
    this.#wants = wants;
    this.#rest = new Rest(heard);
  }

  use(wanted: RemoteMedia['audio']): void {
    this.#audio = wanted;
    this.#isFirst = true;
    if (wanted.telephoneEvent === null || this.#wants.inBandKeys) this.#tones ??= createKeyTones();
    else this.#tones = null;
  }

  take(bytes: Uint8Array, at: Instant): boolean {
    const packet = parseRtp(bytes);
    const audio = this.#audio;
    if (typeof packet === 'string' || !audio) return false;
    const law = lawOf(audio, packet.payloadType);
    const isKey = packet.payloadType === audio.telephoneEvent;
    const rests = !law && !isKey && isNoise(audio, packet.payloadType);
    if (!law && !isKey && !rests) return false;
    // Counted before it is refused: a flood is no loss of the line.
    const verdict = this.reception.take(packet, at);
    if (verdict === 'jumped') return false;
    if (this.#isFirst) this.#heard.firstPacket(at);
    this.#isFirst = false;
    this.#lastAt = at;
    if (verdict === 'doubled' || !this.#mayTake(1, at)) return true;
    if (law) this.#takeSound(packet, law, at, verdict === 'late');
    else if (isKey) this.#takeKey(packet, at);
    else if (verdict !== 'late') this.#rest.begin(packet, this.#timestamps.map(packet.ssrc, packet.timestamp, at));
    return true;
  }

  frame(at: Instant, ours: number): void {
    this.#oursNow = ours;
    this.#rest.frame(at);
    if (this.#lastSoundAt === null || at - this.#lastSoundAt <= PAUSED_AFTER_MS) return;
    this.#tones?.rest();
    if (this.#wants.voiceActivity) this.#hear(null, at);
  }

  late(): number {
    return this.#late;
  }

  lastAt(): Instant | null {
    return this.#lastAt;
  }

  #takeSound(packet: RtpPacket, law: Law, at: Instant, isOld: boolean): void {
    const { payload } = packet;
    const atMs = this.#timestamps.map(packet.ssrc, packet.timestamp, at);
    this.#heard.sound(atMs, packet, law === 'PCMA' ? undefined : ulawToAlaw);
    if (this.#timestamps.lateMs() > JITTER_BUFFER_MS) this.#late += 1;
    if (isOld) return;
    this.#lastSoundAt = at;
    this.#rest.end();
    if (this.#tones !== null) this.#hearTones(this.#tones, payload, law, at);
    if (!this.#wants.voiceActivity) return;
    for (let from = 0; from < payload.length; from += FRAME_SAMPLES)
      this.#hear(frameEnergy(payload, law, from, Math.min(from + FRAME_SAMPLES, payload.length)), at);
  }

  #takeKey(packet: RtpPacket, at: Instant): void {
    const told = this.#keys.take(packet);
    if (told?.begins) this.#heard.key(told.key, 'event', at);
    else if (told) this.#heard.keyLasts(told.key, at);
  }

  #hearTones(tones: KeyTones, payload: Uint8Array, law: Law, at: Instant): void {
    const key = tones.take(payload, law === 'PCMA' ? alawToLinear : ulawToLinear);
    const sounding = tones.sounding();
    if (key !== null) this.#heard.key(key, 'tone', at);
    else if (sounding !== null) this.#heard.keyLasts(sounding, at);
  }

  #hear(energy: number | null, at: Instant): void {
    const change = this.#activity.frame(energy, this.#oursNow);
    if (change) this.#heard.voice(change, at);
  }
}

export const createListener = (heard: Heard, wants: ListenerWants): Listener => new StreamListener(heard, wants);

/** G.711's static types are understood whatever was agreed: some gateways answer one law and send the other. */
const lawOf = (audio: RemoteMedia['audio'], payloadType: number): Law | null => {
  if (payloadType === audio.payloadType) return audio.codec;
  return payloadType === 8 ? 'PCMA' : payloadType === 0 ? 'PCMU' : null;
};

const isNoise = (audio: RemoteMedia['audio'], payloadType: number): boolean =>
  payloadType === STATIC_COMFORT_NOISE || payloadType === (audio.comfortNoise ?? STATIC_COMFORT_NOISE);

const FRAME_MS = 20;
/** A frame's time passes before its noise is made, so that sound that follows at once is not written over. */
const REST_DELAY_MS = 40;
const QUIETEST_DBOV = 127;

/** The noise of a sender that rests, frame by frame, as if it had been sent. */
class Rest {
  readonly #heard: Heard;
  readonly #noise = createComfortNoise();
  #level: number | null = null;
  #nextMs = 0;
  #ssrc = 0;
  #timestamp = 0;

  constructor(heard: Heard) {
    this.#heard = heard;
  }

  begin(packet: RtpPacket, atMs: number): void {
    if (this.#level === null) {
      this.#nextMs = atMs;
      this.#ssrc = packet.ssrc;
      this.#timestamp = packet.timestamp;
    }
    this.#level = packet.payload.length > 0 ? packet.payload[0]! & 0x7f : QUIETEST_DBOV;
  }

  end(): void {
    this.#level = null;
  }

  frame(at: Instant): void {
    if (this.#level === null || this.#nextMs + FRAME_MS + REST_DELAY_MS > at) return;
    // After a stall the rest is taken up where we are.
    const skipped = Math.max(0, Math.floor((at - REST_DELAY_MS - FRAME_MS - this.#nextMs) / FRAME_MS));
    this.#nextMs += skipped * FRAME_MS;
    this.#timestamp += skipped * FRAME_SAMPLES;
    const packet = {
      marker: false,
      payloadType: 8,
      sequence: 0,
      timestamp: this.#timestamp >>> 0,
      ssrc: this.#ssrc,
      payload: this.#noise.frame(this.#level),
    };
    this.#heard.sound(this.#nextMs, packet, undefined);
    this.#nextMs += FRAME_MS;
    this.#timestamp += FRAME_SAMPLES;
  }
}
