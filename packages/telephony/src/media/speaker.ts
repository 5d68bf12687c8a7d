import { randomInt } from 'node:crypto';
import { alawSilence, alawToUlaw, ulawSilence } from '../audio/g711.ts';
import type { RemoteMedia } from '../exchange/types.ts';
import { rtpHeaderBytes, writeRtpHeader } from '../rtp/packet.ts';
import { createKeySender, type KeySender } from '../rtp/telephone-event.ts';
import { createPlayout, frameSamples, type Playout } from './playout.ts';
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

export interface SentSoFar {
  readonly packets: number;
  /** Payload alone. */
  readonly bytes: number;
}

const packetBytes = rtpHeaderBytes + frameSamples;

export const createSpeaker = (send: (packet: Uint8Array) => void): Speaker => {
  const playout = createPlayout();
  const keys = createKeySender();
  const ssrc = randomInt(2 ** 32);
  const timestampZero = randomInt(2 ** 32);
  const packet = Buffer.alloc(packetBytes);
  const alaw = Buffer.alloc(frameSamples);
  let audio: RemoteMedia['audio'] | null = null;
  // In the lower half, so that who misses the first packets does not misjudge a round of them (RFC 3711 §3.3.1).
  let sequence = randomInt(2 ** 15);
  let packets = 0;
  let bytesSent = 0;
  let marker = true;
  let source: SoundSource | null = null;

  const header = (target: Uint8Array, mark: boolean, payloadType: number, timestamp: number): void => {
    writeRtpHeader(target, mark, payloadType, sequence, timestamp >>> 0, ssrc);
    sequence = (sequence + 1) & 0xffff;
    packets += 1;
    bytesSent += target.length - rtpHeaderBytes;
  };

  const sendKeys = (telephoneEvent: number, timestamp: number): boolean => {
    const due = keys.frame();
    if (due === null) return false;
    for (const { payload, marker: mark, startedBack } of due) {
      const bytes = Buffer.alloc(rtpHeaderBytes + payload.length);
      header(bytes, mark, telephoneEvent, timestamp - startedBack);
      bytes.set(payload, rtpHeaderBytes);
      send(bytes);
    }
    marker = true;
    return due.length > 0;
  };

  const sendSound = (payloadType: number, codec: 'PCMA' | 'PCMU', timestamp: number, spliced: boolean): boolean => {
    const plays = playout.frame(alaw, 0) || spliced;
    if (codec === 'PCMA') {
      if (plays) packet.set(alaw, rtpHeaderBytes);
      else packet.fill(alawSilence, rtpHeaderBytes);
    } else if (plays) {
      for (let i = 0; i < frameSamples; i += 1) packet[rtpHeaderBytes + i] = alawToUlaw[alaw[i]!]!;
    } else packet.fill(ulawSilence, rtpHeaderBytes);
    header(packet, marker, payloadType, timestamp);
    marker = false;
    send(packet);
    return plays;
  };

  return {
    playout,
    keys,
    use: wanted => {
      audio = wanted;
    },
    splice: next => {
      source = next;
      return () => {
        if (source === next) source = null;
      };
    },
    frame: frame => {
      const spliced = source?.frame(alaw, 0) ?? false;
      if (!audio || audio.direction === 'sendonly' || audio.direction === 'inactive') return null;
      const timestamp = timestampZero + frame * frameSamples;
      if (audio.telephoneEvent !== null && sendKeys(audio.telephoneEvent, timestamp)) return null;
      return sendSound(audio.payloadType, audio.codec, timestamp, spliced) ? alaw : null;
    },
    sent: () => ({ packets, bytes: bytesSent }),
    ssrc,
    timestampZero,
  };
};
