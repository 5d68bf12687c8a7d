import type { WebRtcFailure, WebRtcOpened, WebRtcWants } from '@lianxian/telephony';

/** What calls and the gate of the seats' sound say to each other: a handful of messages a leg, never one a packet. */
export type ToGate =
  /** Settings; first message. */
  | { readonly type: 'start'; readonly settings: GateSettings }
  /** Answered by `opened` or `openFailed`. */
  | { readonly type: 'open'; readonly leg: string; readonly wants: WebRtcWants }
  | { readonly type: 'answer'; readonly leg: string; readonly sdp: string }
  | { readonly type: 'close'; readonly leg: string };

export type FromGate =
  | { readonly type: 'ready' }
  /** A port cannot be had. */
  | { readonly type: 'refused'; readonly because: string }
  | { readonly type: 'opened'; readonly leg: string; readonly opened: WebRtcOpened }
  | { readonly type: 'openFailed'; readonly leg: string; readonly because: string }
  | { readonly type: 'failed'; readonly leg: string; readonly because: WebRtcFailure }
  /** Something threw outside every leg: it serves on, and nobody can say how well. */
  | { readonly type: 'defect'; readonly because: string };

export interface GateSettings {
  /** Where it listens: as the pages do. */
  readonly host: string;
  /** The one UDP port of all seats' sound. */
  readonly port: number;
  /** Where browsers ask for their own address (STUN). */
  readonly stunPort: number;
}
