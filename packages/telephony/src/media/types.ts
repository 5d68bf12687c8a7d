import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../net/address.ts';
import type { LocalMedia, RemoteMedia } from '../sdp/media.ts';
import type { FrameClock } from './frame-clock.ts';

/**
 * The media face of the exchange. A leg's media: RTP socket, playout of prompts, recorder, voice activity, keys,
 * real-time text; legs of one engine are bridged (`createBridge`) and mixed (`createMixer`). All legs of a process share
 * one 5 ms tick in four slots (`createMediaEngine`), so a leg costs no timer of its own.
 *
 * Units: sound is A-law at 8 kHz, one byte a sample, 160 a frame of 20 ms; times are ms; instants are on the engine's
 * clock. Errors: `open` rejects (`NoPortLeft`, or the system's error); a bound that is passed (prompts queued, taps,
 * participants) throws `RangeError`; a closed leg takes every order and does nothing.
 */
export interface MediaEngine {
  readonly open: (options: MediaLegOptions, onSignal: (signal: MediaSignal) => void) => Promise<MediaLeg>;
  readonly close: () => Promise<void>;
  readonly legs: () => number;
  /** The clock of all its legs; who feeds several of them (a mixer) keeps to it too. */
  readonly frameClock: FrameClock;
}

export interface MediaLegOptions {
  readonly localHost: string;
  readonly realTimeText: boolean;
  /** Voice activity: energy gate; see `voice-activity.ts`. */
  readonly voiceActivity: boolean;
  /** Encrypt by SDES keys (RFC 4568), and hear and say nothing in the clear. Default false. */
  readonly srtp?: boolean;
  /** Default auto. */
  readonly keys?: KeyWay;
  /** Its far end is a process of this machine that takes parcels (`net/parcels.ts`). Default false. */
  readonly parcels?: boolean;
  /** Its far end sends without a pause: that its sound breaks off, and goes on, is told. Default false. */
  readonly continuous?: boolean;
}

/**
 * How keys travel: `auto` by RFC 4733 where agreed, else as tones both ways; `inband` always as tones, heard beside events
 * too; `info`: sent by SIP and not here, heard by whatever way they come.
 */
export type KeyWay = 'auto' | 'inband' | 'info';

export interface MediaLeg {
  readonly local: LocalMedia;
  /** The far end's media; may come again. Only what is confirmed (default) is missed when it stays silent. */
  readonly connect: (remote: RemoteMedia, phase?: 'early' | 'confirmed') => void;
  /** From now on both sides are written to one stereo A-law WAV: left what comes in (callee), right what we send (robot). */
  readonly startRecording: (file: string) => void;
  /** Until resumed both sides are kept as silence: the recording stays as long as the call. */
  readonly pauseRecording: () => void;
  readonly resumeRecording: () => void;
  /** The recording ends here, the leg goes on; a disk that is nearly full wants it so. None begins afterwards. */
  readonly stopRecording: () => void;
  /**
   * Plays a sound, or several without a seam, from `startMs` (default 0) on. It is queued behind what plays, and
   * answered by one `played`. Sounds are read where they lie and must not change meanwhile.
   * @throws {RangeError} when 256 wait.
   */
  readonly play: (id: number, sound: Uint8Array | readonly Uint8Array[], startMs?: number) => void;
  /** Drops what plays and what is queued from the next frame on; answered by `played` for each. */
  readonly stopPlaying: () => void;
  /**
   * What the far end hears whenever no prompt plays and no key is sent: music, another leg's voice, a mixer; null for
   * silence. Sources change between two frames of one stream. The answer takes it out again, unless it was replaced.
   */
  readonly splice: (source: SoundSource | null) => () => void;
  /** What the far end says, as a source for others. @throws {RangeError} when 8 listen already. */
  readonly tap: () => VoiceTap;
  /** Gathers keys; a second collection ends the first (`by: 'replaced'`), closing ends it (`by: 'closed'`). Never rejects. */
  readonly collect: (wants: CollectWants) => Promise<Collected>;
  /** A key that came beside the media (SIP INFO); the same press is not told twice. */
  readonly heardKey: (key: string) => void;
  readonly sendKeys: (keys: string) => void;
  /** Real-time text, sent in idle-paced chunks with redundancy; ignored where the far end takes none. */
  readonly sendText: (text: string) => void;
  readonly facts: () => MediaLegFacts;
  readonly address: () => Address | null;
  /** Closes socket and recording; resolves when the file is whole on disk. */
  readonly close: () => Promise<MediaLegFacts>;
}

