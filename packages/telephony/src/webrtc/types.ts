import type { Address } from '../net/address.ts';

/**
 * Where the encrypted half of a browser's leg lives: ICE, DTLS and SRTP, in native code and so in a process of its own
 * (decision 101). What it decrypts it passes on as plain RTP over loopback to the media engine, which serves the leg like
 * any other; PCMA and telephone events alone, 20 ms a packet, numbers and timestamps as they came. No packet crosses the
 * port between the exchange and it.
 */
export interface WebRtcHost {
  /**
   * Answers a browser's offer, or makes one (`offer` null; its answer follows by `answer`). Rejects when it has no room,
   * when the offer has no PCMA, or when the process is gone.
   */
  readonly open: (leg: string, wants: WebRtcWants) => Promise<WebRtcOpened>;
  /** The browser's answer to our offer; one that cannot be used comes back as `failed`. */
  readonly answer: (leg: string, sdp: string) => void;
  /** Harmless when the leg is gone. */
  readonly close: (leg: string) => void;
  /** Who hears of legs that were lost without anybody closing them; one listener, the last. */
  readonly onFailed: (tell: (leg: string, because: WebRtcFailure) => void) => void;
}

export interface WebRtcWants {
  readonly offer: string | null;
  /** The media engine's socket for this leg, on loopback or with another node. */
  readonly near: Address;
  /** The hosts the browser may reach us at, its likeliest first; no other address of this machine is told. */
  readonly hosts: readonly string[];
}

export interface WebRtcOpened {
  /** Our answer, or our offer. */
  readonly body: string;
  /** Where the media engine sends to and hears from. */
  readonly plain: Address;
  /** Of telephone events (RFC 4733), the same on both halves; null where the browser takes none. Of an offer: ours. */
  readonly telephoneEvent: number | null;
}

export type WebRtcFailure =
  /** What the browser answered cannot be used. */
  | 'notUsable'
  /** No way between browser and us was found, or it was lost. */
  | 'noPath'
  /** The process died. */
  | 'processGone';
