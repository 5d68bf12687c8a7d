import { randomInt } from 'node:crypto';
import { alawSilence, alawToUlaw, translate, ulawSilence } from '../audio/g711.ts';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../rtp/packet.ts';
import { createKeySender, type KeySender } from '../rtp/telephone-event.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import { createPlayout, FRAME_SAMPLES, type Playout } from './playout.ts';
import type { SoundSource } from './types.ts';

/**
 * The splicer: what we send on one leg is one stream, fed by changing sources. A frame leaves every 20 ms from `connect`
 * on: keys before prompts, prompts before the spliced source (music, another leg's voice, a mixer), silence when there is
 * none, so that NATs stay open and the other side's clock runs on. Whoever feeds it, there is one SSRC and a sequence
 * without holes; sources change between two frames. The timestamp follows the time of the frame, so a frame skipped after
 * a stall is a hole in time for the other side and not a shift. A source runs on unheard behind keys and prompts: a voice
 * is not late after them.
 */
export interface Speaker {
  readonly playout: Playout;
  readonly keys: KeySender;
  readonly use: (audio: RemoteMedia['audio']) => void;
  /** From the next frame on; null: silence. The answer takes it out again, unless it has been replaced. */
  readonly splice: (source: SoundSource | null) => () => void;
  /** Sends frame number `frame` (20 ms each); gives the A-law it carries, null where it carries none. */
  readonly frame: (frame: number) => Uint8Array | null;
  readonly sent: () => SentSoFar;
  readonly ssrc: number;
  /** The timestamp of frame 0. */
  readonly timestampZero: number;
}

interface SentSoFar {
  readonly packets: number;
  /** Payload alone. */
  readonly bytes: number;
}

const packetBytes = RTP_HEADER_BYTES + FRAME_SAMPLES;

class StreamSpeaker implements Speaker {
  readonly playout: Playout = createPlayout();
  readonly keys: KeySender = createKeySender();
  readonly ssrc = randomInt(2 ** 32);
  readonly timestampZero = randomInt(2 ** 32);
  readonly #send: (packet: Uint8Array) => void;
  readonly #packet = Buffer.alloc(packetBytes);
  readonly #payload = this.#packet.subarray(RTP_HEADER_BYTES);
  /** A frame of A-law is made where it leaves from; for the other law beside it. */
  #alaw: Uint8Array = this.#payload;
  #audio: RemoteMedia['audio'] | null = null;
  // In the lower half, so that who misses the first packets does not misjudge a round of them (RFC 3711 §3.3.1).
  #sequence = randomInt(2 ** 15);
  #packets = 0;
  #bytes = 0;
  #marker = true;
  #source: SoundSource | null = null;

  constructor(send: (packet: Uint8Array) => void) {
    this.#send = send;
  }

  use(wanted: RemoteMedia['audio']): void {
    this.#audio = wanted;
    this.#alaw = wanted.codec === 'PCMA' ? this.#payload : new Uint8Array(FRAME_SAMPLES);
  }

  splice(next: SoundSource | null): () => void {
    this.#source = next;
    return () => {
      if (this.#source === next) this.#source = null;
    };
  }

  frame(frame: number): Uint8Array | null {
    const spliced = this.#source?.frame(this.#alaw, 0) ?? false;
    const audio = this.#audio;
    if (!audio || audio.direction === 'sendonly' || audio.direction === 'inactive') return null;
    const timestamp = this.timestampZero + frame * FRAME_SAMPLES;
    if (audio.telephoneEvent !== null && this.#sendKeys(audio.telephoneEvent, timestamp)) return null;
    return this.#sendSound(audio, timestamp, spliced) ? this.#alaw : null;
  }

  sent(): SentSoFar {
    return { packets: this.#packets, bytes: this.#bytes };
  }

  #header(target: Uint8Array, mark: boolean, payloadType: number, timestamp: number): void {
    writeRtpHeader(target, mark, payloadType, this.#sequence, timestamp >>> 0, this.ssrc);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#packets += 1;
    this.#bytes += target.length - RTP_HEADER_BYTES;
  }

  #sendKeys(telephoneEvent: number, timestamp: number): boolean {
    const due = this.keys.frame();
    if (due === null) return false;
    for (const { payload, marker, startedBack } of due) {
      const bytes = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
      this.#header(bytes, marker, telephoneEvent, timestamp - startedBack);
      bytes.set(payload, RTP_HEADER_BYTES);
      this.#send(bytes);
    }
    this.#marker = true;
    return due.length > 0;
  }

  #sendSound({ payloadType, codec }: RemoteMedia['audio'], timestamp: number, spliced: boolean): boolean {
    const plays = this.playout.frame(this.#alaw, 0) || spliced;
    if (!plays) this.#payload.fill(codec === 'PCMA' ? alawSilence : ulawSilence);
    else if (codec === 'PCMU') translate(this.#alaw, alawToUlaw, this.#payload, 0);
    this.#header(this.#packet, this.#marker, payloadType, timestamp);
    this.#marker = false;
    this.#send(this.#packet);
    return plays;
  }
}

export const createSpeaker = (send: (packet: Uint8Array) => void): Speaker => new StreamSpeaker(send);
