import type { Instant } from '@lianxian/core/kit';
import type { Address, LocalMedia, RemoteMedia } from '../exchange/types.ts';

/**
 * One leg's media: RTP socket, playout of prompts, recorder, voice activity, keys, real-time text. All legs of a
 * process share one 5 ms tick in four slots (`createMediaEngine`), so a leg costs no timer of its own.
 */
export interface MediaEngine {
  readonly open: (options: MediaLegOptions, onSignal: (signal: MediaSignal) => void) => Promise<MediaLeg>;
  readonly close: () => Promise<void>;
  readonly legs: () => number;
}

export interface MediaLegOptions {
  readonly localHost: string;
  readonly realTimeText: boolean;
  /** Voice activity: energy gate; see `voice-activity.ts`. */
  readonly voiceActivity: boolean;
}

export interface MediaLeg {
  readonly local: LocalMedia;
  readonly connect: (remote: RemoteMedia) => void;
  /** From now on both sides are written to one stereo A-law WAV: left what comes in (callee), right what we send (robot). */
  readonly startRecording: (file: string) => void;
  /** The recording ends here, the leg goes on; a disk that is nearly full wants it so. None begins afterwards. */
  readonly stopRecording: () => void;
  /** Plays A-law audio (8 kHz, one byte a sample). A second play replaces nothing: it is queued behind the first. */
  readonly play: (id: number, audio: Uint8Array) => void;
  /** Drops what plays and what is queued; answered by `played` with `complete: false` for each. */
  readonly stopPlaying: () => void;
  readonly sendKeys: (keys: string) => void;
  /** Real-time text, sent in idle-paced chunks with redundancy; ignored where the far end takes none. */
  readonly sendText: (text: string) => void;
  readonly facts: () => MediaLegFacts;
  readonly address: () => Address | null;
  /** Closes socket and recording; resolves when the file is whole on disk. */
  readonly close: () => Promise<MediaLegFacts>;
}

export type MediaSignal =
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
  /** No packet for a while (silence watchdog). */
  | { readonly type: 'vanished'; readonly at: Instant }
  | { readonly type: 'recordingFailed'; readonly at: Instant; readonly because: string };

export interface MediaLegFacts {
  readonly codec: 'PCMA' | 'PCMU';
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly jitterMs: number;
  readonly firstPacketAfterMs: number | null;
  readonly recording: { readonly file: string; readonly durationMs: number; readonly bytes: number } | null;
}