/** Where a leg's sound comes from, frame by frame. */
export interface SoundSource {
  /** Writes the next 160 A-law samples at `at`; false (whatever was written) when this frame is silent. Called every 20 ms. */
  readonly frame: (target: Uint8Array, at: number) => boolean;
}

export interface VoiceTap extends SoundSource {
  readonly close: () => void;
}

export interface CollectWants {
  readonly max: number;
  /** Keys that end the number, e.g. `#`; not part of it. */
  readonly terminators?: string;
  /** For the first key, counted from the end of what plays. */
  readonly firstTimeoutMs: number;
  readonly betweenTimeoutMs: number;
}

export interface Collected {
  readonly keys: string;
  readonly by: 'max' | 'terminator' | 'firstTimeout' | 'betweenTimeout' | 'replaced' | 'closed';
}

export type MediaSignal =
  /** The far end's first valid packet, again after each `connect`. */
  | { readonly type: 'firstPacket'; readonly at: Instant }
  | { readonly type: 'speaking'; readonly at: Instant }
  | { readonly type: 'quiet'; readonly at: Instant }
  | { readonly type: 'key'; readonly at: Instant; readonly key: string }
  /** T.140 text as it came: may hold backspaces (U+0008) and line separators (U+2028, or CR LF). */
  | { readonly type: 'text'; readonly at: Instant; readonly text: string }
  | {
      readonly type: 'played';
      readonly at: Instant;
      readonly id: number;
      readonly heardMs: number;
      readonly complete: boolean;
    }
  /** No packet for a while though some were due (silence watchdog). `neverHeard`: there was none from the beginning. */
  | { readonly type: 'vanished'; readonly at: Instant; readonly neverHeard: boolean }
  /** Nothing comes of one that sends without a pause (`continuous`); it comes again. In turns. */
  | { readonly type: 'interrupted' | 'resumed'; readonly at: Instant }
  | { readonly type: 'recordingFailed'; readonly at: Instant; readonly because: string }
  /** Our own: the leg threw in its frame loop, and may stay mute. Told once. */
  | { readonly type: 'defect'; readonly at: Instant; readonly error: unknown };

export interface MediaLegFacts {
  readonly codec: 'PCMA' | 'PCMU';
  readonly packetsSent: number;
  /** Payload alone. */
  readonly bytesSent: number;
  /** Each counted once. */
  readonly packetsReceived: number;
  /** Looked like sound, and came from where the far end may not send from: not heard. */
  readonly packetsRefused: number;
  readonly packetsLost: number;
  readonly lostPerMille: number;
  /** Came after one that was sent later. */
  readonly outOfOrder: number;
  /** Came more than once. */
  readonly doubled: number;
  /** Came too late for the jitter buffer of an ordinary telephone (100 ms). */
  readonly late: number;
  /** Times in which packets were missing on end. */
  readonly lossBursts: number;
  readonly jitterMs: number;
  /** By RTCP; null where the far end sends none. */
  readonly roundTripMs: number | null;
  /** 1…4.4, of what came (ITU-T G.107); null while nothing came. */
  readonly mos: number | null;
  /** What the far end reports of our stream by RTCP; null where it sends none. */
  readonly remote: { readonly lostPerMille: number; readonly jitterMs: number } | null;
  readonly firstPacketAfterMs: number | null;
  readonly encrypted: boolean;
  readonly recording: { readonly file: string; readonly durationMs: number; readonly bytes: number } | null;
}
